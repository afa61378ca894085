// Trees as sets of brackets: against all sets of brackets over few words, and there and back.
#include "curation/span_tree.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "curation/bracket_answers.h"
#include "tests/support/bracket_treebank.h"
#include "tests/support/places.h"
#include "treebank/constituents.h"

namespace espalier::curation {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

SpanTree brackets(const std::string& line) { return span_tree_of(tests::brackets_of(line).front().constituents()); }

TEST(SpanTest, OrderAndCrossing) {
  EXPECT_LT((Span{1, 5}), (Span{1, 4}));
  EXPECT_LT((Span{1, 4}), (Span{2, 9}));
  EXPECT_TRUE((Span{1, 3}).crosses({2, 4}));
  EXPECT_TRUE((Span{2, 4}).crosses({1, 3}));
  EXPECT_FALSE((Span{1, 4}).crosses({2, 3}));
  EXPECT_FALSE((Span{1, 4}).crosses({1, 4}));
  EXPECT_FALSE((Span{1, 2}).crosses({3, 4}));
}

TEST(SpanTreeTest, ConstituentsOverTheSameWordsAreOneBracket) {
  EXPECT_THAT(brackets("(ROOT (S (VP (VB go) (NP (NN home)))))\n"),
              ElementsAre(Bracket{{1, 2}, "ROOT+S+VP"}, Bracket{{2, 2}, "NP"}));
  EXPECT_THAT(brackets("(A (B+C (X w)))\n"), ElementsAre(Bracket{{1, 1}, "A+B\\+C"}));
}

/// Words as a set: what crossing and holding mean, without arithmetic on edges.
std::set<std::int32_t> words_of(const Span& span) {
  std::set<std::int32_t> out;
  for (std::int32_t word = span.first; word <= span.last; ++word) out.insert(word);
  return out;
}

bool is_tree(const SpanTree& tree, std::int32_t words) {
  bool has_top = words == 1;
  for (const Bracket& a : tree) {
    has_top = has_top || a.span == Span{1, words};
    for (const Bracket& b : tree) {
      const auto in_a = words_of(a.span);
      const auto in_b = words_of(b.span);
      std::set<std::int32_t> both;
      std::set_intersection(in_a.begin(), in_a.end(), in_b.begin(), in_b.end(), std::inserter(both, both.end()));
      if (!both.empty() && both != in_a && both != in_b) return false;
    }
  }
  return has_top;
}

TEST(SpanTreeTest, AllSetsOfBracketsOverFewWordsAreTreesOrNot) {
  for (std::int32_t words = 1; words <= 4; ++words) {
    std::vector<Span> all;
    for (std::int32_t first = 1; first <= words; ++first) {
      for (std::int32_t last = words; last >= first; --last) all.push_back({first, last});
    }
    for (std::uint32_t chosen = 0; chosen < 1U << all.size(); ++chosen) {
      SpanTree tree;
      for (std::size_t i = 0; i < all.size(); ++i) {
        if ((chosen >> i & 1U) != 0) tree.push_back({all[i], i % 2 == 0 ? "A" : "B+C"});
      }
      const auto made = tree_of(tree, words);
      ASSERT_EQ(made.has_value(), is_tree(tree, words)) << words << " words, set " << chosen;
      if (!made) continue;
      EXPECT_EQ(treebank::find_fault(*made, words), "");
      EXPECT_EQ(span_tree_of(*made), tree);
      EXPECT_EQ(mirrored(mirrored(tree, words), words), tree);
      EXPECT_TRUE(is_tree(mirrored(tree, words), words));
    }
  }
}

TEST(SpanTreeTest, SamplesComeBackAsTheyWere) {
  for (const char* language : {"en", "fr", "pt"}) {
    for (const Sentence& each : read_treebank(tests::source_path(std::string("samples/") + language + ".mrg"))) {
      const auto made = tree_of(span_tree_of(each.constituents()), each.size());
      ASSERT_TRUE(made.has_value());
      EXPECT_TRUE(treebank::is_same_tree(*made, each.constituents(), treebank::HeadMarks::kIgnore));
    }
  }
}

TEST(SpanTreeTest, BracketsArePutTakenAndNamed) {
  SpanTree tree = brackets("(S (NP (DT a) (NN b)) (VP (VB c)))\n");
  set_label(tree, {1, 2}, "PP");
  set_label(tree, {3, 3}, "");
  set_label(tree, {2, 2}, "NP");
  set_label(tree, {1, 1}, "");
  EXPECT_THAT(tree, ElementsAre(Bracket{{1, 3}, "S"}, Bracket{{1, 2}, "PP"}, Bracket{{2, 2}, "NP"}));
  EXPECT_EQ(find(tree, {1, 1}), nullptr);
  EXPECT_EQ(find(tree, {1, 2})->label, "PP");
}

TEST(ReadBackwardsTest, WordsTagsBracketsAndHeadsAreTurnedRound) {
  const Sentence sentence = tests::brackets_of("(S (NP (DT the) (JJ red) (NN tree)) (VP (VB grows)))\n").front();
  const Sentence turned = read_backwards(sentence, HeadRules::load("english"));
  EXPECT_EQ(tests::penn_of({turned}), "(S (VP (VB grows)) (NP (NN tree) (JJ red) (DT the)))\n");
  // The head of NP is the noun, the last word: it is the first now.
  std::int32_t phrases = 0;
  for (std::int32_t i = 0; i < turned.constituents().size(); ++i) {
    const ConstituentTree::Node& node = turned.constituents().node(i);
    if (node.label != "NP") continue;
    ++phrases;
    EXPECT_EQ(turned.constituents().node(node.head).word, 2);
  }
  EXPECT_EQ(phrases, 1);
  EXPECT_EQ(tests::penn_of({read_backwards(turned, HeadRules::load("default"))}), tests::penn_of({sentence}));
}

ParsedTree parsed(const std::string& line, double score) {
  ParsedTree out;
  out.constituents = tests::brackets_of(line).front().constituents();
  out.score = score;
  return out;
}

TEST(SpanAnswersTest, AnAnswerIsAsSureAsTheNextBestThatSaysSomethingElse) {
  const std::vector<ParsedTree> trees = {parsed("(S (NP (D a) (N b)) (V c))\n", 10),
                                         parsed("(S (PP (D a) (N b)) (V c))\n", 8),
                                         parsed("(S (D a) (VP (N b) (V c)))\n", 5)};
  const SpanAnswers answers = span_answers(trees, 3, false);
  const float sure = SpanAnswer::kSure;
  EXPECT_THAT(answers, ElementsAre(SpanAnswer{{1, 3}, true, "S", sure}, SpanAnswer{{1, 2}, true, "NP", 2},
                                   SpanAnswer{{2, 3}, false, "", 5}));
  EXPECT_THAT(span_answers(trees, 3, true),
              ElementsAre(SpanAnswer{{1, 3}, true, "S", sure}, SpanAnswer{{1, 2}, false, "", 5},
                          SpanAnswer{{2, 3}, true, "NP", 2}));
  EXPECT_THAT(span_answers({}, 3, false), IsEmpty());
}

}  // namespace
}  // namespace espalier::curation
