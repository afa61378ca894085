#include "learning/liblinear.h"

#include <gtest/gtest.h>
#include <linear.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <map>
#include <thread>

#include "base/random.h"
#include "tests/support/expect_error.h"
#include "tests/support/labelled_examples.h"

namespace espalier::learning {
namespace {

using tests::collected;
using tests::Example;

/// Features 1..40 at random, some of them twice, and with them 100·label + 0..4, now and then of another label.
std::vector<Example> random_examples(const std::vector<std::uint32_t>& labels, std::uint64_t seed) {
  base::Random random(seed);
  std::vector<Example> out;
  for (int i = 0; i < 120; ++i) {
    Example example{labels[random.below(labels.size())], {}};
    for (int k = 0; k < 4; ++k) example.features.push_back(1 + random.below(40));
    const std::uint32_t shown = random.below(5) == 0 ? labels[random.below(labels.size())] : example.label;
    example.features.push_back(100 * (shown + 1) + random.below(5));
    out.push_back(example);
  }
  return out;
}

/// LIBLINEAR by hand, on the same examples.
class Twin {
 public:
  Twin(const std::vector<Example>& examples, const LiblinearOptions& options) : bias_(options.bias) {
    for (const Example& example : examples) {
      for (const std::uint64_t feature : example.features) numbers_.try_emplace(feature, 1 + numbers_.size());
    }
    for (const Example& example : examples) {
      labels_.push_back(example.label);
      nodes_.push_back(nodes_of(example.features));
    }
    for (auto& nodes : nodes_) rows_.push_back(nodes.data());
    const int columns = static_cast<int>(numbers_.size()) + (bias_ >= 0 ? 1 : 0);
    const ::problem problem{static_cast<int>(rows_.size()), columns, labels_.data(), rows_.data(), bias_};
    ::parameter parameter{};
    parameter.solver_type = options.solver;
    parameter.C = options.C;
    parameter.eps = options.eps;
    ::set_print_string_function([](const char*) {});
    std::srand(options.seed);
    model_ = ::train(&problem, &parameter);
  }
  ~Twin() { ::free_and_destroy_model(&model_); }
  Twin(const Twin&) = delete;
  Twin& operator=(const Twin&) = delete;

  /// The decision values by label; for one decision between two, {0, that for the higher label}.
  std::map<std::uint32_t, double> decisions(const std::vector<std::uint64_t>& features, std::uint32_t* best) const {
    const auto nodes = nodes_of(features);
    std::vector<double> values(static_cast<std::size_t>(model_->nr_class));
    *best = static_cast<std::uint32_t>(::predict_values(model_, nodes.data(), values.data()));
    std::map<std::uint32_t, double> out;
    for (std::size_t i = 0; i < values.size(); ++i) out[static_cast<std::uint32_t>(model_->label[i])] = values[i];
    if (out.size() == 2 && model_->param.solver_type != MCSVM_CS) {
      const bool first_is_high = model_->label[0] > model_->label[1];
      out.begin()->second = 0;
      out.rbegin()->second = first_is_high ? values[0] : -values[0];
    }
    return out;
  }

 private:
  std::vector<::feature_node> nodes_of(const std::vector<std::uint64_t>& features) const {
    std::map<int, double> counts;
    for (const std::uint64_t feature : features) counts[static_cast<int>(numbers_.at(feature))] += 1;
    if (bias_ >= 0) counts[static_cast<int>(numbers_.size()) + 1] = bias_;
    std::vector<::feature_node> out;
    for (const auto& [index, count] : counts) out.push_back({index, count});
    out.push_back({-1, 0});
    return out;
  }

