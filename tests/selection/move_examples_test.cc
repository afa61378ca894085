#include "selection/move_examples.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "base/random.h"
#include "decoding/oracle.h"
#include "parsing/transition_schema.h"
#include "selection/class_cycles.h"
#include "tests/support/expect_error.h"
#include "tests/support/inductions.h"

namespace espalier::selection {
namespace {

using decoding::SystemKind;
using Templates = std::vector<features::Template>;

Templates parse(const std::vector<std::string>& texts) {
  return tests::parse_templates(texts, parsing::transition_schemas()[0]);
}

Sentence sentence_of(const std::vector<std::int32_t>& heads) {
  Sentence sentence;
  for (const std::int32_t head : heads) {
    const std::int32_t word = sentence.add_word("w" + std::to_string(sentence.size() + 1));
    sentence.set_head(word, head);
    sentence.set(word, Column::kDeprel, head == 0 ? "root" : "x");
  }
  return sentence;
}

parsing::TransitionOptions options_of(SystemKind system) {
  parsing::TransitionOptions options;
  options.system = system;
  return options;
}

TEST(MoveExamplesTest, OneForEachChoiceOnTheWay) {
  // SHIFT, then LEFT 2 → 1 or SHIFT; SHIFT; SHIFT or RIGHT is no longer open when the buffer is at its end.
  const std::vector<Sentence> sentences = {sentence_of({2, 0, 2})};
  const MoveExamples source({sentences, {}}, options_of(SystemKind::kArcHybrid));
  EXPECT_EQ(source.classes(), 3U);
  std::vector<std::uint32_t> moves;
  source.walk(0, [&](const decoding::Configuration&, decoding::MoveSet legal, std::uint32_t right) {
    EXPECT_TRUE(legal.has_many());
    moves.push_back(right);
  });
  // Stack [0], buffer [1 2 3]: one move. [0 1]: LEFT. [0], [2 3]: one move. [0 2], [3]: SHIFT. [0 2 3]: RIGHT alone.
  EXPECT_EQ(moves, (std::vector<std::uint32_t>{1, 0}));
}

TEST(MoveExamplesTest, ShowsAFeatureATemplateInTheOrderOfTheList) {
  const std::vector<Sentence> sentences = {sentence_of({2, 0, 2}), sentence_of({0, 1, 4, 1})};
  const std::vector<std::string> list = {"form(s0) & form(b0)", "lefts(b0)", "form(left(b0))", "form(s0)",
                                         "dist(s0,b0)"};
  MoveExamples source({sentences, {}}, options_of(SystemKind::kArcEager));
  const learning::Examples all = source.examples(parse(list));
  EXPECT_GT(all.size(), 4U);
  // A feature depends on its template, not on the list around it.
  for (std::size_t place = 0; place < list.size(); ++place) {
    const learning::Examples alone = source.examples(parse({list[place]}));
    ASSERT_EQ(alone.size(), all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      ASSERT_EQ(all.ids(i).size(), list.size());
      EXPECT_EQ(all.feature(all.ids(i)[place]), alone.feature(alone.ids(i)[0])) << list[place];
      EXPECT_EQ(all.label(i), alone.label(i));
    }
  }
}

TEST(MoveExamplesTest, ShowsThoseThatAreWanted) {
  const std::vector<Sentence> sentences = {sentence_of({2, 0, 2}), sentence_of({2, 0, 2})};
  const MoveExamples source({sentences, {}}, options_of(SystemKind::kArcHybrid));
  const learning::Examples some = source.examples(parse({"form(s0)"}), {{false, true}, {true, false}});
  ASSERT_EQ(some.size(), 2U);
  EXPECT_EQ(some.label(0), 0U);
  EXPECT_EQ(some.label(1), 1U);
}

TEST(MoveExamplesTest, TemplatesOfSeveralValuesAreRefused) {
  const std::vector<Sentence> sentences = {sentence_of({2, 0, 2})};
  MoveExamples source({sentences, {}}, options_of(SystemKind::kArcHybrid));
  EXPECT_EQ(tests::error_of([&] { source.examples(parse({"morph(s0)"})); }).kind(), ErrorKind::kUsage);
}

/// The second word hangs from the first if their signs are the same, else the first from the second: the move is told
/// by two tags together and by neither alone.
std::vector<Sentence> signs(std::size_t count) {
  base::Random random(11);
  std::vector<Sentence> out;
  for (std::size_t i = 0; i < count; ++i) {
    const bool a = random.below(3) == 0;
    const bool b = random.below(3) == 0;
    Sentence sentence = sentence_of(a == b ? std::vector{0, 1} : std::vector{2, 0});
    sentence.set(1, Column::kUpos, a ? "P" : "N");
    sentence.set(2, Column::kUpos, b ? "P" : "N");
    out.push_back(std::move(sentence));
  }
  return out;
}

TEST(MoveExamplesTest, CyclesFindTheConjunctionThatTellsTheMove) {
  const std::vector<Sentence> sentences = signs(400);
  for (const SystemKind system : {SystemKind::kArcHybrid, SystemKind::kArcStandard}) {
    CycleOptions options;
    options.trees = 4;
    CycleResult start;
    start.templates = parse({"upos(s0)", "upos(b0)", "form(s0)", "form(b0+1)"});
    ClassProblem problem(std::make_shared<MoveExamples>(SentenceSet{sentences, {}}, options_of(system)), {});
    base::Team team(2);
    const CycleResult result = run_cycles(problem, start, options, team);
    const Templates wanted = parse({"upos(s0) & upos(b0)"});
    EXPECT_NE(std::find(result.templates.begin(), result.templates.end(), wanted[0]), result.templates.end());
    EXPECT_GT(result.cycles[0].wrong, 10);
    EXPECT_EQ(result.cycles.back().wrong, 0) << decoding::system_info(system).name;
  }
}

}  // namespace
}  // namespace espalier::selection
