// Brackets in numbers, what other places say of them, and brackets made wrong: counts by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "curation/bracket_injection.h"
#include "curation/bracket_run.h"
#include "curation/error_run.h"
#include "curation/numbered_brackets.h"
#include "tests/support/bracket_treebank.h"
#include "treebank/constituents.h"

namespace espalier::curation {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using tests::brackets_of;

constexpr double kExact = 1e-12;

/// What a parser that knows nothing else would say, surely.
SpanAnswers surely(const std::string& line) {
  SpanAnswers out;
  for (const Bracket& each : span_tree_of(brackets_of(line).front().constituents())) {
    out.push_back({each.span, true, each.label});
  }
  return out;
}

TEST(NumberedBracketsTest, AnItemForEachSpanThatAnybodyBrackets) {
  const auto sentences = brackets_of("(S (NP (D a) (N b)) (V c))\n");
  const std::vector<std::vector<SpanAnswers>> answers = {{surely("(S (D a) (VP (N b) (V c)))\n")},
                                                         {surely("(S (PP (D a) (N b)) (V c))\n")}};
  const NumberedBrackets numbers(sentences, answers);
  EXPECT_EQ(numbers.brackets, 2U);
  EXPECT_THAT(numbers.spans[0], ElementsAre(Span{0, 0}, Span{1, 3}, Span{1, 2}, Span{2, 3}));
  const auto heads = [](const std::vector<Answer>& row) {
    std::vector<std::int32_t> out;
    for (std::size_t i = 1; i < row.size(); ++i) out.push_back(row[i].head);
    return out;
  };
  EXPECT_THAT(heads(numbers.gold[0]), ElementsAre(1, 1, 0));
  EXPECT_THAT(heads(numbers.said[0][0]), ElementsAre(1, 0, 1));
  EXPECT_THAT(heads(numbers.said[1][0]), ElementsAre(1, 1, 0));
  EXPECT_FALSE(numbers.said[1][0][2].same_as(numbers.gold[0][2])) << "another label";
  EXPECT_TRUE(numbers.said[0][0][1].same_as(numbers.gold[0][1]));
  // Two and two brackets: S alone in common; two and two: both, one with its label.
  const ErrorParser first = bracket_mark("a", numbers.gold, numbers.said[0]);
  EXPECT_EQ(first.uas, 50);
  EXPECT_EQ(first.las, 50);
  const ErrorParser second = bracket_mark("b", numbers.gold, numbers.said[1]);
  EXPECT_EQ(second.uas, 100);
  EXPECT_EQ(second.las, 50);
}

TEST(StringEvidenceTest, IsHowOftenTheSameWordsAreBracketedSo) {
  const auto sentences = brackets_of(
      "(S (NP (D a) (N b)) (V c))\n"
      "(S (NP (D a) (N b)) (V c))\n"
      "(S (D a) (N b) (V c))\n"
      "(S (D a) (N b) (V c))\n"
      "(S (NP (D x) (N y)) (V c))\n");
  const NumberedTreebank words(sentences);
  const std::vector<std::vector<SpanAnswers>> answers = {
      std::vector<SpanAnswers>(5, surely("(S (NP (D a) (N b)) (V c))\n"))};
  const NumberedBrackets numbers(sentences, answers);
  StringEvidence evidence(words, numbers);
  ASSERT_EQ(numbers.span(3, 2), (Span{1, 2}));
  const Answer gold = numbers.gold[3][2];
  const Answer proposed = numbers.said[0][3][2];
  evidence.want(3, 2, gold);
  evidence.count();
  // Elsewhere `a b` stands three times, twice as NP, once without a bracket; the tags D N four times, thrice and once.
  const double as_phrase = (2 + Meetings::kLean * (3.1 / 5)) / (3 + Meetings::kLean);
  const double as_none = (1 + Meetings::kLean * (1.1 / 5)) / (3 + Meetings::kLean);
  EXPECT_THAT(evidence.rate(3, 2, proposed, gold), DoubleNear(as_phrase, kExact));
  EXPECT_THAT(evidence.rate(3, 2, gold, gold), DoubleNear(as_none, kExact));
  EXPECT_THAT(evidence.evidence(3, 2, proposed, gold), DoubleNear(std::log(as_phrase / as_none), kExact));
}

TEST(JudgeBracketsTest, MissingSuperfluousAndMisnamedBracketsAreKept) {
  // All parsers say the pattern; three sentences of the treebank do not.
  std::vector<std::string> lines = tests::bracket_pattern();
  std::vector<SpanAnswers> right;
  for (const std::string& each : lines) right.push_back(surely(each));
  lines[3] = "(ROOT (S (NP (DT the) (NN cat)) (VP (VB sees) (DT a) (JJ small) (NN house)) (. .)))\n";
  lines[5] = "(ROOT (S (NP (DT the) (NN cat)) (VP (VB sees) (NP (DT a) (ADJP (JJ red)) (NN house))) (. .)))\n";
  lines[7] = "(ROOT (S (PP (DT the) (NN cat)) (VP (VB likes) (NP (DT a) (JJ old) (NN house))) (. .)))\n";
  std::string text;
  for (const std::string& each : lines) text += each;
  const auto sentences = brackets_of(text);
  const NumberedTreebank words(sentences);
  const std::vector<std::vector<SpanAnswers>> answers(kParsers, right);
  const NumberedBrackets numbers(sentences, answers);
  StringEvidence evidence(words, numbers);
  const Judgements judged = judge_all(numbers.gold, numbers.said, true, bracket_context(words, numbers), evidence);
  EXPECT_EQ(judged.candidates, 3U);
  std::map<std::size_t, std::pair<Span, Answer>> kept;
  for (const RankedItem& each : judged.kept) {
    kept[each.sentence] = {numbers.span(each.sentence, each.item), each.proposed};
    EXPECT_GT(each.score, 0);
    EXPECT_GT(each.evidence, 0);
  }
  ASSERT_THAT(kept, SizeIs(3));
  EXPECT_EQ(kept[3].first, (Span{4, 6}));
  EXPECT_EQ(kept[3].second.label, numbers.labels.find("NP"));
  EXPECT_EQ(kept[5].first, (Span{5, 5}));
  EXPECT_EQ(kept[5].second.head, kNotBracketed);
  EXPECT_EQ(kept[7].first, (Span{1, 2}));
  EXPECT_EQ(kept[7].second.label, numbers.labels.find("NP"));
}

TEST(PartsTest, AreWhatIsJustInside) {
  const auto sentences = brackets_of("(S (NP (NP (D a) (N b)) (PP (P c) (N d))) (V e))\n");
  const SpanTree tree = span_tree_of(sentences[0].constituents());
  const std::vector<std::string> names = tag_names(NumberedTreebank(sentences), 0);
  const auto list = [&](const Span& span) {
    std::string out;
    for (const Part& each : parts_of(tree, span, names)) {
      out += each.name + std::to_string(each.span.first) + std::to_string(each.span.last) + " ";
    }
    return out;
  };
  EXPECT_EQ(list({1, 5}), "NP14 V55 ");
  EXPECT_EQ(list({1, 4}), "NP12 PP34 ");
  EXPECT_EQ(list({3, 4}), "P33 N44 ");
  EXPECT_EQ(around(tree, {3, 4})->span, (Span{1, 4}));
  EXPECT_EQ(around(tree, {1, 4})->span, (Span{1, 5}));
  EXPECT_EQ(around(tree, {1, 5}), nullptr);
}

/// A treebank of one pattern, made wrong by what one parser says of all its sentences.
class BracketInjectionTest : public ::testing::Test {
 protected:
  BracketInjectionTest() {
    std::string text;
    for (const std::string& each : tests::bracket_pattern()) text += each;
    before_ = brackets_of(text);
  }

