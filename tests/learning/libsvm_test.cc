#include "learning/libsvm.h"

#include <gtest/gtest.h>
#include <libsvm/svm.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <thread>

#include "base/random.h"
#include "learning/frozen_kernel.h"
#include "tests/support/aligned_bytes.h"
#include "tests/support/expect_error.h"
#include "tests/support/labelled_examples.h"

namespace espalier::learning {
namespace {

using tests::collected;
using tests::Example;

/// A class is the sum of two of its features: no weights of single features could tell it. Others are noise, some of
/// them twice, and some labels are wrong.
std::vector<Example> random_examples(std::uint32_t classes, std::size_t count, std::uint64_t seed) {
  base::Random random(seed);
  std::vector<Example> out;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t a = random.below(classes);
    const std::uint64_t b = random.below(classes);
    Example example{static_cast<std::uint32_t>(3 * ((a + b) % classes)), {100 + a, 200 + b}};
    for (int k = 0; k < 4; ++k) example.features.push_back(1 + random.below(12));
    if (random.below(10) == 0) example.label = static_cast<std::uint32_t>(3 * random.below(classes));
    out.push_back(example);
  }
  return out;
}

/// libsvm by hand, on the same examples, in their own order.
class Twin {
 public:
  Twin(const std::vector<Example>& examples, const LibsvmOptions& options) {
    for (const Example& example : examples) {
      labels_.push_back(example.label);
      nodes_.push_back(nodes_of(example.features));
    }
    for (auto& nodes : nodes_) rows_.push_back(nodes.data());
    const ::svm_problem problem{static_cast<int>(rows_.size()), labels_.data(), rows_.data()};
    ::svm_parameter parameter{};
    parameter.svm_type = C_SVC;
    parameter.kernel_type = POLY;
    parameter.degree = static_cast<int>(options.kernel.degree);
    parameter.gamma = options.kernel.gamma;
    parameter.coef0 = options.kernel.coef0;
    parameter.C = options.C;
    parameter.eps = options.eps;
    parameter.cache_size = 10;
    parameter.shrinking = 1;
    ::svm_set_print_string_function([](const char*) {});
    model_ = ::svm_train(&problem, &parameter);
  }
  ~Twin() { ::svm_free_and_destroy_model(&model_); }
  Twin(const Twin&) = delete;
  Twin& operator=(const Twin&) = delete;

  std::uint32_t answer(const std::vector<std::uint64_t>& features, std::vector<double>* decisions = nullptr) const {
    const auto nodes = nodes_of(features);
    std::vector<double> values(pairs_of(static_cast<std::uint64_t>(model_->nr_class)));
    const auto best = static_cast<std::uint32_t>(::svm_predict_values(model_, nodes.data(), values.data()));
    if (decisions != nullptr) *decisions = values;
    return best;
  }
  std::size_t vectors() const { return static_cast<std::size_t>(model_->l); }

 private:
  static std::vector<::svm_node> nodes_of(const std::vector<std::uint64_t>& features) {
    std::map<int, double> counts;
    for (const std::uint64_t feature : features) counts[static_cast<int>(feature)] += 1;
    std::vector<::svm_node> out;
    for (const auto& [index, count] : counts) out.push_back({index, count});
    out.push_back({-1, 0});
    return out;
  }

