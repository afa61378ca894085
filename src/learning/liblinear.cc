// LIBLINEAR (Fan, Chang, Hsieh, Wang and Lin 2008) is a library with four habits to be kept in. It numbers classes
// in order of first sight and keeps one weight vector for two of them: here, columns are put in the order of the
// classes and the sign is turned. It draws from rand(), of which a process has one: here, a state of our own is put in
// its place for the time of a training and the caller's is put back, one training at a time. Nothing else in the
// library calls rand(), so the numbers depend on the seed alone, unless the program that uses it draws from another
// thread meanwhile. It prints to standard output, through a global function: here, into nothing. And it cannot be
// stopped: see abandoned.h.
// Solvers 0 and 2 add up in the system's BLAS: with another one the last digits may differ.
#include "learning/liblinear.h"

#include <fmt/format.h>
#include <linear.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <memory>
#include <mutex>
#include <numeric>

#include "espalier/error.h"
#include "learning/abandoned.h"
#include "learning/demand_memory.h"
#include "learning/example_rows.h"

namespace espalier::learning {
namespace {

struct ModelDeleter {
  void operator()(::model* model) const noexcept { ::free_and_destroy_model(&model); }
};
using ModelPointer = std::unique_ptr<::model, ModelDeleter>;

[[noreturn]] void refuse(const std::string& reason) { throw Error(ErrorKind::kUsage, "liblinear: " + reason); }

/// Holds LIBLINEAR's globals for one training.
class Session {
 public:
  explicit Session(std::uint32_t seed) : lock_(mutex()), before_(::initstate(seed, state_.data(), state_.size())) {
    ::set_print_string_function([](const char*) {});
  }
  ~Session() { ::setstate(before_); }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

 private:
  static std::mutex& mutex() {
    static std::mutex one;  // as global as what it guards
    return one;
  }