  std::vector<InjectedBracket> inject(const std::string& said, double share, const InjectionRequest& request = {}) {
    after_ = before_;
    const NumberedTreebank words(before_);
    const std::vector<std::vector<SpanAnswers>> answers = {std::vector<SpanAnswers>(before_.size(), surely(said))};
    const BracketConfusions confusions(before_, words, answers, request);
    base::Random random(1);
    return inject_brackets(share, words, confusions, random, after_);
  }

  /// What differs, by sentence and span, is what was said to.
  void expect_told(const std::vector<InjectedBracket>& injected) {
    std::set<std::pair<std::size_t, Span>> told;
    for (const InjectedBracket& each : injected) {
      for (const Bracket& was : each.was) {
        EXPECT_TRUE(told.emplace(each.sentence, was.span).second);
        const SpanTree tree = span_tree_of(before_[each.sentence].constituents());
        const Bracket* there = find(tree, was.span);
        EXPECT_EQ(there == nullptr ? "" : there->label, was.label);
      }
    }
    for (std::size_t i = 0; i < before_.size(); ++i) {
      EXPECT_EQ(treebank::find_fault(after_[i].constituents(), after_[i].size()), "");
      const SpanTree was = span_tree_of(before_[i].constituents());
      const SpanTree now = span_tree_of(after_[i].constituents());
      std::set<Span> spans;
      for (const Bracket& each : was) spans.insert(each.span);
      for (const Bracket& each : now) spans.insert(each.span);
      for (const Span& span : spans) {
        const Bracket* a = find(was, span);
        const Bracket* b = find(now, span);
        const bool differ = a == nullptr || b == nullptr || a->label != b->label;
        EXPECT_EQ(differ, told.contains({i, span}));
      }
    }
  }

