// libsvm (Chang and Lin 2011) learns a decision for each two classes, by sequential minimal optimisation. It numbers
// classes in order of first sight and, of several with as many decisions, gives the first: here, examples go in by
// class, so that its order is that of the numbers, which any reader of scores can keep. It prints to
// standard output, through a global function: here, into nothing. And it cannot be stopped: see abandoned.h. It draws
// random numbers for probabilities only, which are not asked for.
#include "learning/libsvm.h"

#include <fmt/format.h>
#include <libsvm/svm.h>

#include <algorithm>
#include <cmath>
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
  void operator()(::svm_model* model) const noexcept { ::svm_free_and_destroy_model(&model); }
};
using ModelPointer = std::unique_ptr<::svm_model, ModelDeleter>;

[[noreturn]] void refuse(const std::string& reason) { throw Error(ErrorKind::kUsage, "libsvm: " + reason); }

/// The examples that are learned from, by class.
std::vector<std::size_t> by_class(const Examples& examples, const LibsvmOptions& options) {
  std::vector<std::size_t> order(learned_from(examples.size(), options));
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return examples.label(a) < examples.label(b); });
  return order;
}

/// One training with all that it reads.
struct Job {
  Job(const Examples& examples, const LibsvmOptions& options, const ::svm_parameter& parameter_)
      : order(by_class(examples, options)),
        classes(examples.classes().size()),
        rows(examples, order, -1),
        problem{rows.size(), rows.labels(), rows.rows()},
        parameter(parameter_) {}

  ModelPointer run() const {
    static std::once_flag silenced;
    std::call_once(silenced, [] { ::svm_set_print_string_function([](const char*) {}); });
    demand_memory(bytes());
    return ModelPointer(::svm_train(&problem, &parameter));
  }

  /// Of what it takes without a look: examples by class (their numbers, classes and rows, some of them twice), the
  /// cache of kernels, which is never larger than all of them, and a coefficient for each example and each other class,
  /// in the decisions and in the model.
  std::size_t bytes() const {
    constexpr std::size_t kEachExample = 12 * sizeof(double);
    const std::size_t count = order.size();
    const auto cache = static_cast<std::size_t>(parameter.cache_size) << 20;
    const std::size_t kernels = std::max(2 * count, std::min(count * count, cache / sizeof(float))) * sizeof(float);
    return count * kEachExample + kernels + 2 * count * classes * sizeof(double);
  }

  std::vector<std::size_t> order;  // of the examples
  std::size_t classes;
  ExampleRows<::svm_node> rows;
  ::svm_problem problem;
  ::svm_parameter parameter;
};

::svm_parameter parameters(const LibsvmOptions& options) {
  // libsvm compares in ways that let NaN pass.
  for (const double value : {options.C, options.eps, options.kernel.gamma, options.kernel.coef0}) {
    if (!std::isfinite(value)) refuse("C, eps, gamma and coef0 must be numbers");
  }
  constexpr std::uint32_t kMostDegree = 16;  // beyond it, kernels of long sentences are no numbers any more
  if (options.kernel.degree < 1 || options.kernel.degree > kMostDegree) {
    refuse(fmt::format("no degree {} (1-{})", options.kernel.degree, kMostDegree));
  }
  ::svm_parameter out{};
  out.svm_type = C_SVC;
  out.kernel_type = POLY;
  out.degree = static_cast<int>(options.kernel.degree);
  out.gamma = options.kernel.gamma;
  out.coef0 = options.kernel.coef0;
  out.cache_size = options.cache_megabytes;
  out.eps = options.eps;
  out.C = options.C;
  out.shrinking = 1;
  return out;
}

/// libsvm counts in int, decisions too. It has an array of coefficients for each class, as long as all vectors.
void require_countable(std::size_t examples, const std::vector<std::uint32_t>& classes) {
  const auto most = static_cast<std::size_t>(std::numeric_limits<int>::max());
  if (classes.back() > most || examples > most || pairs_of(classes.size()) > most ||
      examples >= (std::size_t{1} << 36) / classes.size()) {
    refuse(fmt::format("{} examples of {} classes (up to {}) are more than it can count", examples, classes.size(),
                       classes.back()));
  }
}

/// The coefficients of a vector of class `own`, in all decisions that it is for.
std::vector<SupportVector::Coefficient> coefficients_of(const ::svm_model& model, std::size_t vector, std::size_t own) {
  const auto classes = static_cast<std::size_t>(model.nr_class);
  std::vector<SupportVector::Coefficient> out;
  for (std::size_t other = 0; other < classes; ++other) {
    if (other == own) continue;
    const double value = model.sv_coef[other < own ? other : other - 1][vector];
    if (value == 0) continue;
    out.push_back({static_cast<std::uint32_t>(pair_place(std::min(own, other), std::max(own, other), classes)), value});
  }
  return out;
}

void take_vectors(const ::svm_model& model, const Job& job, const Examples& examples, KernelModel& out) {
  out.rho.assign(model.rho, model.rho + pairs_of(out.classes.size()));
  std::size_t vector = 0;
  for (std::size_t own = 0; own < out.classes.size(); ++own) {
    for (int i = 0; i < model.nSV[own]; ++i, ++vector) {
      SupportVector& into = out.vectors.emplace_back();
      for (const std::uint32_t id : examples.ids(job.order[static_cast<std::size_t>(model.sv_indices[vector]) - 1])) {
        if (examples.is_frequent(id)) into.features.push_back(examples.feature(id));
      }
      into.coefficients = coefficients_of(model, vector, own);
    }
  }
}

}  // namespace

KernelModel train_libsvm(const Examples& examples, const LibsvmOptions& options, const std::atomic<bool>* stop) {
  const ::svm_parameter parameter = parameters(options);
  if (examples.size() == 0) refuse("no examples to learn from");
  const auto job = std::make_shared<const Job>(examples, options, parameter);
  if (const char* reason = ::svm_check_parameter(&job->problem, &parameter)) refuse(reason);
  KernelModel out;
  for (const std::size_t example : job->order) {
    const std::uint32_t label = examples.label(example);
    if (out.classes.empty() || out.classes.back() != label) out.classes.push_back(label);
  }
  require_countable(job->order.size(), out.classes);
  if (out.classes.size() == 1) return out;
  const ModelPointer model = run_until(job, stop);
  take_vectors(*model, *job, examples, out);
  return out;
}

}  // namespace espalier::learning
