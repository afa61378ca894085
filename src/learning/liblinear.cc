// LIBLINEAR (Fan, Chang, Hsieh, Wang and Lin 2008) is a library with four habits to be kept in. It numbers classes
// in order of first sight and keeps one weight vector for two of them: here, columns are put in the order of the
// classes and the sign is turned. It draws from rand(), of which a process has one: here, a state of our own is put in
// its place for the time of a training and the caller's is put back, one training at a time. Nothing else in the
// library calls rand(), so the numbers depend on the seed alone, unless the program that uses it draws from another
// thread meanwhile. It prints to standard output, through a global function: here, into nothing. And it cannot be
// stopped: it holds memory in plain pointers, so that an exception out of its print function would lose it, and prints
// every ten passes only. Here, where a caller may want to stop, it runs in a thread of its own that owns all that it
// reads. On a stop the caller is free at once, and the thread is left to itself: it ends when its training ends, or
// with the process, and its result is thrown away.
// Solvers 0 and 2 add up in the system's BLAS: with another one the last digits may differ.
#include "learning/liblinear.h"

#include <fmt/format.h>
#include <linear.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <future>
#include <limits>
#include <memory>
#include <mutex>
#include <numeric>
#include <thread>

#include "base/descriptor.h"
#include "espalier/error.h"

namespace espalier::learning {
namespace {

struct ModelDeleter {
  void operator()(::model* model) const noexcept { ::free_and_destroy_model(&model); }
};
using ModelPointer = std::unique_ptr<::model, ModelDeleter>;

constexpr std::chrono::milliseconds kBetweenLooks{50};  // at the wish to stop

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

/// Examples as LIBLINEAR wants them: frequent features renumbered from 1, ascending, those given twice merged.
class Problem {
 public:
  Problem(const Examples& examples, const LiblinearOptions& options) {
    std::vector<int> index(examples.features(), 0);  // 0: too rare
    for (std::uint32_t id = 0; id < index.size(); ++id) {
      if (!examples.is_frequent(id)) continue;
      features_.push_back(examples.feature(id));
      index[id] = static_cast<int>(features_.size());
    }
    const bool has_bias = options.bias >= 0;
    columns_ = features_.size() + (has_bias ? 1 : 0);
    std::vector<std::size_t> begins;
    std::vector<int> present;
    for (std::size_t i = 0; i < examples.size(); ++i) {
      present.clear();
      for (const std::uint32_t id : examples.ids(i)) {
        if (index[id] != 0) present.push_back(index[id]);
      }
      std::sort(present.begin(), present.end());
      begins.push_back(nodes_.size());
      append(present);
      if (has_bias) nodes_.push_back({static_cast<int>(columns_), options.bias});
      nodes_.push_back({-1, 0});
      labels_.push_back(static_cast<double>(examples.label(i)));
    }
    for (const std::size_t begin : begins) rows_.push_back(nodes_.data() + begin);
    problem_ = {static_cast<int>(rows_.size()), static_cast<int>(columns_), labels_.data(), rows_.data(), options.bias};
  }
  Problem(const Problem&) = delete;
  Problem& operator=(const Problem&) = delete;

  const ::problem& get() const noexcept { return problem_; }
  const std::vector<std::uint64_t>& features() const noexcept { return features_; }
  /// Features, and one for the bias.
  std::size_t columns() const noexcept { return columns_; }

 private:
  void append(const std::vector<int>& sorted) {
    const std::size_t begin = nodes_.size();
    for (const int index : sorted) {
      if (nodes_.size() > begin && nodes_.back().index == index) {
        nodes_.back().value += 1;
      } else {
        nodes_.push_back({index, 1});
      }
    }
  }

  std::vector<std::uint64_t> features_;  // by index less 1
  std::size_t columns_ = 0;
  std::vector<::feature_node> nodes_;
  std::vector<::feature_node*> rows_;
  std::vector<double> labels_;
  ::problem problem_{};
};

/// One training with all that it reads.
struct Job {
  Job(const Examples& examples, const LiblinearOptions& options, const ::parameter& parameter_)
      : problem(examples, options), parameter(parameter_), seed(options.seed) {}

  ModelPointer run() const {
    const Session session(seed);
    return ModelPointer(::train(&problem.get(), &parameter));
  }

  Problem problem;
  ::parameter parameter;
  std::uint32_t seed;
};

/// As job->run(), but throws Error kInterrupted when asked to stop.
ModelPointer run_until(const std::shared_ptr<const Job>& job, const std::atomic<bool>* stop) {
  if (stop == nullptr) return job->run();
  std::packaged_task<ModelPointer()> task([job] { return job->run(); });
  std::future<ModelPointer> model = task.get_future();
  std::thread(std::move(task)).detach();
  while (model.wait_for(kBetweenLooks) != std::future_status::ready) base::check_stop(stop);
  return model.get();
}

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
void require_countable(const Examples& examples, const Problem& problem, const std::vector<std::uint32_t>& classes) {
  const auto most = static_cast<std::size_t>(std::numeric_limits<int>::max());
  if (classes.back() > most || std::max(examples.size(), problem.columns()) >= most / classes.size()) {
    refuse(fmt::format("{} examples of {} classes (up to {}) with {} features are more than it can count",
                       examples.size(), classes.size(), classes.back(), problem.columns()));
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

void take_weights(const ::model& model, const Problem& problem, LinearModel& out) {
  const std::vector<Column> columns = columns_of(model);
  const auto weight = [&](std::size_t row, const Column& column) {
    return column.sign * model.w[row * columns.size() + static_cast<std::size_t>(column.at)];
  };
  const std::vector<std::uint64_t>& features = problem.features();
  std::vector<std::size_t> order(features.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return features[a] < features[b]; });
  for (const std::size_t row : order) {
    for (const Column& column : columns) {
      const auto value = static_cast<float>(weight(row, column));
      if (value != 0) out.weights.push_back({features[row], column.label, value});
    }
  }
  if (problem.columns() == features.size()) return;
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
  const Problem& problem = job->problem;
  if (const char* reason = ::check_parameter(&problem.get(), &parameter)) refuse(reason);
  LinearModel out;
  out.classes = examples.classes();
  out.bias.assign(out.classes.size(), 0.0F);
  require_countable(examples, problem, out.classes);
  if (out.classes.size() == 1 || problem.columns() == 0) return out;
  const ModelPointer model = run_until(job, stop);
  take_weights(*model, problem, out);
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
