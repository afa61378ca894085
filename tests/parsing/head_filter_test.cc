#include "parsing/head_filter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/random.h"
#include "espalier/treebank.h"
#include "tests/support/graph_data.h"
#include "tests/support/head_answers.h"

namespace espalier::parsing {
namespace {

using Heads = std::vector<std::int32_t>;
using tests::classes_of_three;
using tests::drawn_answers;
using tests::even_answers;
using tests::say;

Heads heads_of(const decoding::ArcSet& arcs, std::int32_t word) {
  const auto heads = arcs.heads(word);
  return {heads.begin(), heads.end()};
}

decoding::ArcSet filtered(const HeadAnswers& answers, HeadFilterKind kind, double keep = 0.1, const Heads& must = {}) {
  HeadFilter filter;
  decoding::ArcSet arcs;
  filter.filter(classes_of_three(), answers, {kind, keep}, decoding::Roots::kOne, arcs, must);
  return arcs;
}

constexpr std::int32_t kN = 1;
constexpr std::int32_t kV = 2;
constexpr std::int32_t kP = 3;

/// n v p n: the verb is the root, and all else is clear.
HeadAnswers clear_answers() {
  HeadAnswers answers = even_answers({kN, kV, kP, kN});
  const auto both = [&](std::int32_t word, std::int32_t side, std::int32_t tag) {
    say(answers, HeadQuestion::kSide, word, side, 0.9F);
    say(answers, HeadQuestion::kTag, word, tag, 0.9F);
  };
  both(1, static_cast<std::int32_t>(HeadClasses::kRight), kV);
  both(2, 0, 0);
  both(3, static_cast<std::int32_t>(HeadClasses::kLeft), kV);
  both(4, static_cast<std::int32_t>(HeadClasses::kLeft), kP);
  return answers;
}

TEST(HeadFilter, HardKeepsWhatBothAnswersSay) {
  const decoding::ArcSet arcs = filtered(clear_answers(), HeadFilterKind::kHard);
  EXPECT_EQ(heads_of(arcs, 1), (Heads{2}));
  EXPECT_EQ(heads_of(arcs, 2), (Heads{0}));
  EXPECT_EQ(heads_of(arcs, 3), (Heads{2}));
  EXPECT_EQ(heads_of(arcs, 4), (Heads{3}));
}

TEST(HeadFilter, VerbsAndNounsMayStay) {
  const decoding::ArcSet arcs = filtered(clear_answers(), HeadFilterKind::kKeepVerbsAndNouns);
  EXPECT_EQ(heads_of(arcs, 1), (Heads{2, 4}));
  EXPECT_EQ(heads_of(arcs, 2), (Heads{0, 1, 4}));
  EXPECT_EQ(heads_of(arcs, 4), (Heads{1, 2, 3}));
}

TEST(HeadFilter, OneAnswerOfRootIsIgnored) {
  HeadAnswers answers = clear_answers();
  say(answers, HeadQuestion::kSide, 4, 0, 0.95F);
  EXPECT_EQ(heads_of(filtered(answers, HeadFilterKind::kHard), 4), (Heads{3}));
  answers = clear_answers();
  say(answers, HeadQuestion::kTag, 4, 0, 0.95F);
  EXPECT_EQ(heads_of(filtered(answers, HeadFilterKind::kHard), 4), (Heads{3}));
}

TEST(HeadFilter, TrueHeadsOfTrainingStay) {
  const decoding::ArcSet arcs = filtered(clear_answers(), HeadFilterKind::kHard, 0.1, {-1, 4, -1, 1, -1});
  EXPECT_EQ(heads_of(arcs, 1), (Heads{2, 4}));
  EXPECT_EQ(heads_of(arcs, 3), (Heads{1, 2}));
}

TEST(HeadFilter, SoftKeepsWhatIsLikelyBesideTheBest) {
  base::Random random(3);
  std::size_t seen = 0;
  for (int round = 0; round < 200; ++round) {
    const std::size_t words = 2 + random.below(6);
    const HeadAnswers answers = drawn_answers(words, random);
    const double keep = 0.3 * random.uniform() + 0.01;
    const decoding::ArcSet arcs = filtered(answers, HeadFilterKind::kSoft, keep);
    for (std::int32_t word = 1; word <= arcs.words(); ++word) {
      const auto worth = [&](std::int32_t head) {
        const std::int32_t tag = answers.tags[static_cast<std::size_t>(head)];
        const std::int32_t side = head == 0 ? 0 : head < word ? 1 : 2;
        const auto of = [&](HeadQuestion question, std::int32_t answer) {
          const std::size_t size = classes_of_three().size(question);
          return static_cast<double>(answers.probabilities[index_of(question)][static_cast<std::size_t>(word) * size +
                                                                               static_cast<std::size_t>(answer)]);
        };
        return of(HeadQuestion::kSide, side) * (tag < 0 ? 0 : of(HeadQuestion::kTag, tag));
      };
      double best = 0;
      for (std::int32_t head = 0; head <= arcs.words(); ++head) best = std::max(best, head == word ? 0 : worth(head));
      for (std::int32_t head = 0; head <= arcs.words(); ++head) {
        // Others may have come back for the sake of a tree.
        if (head == word || worth(head) < best * keep * 1.001 || worth(head) < 1e-8) continue;
        EXPECT_GE(arcs.find(head, word), 0);
        ++seen;
      }
    }
  }
  EXPECT_GT(seen, 1000U);
}

TEST(HeadFilter, ThereIsAlwaysATree) {
  base::Random random(5);
  decoding::Branching branching;
  for (int round = 0; round < 600; ++round) {
    const HeadAnswers answers = drawn_answers(1 + random.below(8), random);
    for (const HeadFilterKind kind :
         {HeadFilterKind::kHard, HeadFilterKind::kKeepVerbsAndNouns, HeadFilterKind::kSoft}) {
      const decoding::ArcSet arcs = filtered(answers, kind, 0.9);
      const std::vector<float> zeros(static_cast<std::size_t>(arcs.size()));
      Heads heads(static_cast<std::size_t>(arcs.words()) + 1);
      ASSERT_TRUE(branching.best(arcs, zeros, decoding::Roots::kOne, heads));
    }
  }
}

TEST(HeadFilter, TheTruthLeavesTheTruth) {
  std::set<std::string> tags;
  const std::vector<Sentence> sentences = read_treebank(tests::sample_path("pt"));
  for (const Sentence& sentence : sentences) {
    for (std::int32_t word = 1; word <= sentence.size(); ++word) tags.insert(std::string(sentence.upos(word)));
  }
  const HeadClasses known({tags.begin(), tags.end()});
  FilterReport report;
  HeadFilter filter;
  decoding::ArcSet arcs;
  for (const Sentence& sentence : sentences) {
    HeadAnswers answers;
    answer_truly(known, sentence, answers);
    filter.filter(known, answers, {HeadFilterKind::kHard, 0.1}, decoding::Roots::kOne, arcs);
    report.add(arcs, sentence.heads());
    for (std::int32_t word = 1; word <= sentence.size(); ++word) {
      if (sentence.head(word) == 0) {
        EXPECT_EQ(heads_of(arcs, word), (Heads{0}));
      }
    }
  }
  EXPECT_EQ(report.recall(), 100.0);
  EXPECT_LT(report.density(), 0.5);
  EXPECT_GE(report.arcs_a_word(), 1.0);
}

TEST(FilterReport, CountsByHand) {
  decoding::ArcSet arcs;
  arcs.start(2);
  arcs.add_head(0);
  arcs.add_head(2);
  arcs.end_word();
  arcs.add_head(1);
  arcs.end_word();
  FilterReport report;
  report.add(arcs, Heads{-1, 0, 0});
  EXPECT_EQ(report.recall(), 50.0);
  EXPECT_EQ(report.density(), 0.5);
  EXPECT_EQ(report.arcs_a_word(), 1.5);
}

}  // namespace
}  // namespace espalier::parsing
