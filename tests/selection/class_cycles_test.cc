#include "selection/class_cycles.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "selection/word_examples.h"
#include "tests/support/inductions.h"

namespace espalier::selection {
namespace {

using tests::same_sign;
using tests::words_with_signs;

using Templates = CycleProblem::Templates;

Templates parse(const std::vector<std::string>& texts) { return tests::parse_templates(texts, word_schema()); }

bool has(const Templates& templates, const std::string& text) {
  return std::find(templates.begin(), templates.end(), parse({text}).front()) != templates.end();
}

/// The same, with the last digit of the form as a third sign.
std::uint32_t same_signs(const Sentence& sentence, std::int32_t word) {
  return (same_sign(sentence, word) + static_cast<std::uint32_t>(sentence.form(word).back() - '0')) % 2;
}

class ClassCyclesTest : public testing::Test {
 protected:
  ClassCyclesTest() { selection_.epochs = 6; }

  CycleResult run(const std::vector<std::string>& basic, const CycleOptions& options, int threads = 1) {
    CycleResult start;
    start.templates = parse(basic);
    return go_on(std::move(start), options, threads);
  }
  CycleResult go_on(CycleResult found, const CycleOptions& options, int threads, const CycleHooks& hooks = {}) {
    ClassProblem problem(std::make_shared<WordExamples>(SentenceSet{sentences_, {}}, 2, label_), selection_);
    base::Team team(threads);
    return run_cycles(problem, std::move(found), options, team, hooks);
  }

  std::vector<Sentence> sentences_ = words_with_signs(600);
  learning::SparseOptions selection_;
  WordExamples::LabelOf label_ = same_sign;
};

const std::vector<std::string> kBasic = {"form(w)", "upos(w)", "xpos(w)"};

TEST_F(ClassCyclesTest, FindsTheConjunctionThatALinearLearnerLacks) {
  CycleOptions options;
  options.cycles = 2;
  const CycleResult result = run(kBasic, options);
  EXPECT_TRUE(has(result.templates, "upos(w) & xpos(w)"));
  EXPECT_GT(result.cycles[0].wrong, 10);
  EXPECT_EQ(result.cycles.back().wrong, 0);
  EXPECT_EQ(result.cycles[0].examples, sentences_.size());
  EXPECT_EQ(result.cycles[0].features, 40 + 2 + 2U);
}

TEST_F(ClassCyclesTest, WhatTreesAskForIsSelectedFromIfAsked) {
  CycleOptions options;
  options.asked = parse({"upos(w)", "xpos(w)"});
  options.counts = true;
  options.selects_asked = true;
  const CycleResult result = run({"form(w)"}, options);
  EXPECT_TRUE(has(result.templates, "upos(w) & xpos(w)"));
  EXPECT_FALSE(has(result.templates, "upos(w)"));  // to be asked for is not to be in the list
  EXPECT_EQ(result.cycles[0].features, 40 + 2 + 2U);
  options.selects_asked = false;
  EXPECT_EQ(run({"form(w)"}, options).cycles[0].features, 40U);
}

TEST_F(ClassCyclesTest, TheSameOnAnyNumberOfThreads) {
  CycleOptions options;
  options.cycles = 2;
  options.trees = 3;
  const CycleResult one = run(kBasic, options, 1);
  const CycleResult two = run(kBasic, options, 2);
  EXPECT_EQ(one.templates, two.templates);
  EXPECT_EQ(one.selected, two.selected);
}

TEST_F(ClassCyclesTest, ACutRunGoesOnAsIfItHadNotBeenCut) {
  selection_.count_probability = 0.8;
  label_ = same_signs;
  CycleOptions options;
  options.cycles = 3;
  options.trees = 3;
  options.induction.most = 1;
  const CycleResult whole = run(kBasic, options);
  ASSERT_GE(whole.cycles.size(), 3U);
  CycleHooks cut;
  cut.watch = [](const CycleResult& found) { return found.cycles.size() < 2; };
  CycleResult start;
  start.templates = parse(kBasic);
  const CycleResult half = go_on(std::move(start), options, 1, cut);
  EXPECT_EQ(half.cycles.size(), 2U);
  const CycleResult resumed = go_on(half, options, 2);
  EXPECT_EQ(resumed.templates, whole.templates);
  EXPECT_EQ(resumed.selected, whole.selected);
}

TEST_F(ClassCyclesTest, WithoutSelectionNothingIsTrained) {
  selection_.min_updates = 0;
  const CycleResult result = run(kBasic, {});
  EXPECT_TRUE(result.selected.empty());
  EXPECT_TRUE(has(result.templates, "upos(w) & xpos(w)"));
}

}  // namespace
}  // namespace espalier::selection
