#include "parsing/token_arcs.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "decoding/branching.h"
#include "tests/reference/naive_trees.h"
#include "tests/support/head_answers.h"

namespace espalier::parsing {
namespace {

using reference::Heads;
using tests::classes_of_three;

constexpr std::int32_t kN = 1;
constexpr std::int32_t kV = 2;

decoding::ArcSet all_arcs(std::int32_t words) {
  decoding::ArcSet arcs;
  arcs.fill(words);
  return arcs;
}

/// By the definition, one question after the other.
double worth(const HeadAnswers& answers, std::int32_t head, std::int32_t word) {
  double sum = 0;
  for (const HeadQuestion question : kAllHeadQuestions) {
    const std::int32_t answer = HeadClasses::answer(question, answers.tags, head, word);
    const double probability = answer < 0 ? 0 : static_cast<double>(tests::said(answers, question, word, answer));
    sum += std::log(std::max(probability, 1e-12));
  }
  return sum;
}

double worth(const HeadAnswers& answers, const Heads& heads) {
  double sum = 0;
  for (std::size_t word = 1; word < heads.size(); ++word) {
    sum += worth(answers, heads[word], static_cast<std::int32_t>(word));
  }
  return sum;
}

TEST(TokenArcs, AnArcIsWorthItsThreeAnswers) {
  base::Random random(7);
  TokenArcs token;
  for (int round = 0; round < 200; ++round) {
    // Up to six words: none is farther than the distances there are.
    const HeadAnswers answers = tests::drawn_answers(1 + random.below(6), random);
    const decoding::ArcSet arcs = all_arcs(static_cast<std::int32_t>(answers.tags.size()) - 1);
    token.score(classes_of_three(), answers, arcs);
    for (std::int32_t word = 1; word <= arcs.words(); ++word) {
      for (const std::int32_t head : arcs.heads(word)) {
        EXPECT_NEAR(token.scores()[static_cast<std::size_t>(arcs.find(head, word))], worth(answers, head, word), 1e-4);
      }
    }
  }
}

TEST(TokenArcs, TheBranchingIsTheLikeliestTree) {
  base::Random random(11);
  TokenArcs token;
  decoding::Branching branching;
  for (int round = 0; round < 300; ++round) {
    const HeadAnswers answers = tests::drawn_answers(1 + random.below(5), random);
    const decoding::ArcSet arcs = all_arcs(static_cast<std::int32_t>(answers.tags.size()) - 1);
    token.score(classes_of_three(), answers, arcs);
    for (const decoding::Roots roots : {decoding::Roots::kOne, decoding::Roots::kAny}) {
      Heads heads(answers.tags.size());
      ASSERT_TRUE(branching.best(arcs, token.scores(), roots, heads));
      ASSERT_TRUE(reference::is_tree(heads));
      double best = -std::numeric_limits<double>::infinity();
      for (const Heads& tree : reference::all_trees(arcs)) {
        if (roots == decoding::Roots::kOne && !reference::has_one_root(tree)) continue;
        best = std::max(best, worth(answers, tree));
      }
      EXPECT_NEAR(worth(answers, heads), best, 1e-3);
    }
  }
}

TEST(TokenArcs, ATreeThatTheLikeliestAnswersNameIsTheTree) {
  base::Random random(13);
  TokenArcs token;
  decoding::Branching branching;
  for (int round = 0; round < 200; ++round) {
    HeadAnswers answers = tests::drawn_answers(5, random);
    for (std::int32_t& tag : answers.tags) tag = std::max(tag, 0);
    for (std::size_t word = 1; word < answers.tags.size(); ++word) {
      if (answers.tags[word] == 0) answers.tags[word] = kN;
    }
    const decoding::ArcSet arcs = all_arcs(5);
    const std::vector<Heads> trees = reference::all_trees(arcs);
    const Heads& tree = trees[random.below(trees.size())];
    for (std::int32_t word = 1; word <= 5; ++word) {
      for (const HeadQuestion question : kAllHeadQuestions) {
        const std::int32_t answer =
            HeadClasses::answer(question, answers.tags, tree[static_cast<std::size_t>(word)], word);
        tests::say(answers, question, word, answer, 2.0F);  // more than sure, and so no more than sure
      }
    }
    token.score(classes_of_three(), answers, arcs);
    Heads heads(6);
    ASSERT_TRUE(branching.best(arcs, token.scores(), decoding::Roots::kAny, heads));
    EXPECT_EQ(heads, tree);
  }
}

TEST(TokenArcs, OfThoseFartherThanTheLastDistanceTheNearestIsPreferred) {
  // Eight nouns and a verb: the fifth to the left is node 4, and those beyond it have the same answer.
  HeadAnswers answers = tests::even_answers({kN, kN, kN, kN, kN, kN, kN, kN, kV});
  const decoding::ArcSet arcs = all_arcs(9);
  TokenArcs token;
  token.score(classes_of_three(), answers, arcs);
  const auto score = [&](std::int32_t head) { return token.scores()[static_cast<std::size_t>(arcs.find(head, 9))]; };
  EXPECT_EQ(score(5), score(4));
  EXPECT_NEAR(score(4) - score(3), std::log(2.0), 1e-5);
  EXPECT_NEAR(score(4) - score(1), 3 * std::log(2.0), 1e-5);
}

TEST(TokenArcs, FewArcsAreWorthWhatTheyAreAmongAll) {
  base::Random random(17);
  TokenArcs few_worth;
  TokenArcs all_worth;
  for (int round = 0; round < 200; ++round) {
    const HeadAnswers answers = tests::drawn_answers(9, random);
    const decoding::ArcSet all = all_arcs(9);
    decoding::ArcSet few;
    few.start(9);
    for (std::int32_t word = 1; word <= 9; ++word) {
      for (const std::int32_t head : all.heads(word)) {
        if (random.below(4) == 0) few.add_head(head);
      }
      few.end_word();
    }
    all_worth.score(classes_of_three(), answers, all);
    few_worth.score(classes_of_three(), answers, few);
    for (std::int32_t word = 1; word <= 9; ++word) {
      for (const std::int32_t head : few.heads(word)) {
        EXPECT_EQ(few_worth.scores()[static_cast<std::size_t>(few.find(head, word))],
                  all_worth.scores()[static_cast<std::size_t>(all.find(head, word))]);
      }
    }
  }
}

TEST(TokenArcs, SharesOfAWordSumToOne) {
  base::Random random(19);
  const HeadAnswers answers = tests::drawn_answers(6, random);
  const decoding::ArcSet arcs = all_arcs(6);
  TokenArcs token;
  token.score(classes_of_three(), answers, arcs);
  for (std::int32_t word = 1; word <= 6; ++word) {
    double sum = 0;
    for (std::int32_t arc = arcs.begin(word); arc < arcs.end(word); ++arc) {
      sum += static_cast<double>(token.share(arcs, arc, word));
    }
    EXPECT_NEAR(sum, 1, 1e-4);
  }
}

TEST(TokenArcs, WhatIsNoProbabilityIsAFiniteScore) {
  constexpr float kOdd[] = {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(), -1.0F,
                            0.0F};
  for (const float odd : kOdd) {
    HeadAnswers answers = tests::even_answers({kN, -1, kV});
    for (auto& row : answers.probabilities) std::fill(row.begin(), row.end(), odd);
    const decoding::ArcSet arcs = all_arcs(3);
    TokenArcs token;
    token.score(classes_of_three(), answers, arcs);
    for (const float score : token.scores()) EXPECT_TRUE(std::isfinite(score));
    decoding::Branching branching;
    Heads heads(4);
    ASSERT_TRUE(branching.best(arcs, token.scores(), decoding::Roots::kOne, heads));
    EXPECT_TRUE(reference::is_tree(heads));
  }
}

}  // namespace
}  // namespace espalier::parsing
