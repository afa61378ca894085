// Each rule of entailment on trees written by hand, once where it makes a pair entailed and once where it does not.
#include "espalier/entailment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <vector>

#include "tests/support/small_treebank.h"

namespace espalier {
namespace {

using ::testing::HasSubstr;

/// Words `form/UPOS/head/deprel`, and perhaps `/XPOS/lemma`.
std::vector<Sentence> tree(const std::string& line) {
  Sentence out = tests::sentence_of(line);
  std::istringstream words(line);
  std::string word;
  for (std::int32_t node = 1; words >> word; ++node) {
    std::istringstream fields(word);
    std::vector<std::string> parts;
    for (std::string part; std::getline(fields, part, '/');) parts.push_back(part);
    if (parts.size() > 4) out.set(node, Column::kXpos, parts[4]);
    if (parts.size() > 5) out.set(node, Column::kLemma, parts[5]);
  }
  return {out};
}

bool entails(const std::string& text, const std::string& hypothesis, const EntailmentOptions& options = {}) {
  return decide(tree(text), tree(hypothesis), options).entailed;
}

const std::string kKissed = "John/PROPN/2/nsubj kissed/VERB/0/root/VBD Mary/PROPN/2/obj";
const std::string kWasKissed = "Mary/PROPN/3/nsubj:pass was/AUX/3/aux:pass kissed/VERB/0/root/VBN";

TEST(Entailment, SubjectsAndObjects) {
  EXPECT_TRUE(entails(kKissed, kKissed));
  EXPECT_FALSE(entails(kKissed, "Mary/PROPN/2/nsubj kissed/VERB/0/root/VBD John/PROPN/2/obj"));
  EXPECT_TRUE(entails(kKissed, "John/PROPN/2/nsubj kissed/VERB/0/root somebody/PRON/2/obj"));
  EXPECT_FALSE(entails(kKissed, "somebody/PRON/2/nsubj kissed/VERB/0/root John/PROPN/2/obj"));
  EXPECT_FALSE(entails("John/PROPN/2/nsubj slept/VERB/0/root", "John/PROPN/2/nsubj slept/VERB/0/root it/PRON/2/obj"));
}

TEST(Entailment, PassiveAndAgent) {
  EXPECT_TRUE(entails(kKissed, kWasKissed));
  EXPECT_FALSE(entails(kKissed, "John/PROPN/3/nsubj:pass was/AUX/3/aux:pass kissed/VERB/0/root/VBN"));
  EXPECT_TRUE(entails(kWasKissed, "Somebody/PRON/2/nsubj kissed/VERB/0/root/VBD Mary/PROPN/2/obj"));
  EXPECT_FALSE(entails(kWasKissed, kKissed));
  const std::string by_john = kWasKissed + " by/ADP/5/case John/PROPN/3/obl:agent";
  EXPECT_TRUE(entails(by_john, kKissed));
  EXPECT_TRUE(entails(kKissed, by_john));
  // A place is no agent, unless the treebank does not tell.
  const std::string plain = kWasKissed + " by/ADP/5/case John/PROPN/3/obl";
  EXPECT_FALSE(entails(plain, kKissed));
  EXPECT_TRUE(entails(plain, kKissed, {.share = 1, .by_is_agent = true}));
}

TEST(Entailment, PassiveWithoutSubtypes) {
  const std::string plain = "Mary/PROPN/3/nsubj was/AUX/3/aux/VBD/be kissed/VERB/0/root/VBN";
  EXPECT_TRUE(entails(kKissed, plain));
  EXPECT_FALSE(entails(kKissed, "Mary/PROPN/3/nsubj has/AUX/3/aux/VBZ/have kissed/VERB/0/root/VBN"));
}

TEST(Entailment, Descriptions) {
  const std::string boat = "The/DET/4/det big/ADJ/4/amod red/ADJ/4/amod boat/NOUN/5/nsubj sank/VERB/0/root";
  EXPECT_TRUE(entails(boat, "The/DET/2/det boat/NOUN/4/nsubj was/AUX/4/cop big/ADJ/0/root"));
  EXPECT_FALSE(entails(boat, "The/DET/2/det boat/NOUN/4/nsubj was/AUX/4/cop old/ADJ/0/root"));
  const std::string painter = "Tom/PROPN/5/nsubj ,/PUNCT/4/punct a/DET/4/det painter/NOUN/1/appos slept/VERB/0/root";
  EXPECT_TRUE(entails(painter, "Tom/PROPN/4/nsubj was/AUX/4/cop a/DET/4/det painter/NOUN/0/root"));
  EXPECT_TRUE(entails(painter, "A/DET/2/det painter/NOUN/3/nsubj slept/VERB/0/root"));
  EXPECT_FALSE(entails(painter, "Tom/PROPN/2/nsubj painted/VERB/0/root"));
  EXPECT_TRUE(entails("Tom/PROPN/2/nsubj became/VERB/0/root rich/ADJ/2/xcomp",
                      "Tom/PROPN/3/nsubj was/AUX/3/cop rich/ADJ/0/root"));
  EXPECT_FALSE(entails("Tom/PROPN/2/nsubj seemed/VERB/0/root/VBD/seem rich/ADJ/2/xcomp",
                       "Tom/PROPN/3/nsubj was/AUX/3/cop rich/ADJ/0/root"));
}

TEST(Entailment, WordsAreTheSameThroughout) {
  const std::string text =
      "A/DET/3/det tall/ADJ/3/amod man/NOUN/4/nsubj saw/VERB/0/root another/DET/6/det man/NOUN/4/obj "
      "sleeping/VERB/6/acl/VBG/sleep";
  EXPECT_TRUE(entails(text, "a/DET/2/det man/NOUN/3/nsubj slept/VERB/0/root/VBD/sleep"));
  EXPECT_FALSE(entails(text, "a/DET/3/det tall/ADJ/3/amod man/NOUN/4/nsubj slept/VERB/0/root/VBD/sleep"));
}

TEST(Entailment, RelativeClauses) {
  const std::string chef =
      "chef/NOUN/5/nsubj who/PRON/3/nsubj burned/VERB/1/acl:relcl soup/NOUN/3/obj left/VERB/0/root";
  EXPECT_TRUE(entails(chef, "chef/NOUN/2/nsubj burned/VERB/0/root soup/NOUN/2/obj"));
  EXPECT_FALSE(entails(chef, "soup/NOUN/2/nsubj burned/VERB/0/root"));
  const std::string letter =
      "letter/NOUN/5/nsubj that/PRON/4/obj boy/NOUN/4/nsubj sent/VERB/1/acl:relcl came/VERB/0/root";
  EXPECT_TRUE(entails(letter, "boy/NOUN/2/nsubj sent/VERB/0/root letter/NOUN/2/obj"));
  EXPECT_FALSE(entails(letter, "letter/NOUN/2/nsubj sent/VERB/0/root boy/NOUN/2/obj"));
  const std::string bare = "letter/NOUN/4/nsubj boy/NOUN/3/nsubj sent/VERB/1/acl:relcl came/VERB/0/root";
  EXPECT_TRUE(entails(bare, "boy/NOUN/2/nsubj sent/VERB/0/root letter/NOUN/2/obj"));
  const std::string house = "house/NOUN/5/nsubj they/PRON/3/nsubj lived/VERB/1/acl:relcl in/ADP/3/obl fell/VERB/0/root";
  EXPECT_TRUE(entails(house, "they/PRON/2/nsubj lived/VERB/0/root in/ADP/4/case house/NOUN/2/obl"));
  EXPECT_FALSE(entails(house, "they/PRON/2/nsubj lived/VERB/0/root house/NOUN/2/obj"));
  const std::string whose =
      "man/NOUN/5/nsubj whose/PRON/3/nmod:poss ship/NOUN/4/nsubj sank/VERB/1/acl:relcl wept/VERB/0/root";
  EXPECT_TRUE(entails(whose, "man/NOUN/2/nsubj had/VERB/0/root/VBD/have ship/NOUN/2/obj"));
}

TEST(Entailment, Participles) {
  const std::string letters =
      "letters/NOUN/5/nsubj written/VERB/1/acl/VBN by/ADP/4/case Anna/PROPN/2/obl:agent came/VERB/0/root";
  EXPECT_TRUE(entails(letters, "Anna/PROPN/2/nsubj wrote/VERB/0/root/VBD/written letters/NOUN/2/obj"));
  EXPECT_FALSE(entails(letters, "Anna/PROPN/2/nsubj came/VERB/0/root"));
  const std::string van = "They/PRON/2/nsubj saw/VERB/0/root van/NOUN/2/obj carrying/VERB/3/acl/VBG tyres/NOUN/4/obj";
  EXPECT_TRUE(entails(van, "van/NOUN/2/nsubj carrying/VERB/0/root tyres/NOUN/2/obj"));
  EXPECT_FALSE(entails(van, "They/PRON/2/nsubj carrying/VERB/0/root tyres/NOUN/2/obj"));
  const std::string broken = "broken/VERB/2/amod/VBN window/NOUN/0/root";
  EXPECT_TRUE(entails(broken, "window/NOUN/3/nsubj:pass was/AUX/3/aux:pass broken/VERB/0/root/VBN"));
}

TEST(Entailment, Coordination) {
  const std::string nouns = "Tom/PROPN/4/nsubj and/CCONJ/3/cc Ann/PROPN/1/conj left/VERB/0/root";
  EXPECT_TRUE(entails(nouns, "Ann/PROPN/2/nsubj left/VERB/0/root"));
  const std::string either = "Tom/PROPN/4/nsubj or/CCONJ/3/cc Ann/PROPN/1/conj left/VERB/0/root";
  EXPECT_FALSE(entails(either, "Ann/PROPN/2/nsubj left/VERB/0/root"));
  const std::string verbs = "dog/NOUN/2/nsubj chased/VERB/0/root cat/NOUN/2/obj and/CCONJ/5/cc barked/VERB/2/conj";
  EXPECT_TRUE(entails(verbs, "dog/NOUN/2/nsubj barked/VERB/0/root"));
  EXPECT_FALSE(entails(verbs, "cat/NOUN/2/nsubj barked/VERB/0/root"));
  EXPECT_FALSE(entails(verbs, "dog/NOUN/2/nsubj barked/VERB/0/root cat/NOUN/2/obj"));
  const std::string object = "Ann/PROPN/2/nsubj bought/VERB/0/root and/CCONJ/4/cc read/VERB/2/conj books/NOUN/2/obj";
  EXPECT_TRUE(entails(object, "Ann/PROPN/2/nsubj read/VERB/0/root books/NOUN/2/obj"));
}

TEST(Entailment, Possession) {
  const std::string bicycle = "Anna/PROPN/3/nmod:poss 's/PART/1/case bicycle/NOUN/4/nsubj broke/VERB/0/root";
  EXPECT_TRUE(entails(bicycle, "Anna/PROPN/2/nsubj has/VERB/0/root/VBZ/have bicycle/NOUN/2/obj"));
  EXPECT_TRUE(entails(bicycle, "bicycle/NOUN/2/nsubj belongs/VERB/0/root/VBZ/belong to/ADP/4/case Anna/PROPN/2/obl"));
  EXPECT_TRUE(entails(bicycle, "bicycle/NOUN/3/nsubj is/AUX/3/cop Anna/PROPN/0/root 's/PART/3/case"));
  EXPECT_FALSE(entails(bicycle, "bicycle/NOUN/2/nsubj has/VERB/0/root/VBZ/have Anna/PROPN/2/obj"));
  const std::string roof = "roof/NOUN/4/nsubj of/ADP/3/case house/NOUN/1/nmod leaks/VERB/0/root";
  EXPECT_TRUE(entails(roof, "house/NOUN/2/nsubj has/VERB/0/root/VBZ/have roof/NOUN/2/obj"));
}

TEST(Entailment, PrepositionsAreAttached) {
  const std::string to_verb = "Ann/PROPN/2/nsubj saw/VERB/0/root Tom/PROPN/2/obj with/ADP/5/case glasses/NOUN/2/obl";
  const std::string to_noun = "Ann/PROPN/2/nsubj saw/VERB/0/root Tom/PROPN/2/obj with/ADP/5/case glasses/NOUN/3/nmod";
  const std::string has = "Tom/PROPN/2/nsubj has/VERB/0/root/VBZ/have glasses/NOUN/2/obj";
  EXPECT_TRUE(entails(to_noun, has));
  EXPECT_FALSE(entails(to_verb, has));
  const std::string cat = "cat/NOUN/4/nsubj on/ADP/3/case roof/NOUN/1/nmod slept/VERB/0/root";
  EXPECT_TRUE(entails(cat, "cat/NOUN/4/nsubj was/AUX/4/cop on/ADP/4/case roof/NOUN/0/root"));
  EXPECT_TRUE(entails(cat, "There/PRON/2/expl is/VERB/0/root/VBZ/be cat/NOUN/2/nsubj on/ADP/5/case roof/NOUN/2/obl"));
  EXPECT_FALSE(entails(cat, "cat/NOUN/4/nsubj was/AUX/4/cop under/ADP/4/case roof/NOUN/0/root"));
  EXPECT_FALSE(entails(cat, "There/PRON/2/expl is/VERB/0/root/VBZ/be dog/NOUN/2/nsubj"));
}

TEST(Entailment, Recipients) {
  const std::string gave = "Tom/PROPN/2/nsubj gave/VERB/0/root Ann/PROPN/2/iobj books/NOUN/2/obj";
  EXPECT_TRUE(entails(gave, "Tom/PROPN/2/nsubj gave/VERB/0/root books/NOUN/2/obj to/ADP/5/case Ann/PROPN/2/obl"));
  EXPECT_TRUE(entails("Tom/PROPN/2/nsubj gave/VERB/0/root books/NOUN/2/obj to/ADP/5/case Ann/PROPN/2/obl", gave));
  EXPECT_TRUE(entails(gave, "Ann/PROPN/3/nsubj:pass was/AUX/3/aux:pass gave/VERB/0/root books/NOUN/3/obj"));
  EXPECT_FALSE(entails(gave, "Ann/PROPN/2/nsubj gave/VERB/0/root books/NOUN/2/obj"));
}

TEST(Entailment, UnderstoodSubjects) {
  const std::string made = "Ann/PROPN/2/nsubj made/VERB/0/root Tom/PROPN/2/obj leave/VERB/2/xcomp/VB";
  EXPECT_TRUE(entails(made, "Tom/PROPN/2/nsubj leave/VERB/0/root"));
  EXPECT_FALSE(entails(made, "Ann/PROPN/2/nsubj leave/VERB/0/root"));
  const std::string began = "Ann/PROPN/2/nsubj began/VERB/0/root to/PART/4/mark leave/VERB/2/xcomp/VB";
  EXPECT_TRUE(entails(began, "Ann/PROPN/2/nsubj leave/VERB/0/root"));
  const std::string seeing = "Seeing/VERB/4/advcl/VBG bulls/NOUN/1/obj they/PRON/4/nsubj ran/VERB/0/root";
  EXPECT_TRUE(entails(seeing, "they/PRON/2/nsubj seeing/VERB/0/root bulls/NOUN/2/obj"));
}

TEST(Entailment, WhatIsNotClaimed) {
  const std::string left = "Ann/PROPN/2/nsubj leave/VERB/0/root";
  const std::string not_left = "Ann/PROPN/4/nsubj did/AUX/4/aux not/PART/4/advmod leave/VERB/0/root";
  EXPECT_FALSE(entails(not_left, left));
  EXPECT_FALSE(entails(left, not_left));
  EXPECT_TRUE(entails(not_left, not_left));
  const std::string may = "Ann/PROPN/3/nsubj may/AUX/3/aux/MD/may leave/VERB/0/root";
  EXPECT_FALSE(entails(may, left));
  EXPECT_TRUE(entails(left, may));
  const std::string wanted = "Ann/PROPN/2/nsubj wanted/VERB/0/root/VBD/want to/PART/4/mark leave/VERB/2/xcomp";
  EXPECT_FALSE(entails(wanted, left));
  const std::string failed = "Ann/PROPN/2/nsubj failed/VERB/0/root/VBD/fail to/PART/4/mark leave/VERB/2/xcomp";
  EXPECT_TRUE(entails(failed, not_left));
  EXPECT_FALSE(entails("Nobody/PRON/2/nsubj leave/VERB/0/root", "Somebody/PRON/2/nsubj leave/VERB/0/root"));
  const std::string if_left = "If/SCONJ/3/mark Ann/PROPN/3/nsubj leave/VERB/5/advcl I/PRON/5/nsubj stay/VERB/0/root";
  EXPECT_FALSE(entails(if_left, left));
}

TEST(Entailment, Names) {
  const std::string text = "Clara/PROPN/3/nsubj Novak/PROPN/1/flat slept/VERB/0/root";
  EXPECT_TRUE(entails(text, "Novak/PROPN/2/nsubj slept/VERB/0/root"));
  EXPECT_FALSE(entails("Novak/PROPN/2/nsubj slept/VERB/0/root", text));
}

TEST(Entailment, UnknownRelationsAreLinks) {
  EXPECT_TRUE(entails("a/X/2/odd b/X/0/root", "a/X/2/odd b/X/0/root"));
  EXPECT_TRUE(entails("b/X/2/nsubj a/X/0/root", "a/X/2/odd b/X/0/root"));
  EXPECT_FALSE(entails("a/X/3/odd b/X/3/odd c/X/0/root", "a/X/2/odd b/X/0/root"));
}

TEST(Entailment, RootsMayHaveAnyRelation) {
  for (const std::string relation : {"conj", "acl:relcl", "acl", "xcomp", "nsubj", "appos", "advcl", "compound:prt"}) {
    EXPECT_TRUE(entails("that/PRON/2/nsubj goes/VERB/0/" + relation, "that/PRON/2/nsubj goes/VERB/0/root")) << relation;
  }
}

TEST(Entailment, CyclesStateWhatTheirArcsDo) {
  EXPECT_TRUE(entails("a/NOUN/2/nsubj b/VERB/1/xcomp", "a/NOUN/2/nsubj b/VERB/0/root"));
}

TEST(Entailment, NoTreeStatesNothing) {
  Sentence words;
  words.add_word("Rain");
  EXPECT_FALSE(decide({}, {}).entailed);
  EXPECT_FALSE(decide({}, tree("Rain/NOUN/0/root")).entailed);
  EXPECT_TRUE(decide({&words, 1}, tree("Rain/NOUN/0/root")).entailed);
  EXPECT_FALSE(decide({&words, 1}, tree("Snow/NOUN/0/root")).entailed);
}

TEST(Entailment, SaysWhy) {
  const EntailmentDecision decision =
      decide(tree(kKissed), tree("Mary/PROPN/2/nsubj kissed/VERB/0/root Tom/PROPN/2/obj"));
  ASSERT_EQ(decision.findings.size(), 2U);
  EXPECT_EQ(decision.findings[0].statement, "'kissed' has the subject 'Mary'");
  EXPECT_EQ(decision.findings[0].because, "in the text 'kissed' has the object 'Mary' (object)");
  EXPECT_EQ(decision.findings[1].because, "'Tom' is not in the text");
  EXPECT_EQ(decision.found(), 0U);
  EXPECT_THAT(decision.explanation(), HasSubstr("not found: 'kissed' has the subject 'Mary' (in the text"));
  EXPECT_EQ(decide(tree(kKissed), tree(kWasKissed)).explanation(), "found: 'kissed' has the object 'Mary' (object)");
}

TEST(Entailment, AShareOfTheStatements) {
  const std::string half = "John/PROPN/2/nsubj kissed/VERB/0/root/VBD Anna/PROPN/2/obj";
  EXPECT_FALSE(entails(kKissed, half, {.share = 0.6}));
  EXPECT_TRUE(entails(kKissed, half, {.share = 0.5}));
}

EntailmentPair pair_of(const std::string& id, std::optional<bool> gold, const std::string& group) {
  EntailmentPair pair;
  pair.id = id;
  pair.gold = gold;
  pair.group = group;
  return pair;
}

std::vector<EntailmentDecision> decisions_of(const std::vector<bool>& said) {
  std::vector<EntailmentDecision> out(said.size());
  for (std::size_t i = 0; i < said.size(); ++i) out[i].entailed = said[i];
  return out;
}

TEST(EntailmentScores, AgreeWithArithmetic) {
  const std::vector<EntailmentPair> pairs = {pair_of("1", true, "a"),  pair_of("2", true, "a"),
                                             pair_of("3", false, "b"), pair_of("4", false, "b"),
                                             pair_of("5", true, "b"),  pair_of("6", {}, "c")};
  const auto scores = score_entailment(pairs, decisions_of({true, false, true, false, true, true}));
  ASSERT_EQ(scores.size(), 3U);
  EXPECT_EQ(scores[0].pairs, 5U);
  EXPECT_EQ(scores[0].right, 3U);  // 1, 4, 5
  EXPECT_DOUBLE_EQ(scores[0].accuracy(), 60);
  EXPECT_DOUBLE_EQ(scores[0].precision(), 100 * 2.0 / 3);
  EXPECT_DOUBLE_EQ(scores[0].recall(), 100 * 2.0 / 3);
  EXPECT_DOUBLE_EQ(scores[0].f1(), 100 * 2.0 / 3);
  EXPECT_DOUBLE_EQ(scores[0].majority(), 60);
  EXPECT_EQ(scores[1].group, "a");
  EXPECT_DOUBLE_EQ(scores[1].accuracy(), 50);
  EXPECT_DOUBLE_EQ(scores[2].accuracy(), 100 * 2.0 / 3);
}

TEST(EntailmentScores, WilsonsInterval) {
  EntailmentScore score;
  score.pairs = 10;
  score.right = 8;
  // (0.8 + 3.8415/20 ± 1.96·sqrt(0.016 + 3.8415/400)) / 1.38415
  EXPECT_NEAR(score.interval().low, 49.02, 0.01);
  EXPECT_NEAR(score.interval().high, 94.33, 0.01);
  score.right = 10;
  EXPECT_NEAR(score.interval().low, 72.25, 0.01);
  EXPECT_NEAR(score.interval().high, 100, 1e-9);
}

TEST(EntailmentScores, RunsAreCompared) {
  std::vector<EntailmentPair> pairs;
  for (int i = 0; i < 6; ++i) pairs.push_back(pair_of(std::to_string(i), true, ""));
  const std::vector<EntailmentRun> runs = {{"a", decisions_of({true, true, true, true, true, true})},
                                           {"b", decisions_of({true, false, false, false, false, false})}};
  const auto comparisons = compare_entailment(pairs, runs);
  ASSERT_EQ(comparisons.size(), 1U);
  EXPECT_EQ(comparisons[0].only_first, 5U);
  EXPECT_EQ(comparisons[0].only_second, 0U);
  EXPECT_DOUBLE_EQ(comparisons[0].p, 2.0 / 32);
}

}  // namespace
}  // namespace espalier
