// The analyses from files to rendered results.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "espalier/evaluation.h"
#include "tests/support/expect_error.h"
#include "tests/support/temporary_folder.h"

namespace espalier {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using tests::error_of;

std::string word(int id, const std::string& form, int head, const std::string& label, const std::string& misc) {
  return std::to_string(id) + "\t" + form + "\t_\tNOUN\t_\t_\t" + std::to_string(head) + "\t" + label + "\t_\t" + misc +
         "\n";
}

class AnalysesTest : public ::testing::Test {
 protected:
  std::string write(const std::string& name, const std::string& text) {
    tests::spill(folder_ / name, text);
    return folder_ / name;
  }
  static std::string tree(const std::string& label_of_a, int head_of_c, const std::string& confidence_of_c) {
    return "# sent_id = one\n" + word(1, "a", 2, label_of_a, "Conf=0.900") + word(2, "b", 0, "root", "Conf=0.950") +
           word(3, "c<", head_of_c, "obj", confidence_of_c) + "\n";
  }
  EvaluationOptions everything() const {
    EvaluationOptions options;
    options.confusion = {"labels", "upos"};
    options.errors = options.confidence = options.compare = true;
    return options;
  }

  tests::TemporaryFolder folder_;
  std::string gold_ = write("gold.conllu", tree("nsubj", 2, "_"));
  std::string first_ = write("first.conllu", tree("nsubj", 1, "Conf=0.400"));
  std::string second_ = write("second.conllu", tree("obj", 2, "SpaceAfter=No"));
};

TEST_F(AnalysesTest, NothingIsMadeUnlessAskedFor) {
  const EvaluationResult result = evaluate(gold_, {first_, second_});
  for (const SystemEvaluation& system : result.systems) {
    EXPECT_TRUE(system.confusions.empty());
    EXPECT_FALSE(system.errors || system.reliability);
  }
  EXPECT_FALSE(result.agreement);
}

TEST_F(AnalysesTest, JsonHasAllFigures) {
  const auto json = nlohmann::json::parse(to_json(evaluate(gold_, {first_, second_}, everything())));
  const auto& first = json["systems"][0];
  const auto& second = json["systems"][1];
  EXPECT_EQ(first["errors"]["wrong_heads"], 1);
  EXPECT_EQ(first["errors"]["by"]["attachment"]["nominal"]["examples"][0], "one:3");
  EXPECT_EQ(first["errors"]["by"]["distance"]["1"]["2"], 1);
  EXPECT_EQ(first["errors"]["forms"][0]["form"], "c<");
  EXPECT_EQ(second["errors"]["wrong_labels"], 1);
  EXPECT_EQ(second["confusion"]["deprel"]["matrix"]["nsubj"]["obj"]["right_head"], 1);
  EXPECT_EQ(second["confusion"]["upos"]["different"], 0);
  EXPECT_EQ(first["confidence"]["arcs"], 3);
  EXPECT_EQ(first["confidence"]["right"], 2);
  // 0.4: wrong; 0.9 and 0.95: right. A third of 40 points and two thirds of 7.5.
  EXPECT_NEAR(first["confidence"]["calibration_error"], 40.0 / 3 + 2 * 7.5 / 3, 1e-4);
  // The fifth is 0.6 of the least confident arc, and so of the only error.
  EXPECT_NEAR(first["confidence"]["errors_in_least_confident_fifth"], 60, 1e-9);
  EXPECT_EQ(second["confidence"]["without"], 1);
  EXPECT_EQ(json["agreement"]["pairs"][0]["LAS"]["only_first"], 1);
  EXPECT_EQ(json["agreement"]["pairs"][0]["LAS"]["only_second"], 1);
  EXPECT_EQ(json["agreement"]["pairs"][0]["UAS"]["both"], 2);
  EXPECT_EQ(json["agreement"]["pairs"][0]["by"]["deprel"]["obj"]["only_second"], 1);
  EXPECT_EQ(json["agreement"]["overlaps"][0]["LAS"], 1);
}

TEST_F(AnalysesTest, TextAndPageHaveThem) {
  const EvaluationResult result = evaluate(gold_, {first_, second_}, everything());
  const std::string text = to_text(result);
  const std::string page = to_html(result);
  for (const char* title : {"Confusion of deprel: second.conllu: 1 of 3 words differ, 1 of them with the right head",
                            "Errors: first.conllu", "Words that are wrong most often", "Accuracy by confidence",
                            "Pairs of systems, word by word", "LAS by deprel"}) {
    EXPECT_THAT(text, HasSubstr(title));
    EXPECT_THAT(page, HasSubstr(title));
  }
  EXPECT_THAT(page, HasSubstr("Reliability"));
  EXPECT_THAT(page, HasSubstr("background:rgba("));
  EXPECT_THAT(page, HasSubstr("c&lt;"));
  EXPECT_THAT(page, Not(HasSubstr("c<<")));
}

TEST_F(AnalysesTest, ResultsDoNotDependOnMetricsOrThreadsWhereTokensAreTheSame) {
  EvaluationOptions options = everything();
  options.errors = true;
  Control one, many;
  one.threads = 1;
  many.threads = 4;
  options.metrics = "conllx";
  const EvaluationResult by_words = evaluate(gold_, {first_, second_}, options, one);
  EXPECT_EQ(to_json(evaluate(gold_, {first_, second_}, options, many)), to_json(by_words));
  options.metrics = "conll18";
  const EvaluationResult by_characters = evaluate(gold_, {first_, second_}, options, many);
  const auto a = nlohmann::json::parse(to_json(by_words));
  const auto b = nlohmann::json::parse(to_json(by_characters));
  EXPECT_EQ(a["agreement"], b["agreement"]);
  for (const char* part : {"errors", "confusion", "confidence"})
    EXPECT_EQ(a["systems"][0][part], b["systems"][0][part]);
}

TEST_F(AnalysesTest, WhatDoesNotGoTogetherIsRefused) {
  const auto complaint = [&](const std::vector<std::string>& systems, const EvaluationOptions& options) {
    return std::string(error_of([&] { evaluate(gold_, systems, options); }).what());
  };
  EvaluationOptions options;
  options.compare = true;
  EXPECT_THAT(complaint({first_}, options), HasSubstr("2 to 16 systems can be compared, not 1"));
  options = {};
  options.confusion = {"upso"};
  EXPECT_THAT(complaint({first_}, options), HasSubstr("'upso' (did you mean 'upos'?)"));
  options = {};
  options.confidence = true;
  EXPECT_THAT(complaint({write("plain.conllu", word(1, "a", 2, "x", "_") + word(2, "b", 0, "root", "_") +
                                                   word(3, "c<", 2, "x", "_") + "\n")},
                        options),
              HasSubstr("plain.conllu: no word says how sure its head is"));
  for (const char* value : {"high", "1.5", "-0.1", "0.5x", "nan", ""}) {
    EXPECT_THAT(complaint({write("bad.conllu", tree("nsubj", 2, std::string("Conf=") + value))}, options),
                HasSubstr("bad.conllu:1: Conf of word 3"));
  }
  options.metrics = "parseval";
  EXPECT_THAT(complaint({first_}, options), HasSubstr("do not go with parseval"));
}

}  // namespace
}  // namespace espalier
