#include "learning/decision_tree.h"

#include <gtest/gtest.h>

#include <numeric>
#include <optional>

#include "base/random.h"
#include "tests/reference/naive_tree.h"
#include "tests/support/expect_error.h"
#include "tests/support/play_tennis.h"

namespace espalier::learning {
namespace {

DecisionTree grow(const CategoricalData& data, const TreeOptions& options = {}, int threads = 1) {
  base::Team team(threads);
  return grow_tree(data, options, team);
}

/// a0 = v0 and so on.
TreeNames numbered() {
  return {[](std::uint32_t a) { return "a" + std::to_string(a); },
          [](std::uint32_t, std::uint32_t v) { return "v" + std::to_string(v); },
          [](std::uint32_t label) { return std::to_string(label); }};
}

/// Rows of values with the class at the end.
CategoricalData from_rows(const std::vector<std::vector<std::uint32_t>>& rows) {
  CategoricalData data;
  data.columns.resize(rows[0].size() - 1);
  for (const auto& row : rows) {
    for (std::size_t a = 0; a < data.columns.size(); ++a) data.columns[a].push_back(row[a]);
    data.labels.push_back(row.back());
  }
  return data;
}

TEST(DecisionTreeTest, PlayTennis) {
  const DecisionTree tree = grow(tests::play_tennis());
  EXPECT_EQ(tree.to_text(tests::play_tennis_names()),
            "outlook = sunny:\n"
            "|   humidity = high: no (3.0)\n"
            "|   humidity = normal: yes (2.0)\n"
            "outlook = overcast: yes (4.0)\n"
            "outlook = rain:\n"
            "|   windy = false: yes (3.0)\n"
            "|   windy = true: no (2.0)\n");
  EXPECT_EQ(tree.leaves(), 5U);
  EXPECT_EQ(tree.depth(), 2U);
  EXPECT_NEAR(tree.node(0).gain, 14 * 0.246750, 1e-4);
  // Values are outlook, temperature, humidity, windy.
  EXPECT_EQ(tree.classify(std::vector<std::uint32_t>{0, 2, 0, 0}), 0U);
  EXPECT_EQ(tree.classify(std::vector<std::uint32_t>{0, 0, 1, 1}), 1U);
  EXPECT_EQ(tree.classify(std::vector<std::uint32_t>{2, 1, 0, 1}), 0U);
  // An outlook never seen: as most of the fourteen.
  EXPECT_EQ(tree.classify(std::vector<std::uint32_t>{9, 1, 0, 1}), 1U);
}

TEST(DecisionTreeTest, DepthLimit) {
  const DecisionTree tree = grow(tests::play_tennis(), {.max_depth = 1});
  EXPECT_EQ(tree.to_text(tests::play_tennis_names()),
            "outlook = sunny: no (5.0/2.0)\n"
            "outlook = overcast: yes (4.0)\n"
            "outlook = rain: yes (5.0/2.0)\n");
}

TEST(DecisionTreeTest, TheAverageGuardsTheRatio) {
  // Sixteen cases, eight of each class. a0 sets two apart: gain 1 - 14/16 H(6/14) = 0.138, split H(2/16) = 0.544, ratio
  // 0.254. a1 halves them, six to two each: gain 1 - H(1/4) = 0.189, split 1, ratio 0.189. The average gain is 0.163,
  // so that a0 may not compete, though its ratio is the better one.
  std::vector<std::vector<std::uint32_t>> rows;
  for (std::uint32_t i = 0; i < 8; ++i) rows.push_back({i < 2 ? 1U : 0U, i < 6 ? 0U : 1U, 1});
  for (std::uint32_t i = 0; i < 8; ++i) rows.push_back({0, i < 2 ? 0U : 1U, 0});
  const DecisionTree tree = grow(from_rows(rows), {.max_depth = 1});
  EXPECT_EQ(tree.node(0).attribute, 1U);
  EXPECT_NEAR(tree.node(0).gain, 16 * 0.188722, 1e-4);
  // Alone it is the average itself.
  std::vector<std::vector<std::uint32_t>> alone;
  for (const auto& row : rows) alone.push_back({row[0], row[2]});
  EXPECT_EQ(grow(from_rows(alone)).to_text(numbered()), "a0 = v0: 0 (14.0/6.0)\na0 = v1: 1 (2.0)\n");
}

TEST(DecisionTreeTest, ManyValuesDoNotRaiseTheAverage) {
  // Twelve cases, six of each class. a0 has a value for each pair: gain 1, split log2 6, ratio 0.387. a1 is right five
  // times in six: gain 1 - H(1/6) = 0.350, ratio 0.350. Six values are more than three for ten cases: the average is
  // a1's own gain, not 0.675, and both compete.
  std::vector<std::vector<std::uint32_t>> rows;
  for (std::uint32_t i = 0; i < 12; ++i) {
    const std::uint32_t label = i < 6 ? 0 : 1;
    rows.push_back({i / 2, i % 6 == 0 ? 1 - label : label, label});
  }
  EXPECT_EQ(grow(from_rows(rows)).node(0).attribute, 0U);
  // With all twelve apart the ratio of a0 falls to 0.279.
  for (std::uint32_t i = 0; i < 12; ++i) rows[i][0] = i;
  EXPECT_EQ(grow(from_rows(rows), {.min_cases = 1}).node(0).attribute, 1U);
}

TEST(DecisionTreeTest, NothingToAsk) {
  EXPECT_EQ(grow(from_rows({{0, 1}, {1, 1}, {2, 1}, {3, 1}})).to_text(numbered()), " 1 (4.0)\n");
  EXPECT_EQ(grow(from_rows({{5, 0}, {5, 1}, {5, 1}, {5, 1}})).to_text(numbered()), " 1 (4.0/1.0)\n");
  CategoricalData no_attributes;
  no_attributes.labels = {0, 1, 1, 0};
  EXPECT_EQ(grow(no_attributes).to_text(numbered()), " 0 (4.0/2.0)\n");
}

TEST(DecisionTreeTest, ExclusiveOrNeedsNoGainAtTheRoot) {
  // No attribute tells anything alone: C4.5 stops at once.
  EXPECT_EQ(
      grow(from_rows({{0, 0, 0}, {0, 0, 0}, {0, 1, 1}, {0, 1, 1}, {1, 0, 1}, {1, 0, 1}, {1, 1, 0}, {1, 1, 0}})).size(),
      1U);
}

TEST(DecisionTreeTest, MissingValuesGoAllWays) {
  // Quinlan 1993, sections 2.1 and 3.2, with his threshold of humidity. The overcast day without its outlook goes to
  // sunny, overcast and rain by 5/13, 3/13 and 5/13; below sunny it is humid, below rain windy.
  const CategoricalData data = from_rows({{0, 0, 1, 1},
                                          {0, 1, 1, 0},
                                          {0, 1, 0, 0},
                                          {0, 1, 0, 0},
                                          {0, 0, 0, 1},
                                          {kMissing, 1, 1, 1},
                                          {1, 1, 0, 1},
                                          {1, 0, 1, 1},
                                          {1, 0, 0, 1},
                                          {2, 1, 1, 0},
                                          {2, 0, 1, 0},
                                          {2, 1, 0, 1},
                                          {2, 1, 0, 1},
                                          {2, 1, 0, 1}});
  const DecisionTree tree = grow(data);
  EXPECT_EQ(tree.to_text(numbered()),
            "a0 = v0:\n"
            "|   a1 = v0: 1 (2.0)\n"
            "|   a1 = v1: 0 (3.4/0.4)\n"
            "a0 = v1: 1 (3.2)\n"
            "a0 = v2:\n"
            "|   a2 = v0: 1 (3.0)\n"
            "|   a2 = v1: 0 (2.4/0.4)\n");
  // Sunny, humidity unknown: dry 2 of 5.4, who all play; humid 3.4 of 5.4, of whom 0.4 play. The book has 44 %.
  const std::vector<std::uint32_t> sunny{0, kMissing, 0};
  EXPECT_NEAR(tree.probabilities(sunny)[1], (2 + 5.0 / 13) / (5 + 5.0 / 13), 1e-9);
  EXPECT_EQ(tree.classify(sunny), 0U);
}

TEST(DecisionTreeTest, RefusesOptionsWithoutSense) {
  const auto data = tests::play_tennis();
  for (const TreeOptions& options : {TreeOptions{.min_cases = 0}, TreeOptions{.confidence = 1}}) {
    EXPECT_EQ(tests::error_of([&] { grow(data, options); }).kind(), ErrorKind::kUsage);
  }
}

struct RandomShape {
  std::size_t examples;
  std::uint32_t attributes;
  std::uint32_t values;
  std::uint32_t classes;
  std::uint64_t missing_percent;
  bool weighted;
};

CategoricalData random_data(base::Random& random, const RandomShape& shape) {
  CategoricalData data;
  data.classes = shape.classes;
  data.columns.resize(shape.attributes);
  for (std::size_t i = 0; i < shape.examples; ++i) {
    std::uint32_t sum = 0;
    for (CategoricalColumn& column : data.columns) {
      // Squares of a uniform number: some values are frequent, most are rare.
      const double u = random.uniform();
      const auto value = static_cast<std::uint32_t>(u * u * shape.values);
      sum = sum * 2 + value;
      column.push_back(random.below(100) < shape.missing_percent ? kMissing : value);
    }
    const bool noisy = random.below(5) == 0;
    data.labels.push_back(noisy ? static_cast<std::uint32_t>(random.below(shape.classes)) : sum % shape.classes);
    if (shape.weighted) data.weights.push_back(0.25 * static_cast<double>(1 + random.below(8)));
  }
  return data;
}

/// Follows the tree and asks at every node whether C4.5 could have chosen so.
void expect_c45(const CategoricalData& data, const DecisionTree& tree, const TreeOptions& options) {
  const tests::NaiveTree naive(data, options.min_cases);
  struct Item {
    std::size_t node;
    std::uint32_t depth;
    std::vector<tests::NaiveCase> cases;
  };
  std::vector<Item> open{{0, 0, naive.all()}};
  std::size_t seen = 0;
  while (!open.empty()) {
    const Item item = std::move(open.back());
    open.pop_back();
    ++seen;
    const TreeNode& node = tree.node(item.node);
    const std::vector<double> of_class = naive.of_class(item.cases);
    for (std::uint32_t c = 0; c < data.classes; ++c) ASSERT_NEAR(tree.distribution(item.node)[c], of_class[c], 1e-7);
    const double all = tests::NaiveTree::total(item.cases);
    ASSERT_NEAR(node.cases, all, 1e-7);
    ASSERT_GE(of_class[node.label] + 1e-9, *std::max_element(of_class.begin(), of_class.end()));

    std::vector<tests::NaiveScore> scores;
    double sum = 0;
    double gaining = 0;
    const bool is_open =
        (options.max_depth == 0 || item.depth < options.max_depth) && tests::NaiveTree::entropy(of_class) > 0;
    const double least = std::ldexp(1, -10) / all;
    for (std::size_t a = 0; a < data.columns.size(); ++a) {
      scores.push_back(naive.score(item.cases, a));
      if (!is_open || scores[a].large_branches < 2 || scores[a].gain < least) scores[a].gain = 0;
      sum += scores[a].gain;
      gaining += scores[a].gain > 0 ? 1 : 0;
    }
    ASSERT_EQ(node.is_leaf(), gaining == 0) << tree.to_text(numbered());
    if (node.is_leaf()) continue;
    double best = 0;
    for (const auto& score : scores) {
      if (score.gain > 0 && score.gain >= sum / gaining - least) best = std::max(best, score.gain / score.split);
    }
    const tests::NaiveScore& chosen = scores[node.attribute];
    ASSERT_GT(chosen.gain, 0);
    ASSERT_GE(chosen.gain, sum / gaining - 1.01 * least);
    ASSERT_GE(chosen.gain / chosen.split, best - 1e-6);
    ASSERT_NEAR(node.gain, chosen.gain * all, 1e-5);
    ASSERT_EQ(node.children, chosen.branches.size());
    std::uint32_t child = node.first_child;
    for (const auto& [value, known] : chosen.branches) {
      ASSERT_EQ(tree.node(child).value, value);
      ASSERT_EQ(tree.node(child).parent, item.node);
      open.push_back({child, item.depth + 1, naive.branch(item.cases, node.attribute, value)});
      ++child;
    }
  }
  EXPECT_EQ(seen, tree.size());
}

TEST(DecisionTreeTest, AgreesWithTheDefinitions) {
  base::Random random(1);
  for (int round = 0; round < 300; ++round) {
    const RandomShape shape{.examples = 4 + random.below(120),
                            .attributes = static_cast<std::uint32_t>(1 + random.below(6)),
                            .values = static_cast<std::uint32_t>(2 + random.below(round % 3 == 0 ? 300 : 4)),
                            .classes = static_cast<std::uint32_t>(2 + random.below(3)),
                            .missing_percent = round % 2 == 0 ? 0U : 10U,
                            .weighted = round % 5 == 0};
    const CategoricalData data = random_data(random, shape);
    const TreeOptions options{.max_depth = static_cast<std::uint32_t>(random.below(4)),
                              .min_cases = static_cast<double>(1 + random.below(3))};
    // Those that have both kinds of attributes are another test's.
    bool has_many = false;
    bool has_few = false;
    for (const CategoricalColumn& column : data.columns) {
      (column.domain() >= 0.3 * static_cast<double>(data.size()) ? has_many : has_few) = true;
    }
    if (has_many && has_few) continue;
    const DecisionTree tree = grow(data, options);
    expect_c45(data, tree, options);
    ASSERT_FALSE(HasFatalFailure()) << "round " << round;
    for (std::size_t i = 0; i < data.size(); ++i) {
      std::vector<std::uint32_t> values;
      for (const CategoricalColumn& column : data.columns)
        values.push_back(random.below(9) == 0 ? kMissing : column[i]);
      const std::vector<double> found = tree.probabilities(values);
      const std::vector<double> wanted = tests::naive_probabilities(tree, values);
      for (std::uint32_t c = 0; c < data.classes; ++c) ASSERT_NEAR(found[c], wanted[c], 1e-9);
      ASSERT_GE(wanted[tree.classify(values)] + 1e-9, *std::max_element(wanted.begin(), wanted.end()));
    }
  }
}

bool same(const DecisionTree& a, const DecisionTree& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const TreeNode& x = a.node(i);
    const TreeNode& y = b.node(i);
    if (x.parent != y.parent || x.value != y.value || x.attribute != y.attribute || x.label != y.label) return false;
    if (x.first_child != y.first_child || x.children != y.children || x.cases != y.cases || x.gain != y.gain)
      return false;
    if (!std::equal(a.distribution(i).begin(), a.distribution(i).end(), b.distribution(i).begin())) return false;
  }
  return true;
}

TEST(DecisionTreeTest, TheSameOnAnyNumberOfThreads) {
  base::Random random(7);
  for (const bool weighted : {false, true}) {
    for (const std::uint64_t missing : {0U, 3U}) {
      const CategoricalData data = random_data(random, {.examples = 4000,
                                                        .attributes = 12,
                                                        .values = 30,
                                                        .classes = 3,
                                                        .missing_percent = missing,
                                                        .weighted = weighted});
      const TreeOptions options{.max_depth = 4};
      const DecisionTree one = grow(data, options, 1);
      EXPECT_GT(one.depth(), 2U);
      for (const int threads : {2, 5}) EXPECT_TRUE(same(one, grow(data, options, threads)));
    }
  }
}

TEST(DecisionTreeTest, MoreNodesThanABatch) {
  // 9,000 values at the root, each with three cases of both classes that a second attribute tells apart.
  CategoricalData data;
  data.columns.resize(2);
  for (std::uint32_t i = 0; i < 9000; ++i) {
    for (std::uint32_t k = 0; k < 4; ++k) {
      data.columns[0].push_back(i);
      data.columns[1].push_back((k + i) % 2);
      data.labels.push_back(i % 3 == 0 ? 1 : k % 2);
    }
  }
  const TreeOptions options;
  const DecisionTree tree = grow(data, options);
  EXPECT_EQ(tree.size(), 1 + 9000 + 2 * 6000U);
  EXPECT_EQ(tree.leaves(), 3000 + 2 * 6000U);
  for (const std::uint32_t i : {0U, 1U, 8191U, 8192U, 8999U}) {
    for (const std::uint32_t k : {0U, 1U}) {
      EXPECT_EQ(tree.classify(std::vector<std::uint32_t>{i, (k + i) % 2}), i % 3 == 0 ? 1 : k) << i;
    }
  }
}

TEST(DecisionTreeTest, ProgressMayStop) {
  base::Team team(1);
  const auto data = tests::play_tennis();
  std::vector<std::uint32_t> depths;
  grow_tree(data, {}, team, [&](std::uint32_t depth, std::size_t) { depths.push_back(depth); });
  EXPECT_EQ(depths, (std::vector<std::uint32_t>{0, 1}));
  const auto stop = [](std::uint32_t, std::size_t) { throw Error(ErrorKind::kInterrupted, "enough"); };
  EXPECT_EQ(tests::error_of([&] { grow_tree(data, {}, team, stop); }).kind(), ErrorKind::kInterrupted);
}

}  // namespace
}  // namespace espalier::learning
