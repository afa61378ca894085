#include "selection/sifis.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "base/random.h"
#include "parsing/graph_schema.h"
#include "tests/support/inductions.h"

namespace espalier::selection {
namespace {

using Templates = std::vector<features::Template>;

const features::Schema& schema() { return parsing::graph_schema(parsing::GraphSection::kArc); }

Templates parse(const std::vector<std::string>& texts) { return tests::parse_templates(texts, schema()); }

bool has(const Templates& templates, const std::string& text) {
  return std::any_of(templates.begin(), templates.end(),
                     [&](const features::Template& each) { return features::to_text(each, schema()) == text; });
}

/// Two words that may be heads, one of them P and one N, and a third, whose head is the one of its own sign: what only
/// the tags of both ends together tell.
parsing::TrainingData signs(std::size_t count) {
  base::Random random(7);
  parsing::TrainingData data;
  for (std::size_t i = 0; i < count; ++i) {
    Sentence sentence;
    const bool p_first = random.below(2) == 0;
    const bool is_p = random.below(3) == 0;
    for (const bool sign : {p_first, !p_first}) sentence.set(sentence.add_word("a"), Column::kUpos, sign ? "P" : "N");
    sentence.add_word("m");
    sentence.set(3, Column::kUpos, "X");
    sentence.set(3, Column::kXpos, is_p ? "p" : "n");
    sentence.set_head(1, 0);
    sentence.set_head(2, 1);
    sentence.set_head(3, is_p == p_first ? 1 : 2);
    for (std::int32_t word = 1; word <= 3; ++word) sentence.set(word, Column::kDeprel, "x");
    data.train.push_back(std::move(sentence));
  }
  return data;
}

std::vector<decoding::ArcSet> all_arcs(const parsing::TrainingData& data) {
  std::vector<decoding::ArcSet> out(data.train.size());
  for (std::size_t i = 0; i < out.size(); ++i) out[i].fill(data.train[i].size());
  return out;
}

const std::vector<std::string> kBasic = {"upos(h)", "xpos(m)", "form(m)", "dir(h,m)", "dist(h,m)"};

struct Options : CycleOptions {
  SifisOptions arcs;
};

Options small_options() {
  Options options;
  options.cycles = 2;
  options.arcs.epochs = 8;
  options.arcs.graph.trees.min_updates = 2;
  return options;
}

/// From all arcs.
CycleResult run(const parsing::TrainingData& data, const std::vector<std::string>& basic, const Options& options,
                base::Team& team, const CycleHooks& hooks = {}) {
  CycleResult start;
  start.templates = parse(basic);
  return run_cycles(*make_arc_problem(data, all_arcs(data), options.arcs, team), std::move(start), options, team,
                    hooks);
}

TEST(SifisTest, FindsTheConjunctionThatTheParserLacks) {
  const parsing::TrainingData data = signs(300);
  base::Team team(1);
  std::vector<std::size_t> heard;
  Options options = small_options();
  options.trees = kBasic.size();
  CycleHooks hooks;
  hooks.watch = [&](const CycleResult& found) {
    heard.push_back(found.cycles.back().cycle);
    return true;
  };
  const CycleResult result = run(data, kBasic, options, team, hooks);
  EXPECT_TRUE(has(result.templates, "upos(h) & xpos(m)") || has(result.templates, "upos(h) & xpos(m) & dir(h,m)") ||
              has(result.templates, "upos(h) & xpos(m) & dist(h,m)"));
  ASSERT_GE(result.cycles.size(), 2U);
  ASSERT_EQ(heard.size(), result.cycles.size());
  for (std::size_t i = 0; i < heard.size(); ++i) EXPECT_EQ(heard[i], i);
  // A third of the third words, a ninth of all, is beyond the basic templates; nothing is beyond the others.
  EXPECT_GT(result.cycles[0].wrong, 5);
  EXPECT_LT(result.cycles.back().wrong, 1);
  EXPECT_EQ(result.cycles[0].templates, kBasic.size());
  EXPECT_EQ(result.cycles[1].templates, kBasic.size() + result.cycles[0].induced);
  EXPECT_EQ(result.cycles[0].examples, 300 * 9U);
  EXPECT_GT(result.cycles[0].kept, 0U);
  // What was selected stays so.
  EXPECT_GE(result.cycles[1].kept, result.cycles[0].kept);
}

TEST(SifisTest, TheSearchByGainFindsItAtOnce) {
  const parsing::TrainingData data = signs(300);
  base::Team team(2);
  Options options;
  options.by_gain = true;
  options.induction.most = 1;
  options.arcs.graph.trees.min_updates = 0;
  const CycleResult result = run(data, kBasic, options, team);
  ASSERT_EQ(result.templates.size(), kBasic.size() + 1);
  const std::string found = features::to_text(result.templates.back(), schema());
  EXPECT_NE(found.find("upos(h)"), std::string::npos) << found;
  EXPECT_NE(found.find("xpos(m)"), std::string::npos) << found;
  EXPECT_EQ(result.cycles[0].examples, 300 * 3U);
}

TEST(SifisTest, WithoutSelectionNothingIsDropped) {
  const parsing::TrainingData data = signs(100);
  base::Team team(1);
  Options options = small_options();
  options.arcs.graph.trees.min_updates = 0;
  options.cycles = 1;
  const CycleResult result = run(data, kBasic, options, team);
  EXPECT_EQ(result.cycles[0].kept, 0U);
  EXPECT_GT(result.cycles[0].features, 10U);
  EXPECT_GT(result.templates.size(), kBasic.size());
}

TEST(SifisTest, NoCyclesNoTemplates) {
  const parsing::TrainingData data = signs(50);
  base::Team team(1);
  Options options = small_options();
  options.cycles = 0;
  const CycleResult result = run(data, kBasic, options, team);
  EXPECT_EQ(result.templates, parse(kBasic));
  EXPECT_EQ(result.cycles.size(), 1U);
}

TEST(SifisTest, TheSameOnAnyNumberOfThreads) {
  const parsing::TrainingData data = signs(200);
  base::Team one(1);
  base::Team three(3);
  Options options = small_options();
  options.trees = 3;
  EXPECT_EQ(run(data, kBasic, options, one).templates, run(data, kBasic, options, three).templates);
}

// More trees ask first for what one tree never asks for first.
TEST(SifisTest, TreesAddToEachOther) {
  const parsing::TrainingData data = signs(300);
  base::Team team(1);
  Options options = small_options();
  options.cycles = 1;
  const CycleResult one = run(data, kBasic, options, team);
  options.trees = 4;
  const CycleResult four = run(data, kBasic, options, team);
  EXPECT_GT(four.cycles[0].nodes, one.cycles[0].nodes);
  EXPECT_GT(four.templates.size(), one.templates.size());
  for (const features::Template& each : one.templates) {
    EXPECT_NE(std::find(four.templates.begin(), four.templates.end(), each), four.templates.end());
  }
  options.induction.most = 2;
  EXPECT_EQ(run(data, kBasic, options, team).templates.size(), kBasic.size() + 2);
}

// A parser that hangs every word on the word before it is wrong where the sign says otherwise, and there alone trees
// look; what they ask for is not what the parser has.
TEST(SifisTest, LearnsFromMistakes) {
  const parsing::TrainingData data = signs(300);
  base::Team team(1);
  Options options = small_options();
  options.cycles = 1;
  options.asked = parse({"upos(h)", "xpos(m)"});
  std::size_t asked = 0;
  options.arcs.find_heads = [&](const Templates& templates) {
    EXPECT_EQ(templates, parse({"dir(h,m)"}));
    ++asked;
    return std::vector<std::vector<std::int32_t>>(data.train.size(), {-1, 0, 1, 2});
  };
  std::size_t wrong = 0;
  for (const Sentence& sentence : data.train) wrong += sentence.head(3) == 1 ? 1U : 0U;
  const CycleResult result = run(data, {"dir(h,m)"}, options, team);
  EXPECT_EQ(asked, 1U);
  EXPECT_EQ(result.cycles[0].examples, 2 * wrong);
  EXPECT_TRUE(has(result.templates, "upos(h) & xpos(m)"));
  EXPECT_EQ(result.templates.front(), parse({"dir(h,m)"}).front());
}

}  // namespace
}  // namespace espalier::selection