  std::vector<Sentence> before_;
  std::vector<Sentence> after_;
};

TEST_F(BracketInjectionTest, LabelsAreThoseThatParsersTakeForThem) {
  // Subjects are taken for PP: so are objects, which have the same label.
  const auto injected =
      inject("(ROOT (S (PP (DT the) (NN cat)) (VP (VB sees) (NP (DT a) (JJ old) (NN tree))) (. .)))\n", 0.05);
  ASSERT_THAT(injected, SizeIs(14));  // of 72 · 4 brackets
  expect_told(injected);
  for (const InjectedBracket& each : injected) {
    EXPECT_THAT(each.was, SizeIs(1));
    EXPECT_EQ(find(span_tree_of(after_[each.sentence].constituents()), each.was[0].span)->label, "PP");
  }
}

TEST_F(BracketInjectionTest, BracketsAreTakenAway) {
  const auto injected =
      inject("(ROOT (S (NP (DT the) (NN cat)) (VB sees) (NP (DT a) (JJ old) (NN tree)) (. .)))\n", 0.05);
  ASSERT_THAT(injected, SizeIs(14));
  expect_told(injected);
  for (const InjectedBracket& each : injected) EXPECT_THAT(each.was, ElementsAre(Bracket{{3, 6}, "VP"}));
}

TEST_F(BracketInjectionTest, EdgesMoveOverASisterOrAChild) {
  auto injected =
      inject("(ROOT (S (NP (DT the) (NN cat)) (VP (VB sees) (NP (DT a) (JJ old) (NN tree)) (. .))))\n", 0.05);
  ASSERT_THAT(injected, SizeIs(14));
  expect_told(injected);
  for (const InjectedBracket& each : injected) {
    EXPECT_THAT(each.was, ElementsAre(Bracket{{3, 6}, "VP"}, Bracket{{3, 7}, ""}));
  }
  injected = inject("(ROOT (S (NP (DT the) (NN cat)) (VP (VB sees)) (NP (DT a) (JJ old) (NN tree)) (. .)))\n", 0.05);
  ASSERT_THAT(injected, SizeIs(14));
  expect_told(injected);
  for (const InjectedBracket& each : injected) {
    EXPECT_THAT(each.was, ElementsAre(Bracket{{3, 6}, "VP"}, Bracket{{3, 3}, ""}));
  }
}

TEST_F(BracketInjectionTest, OnlyWhatIsAskedFor) {
  InjectionRequest labels;
  labels.heads = false;
  EXPECT_THAT(
      inject("(ROOT (S (NP (DT the) (NN cat)) (VB sees) (NP (DT a) (JJ old) (NN tree)) (. .)))\n", 0.05, labels),
      IsEmpty());
  InjectionRequest edges;
  edges.labels = false;
  EXPECT_THAT(
      inject("(ROOT (S (PP (DT the) (NN cat)) (VP (VB sees) (NP (DT a) (JJ old) (NN tree))) (. .)))\n", 0.05, edges),
      IsEmpty());
}

TEST(MeasureTest, AnErrorOfTwoSpansIsFoundByEither) {
  // One error changed two spans, another one.
  const std::vector<InjectedPlace> injected = {
      {0, 3, 6, {kNoHead, "VP"}, 0}, {0, 3, 7, {kNoHead, ""}, 0}, {1, 1, 2, {kNoHead, "NP"}, 1}};
  std::vector<Suspect> suspects(4);
  const std::vector<Span> spans = {{3, 7}, {3, 6}, {4, 6}, {1, 2}};
  for (std::size_t i = 0; i < suspects.size(); ++i) {
    suspects[i].sentence = i == 3 ? 1 : 0;
    suspects[i].word = spans[i].first;
    suspects[i].last = spans[i].last;
    suspects[i].score = -static_cast<double>(i);
  }
  suspects[3].proposed.deprel = "XP";
  const InjectionResult result = measure(injected, suspects);
  EXPECT_EQ(result.words, 2U);
  EXPECT_EQ(result.found, 2U);
  EXPECT_EQ(result.mended, 1U);  // the span that had no bracket
  ASSERT_THAT(result.points, SizeIs(4));
  EXPECT_EQ(result.points[0].recall, 50);
  EXPECT_EQ(result.points[0].precision, 100);
  EXPECT_EQ(result.points[1].recall, 50);
  EXPECT_EQ(result.points[1].precision, 100);
  EXPECT_EQ(result.points[3].recall, 100);
  EXPECT_EQ(result.points[3].precision, 75);
}

}  // namespace
}  // namespace espalier::curation
