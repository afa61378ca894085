// From files to rendered results.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "espalier/evaluation.h"
#include "tests/support/expect_error.h"
#include "tests/support/places.h"
#include "tests/support/temporary_folder.h"

namespace espalier {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using tests::error_of;
using tests::spill;

std::string word(int id, const std::string& form, int head, const std::string& label) {
  return std::to_string(id) + "\t" + form + "\t" + form + "\tX\tY\t_\t" + std::to_string(head) + "\t" + label +
         "\t_\t_\n";
}

class EvaluateTest : public ::testing::Test {
 protected:
  EvaluateTest() {
    gold_ = write("gold.conllu", word(1, "a", 2, "nsubj") + word(2, "b", 0, "root") + word(3, "c", 2, "obj") + "\n" +
                                     word(1, "d", 0, "root") + word(2, "e", 1, "obj") + "\n");
    // One head (c) and one label (e) changed.
    system_ = write("system.conllu", word(1, "a", 2, "nsubj") + word(2, "b", 0, "root") + word(3, "c", 1, "obj") +
                                         "\n" + word(1, "d", 0, "root") + word(2, "e", 1, "obl") + "\n");
  }
  std::string write(const std::string& name, const std::string& text) {
    spill(folder_ / name, text);
    return folder_ / name;
  }

