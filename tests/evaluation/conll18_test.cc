#include <gtest/gtest.h>

#include "small_treebank.h"

namespace espalier::evaluation {
namespace {

using testing::conll18;
using testing::conllx;
using testing::expect_counts;
using testing::Scores;

// "She has seen the dogs ." and a second, one-word sentence. Content relations: nsubj, root, obj, root; functional:
// aux, det.
const std::string kGold =
    "She she PRON PP Case=Nom|Person=3 3 nsubj\n"
    "has have AUX VB Tense=Pres 3 aux\n"
    "seen see VERB VN Tense=Past|VerbForm=Part 0 root\n"
    "the the DET DT Definite=Def|Typo=Yes 5 det\n"
    "dogs dog NOUN NN Number=Plur 3 obj:x\n"
    ". . PUNCT . _ 3 punct\n"
    "\n"
    "Go _ VERB VB _ 0 root\n";

std::string changed(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

void expect_all_right_but(const Scores& scores, const std::map<std::string, std::uint64_t>& wrong) {
  for (const auto& [name, measure] : scores) {
    const auto at = wrong.find(name);
    EXPECT_EQ(measure.score.gold - measure.score.correct, at == wrong.end() ? 0 : at->second) << name;
    EXPECT_EQ(measure.score.system - measure.score.correct, at == wrong.end() ? 0 : at->second) << name;
  }
}

TEST(Conll18Test, AFileAgainstItselfIsAllRight) {
  const Scores scores = conll18(kGold, kGold);
  ASSERT_EQ(scores.size(), 13u);
  for (const auto& [name, measure] : scores) {
    EXPECT_DOUBLE_EQ(measure.score.precision(), 100) << name;
    EXPECT_DOUBLE_EQ(measure.score.recall(), 100) << name;
    EXPECT_DOUBLE_EQ(measure.score.f1(), 100) << name;
    EXPECT_DOUBLE_EQ(measure.score.aligned_accuracy(), 100) << name;
  }
  expect_counts(scores.at("Tokens"), 7, 7, 7, 7);
  expect_counts(scores.at("Sentences"), 2, 2, 2, 2);
  expect_counts(scores.at("Words"), 7, 7, 7, 7);
  expect_counts(scores.at("LAS"), 7, 7, 7, 7);
  // nsubj, root, obj, root.
  for (const char* name : {"CLAS", "MLAS", "BLEX"}) expect_counts(scores.at(name), 4, 4, 4, 4);
}

TEST(Conll18Test, OneChangedHeadChangesExactlyThat) {
  // `She` hangs from `has` instead: its own attachment is wrong in every attachment score.
  expect_all_right_but(conll18(kGold, changed(kGold, "Person=3 3 nsubj", "Person=3 2 nsubj")),
                       {{"UAS", 1}, {"LAS", 1}, {"CLAS", 1}, {"MLAS", 1}, {"BLEX", 1}});
  // `.` is neither content nor function word.
  expect_all_right_but(conll18(kGold, changed(kGold, "_ 3 punct", "_ 5 punct")), {{"UAS", 1}, {"LAS", 1}});
  // `the`, a function word, leaves `dogs` for `seen`: MLAS punishes both heads, which now have other function words.
  expect_all_right_but(conll18(kGold, changed(kGold, "5 det", "3 det")), {{"UAS", 1}, {"LAS", 1}, {"MLAS", 2}});
}

TEST(Conll18Test, LabelsAreComparedWithoutSubtypes) {
  expect_all_right_but(conll18(kGold, changed(kGold, "obj:x", "obj:y")), {});
  expect_all_right_but(conll18(kGold, changed(kGold, "obj:x", "iobj")),
                       {{"LAS", 1}, {"CLAS", 1}, {"MLAS", 1}, {"BLEX", 1}});
}

TEST(Conll18Test, ContentRelationsOfTheSystemMakeThePrecisionOfClas) {
  // `dogs` becomes a `case`: 3 content words in the output, 4 in the gold standard, 3 right: P 3/3, R 3/4, F 6/7.
  const Scores scores = conll18(kGold, changed(kGold, "obj:x", "case"));
  expect_counts(scores.at("CLAS"), 4, 3, 3, 4);
  EXPECT_DOUBLE_EQ(scores.at("CLAS").score.precision(), 100);
  EXPECT_DOUBLE_EQ(scores.at("CLAS").score.recall(), 75);
  EXPECT_DOUBLE_EQ(scores.at("CLAS").score.f1(), 600.0 / 7);
  EXPECT_DOUBLE_EQ(scores.at("CLAS").score.aligned_accuracy(), 75);
  // `seen` has a function word more now (aux, case): wrong in MLAS along with `dogs`.
  expect_counts(scores.at("MLAS"), 4, 3, 2, 4);
}

TEST(Conll18Test, TagsFeaturesAndLemmas) {
  expect_all_right_but(conll18(kGold, changed(kGold, "dog NOUN", "dog PROPN")),
                       {{"UPOS", 1}, {"AllTags", 1}, {"MLAS", 1}});
  expect_all_right_but(conll18(kGold, changed(kGold, "NOUN NN", "NOUN NNS")), {{"XPOS", 1}, {"AllTags", 1}});
  expect_all_right_but(conll18(kGold, changed(kGold, "Number=Plur", "Number=Sing")),
                       {{"UFeats", 1}, {"AllTags", 1}, {"MLAS", 1}});
  // The tag of a function word counts in MLAS of its head.
  expect_all_right_but(conll18(kGold, changed(kGold, "have AUX", "have VERB")),
                       {{"UPOS", 1}, {"AllTags", 1}, {"MLAS", 1}});
  // Features outside the universal inventory and the order of features do not matter.
  expect_all_right_but(conll18(kGold, changed(kGold, "|Typo=Yes", "|Style=Arch")), {});
  expect_all_right_but(conll18(kGold, changed(kGold, "Case=Nom|Person=3", "Person=3|Case=Nom")), {});
  expect_all_right_but(conll18(kGold, changed(kGold, "dogs dog", "dogs dogs")), {{"Lemmas", 1}, {"BLEX", 1}});
  // The gold lemma of `Go` is `_`: anything goes; the reverse does not.
  expect_all_right_but(conll18(kGold, changed(kGold, "Go _", "Go went")), {});
  expect_all_right_but(conll18(changed(kGold, "Go _", "Go go"), kGold), {{"Lemmas", 1}, {"BLEX", 1}});
}

TEST(Conll18Test, OtherTokensAndSentences) {
  // Gold: two sentences "ab c" and "d"; output: one sentence "a b cd".
  const std::string gold = "ab _ N _ _ 2 nsubj\nc _ V _ _ 0 root\n\nd _ V _ _ 0 root\n";
  const std::string system = "a _ N _ _ 3 nsubj\nb _ N _ _ 1 flat\ncd _ V _ _ 0 root\n";
  const Scores scores = conll18(gold, system);
  expect_counts(scores.at("Tokens"), 3, 3, 0, 0);
  expect_counts(scores.at("Sentences"), 2, 1, 0, 0);
  expect_counts(scores.at("Words"), 3, 3, 0, 0);
  EXPECT_DOUBLE_EQ(scores.at("LAS").score.f1(), 0);
  // Only the sentence boundary is lost: words stay right, `d` has another head.
  const Scores joined = conll18(gold, "ab _ N _ _ 2 nsubj\nc _ V _ _ 0 root\nd _ V _ _ 2 conj\n");
  expect_counts(joined.at("Sentences"), 2, 1, 0, 0);
  expect_counts(joined.at("Words"), 3, 3, 3, 3);
  expect_counts(joined.at("UAS"), 3, 3, 2, 3);
  EXPECT_DOUBLE_EQ(joined.at("UAS").score.f1(), 200.0 / 3);
}

TEST(Conll18Test, MultiwordTokens) {
  // "vámonos al mar": gold has two multiword tokens, the output splits the second only and wrongly joins the first.
  const std::string gold =
      "1-2 vámonos\nvamos ir VERB _ _ 0 root\nnos yo PRON _ _ 1 obj\n"
      "3-4 al\na a ADP _ _ 5 case\nel el DET _ _ 5 det\nmar mar NOUN _ _ 1 obl\n";
  const std::string system =
      "vámonos ir VERB _ _ 0 root\n"
      "2-3 al\na a ADP _ _ 4 case\nel el DET _ _ 4 det\nmar mar NOUN _ _ 1 obl\n";
  const Scores scores = conll18(gold, system);
  expect_counts(scores.at("Tokens"), 3, 3, 3, 3);
  // vámonos has no counterpart among {vamos, nos}: 3 of 5 gold words are aligned, 3 of 4 of the output.
  expect_counts(scores.at("Words"), 5, 4, 3, 3);
  // a → mar and el → mar are right; mar → vamos is not, as the output's head is not aligned.
  expect_counts(scores.at("UAS"), 5, 4, 2, 3);
  EXPECT_DOUBLE_EQ(scores.at("UAS").score.precision(), 50);
  EXPECT_DOUBLE_EQ(scores.at("UAS").score.recall(), 40);
  EXPECT_DOUBLE_EQ(scores.at("UAS").score.f1(), 400.0 / 9);
  EXPECT_DOUBLE_EQ(scores.at("UAS").score.aligned_accuracy(), 200.0 / 3);
}

TEST(Conll18Test, FiltersCountEachSideByItsOwnWords) {
  WordFilter no_punctuation;
  no_punctuation.omit_punctuation = true;
  expect_counts(conll18(kGold, kGold, no_punctuation).at("LAS"), 6, 6, 6, 6);
  WordFilter relevant;
  relevant.relevant = {"nsubj", "obj"};
  expect_counts(conll18(kGold, kGold, relevant).at("LAS"), 2, 2, 2, 2);
  expect_counts(conll18(kGold, changed(kGold, "obj:x", "obl"), relevant).at("LAS"), 2, 1, 1, 2);
}

TEST(Conll18Test, NothingAgainstNothing) {
  for (const auto& [name, measure] : conll18("", "")) EXPECT_DOUBLE_EQ(measure.score.f1(), 0) << name;
}

TEST(ConllxTest, AttachmentScoresWithAndWithoutPunctuation) {
  // Changed: the head of `She`, the label of `dogs` (a subtype: full labels count), the head of `.`.
  std::string system = changed(kGold, "Person=3 3 nsubj", "Person=3 2 nsubj");
  system = changed(changed(system, "obj:x", "obj:y"), "_ 3 punct", "_ 5 punct");
  const Scores scores = conllx(kGold, system);
  // 7 words: heads of She and . wrong → UAS 5/7; dogs also → LAS 4/7; label of dogs → LA 6/7.
  expect_counts(scores.at("UAS"), 7, 7, 5, 7);
  expect_counts(scores.at("LAS"), 7, 7, 4, 7);
  expect_counts(scores.at("LA"), 7, 7, 6, 7);
  // The second sentence is wholly right, the first is not.
  EXPECT_DOUBLE_EQ(scores.at("UEM").value(), 50);
  EXPECT_DOUBLE_EQ(scores.at("LEM").value(), 50);
  expect_counts(scores.at("Root"), 2, 2, 2, 2);
  WordFilter filter;
  filter.omit_punctuation = true;
  const Scores without = conllx(kGold, system, filter);
  expect_counts(without.at("UAS"), 6, 6, 5, 6);
  expect_counts(without.at("LAS"), 6, 6, 4, 6);
  // By a list instead: `She` is called punctuation, and so is every AUX; `.` is not.
  DocumentOptions listed;
  listed.punctuation_forms = {"She"};
  listed.punctuation_tags = {"AUX"};
  expect_counts(conllx(kGold, system, filter, listed).at("UAS"), 5, 5, 4, 5);
}

TEST(ConllxTest, CompleteMatchesAndRoots) {
  const std::string gold = "a _ _ _ _ 0 root\nb _ _ _ _ 1 x\n\nc _ _ _ _ 0 root\nd _ _ _ _ 1 x\n\n! _ _ _ _ 0 root\n";
  // First: labels wrong; second: the other word is the root; third: right.
  const std::string system = "a _ _ _ _ 0 root\nb _ _ _ _ 1 y\n\nc _ _ _ _ 2 x\nd _ _ _ _ 0 root\n\n! _ _ _ _ 0 root\n";
  const Scores scores = conllx(gold, system);
  EXPECT_DOUBLE_EQ(scores.at("UEM").value(), 200.0 / 3);
  EXPECT_DOUBLE_EQ(scores.at("LEM").value(), 100.0 / 3);
  expect_counts(scores.at("Root"), 3, 3, 2, 3);
  EXPECT_DOUBLE_EQ(scores.at("Root").value(), 200.0 / 3);
}

}  // namespace
}  // namespace espalier::evaluation