  std::lock_guard<std::mutex> lock_;
  std::array<char, 128> state_{};  // the size at which glibc's generator is that of srand()
  char* before_;
};

/// All examples, in their order.
std::vector<std::size_t> all_of(const Examples& examples) {
  std::vector<std::size_t> order(examples.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  return order;
}

using Rows = ExampleRows<::feature_node>;

/// One training with all that it reads.
struct Job {
  Job(const Examples& examples, const LiblinearOptions& options, const ::parameter& parameter_)
      : rows(examples, all_of(examples), options.bias),
        problem{rows.size(), static_cast<int>(rows.columns()), rows.labels(), rows.rows(), options.bias},
        parameter(parameter_),
        seed(options.seed),
        classes(examples.classes().size()) {}

  ModelPointer run() const {
    const Session session(seed);
    demand_memory(bytes());
    return ModelPointer(::train(&problem, &parameter));
  }

  /// Of what it takes without a look: examples by class (their numbers, classes, rows and labels, some of them twice)
  /// and a weight for each feature and class, and once more for the class at hand.
  std::size_t bytes() const {
    constexpr std::size_t kEachExample = 6 * sizeof(double);
    return static_cast<std::size_t>(rows.size()) * kEachExample + rows.columns() * (classes + 1) * sizeof(double);
  }

  Rows rows;
  ::problem problem;
  ::parameter parameter;
  std::uint32_t seed;
  std::size_t classes;
};

double default_eps(int solver) noexcept {
  switch (solver) {
    case L2R_LR:
    case L2R_L2LOSS_SVC:
    case L1R_L2LOSS_SVC:
    case L1R_LR:
      return 0.01;
    default:
      return 0.1;  // the dual ones
  }
}

::parameter parameters(const LiblinearOptions& options) {
  // LIBLINEAR also knows solvers for regression, and compares in ways that let NaN pass.
  if (options.solver < L2R_LR || options.solver > L2R_LR_DUAL)
    refuse(fmt::format("no solver {} (0-7)", options.solver));
  if (!std::isfinite(options.C) || !std::isfinite(options.eps) || !std::isfinite(options.bias)) {
    refuse("C, eps and bias must be numbers");
  }
  ::parameter out{};
  out.solver_type = options.solver;
  out.eps = options.eps == 0 ? default_eps(options.solver) : options.eps;
  out.C = options.C;
  return out;
}

/// LIBLINEAR counts in int, and multiplies examples by classes (solver 4) and features by classes. REQUIRES a class.
void require_countable(const Examples& examples, const Rows& rows, const std::vector<std::uint32_t>& classes) {
  const auto most = static_cast<std::size_t>(std::numeric_limits<int>::max());
  if (classes.back() > most || std::max(examples.size(), rows.columns()) >= most / classes.size()) {
    refuse(fmt::format("{} examples of {} classes (up to {}) with {} features are more than it can count",
                       examples.size(), classes.size(), classes.back(), rows.columns()));
  }
}

/// One column of LIBLINEAR's weights, and which class it speaks for.
struct Column {
  std::uint32_t label;
  int at;
  double sign;
};

std::vector<Column> columns_of(const ::model& model) {
  const auto label = [&](int i) { return static_cast<std::uint32_t>(model.label[i]); };
  if (model.nr_class == 2 && model.param.solver_type != MCSVM_CS) {
    return {{std::max(label(0), label(1)), 0, label(0) > label(1) ? 1.0 : -1.0}};  // above 0: label(0)
  }
  std::vector<Column> out;
  out.reserve(static_cast<std::size_t>(model.nr_class));
  for (int i = 0; i < model.nr_class; ++i) out.push_back({label(i), i, 1.0});
  std::sort(out.begin(), out.end(), [](const Column& a, const Column& b) { return a.label < b.label; });
  return out;
}

void take_weights(const ::model& model, const Rows& rows, LinearModel& out) {
  const std::vector<Column> columns = columns_of(model);
  const auto weight = [&](std::size_t row, const Column& column) {
    return column.sign * model.w[row * columns.size() + static_cast<std::size_t>(column.at)];
  };
  const std::vector<std::uint64_t>& features = rows.features();
  std::vector<std::size_t> order(features.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return features[a] < features[b]; });
  for (const std::size_t row : order) {
    for (const Column& column : columns) {
      const auto value = static_cast<float>(weight(row, column));
      if (value != 0) out.weights.push_back({features[row], column.label, value});
    }
  }
  if (rows.columns() == features.size()) return;
  for (const Column& column : columns) {
    const auto place = std::lower_bound(out.classes.begin(), out.classes.end(), column.label) - out.classes.begin();
    out.bias[static_cast<std::size_t>(place)] = static_cast<float>(weight(features.size(), column) * model.bias);
  }
}

}  // namespace

LinearModel train_liblinear(const Examples& examples, const LiblinearOptions& options, const std::atomic<bool>* stop) {
  const ::parameter parameter = parameters(options);
  if (examples.size() == 0) refuse("no examples to learn from");
  const auto job = std::make_shared<const Job>(examples, options, parameter);
  const Rows& rows = job->rows;
  if (const char* reason = ::check_parameter(&job->problem, &parameter)) refuse(reason);
  LinearModel out;
  out.classes = examples.classes();
  out.bias.assign(out.classes.size(), 0.0F);
  require_countable(examples, rows, out.classes);
  if (out.classes.size() == 1 || rows.columns() == 0) return out;
  const ModelPointer model = run_until(job, stop);
  take_weights(*model, rows, out);
  return out;
}

std::vector<double> LinearModel::scores(std::span<const std::uint64_t> features) const {
  std::vector<double> out(bias.begin(), bias.end());
  const auto is_before = [](const RowWeight& weight, std::uint64_t feature) { return weight.feature < feature; };
  for (const std::uint64_t feature : features) {
    auto at = std::lower_bound(weights.begin(), weights.end(), feature, is_before);
    for (; at != weights.end() && at->feature == feature; ++at) {
      const auto place = std::lower_bound(classes.begin(), classes.end(), at->label) - classes.begin();
      out[static_cast<std::size_t>(place)] += at->weight;
    }
  }
  return out;
}

}  // namespace espalier::learning
