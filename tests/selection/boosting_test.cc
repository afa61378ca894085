#include "selection/boosting.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/random.h"

namespace espalier::selection {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::SizeIs;

/// The same decisions for boosters of both kinds, among all classes.
struct Asked {
  Asked(std::size_t conditions, std::uint32_t classes) : decisions(conditions, classes), choices(conditions) {
    for (std::uint32_t label = 0; label < classes; ++label) menu.push_back(label);
  }
  void add(std::uint32_t right, const std::vector<std::uint64_t>& values) {
    decisions.add(menu, right, values);
    choices.add_row(0, values);
    for (std::uint32_t label = 1; label < menu.size(); ++label) choices.add_row(label);
    choices.end_group(right);
  }

  std::vector<std::uint32_t> menu;
  Decisions decisions;
  Choices choices;
};

/// Four classes. Condition 0 tells class 0 from the rest; 1 and 2 together tell the others, alone nothing; 3 is noise;
/// 4 has a value for each decision.
Asked parities(std::size_t count) {
  base::Random random(11);
  Asked out(5, 4);
  for (std::size_t i = 0; i < count; ++i) {
    const auto right = static_cast<std::uint32_t>(random.below(10) < 4 ? 0 : 1 + random.below(3));
    const std::uint64_t one = random.below(3);
    const std::uint64_t two = (one + right) % 3;
    const bool is_noise = random.below(20) == 0;
    out.add(right, {right == 0 ? 1u : 0u, one, is_noise ? random.below(3) : two, random.below(5), i});
  }
  return out;
}

enum class Kind : std::uint8_t { kVotes, kScores };

std::unique_ptr<Booster> booster_of(const Asked& asked, Kind kind, int workers) {
  return kind == Kind::kScores ? make_choice_booster(asked.choices, workers) : make_samme(asked.decisions, workers);
}

BoostState run(const Asked& asked, Kind kind, PoolKind pool, std::size_t rounds, int threads = 1,
               BoostState state = {}) {
  base::Team team(threads);
  const auto booster = booster_of(asked, kind, team.size());
  boost(*booster, TemplatePool(asked.decisions.conditions(), pool), rounds, state, team);
  return state;
}

TEST(TemplatePool, HasAllTemplatesAndTheirGroups) {
  EXPECT_THAT(TemplatePool(40, PoolKind::kGroups).groups(), SizeIs(9880));
  EXPECT_THAT(TemplatePool(29, PoolKind::kSingles).groups(), SizeIs(29 + 406 + 3654));
  EXPECT_THAT(TemplatePool(29, PoolKind::kAdditive).groups(), SizeIs(29));
  const auto group = TemplatePool(3, PoolKind::kGroups).groups();
  ASSERT_THAT(group, SizeIs(1));
  EXPECT_THAT(group.front(), ElementsAre(TermSet{0}, TermSet{1}, TermSet{2}, TermSet{0, 1}, TermSet{0, 2},
                                         TermSet{1, 2}, TermSet{0, 1, 2}));
}

TEST(TemplatePool, LeavesOutWhatWasTaken) {
  TemplatePool pool(4, PoolKind::kGroups);
  pool.take({{0}, {1}, {0, 1}, {2}, {0, 2}, {1, 2}, {0, 1, 2}});
  const auto rest = pool.groups();
  ASSERT_THAT(rest, SizeIs(3));
  EXPECT_THAT(rest.front(), ElementsAre(TermSet{3}, TermSet{0, 3}, TermSet{1, 3}, TermSet{0, 1, 3}));
}

TEST(TemplatePool, AdditiveOpensWhatIsMadeOfTakenConditions) {
  TemplatePool pool(3, PoolKind::kAdditive);
  pool.take({{0}});
  EXPECT_THAT(pool.groups(), ElementsAre(TemplateGroup{{1}}, TemplateGroup{{2}}));
  pool.take({{2}});
  EXPECT_THAT(pool.groups(), ElementsAre(TemplateGroup{{0, 2}}, TemplateGroup{{1}}));
}

TEST(Samme, RoundsAreThoseOfTheFormulas) {
  // One condition of two values. Value 1: classes 0 0 0 1, value 2: classes 1 1 1 2; without itself each says 0 and 1.
  Asked asked(1, 3);
  for (const std::uint32_t label : {0u, 0u, 0u, 1u}) asked.add(label, {1});
  for (const std::uint32_t label : {1u, 1u, 1u, 2u}) asked.add(label, {2});
  const BoostState found = run(asked, Kind::kVotes, PoolKind::kSingles, 1);
  ASSERT_THAT(found.rounds, SizeIs(1));
  const BoostRound& round = found.rounds.front();
  ASSERT_TRUE(round.worth.error);
  EXPECT_NEAR(*round.worth.error, 0.25, 1e-6);
  EXPECT_NEAR(round.fit.alpha, std::log(3.0) + std::log(2.0), 1e-6);
  EXPECT_NEAR(round.fit.accuracy, 0.75, 1e-9);
  const double alpha = std::log(6.0);
  EXPECT_NEAR(round.fit.loss, 0.75 * std::exp(-alpha * 2 / 3) + 0.25 * std::exp(alpha / 3), 1e-6);
}

TEST(Samme, LastTableHasChanceErrorUnderItsNewWeights) {
  const Asked asked = parities(2000);
  base::Team team(1);
  const auto booster = booster_of(asked, Kind::kVotes, 1);
  const std::vector<TemplateGroup> group = {{{0}}};
  booster->take(group.front(), team);
  // Learned anew it may find something better than what it had said: never something worse than chance.
  EXPECT_LE(booster->measure(group, team).front().error.value_or(1), 0.75 + 1e-6);
}

TEST(ChoiceBoosting, LossFallsAndAccuracyRisesWithEveryRound) {
  const BoostState found = run(parities(3000), Kind::kScores, PoolKind::kSingles, 4);
  ASSERT_GE(found.rounds.size(), 2u);
  for (std::size_t i = 1; i < found.rounds.size(); ++i) {
    EXPECT_LT(found.rounds[i].fit.loss, found.rounds[i - 1].fit.loss);
  }
  EXPECT_GT(found.rounds[1].fit.accuracy, 0.9);
}

TEST(ChoiceBoosting, TakesWhatTellsTogetherAndNothingThatIsMetOnce) {
  for (const PoolKind kind : {PoolKind::kSingles, PoolKind::kGroups}) {
    const BoostState found = run(parities(3000), Kind::kScores, kind, 1);
    ASSERT_THAT(found.rounds, SizeIs(1));
    EXPECT_THAT(found.rounds.front().group, Contains(TermSet{0, 1, 2}));
    for (const TermSet& item : found.rounds.front().group) {
      EXPECT_EQ(std::count(item.begin(), item.end(), 4u), 0);
    }
  }
}

TEST(ChoiceBoosting, WhatIsMetInNeighboursOnlyTellsNothing) {
  // Condition 0 is the sentence, whose decisions are all alike; condition 1 tells seven in ten.
  base::Random random(8);
  Asked asked(2, 2);
  for (std::uint32_t sentence = 0; sentence < 600; ++sentence) {
    const auto right = static_cast<std::uint32_t>(random.below(2));
    for (int i = 0; i < 6; ++i) asked.add(right, {sentence, random.below(10) < 7 ? right : 1 - right});
  }
  const BoostState found = run(asked, Kind::kScores, PoolKind::kSingles, 1);
  ASSERT_THAT(found.rounds, SizeIs(1));
  EXPECT_THAT(found.rounds.front().group, ElementsAre(TermSet{1}));
  EXPECT_LT(found.merits.at({0}), found.merits.at({1}) / 4) << "a few sentences are cut by the ends of blocks";
}

TEST(ChoiceBoosting, LossIsThatOfTheTruth) {
  // One condition that says all, two classes.
  Asked asked(1, 2);
  base::Random random(2);
  for (int i = 0; i < 4000; ++i) {
    const auto value = random.below(2);
    const bool is_noise = random.below(10) < 2;
    asked.add(static_cast<std::uint32_t>(is_noise ? 1 - value : value), {value});
  }
  const BoostState found = run(asked, Kind::kScores, PoolKind::kSingles, 1);
  ASSERT_THAT(found.rounds, SizeIs(1));
  EXPECT_NEAR(found.rounds.front().fit.loss, -0.8 * std::log(0.8) - 0.2 * std::log(0.2), 0.02);
  EXPECT_NEAR(found.rounds.front().fit.accuracy, 0.8, 0.02);
}

TEST(Boosting, AnotherMayChooseAmongTheMostPromising) {
  const Asked asked = parities(3000);
  base::Team team(1);
  const auto booster = booster_of(asked, Kind::kScores, 1);
  BoostState state;
  BoostHooks hooks;
  hooks.choose_among = 3;
  std::size_t rounds = 0;
  hooks.choose = [&](std::span<const TemplateGroup> groups) -> std::optional<GroupChoice> {
    EXPECT_THAT(groups, SizeIs(3));
    if (++rounds == 3) return std::nullopt;
    return GroupChoice{1, 42.0 + static_cast<double>(rounds)};
  };
  boost(*booster, TemplatePool(5, PoolKind::kGroups), 9, state, team, hooks);
  ASSERT_THAT(state.rounds, SizeIs(2));
  EXPECT_EQ(state.rounds[1].worth.score, 44.0);
  EXPECT_NE(state.rounds[0].group, state.rounds[1].group);
}

void expect_equal(const BoostState& a, const BoostState& b) {
  ASSERT_EQ(a.rounds.size(), b.rounds.size());
  for (std::size_t i = 0; i < a.rounds.size(); ++i) {
    EXPECT_EQ(a.rounds[i].group, b.rounds[i].group);
    EXPECT_EQ(a.rounds[i].worth.merit, b.rounds[i].worth.merit);
    EXPECT_EQ(a.rounds[i].fit.loss, b.rounds[i].fit.loss);
  }
  EXPECT_EQ(a.merits, b.merits);
}

TEST(Boosting, IsTheSameOnAnyNumberOfThreadsAndInSeveralRuns) {
  const Asked asked = parities(1500);
  for (const Kind kind : {Kind::kVotes, Kind::kScores}) {
    const BoostState whole = run(asked, kind, PoolKind::kSingles, 4);
    expect_equal(whole, run(asked, kind, PoolKind::kSingles, 4, 3));
    const BoostState half = run(asked, kind, PoolKind::kSingles, 2);
    expect_equal(whole, run(asked, kind, PoolKind::kSingles, 4, 1, half));
  }
}

/// Pairs alone tell something. All those of the first half of the conditions tell the same: once one was taken, the
/// others are worth a hundredth.
class Overlapping : public Booster {
 public:
  explicit Overlapping(std::uint32_t conditions) : half_(conditions / 2) {}
  std::vector<GroupWorth> measure(std::span<const TemplateGroup> groups, base::Team&) override {
    std::vector<GroupWorth> out;
    for (const TemplateGroup& group : groups) {
      out.push_back({.merit = std::accumulate(group.begin(), group.end(), 0.0,
                                              [&](double sum, const TermSet& item) { return sum + worth(item); }),
                     .error = {},
                     .score = {}});
    }
    return out;
  }
  BoostedFit take(const TemplateGroup& group, base::Team&) override {
    is_told_ |= std::any_of(group.begin(), group.end(), [&](const TermSet& item) { return is_first(item); });
    return {};
  }
  bool is_bounded() const override { return true; }
  bool is_first(const TermSet& item) const { return item.size() == 2 && item.back() < half_; }