  std::vector<double> labels_;
  std::vector<std::vector<::svm_node>> nodes_;
  std::vector<::svm_node*> rows_;
  ::svm_model* model_ = nullptr;
};

/// The examples by class, as train_libsvm gives them to libsvm.
std::vector<Example> by_class(std::vector<Example> examples) {
  std::stable_sort(examples.begin(), examples.end(), [](const auto& a, const auto& b) { return a.label < b.label; });
  return examples;
}

std::string frozen(const KernelModel& model, const PolynomialKernel& kernel) {
  return FrozenKernel::freeze({&model, 1}, kernel);
}

/// The class of most votes, the lowest of several.
std::uint32_t answer(const FrozenKernel& kernel, const std::vector<std::uint64_t>& features, std::uint32_t classes) {
  KernelScratch scratch;
  std::vector<float> scores(classes, 0.0F);
  kernel.add_scores(0, features, scratch, scores.data());
  return static_cast<std::uint32_t>(std::max_element(scores.begin(), scores.end()) - scores.begin());
}

/// Decisions digit by digit, and the class, of examples seen and unseen, with features seen and unseen.
void expect_libsvm(std::uint32_t classes, const LibsvmOptions& options) {
  const std::vector<Example> examples = random_examples(classes, 150, 7 + classes);
  const Twin twin(by_class(examples), options);
  const KernelModel model = train_libsvm(collected(examples), options);
  EXPECT_EQ(model.vectors.size(), twin.vectors());
  const tests::AlignedBytes bytes(frozen(model, options.kernel));
  const FrozenKernel kernel(bytes.span(), 3 * classes);
  EXPECT_EQ(kernel.vectors(), twin.vectors());
  std::vector<Example> asked = random_examples(classes, 300, 99);
  asked.push_back({0, {}});
  asked.push_back({0, {1000, 2000}});
  asked.push_back({0, {101, 101, 201, 5, 5, 5}});
  KernelScratch scratch;
  for (const Example& example : asked) {
    std::vector<double> wanted;
    const std::uint32_t best = twin.answer(example.features, &wanted);
    const std::span<const double> given = kernel.decide(0, example.features, scratch);
    ASSERT_EQ(given.size(), wanted.size());
    for (std::size_t pair = 0; pair < wanted.size(); ++pair) EXPECT_EQ(given[pair], wanted[pair]) << pair;
    EXPECT_EQ(answer(kernel, example.features, 3 * classes), best);
  }
}

TEST(Libsvm, DecidesAsLibsvmDoes) {
  for (const std::uint32_t classes : {2U, 3U, 7U}) {
    for (const std::uint32_t degree : {1U, 2U, 3U, 5U}) {
      LibsvmOptions options;
      options.kernel.degree = degree;
      expect_libsvm(classes, options);
    }
  }
  expect_libsvm(4, {{2, 1, 0}, 0.1, 0.001});
  expect_libsvm(4, {{2, 0.5, 3}, 10, 0.01});
}

// By hand: two vectors {1} of class 0 and {2, 2} of class 5, coefficients 1 and -1/2, rho 1/4, kernel (x + 1)²; the
// dot products of {1, 2, 2, 9} are 1 and 4, so the decision is 1·4 - 25/2 - 1/4.
TEST(FrozenKernel, IsItsFormula) {
  const KernelModel model = {{0, 5}, {0.25}, {{{1}, {{0, 1.0}}}, {{2, 2}, {{0, -0.5}}}}};
  const tests::AlignedBytes bytes(frozen(model, {2, 1, 1}));
  const FrozenKernel kernel(bytes.span(), 6);
  KernelScratch scratch;
  const std::uint64_t features[] = {1, 2, 2, 9};
  EXPECT_EQ(kernel.decide(0, features, scratch)[0], 4 - 12.5 - 0.25);
  EXPECT_EQ(kernel.decide(0, {}, scratch)[0], 1 - 0.5 - 0.25);
  std::vector<float> scores = {1, 2, 3, 4, 5, 6};
  kernel.add_scores(0, features, scratch, scores.data());
  EXPECT_EQ(scores, (std::vector<float>{1, 2, 3, 4, 5, 7}));
  EXPECT_EQ(kernel.features(), 2u);
  EXPECT_EQ(kernel.vectors(), 2u);
  EXPECT_EQ(kernel.coefficients(), 2u);
}

TEST(FrozenKernel, PartsDoNotMix) {
  const std::vector<KernelModel> models = {train_libsvm(collected(random_examples(3, 60, 1))),
                                           {{2}, {}, {}},
                                           train_libsvm(collected(random_examples(5, 80, 2)))};
  const tests::AlignedBytes together(FrozenKernel::freeze(models, {}));
  const FrozenKernel all(together.span(), 15);
  ASSERT_EQ(all.parts(), 3u);
  KernelScratch scratch;
  for (std::size_t part = 0; part < models.size(); ++part) {
    const tests::AlignedBytes alone(frozen(models[part], {}));
    const FrozenKernel one(alone.span(), 15);
    for (const Example& example : random_examples(5, 50, 3)) {
      const auto given = all.decide(part, example.features, scratch);
      const std::vector<double> decisions(given.begin(), given.end());
      const auto wanted = one.decide(0, example.features, scratch);
      EXPECT_EQ(decisions, std::vector<double>(wanted.begin(), wanted.end()));
    }
  }
}

TEST(FrozenKernel, AnyByteChangedIsRefusedOrStaysInside) {
  const KernelModel model = train_libsvm(collected(random_examples(3, 40, 4)));
  const std::string bytes = frozen(model, {});
  std::size_t refused = 0;
  base::Random random(6);
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ static_cast<char>(1 + random.below(255)));
    const tests::AlignedBytes aligned(damaged);
    try {
      const FrozenKernel kernel(aligned.span(), 9);
      KernelScratch scratch;
      std::vector<float> scores(9, 0.0F);
      for (const Example& example : random_examples(3, 5, at)) {
        kernel.add_scores(0, example.features, scratch, scores.data());
      }
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kInput);
      ++refused;
    }
  }
  EXPECT_GT(refused, 100u);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const tests::AlignedBytes cut(bytes.substr(0, size));
    EXPECT_EQ(tests::error_of([&] { FrozenKernel(cut.span(), 9); }).kind(), ErrorKind::kInput) << size;
  }
  const tests::AlignedBytes longer(bytes + std::string(8, '\0'));
  EXPECT_EQ(tests::error_of([&] { FrozenKernel(longer.span(), 9); }).kind(), ErrorKind::kInput);
  const tests::AlignedBytes whole(bytes);
  EXPECT_EQ(tests::error_of([&] { FrozenKernel(whole.span(), 6); }).kind(), ErrorKind::kInput);  // class 6 is there
}