  double bias_;
  std::map<std::uint64_t, std::size_t> numbers_;
  std::vector<double> labels_;
  std::vector<std::vector<::feature_node>> nodes_;
  std::vector<::feature_node*> rows_;
  ::model* model_ = nullptr;
};

std::uint32_t answer(const LinearModel& model, const std::vector<std::uint64_t>& features) {
  const std::vector<double> scores = model.scores(features);
  return model.classes[static_cast<std::size_t>(std::max_element(scores.begin(), scores.end()) - scores.begin())];
}

std::string bytes_of(const LinearModel& model) {
  std::string out(model.weights.size() * sizeof(RowWeight), '\0');
  std::memcpy(out.data(), model.weights.data(), out.size());
  return out;
}

class LiblinearSolverTest : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Solvers, LiblinearSolverTest, testing::Range(0, 8));

TEST_P(LiblinearSolverTest, SeparatesWhatCanBeSeparated) {
  LiblinearOptions options;
  options.solver = GetParam();
  options.C = 10;
  for (const std::vector<std::uint32_t>& labels :
       {std::vector<std::uint32_t>{7, 2}, {2, 7}, {0, 1}, {1, 0}, {7, 2, 4}, {0, 1, 2, 3, 4}}) {
    std::vector<Example> examples;
    for (int i = 0; i < 5; ++i) {
      for (const std::uint32_t label : labels) examples.push_back({label, {1000 + label, 5}});
    }
    const LinearModel model = train_liblinear(collected(examples), options);
    EXPECT_TRUE(std::is_sorted(model.classes.begin(), model.classes.end()));
    EXPECT_EQ(model.classes.size(), labels.size());
    for (const Example& example : examples) EXPECT_EQ(answer(model, example.features), example.label);
  }
}

TEST_P(LiblinearSolverTest, DecidesAsLiblinearDoes) {
  LiblinearOptions options;
  options.solver = GetParam();
  options.C = 1;
  options.eps = 0.01;
  options.seed = 17;
  for (const std::vector<std::uint32_t>& labels : {std::vector<std::uint32_t>{3, 9}, {4, 8, 0, 2, 6}}) {
    for (const double bias : {-1.0, 0.5}) {
      options.bias = bias;
      for (std::uint64_t seed = 0; seed < 4; ++seed) {
        const std::vector<Example> examples = random_examples(labels, seed);
        const LinearModel model = train_liblinear(collected(examples), options);
        const Twin twin(examples, options);
        for (const Example& example : examples) {
          std::uint32_t best = 0;
          const auto expected = twin.decisions(example.features, &best);
          const std::vector<double> scores = model.scores(example.features);
          ASSERT_EQ(expected.size(), model.classes.size());
          for (std::size_t i = 0; i < scores.size(); ++i) {
            EXPECT_NEAR(scores[i], expected.at(model.classes[i]), 1e-5);
          }
          // As good as the best: classes that draw are told apart by rounding alone.
          EXPECT_NEAR(expected.at(answer(model, example.features)), expected.at(best), 1e-5);
        }
      }
    }
  }
}

TEST_P(LiblinearSolverTest, SameExamplesGiveSameBytes) {
  LiblinearOptions options;
  options.solver = GetParam();
  options.C = 1;
  const Examples examples = collected(random_examples({0, 1, 2}, 5));
  const std::string once = bytes_of(train_liblinear(examples, options));
  EXPECT_FALSE(once.empty());
  std::srand(99);
  EXPECT_EQ(bytes_of(train_liblinear(examples, options)), once);
  std::vector<std::string> others(4);
  std::vector<std::thread> threads;
  for (std::string& other : others) {
    threads.emplace_back([&] { other = bytes_of(train_liblinear(examples, options)); });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::string& other : others) EXPECT_EQ(other, once);
}

TEST_P(LiblinearSolverTest, WeightsAreInOrderAndNeverZero) {
  LiblinearOptions options;
  options.solver = GetParam();
  options.C = 1;
  const LinearModel model = train_liblinear(collected(random_examples({5, 1, 3}, 2)), options);
  ASSERT_FALSE(model.weights.empty());
  for (std::size_t i = 0; i < model.weights.size(); ++i) {
    EXPECT_NE(model.weights[i].weight, 0.0F);
    if (i == 0) continue;
    const RowWeight& before = model.weights[i - 1];
    EXPECT_LT(std::pair(before.feature, before.label), std::pair(model.weights[i].feature, model.weights[i].label));
  }
}

TEST(LiblinearTest, L1IsSparse) {
  const Examples examples = collected(random_examples({0, 1, 2, 3, 4}, 11));
  const auto weights = [&](int solver, double C) {
    LiblinearOptions options;
    options.solver = solver;
    options.C = C;
    return train_liblinear(examples, options).weights.size();
  };
  EXPECT_GT(weights(5, 0.15), 10U);
  EXPECT_LT(weights(5, 0.15) * 2, weights(2, 0.15));
  EXPECT_GT(weights(6, 0.5), 10U);
  EXPECT_LT(weights(6, 0.5) * 2, weights(0, 0.5));
}

TEST(LiblinearTest, LeavesTheCallersRandomNumbersAlone) {
  const Examples examples = collected(random_examples({0, 1}, 1));
  std::srand(5);
  const int first = std::rand();
  const int second = std::rand();
  std::srand(5);
  EXPECT_EQ(std::rand(), first);
  train_liblinear(examples);
  EXPECT_EQ(std::rand(), second);
}

TEST(LiblinearTest, TheSeedMatters) {
  const Examples examples = collected(random_examples({0, 1, 2}, 1));
  LiblinearOptions options;
  const std::string one = bytes_of(train_liblinear(examples, options));
  options.seed = 2;
  EXPECT_NE(bytes_of(train_liblinear(examples, options)), one);
}

TEST(LiblinearTest, PrintsNothing) {
  testing::internal::CaptureStdout();
  LiblinearOptions options;
  for (options.solver = 0; options.solver < 8; ++options.solver) {
    train_liblinear(collected(random_examples({0, 1, 2}, 1)), options);
  }
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
}

TEST(LiblinearTest, RareFeaturesAreLeftOut) {
  const std::vector<Example> examples = {{0, {10, 11}}, {1, {20, 11}}, {0, {10, 30}}, {1, {20, 40, 40}}};
  const LinearModel model = train_liblinear(collected(examples, 2));
  std::vector<std::uint64_t> seen;
  for (const RowWeight& weight : model.weights) seen.push_back(weight.feature);
  seen.erase(std::unique(seen.begin(), seen.end()), seen.end());
  EXPECT_EQ(seen, (std::vector<std::uint64_t>{10, 11, 20, 40}));  // 40 twice in one example; 30 once
  EXPECT_TRUE(train_liblinear(collected(examples, 3)).weights.empty());
}

TEST(LiblinearTest, OneClassNeedsNoWeights) {
  const LinearModel model = train_liblinear(collected({{4, {1, 2}}, {4, {3}}}));
  EXPECT_EQ(model.classes, std::vector<std::uint32_t>{4});
  EXPECT_TRUE(model.weights.empty());
  EXPECT_EQ(model.scores(std::vector<std::uint64_t>{1}), std::vector<double>{0});
}

TEST(LiblinearTest, FrozenRowsTakeTheWeights) {
  const std::vector<Example> examples = random_examples({0, 1, 2}, 3);
  const LinearModel model = train_liblinear(collected(examples));
  const std::string bytes = FrozenRows::freeze(model.weights);
  struct alignas(64) Block {
    std::byte bytes[64];
  };
  std::vector<Block> memory(bytes.size() / 64 + 1);
  std::memcpy(memory.data(), bytes.data(), bytes.size());
  const FrozenRows rows(std::span(memory.data()->bytes, bytes.size()), 3);
  for (const Example& example : examples) {
    float scores[3] = {};
    rows.add_scores(example.features, scores);
    const std::vector<double> expected = model.scores(example.features);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(scores[i], expected[i], 1e-3);
  }
}

TEST(LiblinearTest, RefusesWhatCannotBe) {
  const Examples examples = collected(random_examples({0, 1}, 1));
  const auto reason = [&](auto change) {
    LiblinearOptions options;
    change(options);
    const Error error = tests::error_of([&] { train_liblinear(examples, options); });
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    return error.reason();
  };
  for (const int solver : {-1, 8, 11, 13}) {
    EXPECT_EQ(reason([&](auto& options) { options.solver = solver; }),
              "liblinear: no solver " + std::to_string(solver) + " (0-7)");
  }
  EXPECT_EQ(reason([](auto& options) { options.C = 0; }), "liblinear: C <= 0");
  EXPECT_EQ(reason([](auto& options) { options.eps = -1; }), "liblinear: eps <= 0");
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(reason([&](auto& options) { options.C = nan; }), "liblinear: C, eps and bias must be numbers");
  EXPECT_EQ(tests::error_of([] { train_liblinear(Examples()); }).reason(), "liblinear: no examples to learn from");
}

TEST(LiblinearTest, RefusesWhatItCannotCount) {
  Examples examples;
  const std::vector<std::uint64_t> features = {1};
  for (std::uint32_t label = 0; label < 50'000; ++label) examples.add(label, features);  // 50,000² is over 2³¹
  EXPECT_EQ(tests::error_of([&] { train_liblinear(examples); }).reason(),
            "liblinear: 50000 examples of 50000 classes (up to 49999) with 1 features are more than it can count");
  Examples large;
  large.add(0, features);
  large.add(0xFFFFFFFF, features);
  EXPECT_EQ(tests::error_of([&] { train_liblinear(large); }).kind(), ErrorKind::kUsage);
}

TEST(ExamplesTest, NumbersInOrderOfFirstSight) {
  Examples examples(2);
  examples.add(3, std::vector<std::uint64_t>{70, 50, 70});
  examples.add(1, std::vector<std::uint64_t>{});
  examples.add(3, std::vector<std::uint64_t>{50, 60});
  ASSERT_EQ(examples.size(), 3U);
  EXPECT_EQ(examples.features(), 3U);
  const auto ids = [&](std::size_t i) {
    return std::vector<std::uint32_t>(examples.ids(i).begin(), examples.ids(i).end());
  };
  EXPECT_EQ(ids(0), (std::vector<std::uint32_t>{0, 1, 0}));
  EXPECT_TRUE(ids(1).empty());
  EXPECT_EQ(ids(2), (std::vector<std::uint32_t>{1, 2}));
  EXPECT_EQ(examples.feature(2), 60U);
  EXPECT_TRUE(examples.is_frequent(0) && examples.is_frequent(1));
  EXPECT_FALSE(examples.is_frequent(2));
  EXPECT_EQ(examples.classes(), (std::vector<std::uint32_t>{1, 3}));
}

// Labels that mean nothing, a price on errors that has them learned nonetheless: LIBLINEAR is at it for long.
TEST(Liblinear, StopsWhenAsked) {
  base::Random random(3);
  Examples examples;
  for (int i = 0; i < 20'000; ++i) {
    std::vector<std::uint64_t> features;
    for (int k = 0; k < 40; ++k) features.push_back(1 + random.below(2000));
    examples.add(static_cast<std::uint32_t>(random.below(2)), features);
  }
  LiblinearOptions options;
  options.solver = 1;
  options.C = 1e4;
  options.eps = 1e-30;
  std::atomic<bool> stop = false;
  std::chrono::steady_clock::time_point asked;
  std::thread asks([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    asked = std::chrono::steady_clock::now();
    stop = true;
  });
  const Error error = tests::error_of([&] { train_liblinear(examples, options, &stop); });
  const std::chrono::duration<double> waited = std::chrono::steady_clock::now() - asked;
  asks.join();
  EXPECT_EQ(error.kind(), ErrorKind::kInterrupted);
  EXPECT_LT(waited.count(), 1);
}

TEST(Liblinear, LearnsTheSameWhereItCanBeStopped) {
  const std::vector<Example> examples = random_examples({0, 1, 2}, 5);
  const std::atomic<bool> stop = false;
  const LinearModel alone = train_liblinear(collected(examples));
  const LinearModel beside = train_liblinear(collected(examples), {}, &stop);
  EXPECT_EQ(alone.bias, beside.bias);
  ASSERT_EQ(alone.weights.size(), beside.weights.size());
  for (std::size_t i = 0; i < alone.weights.size(); ++i) {
    EXPECT_EQ(alone.weights[i].feature, beside.weights[i].feature);
    EXPECT_EQ(alone.weights[i].weight, beside.weights[i].weight);
  }
}

}  // namespace
}  // namespace espalier::learning
