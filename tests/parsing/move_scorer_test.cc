#include "parsing/move_scorer.h"

#include <gtest/gtest.h>

#include <map>

#include "learning/trainer.h"
#include "parsing/move_memo.h"
#include "tests/support/aligned_bytes.h"
#include "tests/support/graph_data.h"

namespace espalier::parsing {
namespace {

using decoding::ArcHybrid;
using decoding::Configuration;
using decoding::Move;
using tests::sample_path;

TransitionPrograms programs_of(std::string_view text, PairUse pairs = PairUse::kWithTheRest) {
  return TransitionPrograms(features::parse_features(text, transition_schemas(), "test"), pairs);
}

/// Calls visit(configuration) along random legal moves of a sentence.
template <class Visit>
void walk(std::int32_t words, base::Random& random, const Visit& visit) {
  Configuration c;
  c.reset(words, decoding::Roots::kOne);
  while (!ArcHybrid::is_final(c)) {
    visit(c);
    std::vector<Move> legal;
    for (const Move move : ArcHybrid::legal(c)) legal.push_back(move);
    ArcHybrid::apply(c, legal[random.below(legal.size())]);
  }
}

std::int32_t follow(const Configuration& c, std::int32_t node, std::string_view function) {
  if (node < 0) return -1;
  const decoding::NodeState& at = c.node(node);
  if (function == "head") return at.head;
  if (function == "left") return at.left;
  if (function == "left2") return at.left2;
  return function == "right" ? at.right : at.right2;
}

TEST(PlaceFinder, FollowsEveryChainFromItsAnchor) {
  const TransitionPrograms programs = programs_of(
      "[move]\nform(left(right(s1))) & form(head(left2(b0))) & form(right2(i)) & form(left(s0)) & "
      "form(right(left(s0)))\n"
      "form(s2) & form(left(j)) & form(b1)\n[label]\nform(m)\n");
  const features::Program& program = programs.rest();
  const auto& names = transition_schemas()[0].functions;
  std::vector<std::int32_t> scratch;
  base::Random random(5);
  std::size_t seen = 0;
  for (int round = 0; round < 20; ++round) {
    walk(12, random, [&](const Configuration& c) {
      const auto places = programs.rest_places().find(c, scratch);
      ASSERT_EQ(places.size(), program.slots().size());
      for (std::size_t slot = 0; slot < places.size(); ++slot) {
        const std::uint8_t anchor = program.slots()[slot].anchor;
        if (anchor >= kMovePlaces) continue;  // other names, which no template has any more
        std::int32_t node = anchor < 3 ? c.stack(anchor) : c.buffer(anchor - 3);
        for (const std::uint8_t function : program.slots()[slot].functions) node = follow(c, node, names[function]);
        EXPECT_EQ(places[slot], node);
        seen += node >= 0 && !program.slots()[slot].functions.empty() ? 1 : 0;
      }
    });
  }
  EXPECT_GT(seen, 200u);
}

TEST(TransitionPrograms, NamesOfTheSamePlaceAreOne) {
  const TransitionPrograms first = programs_of("[move]\nform(i) & upos(j+1)\n[label]\nform(m)\n");
  const TransitionPrograms second = programs_of("[move]\nform(s0) & upos(b0+1)\n[label]\nform(m)\n");
  EXPECT_EQ(features::to_text(first.sections(), transition_schemas()),
            features::to_text(second.sections(), transition_schemas()));
}

TEST(TransitionPrograms, WordsAloneStandApart) {
  const TransitionPrograms programs = programs_of(
      "[move]\nform(i)\nupos(s0-1) & upos(s0)\nform(b0)\nform(s1)\nupos(s0) & upos(b0)\nform(left(s0))\nlefts(s0)\n"
      "[label]\nform(m)\n");
  EXPECT_EQ(programs.of_place(0).size(), 2u);
  EXPECT_EQ(programs.of_place(1).size(), 1u);
  EXPECT_EQ(programs.of_place(2).size(), 0u);
  EXPECT_EQ(programs.of_place(3).size(), 1u);
  EXPECT_EQ(programs.rest().size(), 3u);
  EXPECT_TRUE(programs.pairs().empty());
}

TEST(TransitionPrograms, PairsStandApartForABeam) {
  const TransitionPrograms programs = programs_of(
      "[move]\nform(i)\nupos(b0+1) & upos(s0)\nlemma(s0) & dist(s0,b0)\nform(s1) & form(s0)\nform(b0) & form(s2)\n"
      "upos(s1) & upos(s0) & upos(b0)\nform(left(s0)) & form(b0)\nlefts(s0) & form(b0)\n[label]\nform(m)\n",
      PairUse::kApart);
  ASSERT_EQ(programs.pairs().size(), 3u);
  EXPECT_EQ(programs.pairs()[0].places, (std::array<std::size_t, 2>{0, 1}));
  EXPECT_EQ(programs.pairs()[0].program.size(), 1u);
  EXPECT_EQ(programs.pairs()[1].places, (std::array<std::size_t, 2>{0, 3}));
  EXPECT_EQ(programs.pairs()[1].program.size(), 2u);
  EXPECT_EQ(programs.pairs()[2].places, (std::array<std::size_t, 2>{2, 3}));
  EXPECT_EQ(programs.rest().size(), 3u);
}

TEST(MoveKey, TellsApartWhateverATemplateLooksAt) {
  // Only single words and pairs ask for s2; the rest sees s0 and b0.
  const TransitionPrograms programs =
      programs_of("[move]\nform(s2)\nform(s1) & form(b0)\nlefts(s0) & form(b0)\n[label]\nform(m)\n", PairUse::kApart);
  const auto key = [&](const std::vector<Move>& moves) {
    Configuration c;
    c.reset(5, decoding::Roots::kOne);
    for (const Move move : moves) ArcHybrid::apply(c, move);
    std::vector<std::int32_t> scratch;
    return move_key(programs, c, programs.rest_places().find(c, scratch));
  };
  constexpr Move kShift = Move::kShift;
  // The stacks 0 1 2 3, 0 2 3 and 0 1 3 before word 4: s0 and b0 are the same.
  const std::uint64_t all = key({kShift, kShift, kShift});
  const std::uint64_t without_first = key({kShift, Move::kLeft, kShift, kShift});
  const std::uint64_t without_second = key({kShift, kShift, Move::kLeft, kShift});
  EXPECT_NE(all, without_first);
  EXPECT_NE(all, without_second);
  EXPECT_NE(without_first, without_second);
  EXPECT_EQ(all, key({kShift, kShift, kShift}));
}

/// Weights of every feature that the walks of a sentence meet.
struct Known {
  std::map<std::uint64_t, std::array<float, 3>> weights;
};

class MoveScorerTest : public testing::TestWithParam<PairUse> {};
INSTANTIATE_TEST_SUITE_P(Pairs, MoveScorerTest, testing::Values(PairUse::kWithTheRest, PairUse::kApart));

TEST_P(MoveScorerTest, IsTheSumOfAllTemplatesWhateverIsKeptApart) {
  const TransitionPrograms programs = programs_of(tests::feature_file("transition"), GetParam());
  learning::TrainingTable table(3);
  const LearningMoves learning{table};
  MoveScorer<LearningMoves> scorer;
  std::size_t configurations = 0;
  for (const Sentence& sentence : read_treebank(sample_path("en"))) {
    features::Encoded encoded;
    programs.encoder().encode(sentence, encoded);
    scorer.prepare(programs, encoded, learning);
    // First weights for what is met, then the sums.
    base::Random first(7);
    Known known;
    walk(sentence.size(), first, [&](const Configuration& c) {
      scorer.visit_features(c, [&](std::span<const std::uint64_t> features) {
        for (const std::uint64_t feature : features) {
          auto& row = known.weights[feature];
          for (std::uint32_t k = 0; k < 3; ++k) row[k] = tests::drawn_weight(feature, k);
        }
      });
    });
    learning::TrainingTable weights(3);
    std::vector<learning::RowWeight> rows;
    for (const auto& [feature, row] : known.weights) {
      for (std::uint32_t k = 0; k < 3; ++k) {
        weights.apply({feature, k, row[k]}, 1, true);
        rows.push_back({feature, k, row[k]});
      }
    }
    std::string bytes = learning::FrozenMoves::freeze(rows, 3);
    const tests::AlignedBytes aligned(bytes);
    const learning::FrozenMoves frozen(aligned.span(), 3);
    const LearningMoves exact{weights};
    const TrainedMoves rounded{frozen};
    MoveScorer<LearningMoves> exact_scorer;
    MoveScorer<TrainedMoves> rounded_scorer;
    exact_scorer.prepare(programs, encoded, exact);
    rounded_scorer.prepare(programs, encoded, rounded);
    base::Random second(7);
    walk(sentence.size(), second, [&](const Configuration& c) {
      std::array<double, 3> sums{};
      std::size_t count = 0;
      exact_scorer.visit_features(c, [&](std::span<const std::uint64_t> features) {
        count += features.size();
        for (const std::uint64_t feature : features) {
          for (std::size_t k = 0; k < 3; ++k) sums[k] += static_cast<double>(known.weights.at(feature)[k]);
        }
      });
      EXPECT_EQ(count, programs.sections()[0].templates.size());
      const auto scores = exact_scorer.score(c, exact);
      const auto units = rounded_scorer.score(c, rounded);
      // Half a unit for the rounding of each template, and what the full lines left out.
      const double slack = static_cast<double>(count) * static_cast<double>(frozen.scale()) / 2 + 4;
      EXPECT_EQ(units[0], 0);
      for (std::size_t k = 0; k < 3; ++k) {
        EXPECT_NEAR(static_cast<double>(scores[k]), sums[k], 1e-3);
        EXPECT_NEAR(static_cast<double>(units[k]) * static_cast<double>(frozen.scale()), sums[k] - sums[0], slack);
      }
      ++configurations;
    });
  }
  EXPECT_GT(configurations, 100u);
}

}  // namespace
}  // namespace espalier::parsing
