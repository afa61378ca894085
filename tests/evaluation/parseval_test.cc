#include "evaluation/parseval.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "evaluation/bracket_match.h"
#include "tests/support/expect_error.h"
#include "tests/support/treebank.h"

namespace espalier::evaluation {
namespace {

using Scores = std::map<std::string, Measure>;

TreeDocument trees(const std::string& text, const std::string& name,
                   const treebank::Format& format = treebank::penn_format()) {
  TreeDocument document(name);
  for (const Sentence& sentence : espalier::testing::read(text, format)) document.add(sentence);
  return document;
}

struct Scored {
  Scores scores;
  ParsevalResult result;
};

Scored parseval(const std::string& gold_text, const std::string& system_text,
                const EvalbParams& params = usual_params(Punctuation::kUsual),
                const treebank::Format& format = treebank::penn_format()) {
  TreeVocabulary vocabulary(params);
  TreeDocument gold = trees(gold_text, "gold", format);
  TreeDocument system = trees(system_text, "system", format);
  gold.adopt(vocabulary);
  system.adopt(vocabulary);
  Scored outcome;
  outcome.result = score_parseval(gold, system, vocabulary);
  for (const Measure& measure : outcome.result.tallies.sum()) outcome.scores[measure.name] = measure;
  return outcome;
}

void expect_brackets(const Measure& measure, std::uint64_t gold, std::uint64_t system, std::uint64_t correct) {
  EXPECT_EQ(measure.score.gold, gold) << measure.name;
  EXPECT_EQ(measure.score.system, system) << measure.name;
  EXPECT_EQ(measure.score.correct, correct) << measure.name;
}

const std::string kGold =
    "(ROOT (S (NP (DT the) (NN man)) (VP (VBD saw) (NP (DT a) (NN dog)) (PP (IN with) (NP (PRP it)))) (. .)))\n";

TEST(ParsevalTest, ATreeAgainstItself) {
  const Scored outcome = parseval(kGold, kGold);
  // S, NP, VP, NP, PP, NP; ROOT does not count. 7 words, the full stop does not count.
  expect_brackets(outcome.scores.at("Labelled"), 6, 6, 6);
  expect_brackets(outcome.scores.at("Unlabelled"), 6, 6, 6);
  expect_brackets(outcome.scores.at("Tags"), 7, 7, 7);
  for (const char* name :
       {"Labelled", "Unlabelled", "Exact", "UnlabelledExact", "NoCrossing", "TwoOrLessCrossing", "Tags"}) {
    EXPECT_DOUBLE_EQ(outcome.scores.at(name).value(), 100) << name;
  }
  EXPECT_DOUBLE_EQ(outcome.scores.at("AverageCrossing").value(), 0);
}

TEST(ParsevalTest, AttachmentOfAPhrase) {
  // The PP goes into the NP: NP over "a dog with it" is new. 7 brackets, 6 of them right; nothing crosses.
  const Scored low = parseval(kGold,
                              "(ROOT (S (NP (DT the) (NN man)) (VP (VBD saw) (NP (NP (DT a) (NN dog)) (PP (IN with) "
                              "(NP (PRP it))))) (. .)))\n");
  expect_brackets(low.scores.at("Labelled"), 6, 7, 6);
  EXPECT_DOUBLE_EQ(low.scores.at("Labelled").score.precision(), 600.0 / 7);
  EXPECT_DOUBLE_EQ(low.scores.at("Labelled").score.recall(), 100);
  EXPECT_DOUBLE_EQ(low.scores.at("Labelled").score.f1(), 1200.0 / 13);
  EXPECT_DOUBLE_EQ(low.scores.at("Exact").value(), 0);
  EXPECT_DOUBLE_EQ(low.scores.at("NoCrossing").value(), 100);
}

TEST(ParsevalTest, CrossingBracketsAreCountedInTheOutput) {
  // Gold [0,2) [2,4); output [1,3) and [1,4): both cross. X and Y differ from gold labels as well.
  const std::string gold = "(ROOT (S (A (T a) (T b)) (B (T c) (T d))))\n";
  const Scored two = parseval(gold, "(ROOT (S (T a) (Y (X (T b) (T c)) (T d))))\n");
  expect_brackets(two.scores.at("Labelled"), 3, 3, 1);
  EXPECT_DOUBLE_EQ(two.scores.at("AverageCrossing").value(), 2);
  EXPECT_DOUBLE_EQ(two.scores.at("NoCrossing").value(), 0);
  EXPECT_DOUBLE_EQ(two.scores.at("TwoOrLessCrossing").value(), 100);
  // [1,3) twice and [1,4): three brackets cross, unary chains included.
  const Scored three = parseval(gold, "(ROOT (S (T a) (Y (X (X (T b) (T c))) (T d))))\n");
  EXPECT_DOUBLE_EQ(three.scores.at("AverageCrossing").value(), 3);
  EXPECT_DOUBLE_EQ(three.scores.at("TwoOrLessCrossing").value(), 0);
  // Two sentences, 2 and 0 crossing: average 1, half without any.
  const Scored both = parseval(gold + gold, "(ROOT (S (T a) (Y (X (T b) (T c)) (T d))))\n" + gold);
  EXPECT_DOUBLE_EQ(both.scores.at("AverageCrossing").value(), 1);
  EXPECT_DOUBLE_EQ(both.scores.at("NoCrossing").value(), 50);
  EXPECT_DOUBLE_EQ(both.scores.at("Exact").value(), 50);
}

TEST(ParsevalTest, UnaryChainsAndRepeatedBracketsAreMultisets) {
  // Gold has NP NP over "a", the output NP once and X: labelled 1 of 2 and 1 of 2, unlabelled 2 of 2 (and S on both
  // sides).
  const Scored outcome = parseval("(ROOT (S (NP (NP (T a))) (T b)))\n", "(ROOT (S (X (NP (T a))) (T b)))\n");
  expect_brackets(outcome.scores.at("Labelled"), 3, 3, 2);
  expect_brackets(outcome.scores.at("Unlabelled"), 3, 3, 3);
  EXPECT_DOUBLE_EQ(outcome.scores.at("Exact").value(), 0);
  EXPECT_DOUBLE_EQ(outcome.scores.at("UnlabelledExact").value(), 100);
  // One NP in the output cannot match two.
  expect_brackets(parseval("(ROOT (S (NP (NP (T a))) (T b)))\n", "(ROOT (S (NP (T a)) (T b)))\n").scores.at("Labelled"),
                  3, 2, 2);
}

TEST(ParsevalTest, PunctuationIsLeftOutByTag) {
  // The comma inside or outside the NP makes no difference, nor does a bracket over the comma alone.
  const std::string gold = "(ROOT (S (NP (NNP Bo) (, ,)) (VP (VBD ran)) (. .)))\n";
  const std::string system = "(ROOT (S (NP (NNP Bo)) (PRN (, ,)) (VP (VBD ran)) (. .)))\n";
  const Scored usual = parseval(gold, system);
  expect_brackets(usual.scores.at("Labelled"), 3, 3, 3);
  expect_brackets(usual.scores.at("Tags"), 2, 2, 2);
  // With punctuation: NP [0,2) against [0,1), and PRN.
  const Scored counted = parseval(gold, system, usual_params(Punctuation::kCount));
  expect_brackets(counted.scores.at("Labelled"), 3, 4, 2);
  expect_brackets(counted.scores.at("Tags"), 4, 4, 4);
}

TEST(ParsevalTest, PunctuationIsLeftOutByCharactersWhenAsked) {
  // A treebank with other tags: « and ? are P by Unicode.
  const std::string gold = "(ROOT (S (NP (PONCT «) (N a)) (V b) (PONCT ?)))\n";
  const std::string system = "(ROOT (S (PONCT «) (NP (N a)) (V b) (PONCT ?)))\n";
  expect_brackets(parseval(gold, system).scores.at("Labelled"), 2, 2, 1);
  const Scored omitted = parseval(gold, system, usual_params(Punctuation::kOmit));
  expect_brackets(omitted.scores.at("Labelled"), 2, 2, 2);
  expect_brackets(omitted.scores.at("Tags"), 2, 2, 2);
}

TEST(ParsevalTest, TracesFunctionsAndEqualLabels) {
  // -NONE- goes, and with it the NP that holds nothing else; functions are cut; ADVP and PRT are the same.
  const std::string gold = "( (S (NP-SBJ-1 (PRP He)) (VP (VBD gave) (PRT (RP up)) (NP (-NONE- *T*-1)))))\n";
  const std::string system = "(TOP (S (NP (PRP He)) (VP (VBD gave) (ADVP (RP up)))))\n";
  const Scored outcome = parseval(gold, system);
  expect_brackets(outcome.scores.at("Labelled"), 4, 4, 4);
  EXPECT_DOUBLE_EQ(outcome.scores.at("Exact").value(), 100);
}

TEST(ParsevalTest, TagsAreScoredApart) {
  const Scored outcome = parseval("(ROOT (S (NN a) (VB b) (NN c)))\n", "(ROOT (S (NN a) (NN b) (NN c)))\n");
  expect_brackets(outcome.scores.at("Tags"), 3, 3, 2);
  EXPECT_DOUBLE_EQ(outcome.scores.at("Labelled").value(), 100);
}

TEST(ParsevalTest, SentencesWithOtherWordsAreLeftOutAndReported) {
  const std::string good = "(ROOT (S (T a) (T b)))\n";
  const Scored outcome = parseval(good + good + good, good + "(ROOT (S (T a) (T x)))\n" + "(ROOT (S (T a)))\n");
  EXPECT_EQ(outcome.result.left_out, 2u);
  ASSERT_EQ(outcome.result.unscored.size(), 2u);
  EXPECT_STREQ(outcome.result.unscored[0].what(),
               "system:2: sentence 2 is not scored: its word 'x' is 'b' in the gold standard (gold:2)");
  EXPECT_STREQ(outcome.result.unscored[1].what(),
               "system:3: sentence 3 is not scored: it has 1 words, the gold standard 2 (gold:3)");
  expect_brackets(outcome.scores.at("Labelled"), 1, 1, 1);
  EXPECT_DOUBLE_EQ(outcome.scores.at("Exact").value(), 100);
  // A full stop tagged as a noun is one word more, as with EVALB.
  EXPECT_EQ(parseval("(ROOT (S (T a) (. .)))\n", "(ROOT (S (T a) (NN .)))\n").result.left_out, 1u);
  EvalbParams strict = usual_params(Punctuation::kUsual);
  strict.max_error = 1;
  const Error error =
      tests::error_of([&] { parseval(good + good, "(ROOT (S (T a) (T x)))\n(ROOT (S (T a)))\n", strict); });
  EXPECT_EQ(error.kind(), ErrorKind::kInput);
  EXPECT_THAT(error.what(), ::testing::HasSubstr("more than 1 sentences cannot be scored (MAX_ERROR)"));
  EXPECT_STREQ(tests::error_of([&] { parseval(good + good, good); }).what(),
               "gold:2: here is sentence 2, but system ends before it");
}

TEST(ParsevalTest, QuotesAreRestoredWhenOneSideKeptThem) {
  EvalbParams params = usual_params(Punctuation::kUsual);
  // Gold takes the quote for a closing one (left out), the output for a possessive (kept).
  const std::string gold = "(ROOT (S (NP (NN boys) ('' ')) (NN x)))\n";
  const std::string system = "(ROOT (S (NP (NN boys) (POS ')) (NN x)))\n";
  EXPECT_EQ(parseval(gold, system, params).result.left_out, 1u);
  params.quote_labels = {"''", "POS"};
  const Scored outcome = parseval(gold, system, params);
  EXPECT_EQ(outcome.result.left_out, 0u);
  expect_brackets(outcome.scores.at("Labelled"), 2, 2, 2);
  expect_brackets(outcome.scores.at("Tags"), 3, 3, 2);
}

TEST(ParsevalTest, DiscontinuousConstituents) {
  // VP over words 0 and 2 (gap: 1). The output has a VP over 0 and 1: same size, other yield.
  const std::string gold = "(S (VP (V 0=a) (P 2=c)) (N 1=b))\n";
  const std::string system = "(S (VP (V 0=a) (N 1=b)) (P 2=c))\n";
  const auto& format = treebank::discbracket_format();
  expect_brackets(parseval(gold, gold, usual_params(Punctuation::kUsual), format).scores.at("Labelled"), 2, 2, 2);
  const Scored outcome = parseval(gold, system, usual_params(Punctuation::kUsual), format);
  expect_brackets(outcome.scores.at("Labelled"), 2, 2, 1);
  // {0,1} and {0,2} share a word and neither holds the other.
  EXPECT_DOUBLE_EQ(outcome.scores.at("AverageCrossing").value(), 1);
}

TEST(BracketMatchTest, CrossingAgreesWithAllPairs) {
  // All brackets over 5 words as gold singles, against all as output singles; then all gold pairs.
  std::vector<KeptBracket> all;
  for (std::int32_t begin = 0; begin < 5; ++begin) {
    for (std::int32_t end = begin + 1; end <= 5; ++end) all.push_back({begin, end, 0, {}, 0});
  }
  const auto crosses = [](const KeptBracket& a, const KeptBracket& b) {
    return (a.begin < b.begin && b.begin < a.end && a.end < b.end) ||
           (b.begin < a.begin && a.begin < b.end && b.end < a.end);
  };
  for (const KeptBracket& one : all) {
    for (const KeptBracket& two : all) {
      for (const KeptBracket& system : all) {
        const std::size_t expected = crosses(one, system) || crosses(two, system) ? 1 : 0;
        ASSERT_EQ(count_crossing({one, two}, {system}, 5), expected);
      }
    }
  }
}

TEST(EvalbParamsTest, ReadsAParameterFile) {
  const EvalbParams params = parse_params(
      "##\nDEBUG 0\nMAX_ERROR 10\n\nCUTOFF_LEN 35\nLABELED 0\nDELETE_LABEL TOP\nDELETE_LABEL -NONE-  \n"
      "DELETE_LABEL_FOR_LENGTH -NONE-\nQUOTE_LABEL ''\nEQ_LABEL ADVP PRT\r\nEQ_WORD Example example\n",
      "x.prm");
  EXPECT_EQ(params.max_error, 10u);
  EXPECT_EQ(params.cutoff_length, 35u);
  EXPECT_FALSE(params.labeled);
  EXPECT_EQ(params.delete_labels, (std::vector<std::string>{"TOP", "-NONE-"}));
  EXPECT_EQ(params.delete_labels_for_length, std::vector<std::string>{"-NONE-"});
  EXPECT_EQ(params.quote_labels, std::vector<std::string>{"''"});
  ASSERT_EQ(params.equal_labels.size(), 1u);
  EXPECT_EQ(params.equal_labels[0].second, "PRT");
  EXPECT_EQ(params.equal_words[0].first, "Example");
  // With these: ROOT counts, labels do not, and the words are equal. S, ROOT on both sides.
  const Scored outcome = parseval("(ROOT (S (T Example) (T b)))\n", "(ROOT (X (T example) (T b)))\n", params);
  expect_brackets(outcome.scores.at("Labelled"), 2, 2, 2);
}

TEST(EvalbParamsTest, NamesTheLineOfAnError) {
  const auto message = [](const std::string& text) {
    return std::string(tests::error_of([&] { parse_params(text, "x.prm"); }).what());
  };
  EXPECT_EQ(message("DEBUG 0\nCUTOFF_LEN forty\n"), "x.prm:2: the value of CUTOFF_LEN is 'forty', not a whole number");
  EXPECT_EQ(message("DELETE_LABEL\n"), "x.prm:1: DELETE_LABEL has no value");
  EXPECT_EQ(message("# ok\n\nEQ_LABEL ADVP\n"), "x.prm:3: EQ_LABEL takes two values");
  EXPECT_EQ(message("DELETE_LABELS X\n"), "x.prm:1: unknown parameter 'DELETE_LABELS'");
}

TEST(EquivalenceTest, IsTransitive) {
  const Equivalence equal({{"a", "b"}, {"c", "d"}, {"d", "b"}});
  EXPECT_EQ(equal.canonical("a"), equal.canonical("c"));
  EXPECT_EQ(equal.canonical("b"), equal.canonical("d"));
  EXPECT_EQ(equal.canonical("e"), "e");
}

}  // namespace
}  // namespace espalier::evaluation