  tests::TemporaryFolder folder_;
  std::string gold_;
  std::string system_;
};

TEST_F(EvaluateTest, ScoresAFile) {
  const EvaluationResult result = evaluate(gold_, {system_});
  EXPECT_EQ(result.metrics, "conll18");
  EXPECT_EQ(result.sentences, 2u);
  EXPECT_EQ(result.words, 5u);
  ASSERT_EQ(result.systems.size(), 1u);
  EXPECT_DOUBLE_EQ(result.systems[0].find("UAS")->value(), 80);
  EXPECT_DOUBLE_EQ(result.systems[0].find("LAS")->value(), 60);
  EXPECT_EQ(result.systems[0].find("nothing"), nullptr);
}

TEST_F(EvaluateTest, ResultsDoNotDependOnThreads) {
  EvaluationOptions options;
  options.by = {"all"};
  options.significance = true;
  options.resamples = 200;
  Control one, many;
  one.threads = 1;
  many.threads = 4;
  const std::string expected = to_json(evaluate(gold_, {system_, gold_, system_}, options, one));
  EXPECT_EQ(to_json(evaluate(gold_, {system_, gold_, system_}, options, many)), expected);
}

TEST_F(EvaluateTest, JsonHasTheScoresInPercent) {
  const auto json = nlohmann::json::parse(to_json(evaluate(gold_, {system_})));
  for (const char* part : {"precision", "recall", "f1", "aligned"}) EXPECT_DOUBLE_EQ(json["LAS"][part], 60) << part;
  EXPECT_DOUBLE_EQ(json["UAS"]["f1"], 80);
  EXPECT_EQ(json["LAS"]["gold"], 5);
  EXPECT_EQ(json["LAS"]["correct"], 3);
}

TEST_F(EvaluateTest, SeveralSystemsSideBySideWithTests) {
  EvaluationOptions options;
  options.significance = true;
  options.resamples = 1000;
  options.by = {"deprel"};
  const EvaluationResult result = evaluate(gold_, {gold_, system_}, options);
  const auto las = std::find_if(result.comparisons.begin(), result.comparisons.end(),
                                [](const Comparison& c) { return c.measure == "LAS"; });
  ASSERT_NE(las, result.comparisons.end());
  EXPECT_DOUBLE_EQ(las->difference, 40);
  // c and e only the first has right: 2 × 1/4.
  EXPECT_EQ(las->only_first, 2u);
  EXPECT_EQ(las->only_second, 0u);
  EXPECT_DOUBLE_EQ(las->mcnemar_p, 0.5);
  ASSERT_TRUE(result.systems[1].find("LAS")->interval.has_value());
  // Sentences score 2/3 and 1/2: resamples lie between 50 and 66.67.
  EXPECT_DOUBLE_EQ(result.systems[1].find("LAS")->interval->low, 50);
  EXPECT_DOUBLE_EQ(result.systems[1].find("LAS")->interval->high, 200.0 / 3);
  const auto json = nlohmann::json::parse(to_json(result));
  EXPECT_EQ(json["systems"].size(), 2u);
  EXPECT_DOUBLE_EQ(json["systems"][1]["LAS"]["f1"], 60);
  EXPECT_DOUBLE_EQ(json["systems"][1]["by"]["deprel"]["obj"]["LAS"]["recall"], 0);
  EXPECT_EQ(json["significance"].size(), result.comparisons.size());
  const std::string text = to_text(result);
  for (const char* part : {"gold.conllu", "system.conllu", "LAS", "By deprel", "p (McNemar)", "0.5000"}) {
    EXPECT_THAT(text, HasSubstr(part));
  }
}

TEST_F(EvaluateTest, TheTextTableShowsEachMeasure) {
  EXPECT_THAT(to_text(evaluate(gold_, {system_})), HasSubstr("LAS            60.00   60.00   60.00    60.00\n"));
}

TEST_F(EvaluateTest, TheReportStandsAlone) {
  EvaluationOptions options;
  options.by = {"all"};
  options.significance = true;
  options.resamples = 50;
  const std::string html = to_html(evaluate(gold_, {gold_, system_}, options));
  EXPECT_THAT(html, ::testing::StartsWith("<!DOCTYPE html>"));
  for (const char* part : {"<svg", "By deprel", "By distance", "Differences between systems", "</html>"}) {
    EXPECT_THAT(html, HasSubstr(part));
  }
  // Nothing comes from elsewhere.
  for (const char* part : {"src=\"http", "href=\"http", "<script src"})
    EXPECT_THAT(html, ::testing::Not(HasSubstr(part)));
}

TEST_F(EvaluateTest, RelevantRelationsAndPunctuation) {
  EvaluationOptions options;
  options.metrics = "conllx";
  options.relevant = {"obj"};
  // Gold has two, the output one; neither is right.
  const Score las = evaluate(gold_, {system_}, options).systems[0].find("LAS")->score;
  EXPECT_EQ(las.gold, 2u);
  EXPECT_EQ(las.system, 1u);
  EXPECT_EQ(las.correct, 0u);
  options.relevant.clear();
  options.punctuation = Punctuation::kOmit;
  options.punctuation_forms = {"c", "e"};
  EXPECT_DOUBLE_EQ(evaluate(gold_, {system_}, options).systems[0].find("LAS")->value(), 100);
}

TEST_F(EvaluateTest, BracketsByLength) {
  std::string long_tree = "(ROOT (S";
  for (int i = 0; i < 25; ++i) long_tree += " (T w)";
  long_tree += "))\n";
  const std::string gold = write("gold.mrg", "(ROOT (S (NP (T a) (T b)) (T c)))\n" + long_tree);
  const std::string system = write("system.mrg", "(ROOT (S (T a) (NP (T b) (T c))))\n" + long_tree);
  const EvaluationResult result = evaluate(gold, {system});
  EXPECT_EQ(result.metrics, "parseval");
  // Short: S right, NP not, 1/2; all: 2/3.
  EXPECT_DOUBLE_EQ(result.systems[0].find("Labelled")->value(), 200.0 / 3);
  ASSERT_EQ(result.systems[0].groups.size(), 2u);
  EXPECT_EQ(result.systems[0].groups[0].name, "<=20");
  EXPECT_DOUBLE_EQ(result.systems[0].groups[0].measures[0].value(), 50);
  EXPECT_DOUBLE_EQ(result.systems[0].groups[1].measures[0].value(), 200.0 / 3);
  EvaluationOptions options;
  options.params = write("x.prm", "CUTOFF_LEN 10\nDELETE_LABEL ROOT\nDELETE_LABEL S\n");
  const EvaluationResult cut = evaluate(gold, {system}, options);
  EXPECT_EQ(cut.systems[0].groups.size(), 3u);
  EXPECT_EQ(cut.systems[0].groups[0].name, "<=10");
  EXPECT_DOUBLE_EQ(cut.systems[0].find("Labelled")->value(), 0);
}

TEST_F(EvaluateTest, DemandsAreCheckedForEverySystem) {
  const EvaluationResult result = evaluate(gold_, {gold_, system_});
  EXPECT_TRUE(unmet(result, {parse_minimum("LAS=60"), parse_minimum("UAS.recall=80")}).empty());
  EXPECT_THAT(unmet(result, {parse_minimum("LAS=60.01")}), ElementsAre(system_ + ": LAS is 60.00, below 60.01"));
  EXPECT_THAT(error_of([&] { unmet(result, {parse_minimum("LASS=1")}); }).what(), HasSubstr("no measure 'LASS'"));
  for (const char* wrong : {"LAS", "LAS=", "=80", "LAS=8o", "LAS.f2=80"}) {
    EXPECT_EQ(error_of([&] { parse_minimum(wrong); }).kind(), ErrorKind::kUsage) << wrong;
  }
}

TEST_F(EvaluateTest, RefusesWhatDoesNotGoTogether) {
  const auto message = [&](const EvaluationOptions& options, const std::vector<std::string>& systems) {
    const Error error = error_of([&] { evaluate(gold_, systems, options); });
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    return std::string(error.what());
  };
  EvaluationOptions options;
  EXPECT_THAT(message(options, {}), HasSubstr("no system"));
  EXPECT_THAT(message(options, {"-", "-"}), HasSubstr("standard input"));
  options.metrics = "bleu";
  EXPECT_THAT(message(options, {system_}), HasSubstr("'bleu'"));
  options.metrics = "conllx";
  options.params = "x.prm";
  EXPECT_THAT(message(options, {system_}), HasSubstr("parseval"));
  options = {};
  options.by = {"length", "mood"};
  EXPECT_THAT(message(options, {system_}), HasSubstr("'mood'"));
}

TEST_F(EvaluateTest, ErrorsOfAnyFileArrive) {
  const std::string broken = write("broken.conllu", "1\ta\n\n");
  EXPECT_THAT(error_of([&] { evaluate(gold_, {system_, broken}); }).what(), HasSubstr("broken.conllu:1"));
  EXPECT_THAT(error_of([&] { evaluate(broken, {system_}); }).what(), HasSubstr("broken.conllu:1"));
  EXPECT_THAT(error_of([&] { evaluate(gold_, {folder_ / "absent.conllu"}); }).what(), HasSubstr("absent.conllu"));
}

// Every treebank that is there, against itself.
TEST(EvaluationOfRealTreebanks, ATreebankAgainstItselfIsAllRight) {
  const std::filesystem::path data = tests::treebank_folder();
  std::vector<std::string> files;
  if (std::filesystem::is_directory(data)) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(data)) {
      const std::string name = entry.path().filename();
      const bool is_tree = name.find(".conllu") != std::string::npos || name.find(".mrg") != std::string::npos;
      if (is_tree && name.find("-dev.") != std::string::npos) files.push_back(entry.path());
    }
  }
  if (files.empty()) GTEST_SKIP() << "no treebanks in " << data << "; set ESPALIER_DATA";
  for (const std::string& file : files) {
    const EvaluationResult result = evaluate(file, {file});
    EXPECT_GT(result.words, 0u) << file;
    for (const Measure& measure : result.systems[0].measures) {
      EXPECT_DOUBLE_EQ(measure.value(), measure.kind == MeasureKind::kAverage ? 0 : 100) << file << " " << measure.name;
    }
    EXPECT_TRUE(result.systems[0].unscored.empty())
        << file;  // sentences of punctuation alone are left out, as by EVALB
  }
}

}  // namespace
}  // namespace espalier