TEST(Libsvm, LearnsWhatNoSingleFeatureTells) {
  const auto examples = random_examples(4, 400, 11);
  const KernelModel model = train_libsvm(collected(examples));
  const tests::AlignedBytes bytes(frozen(model, {}));
  const FrozenKernel kernel(bytes.span(), 12);
  std::size_t right = 0;
  for (const Example& example : random_examples(4, 200, 12)) {
    const std::uint64_t sum = example.features[0] - 100 + example.features[1] - 200;
    right += answer(kernel, example.features, 12) == 3 * (sum % 4) ? 1 : 0;
  }
  EXPECT_GT(right, 190u);
}

TEST(Libsvm, SameExamplesGiveSameBytes) {
  const Examples examples = collected(random_examples(5, 150, 3));
  const std::string once = frozen(train_libsvm(examples), {});
  std::atomic<bool> stop = false;
  EXPECT_EQ(frozen(train_libsvm(examples, {}, &stop), {}), once);
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([&] { EXPECT_EQ(frozen(train_libsvm(examples), {}), once); });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST(Libsvm, TheFirstExamplesAreThoseOfATreebankThatEndsThere) {
  auto examples = random_examples(4, 200, 8);
  LibsvmOptions options;
  options.most = 90;
  EXPECT_EQ(learned_from(200, options), 90u);
  EXPECT_EQ(learned_from(60, options), 60u);
  const std::string some = frozen(train_libsvm(collected(examples), options), {});
  examples.resize(90);
  EXPECT_EQ(frozen(train_libsvm(collected(examples)), {}), some);
}

TEST(Libsvm, PrintsNothing) {
  testing::internal::CaptureStdout();
  train_libsvm(collected(random_examples(3, 60, 1)));
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
}

TEST(Libsvm, RareFeaturesAreLeftOut) {
  const KernelModel model = train_libsvm(collected({{0, {1, 2}}, {0, {1, 3}}, {1, {4, 5}}, {1, {4, 6}}}, 2));
  std::set<std::uint64_t> features;
  for (const SupportVector& vector : model.vectors) features.insert(vector.features.begin(), vector.features.end());
  EXPECT_EQ(features, (std::set<std::uint64_t>{1, 4}));
}

TEST(Libsvm, OneClassNeedsNoVectors) {
  const KernelModel model = train_libsvm(collected({{4, {1, 2}}, {4, {3}}}));
  EXPECT_EQ(model.classes, std::vector<std::uint32_t>{4});
  EXPECT_TRUE(model.vectors.empty());
  EXPECT_TRUE(model.rho.empty());
}

TEST(Libsvm, RefusesWhatCannotBe) {
  const Examples examples = collected(random_examples(2, 20, 1));
  const auto reason = [&](auto change) {
    LibsvmOptions options;
    change(options);
    const Error error = tests::error_of([&] { train_libsvm(examples, options); });
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    return error.reason();
  };
  EXPECT_EQ(reason([](auto& options) { options.C = 0; }), "libsvm: C <= 0");
  EXPECT_EQ(reason([](auto& options) { options.eps = 0; }), "libsvm: eps <= 0");
  EXPECT_EQ(reason([](auto& options) { options.kernel.degree = 17; }), "libsvm: no degree 17 (1-16)");
  EXPECT_EQ(reason([](auto& options) { options.kernel.coef0 = std::numeric_limits<double>::quiet_NaN(); }),
            "libsvm: C, eps, gamma and coef0 must be numbers");
  EXPECT_EQ(tests::error_of([] { train_libsvm(Examples()); }).reason(), "libsvm: no examples to learn from");
}

// Labels that mean nothing: libsvm is at it for long.
TEST(Libsvm, StopsWhenAsked) {
  base::Random random(5);
  Examples examples;
  for (int i = 0; i < 4000; ++i) {
    std::vector<std::uint64_t> features;
    for (int k = 0; k < 30; ++k) features.push_back(1 + random.below(100));
    examples.add(static_cast<std::uint32_t>(random.below(2)), features);
  }
  LibsvmOptions options;
  options.C = 1000;
  options.eps = 1e-6;
  std::atomic<bool> stop = false;
  std::thread asker([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    stop = true;
  });
  const auto start = std::chrono::steady_clock::now();
  const Error error = tests::error_of([&] { train_libsvm(examples, options, &stop); });
  asker.join();
  EXPECT_EQ(error.kind(), ErrorKind::kInterrupted);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
}

}  // namespace
}  // namespace espalier::learning