 private:
  double worth(const TermSet& item) const {
    if (item.size() != 2 || (item.front() < half_ && !is_first(item))) return 0;
    return is_first(item) ? is_told_ ? 0.02 : 2 : 1;
  }

  std::uint32_t half_;
  bool is_told_ = false;
};

TEST(Boosting, PromisesOfEarlierRoundsDoNotFillTheTop) {
  constexpr std::uint32_t kConditions = 60;
  Overlapping booster(kConditions);
  base::Team team(1);
  BoostState state;
  boost(booster, TemplatePool(kConditions, PoolKind::kGroups), 2, state, team);
  ASSERT_THAT(state.rounds, SizeIs(2));
  EXPECT_TRUE(std::any_of(state.rounds[0].group.begin(), state.rounds[0].group.end(),
                          [&](const TermSet& item) { return booster.is_first(item); }));
  // 435 pairs have become worthless at once, and one look does not come to all of them.
  EXPECT_EQ(state.rounds[1].worth.merit, 3);
}

TEST(Boosting, EndsWhenItsWatchSaysSo) {
  const Asked asked = parities(500);
  base::Team team(1);
  const auto booster = booster_of(asked, Kind::kScores, 1);
  BoostState state;
  BoostHooks hooks;
  hooks.watch = [](const BoostState& now) { return now.rounds.size() < 2; };
  boost(*booster, TemplatePool(5, PoolKind::kSingles), 9, state, team, hooks);
  EXPECT_THAT(state.rounds, SizeIs(2));
}

}  // namespace
}  // namespace espalier::selection
