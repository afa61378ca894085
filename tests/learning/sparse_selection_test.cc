#include "learning/sparse_selection.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <utility>

#include "base/random.h"
#include "tests/support/expect_error.h"

namespace espalier::learning {
namespace {

using Features = std::vector<std::uint64_t>;

/// The numbers of the features that were kept.
Features kept(const Examples& examples, const SparseSelection& selection) {
  Features out;
  for (std::uint32_t id = 0; id < examples.features(); ++id) {
    if (selection.kept[id]) out.push_back(examples.feature(id));
  }
  return out;
}

TEST(SparseSelectionTest, HandWorked) {
  // One example of class 1, seen once an epoch; ties go to class 0. As long as its feature is masked it is wrong: three
  // updates, of which each epoch has one, and an epoch that ends below the threshold begins at 0 again.
  Examples one;
  one.add(1, Features{7});
  EXPECT_EQ(select_features(one, 2, {.epochs = 9, .min_updates = 3}).size(), 0U);
  // Three such examples: wrong three times in the first epoch, then selected, and right from then on.
  Examples three;
  for (int i = 0; i < 3; ++i) three.add(1, Features{7});
  const SparseSelection selection = select_features(three, 2, {.epochs = 3, .min_updates = 3});
  EXPECT_EQ(kept(three, selection), Features{7});
  EXPECT_EQ(selection.mistakes, (std::vector<std::size_t>{3, 0, 0}));
  EXPECT_EQ(select_features(three, 2, {.epochs = 3, .min_updates = 4}).size(), 0U);
}

TEST(SparseSelectionTest, SelectedBeforeMeansSeenAtOnce) {
  Examples three;
  for (int i = 0; i < 3; ++i) three.add(1, Features{7, 8});
  const Features before{7};
  const SparseSelection selection = select_features(three, 2, {.epochs = 1, .min_updates = 2}, before);
  // 7 is not masked: one mistake settles it, and 8 never gets its second update.
  EXPECT_EQ(selection.mistakes, (std::vector<std::size_t>{1}));
  EXPECT_EQ(kept(three, selection), Features{7});
}

/// Classes told by features 1000 + class; noise else.
Examples noisy(std::size_t count, std::uint64_t seed) {
  base::Random random(seed);
  Examples out;
  for (std::size_t i = 0; i < count; ++i) {
    const auto label = static_cast<std::uint32_t>(random.below(4));
    out.add(label, Features{1000 + label, 1 + random.below(900)});
  }
  return out;
}

TEST(SparseSelectionTest, WhatTellsTheClassesIsKept) {
  const Examples examples = noisy(2000, 1);
  const SparseSelection selection = select_features(examples, 4, {.epochs = 5, .min_updates = 5});
  const Features found = kept(examples, selection);
  for (std::uint64_t label = 1; label < 4; ++label) {
    EXPECT_NE(std::find(found.begin(), found.end(), 1000 + label), found.end()) << label;
  }
  EXPECT_LT(found.size(), 30U);
  EXPECT_EQ(selection.mistakes.back(), 0U);
  EXPECT_EQ(select_features(examples, 4, {.epochs = 1, .min_updates = 0}).size(), examples.features());
  EXPECT_EQ(select_features(examples, 4, {.epochs = 2, .count_probability = 0}).size(), 0U);
}

/// The sparse perceptron by its definition: maps, and the order of the learner.
std::map<std::pair<std::uint64_t, std::uint32_t>, std::uint32_t> naive_counters(const Examples& examples,
                                                                                std::uint32_t classes,
                                                                                const SparseOptions& options) {
  std::map<std::pair<std::uint64_t, std::uint32_t>, std::uint32_t> updates;
  std::map<std::pair<std::uint64_t, std::uint32_t>, double> weights;
  for (std::uint32_t epoch = 0; epoch < options.epochs; ++epoch) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < examples.size(); ++i) order.push_back(i);
    base::Random random(options.seed * 1'000'003 + epoch);
    random.shuffle(order);
    for (const std::size_t i : order) {
      std::vector<double> scores(classes);
      for (std::uint32_t c = 0; c < classes; ++c) {
        scores[c] = c == examples.label(i) ? 0 : options.margin;
        for (const std::uint32_t id : examples.ids(i)) {
          const std::pair key(examples.feature(id), c);
          if (updates[key] >= options.min_updates) scores[c] += weights[key];
        }
      }
      const auto best = static_cast<std::uint32_t>(std::max_element(scores.begin(), scores.end()) - scores.begin());
      if (best == examples.label(i)) continue;
      for (const std::uint32_t id : examples.ids(i)) {
        for (const std::uint32_t c : {best, examples.label(i)}) {
          weights[{examples.feature(id), c}] += c == best ? -1 : 1;
          ++updates[{examples.feature(id), c}];
        }
      }
    }
    for (auto& [key, count] : updates) count = count < options.min_updates ? 0 : count;
  }
  return updates;
}

TEST(SparseSelectionTest, AgreesWithTheDefinition) {
  for (const double margin : {0.0, 2.0}) {
    const Examples examples = noisy(300, 3);
    const SparseOptions options{.epochs = 4, .min_updates = 2, .margin = margin, .seed = 5};
    const auto updates = naive_counters(examples, 4, options);
    const SparseSelection selection = select_features(examples, 4, options);
    for (std::uint32_t id = 0; id < examples.features(); ++id) {
      bool wanted = false;
      for (std::uint32_t c = 0; c < 4; ++c) {
        const auto found = updates.find({examples.feature(id), c});
        wanted = wanted || (found != updates.end() && found->second >= options.min_updates);
      }
      EXPECT_EQ(selection.kept[id], wanted) << examples.feature(id);
    }
  }
}

TEST(SparseSelectionTest, Refusals) {
  Examples examples;
  examples.add(3, Features{1});
  EXPECT_EQ(tests::error_of([&] { select_features(examples, 3, {}); }).reason(), "example 1 is of class 3 of 3");
  EXPECT_EQ(tests::error_of([&] { select_features(examples, 1, {}); }).kind(), ErrorKind::kUsage);
  const auto stop = [](std::uint32_t) { throw Error(ErrorKind::kInterrupted, "enough"); };
  EXPECT_EQ(tests::error_of([&] { select_features(examples, 4, {}, {}, stop); }).kind(), ErrorKind::kInterrupted);
}

}  // namespace
}  // namespace espalier::learning
