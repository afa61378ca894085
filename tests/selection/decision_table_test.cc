#include "selection/decision_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/random.h"
#include "selection/booster.h"

namespace espalier::selection {
namespace {

using ::testing::ElementsAre;

const std::vector<std::uint32_t> kMenu = {0, 1, 2};

Decisions random_decisions(std::size_t count, std::size_t conditions, std::uint64_t values, std::uint32_t classes) {
  base::Random random(3);
  Decisions out(conditions, classes);
  std::vector<std::uint32_t> menu;
  for (std::uint32_t label = 0; label < classes; ++label) menu.push_back(label);
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<std::uint64_t> row;
    for (std::size_t k = 0; k < conditions; ++k) row.push_back(random.below(values));
    out.add(menu, static_cast<std::uint32_t>((row[0] + random.below(2)) % classes), row);
  }
  return out;
}

TEST(Decisions, KeepWhatHasAnAlternativeAndShareMenus) {
  Decisions decisions(1, 3);
  decisions.add(std::vector<std::uint32_t>{1}, 1, std::vector<std::uint64_t>{7});
  decisions.add(kMenu, 2, std::vector<std::uint64_t>{7});
  decisions.add(std::vector<std::uint32_t>{0, 1}, 1, std::vector<std::uint64_t>{7});
  decisions.add(kMenu, 0, std::vector<std::uint64_t>{8});
  ASSERT_EQ(decisions.size(), 3u);
  EXPECT_EQ(decisions.rows(), 8u);
  EXPECT_EQ(decisions.menu_number(0), decisions.menu_number(2));
  EXPECT_NE(decisions.menu_number(0), decisions.menu_number(1));
  EXPECT_EQ(decisions.domain(0), 2u);
  EXPECT_NE(decisions.value({0}, 0), decisions.value({0}, 1)) << "menus are part of values";
  EXPECT_NE(decisions.value({0}, 0), decisions.value({0}, 2));
}

TEST(Decisions, ValuesOfDifferentMenusAndConditionsNeverMeet) {
  Decisions decisions(2, 8);
  std::set<std::uint64_t> values;
  for (std::uint32_t last = 1; last < 8; ++last) {
    std::vector<std::uint32_t> menu = {0, last};
    for (std::uint64_t a = 0; a < 8; ++a) {
      for (std::uint64_t b = 0; b < 8; ++b) decisions.add(menu, 0, std::vector<std::uint64_t>{a, b});
    }
  }
  for (std::size_t i = 0; i < decisions.size(); ++i) values.insert(decisions.value({0, 1}, i));
  EXPECT_EQ(values.size(), decisions.size());
}

TEST(DecisionTable, SaysWhatWeighsMostInTheCellWithoutTheDecisionItself) {
  Decisions decisions(1, 3);
  // Value 5: classes 0 0 1 1 2, of which the weights make 1 the heaviest.
  for (const std::uint32_t label : {0u, 0u, 1u, 1u, 2u}) decisions.add(kMenu, label, std::vector<std::uint64_t>{5});
  const std::vector<double> weights = {0.1, 0.2, 0.15, 0.35, 0.2};
  TableCounter counter(decisions);
  const TemplateGroup group = {{0}};
  // Class 1 weighs 0.5, class 0 0.3: the fourth decision, without its 0.35, leaves 0.15 for class 1, and 0 is heavier.
  EXPECT_THAT(counter.predict(group, weights), ElementsAre(1, 1, 1, 0, 1));
}

TEST(DecisionTable, TablesThatAreKnownSayTheSame) {
  const Decisions decisions = random_decisions(400, 3, 12, 5);
  base::Random random(9);
  std::vector<double> weights;
  for (std::size_t i = 0; i < decisions.size(); ++i) weights.push_back(0.1 + random.uniform());
  TableCounter counter(decisions);
  const TemplateGroup group = {{0}, {1}, {2}, {0, 1}, {0, 2}, {1, 2}, {0, 1, 2}};
  const auto counted = counter.predict(group, weights);
  const std::vector<std::uint32_t> expected(counted.begin(), counted.end());
  KnownTables known;
  for (const TermSet& item : {TermSet{}, TermSet{1}, TermSet{0, 2}, TermSet{1, 2}}) {
    known[item] = counter.table(item, weights);
  }
  EXPECT_THAT(known[TermSet{}], ::testing::Not(::testing::Contains(kNotTold))) << "a menu has an answer for all";
  EXPECT_THAT(known[(TermSet{1, 2})], ::testing::Contains(kNotTold)) << "or the test would show nothing";
  EXPECT_THAT(counter.predict(group, weights, known), ::testing::ElementsAreArray(expected));
}

TEST(DecisionTable, BacksOffWhereTooFewHaveMetTheValue) {
  Decisions decisions(2, 3);
  const auto add = [&](std::uint64_t first, std::uint64_t second, std::uint32_t label) {
    decisions.add(kMenu, label, std::vector<std::uint64_t>{first, second});
  };
  for (int i = 0; i < 3; ++i) add(1, 1, 2);
  for (int i = 0; i < 5; ++i) add(1, 2, 0);
  add(1, 3, 1);  // the only one: what value 1 of the first condition says is 0
  const std::vector<double> weights(decisions.size(), 1.0);
  TableCounter counter(decisions);
  const TemplateGroup group = {{0}, {0, 1}};
  EXPECT_THAT(counter.predict(group, weights), ElementsAre(2, 2, 2, 0, 0, 0, 0, 0, 0));
}

TEST(DecisionTable, IsWhatCountingInMapsGives) {
  const Decisions decisions = random_decisions(3000, 3, 4, 3);
  base::Random random(5);
  std::vector<double> weights;
  for (std::size_t i = 0; i < decisions.size(); ++i) weights.push_back(0.5 + random.uniform());
  TableCounter counter(decisions);
  for (const TermSet& item : {TermSet{0}, TermSet{1, 2}, TermSet{0, 1, 2}}) {
    std::map<std::uint64_t, std::map<std::uint32_t, double>> cells;
    for (std::size_t i = 0; i < decisions.size(); ++i) {
      cells[decisions.value(item, i)][decisions.right(i)] += weights[i];
    }
    const TemplateGroup group = {item};
    const auto said = counter.predict(group, weights);
    std::size_t equal = 0;
    for (std::size_t i = 0; i < decisions.size(); ++i) {
      auto cell = cells[decisions.value(item, i)];
      cell[decisions.right(i)] -= weights[i];
      const auto best =
          std::max_element(cell.begin(), cell.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
      equal += best->first == said[i] ? 1 : 0;
    }
    EXPECT_EQ(equal, decisions.size());
  }
}

}  // namespace
}  // namespace espalier::selection
