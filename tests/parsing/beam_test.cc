// Global training of moves, and parsing with a beam.
#include <gtest/gtest.h>

#include <map>

#include "base/team.h"
#include "parsing/beam_problem.h"
#include "tests/reference/naive_trees.h"
#include "tests/support/graph_models.h"

namespace espalier::parsing {
namespace {

const SureMoves kNothingSure;

constexpr const char* kTemplates =
    "[move]\nform(s0) & form(b0)\nupos(s1) & upos(s0) & form(b0)\nform(s0)\nform(b0)\nxpos(b0) & xpos(b1)\n"
    "upos(s0) & rights(s0) & form(left(b0))\nupos(s0) & lefts(s0) & form(right(s1))\n[label]\nupos(m)\n";

/// The English sample, as training sees it; some heads are unknown where asked.
struct Session {
  TransitionPrograms programs;
  TransitionOptions options;
  LabelSet labels;
  TrainingSet set;
  base::Team team{1};

  Session(decoding::SystemKind system, double known, std::int32_t beam, decoding::BeamUpdate update,
          std::string_view templates = kTemplates)
      : programs(features::parse_features(templates, transition_schemas(), "test")) {
    options.system = system;
    options.beam = beam;
    options.update = update;
    base::Random random(5);
    std::vector<Sentence> sentences = read_treebank(tests::sample_path("en"));
    for (Sentence& sentence : sentences) {
      for (std::int32_t word = 1; word <= sentence.size(); ++word) {
        if (random.uniform() >= known) sentence.set_head(word, kNoHead);
      }
    }
    set = make_training_set(std::move(sentences), programs.encoder(), labels, true);
  }
};

using Weights = std::map<std::pair<std::uint64_t, std::uint32_t>, double>;

Weights weights_of(const learning::TrainingTable& table) {
  Weights weights;
  table.visit([&](std::uint64_t feature, std::uint32_t label, const learning::TrainingCell& cell) {
    weights[{feature, label}] = static_cast<double>(cell.weight);
  });
  return weights;
}

// Without a margin the violation is what the weights say of the difference of the two sequences.
TEST(BeamProblemTest, TheViolationIsTheScoreOfTheChanges) {
  std::size_t violations = 0;
  for (const decoding::SystemInfo& info : decoding::kSystems) {
    for (const auto update : {decoding::BeamUpdate::kEarly, decoding::BeamUpdate::kMaxViolation}) {
      Session session(info.kind, 0.8, 3, update);
      session.options.beam_margin = 0;
      BeamProblem problem(session.programs, session.options, decoding::Roots::kOne, session.set, kNothingSure, {}, 1);
      learning::LearnerOptions learner;
      learner.batch = 1;
      learner.rule = learning::StepRule::kPerceptron;
      learning::Trainer trainer(problem, learner, session.team);
      trainer.epoch();
      const Weights weights = weights_of(problem.table());
      for (std::size_t i = 0; i < problem.examples(); ++i) {
        learning::Outcome out;
        out.changes.resize(1);
        problem.solve(i, 0, out);
        double sum = 0;
        for (const learning::Change& change : out.changes[0]) {
          EXPECT_NE(change.label, 0U) << "the reference of trained tables";
          const auto found = weights.find({change.feature, change.label});
          if (found != weights.end()) sum -= static_cast<double>(change.amount) * found->second;
        }
        EXPECT_NEAR(out.violation, sum, 1e-3) << info.name;
        violations += out.violation > 0 ? 1 : 0;
      }
    }
  }
  EXPECT_GT(violations, 50U);
}

// In the end the true sequence is ahead of all others of the beam at every step, and nothing is left to learn.
TEST(BeamProblemTest, LearnsATreebankByHeart) {
  const std::string templates = tests::feature_file("transition-best");
  for (const decoding::SystemInfo& info : decoding::kSystems) {
    // These come back to a word when it has its right dependents, which the templates do not look at: configurations
    // that look the same want different moves.
    if (info.kind == decoding::SystemKind::kArcStandard || info.kind == decoding::SystemKind::kSwap) continue;
    for (const auto update : {decoding::BeamUpdate::kEarly, decoding::BeamUpdate::kMaxViolation}) {
      Session session(info.kind, 1, 4, update, templates);
      session.options.beam_margin = 0;
      BeamProblem problem(session.programs, session.options, decoding::Roots::kOne, session.set, kNothingSure, {}, 1);
      learning::LearnerOptions learner;
      learner.batch = 1;
      learner.rule = learning::StepRule::kPerceptron;
      learning::Trainer trainer(problem, learner, session.team);
      std::size_t updates = 1;
      for (int epoch = 0; epoch < 150 && updates > 0; ++epoch) updates = trainer.epoch().updates;
      EXPECT_EQ(updates, 0U) << info.name;
    }
  }
}

// Weights to start from are there at once, are not masked, and the average holds them from the first step on.
TEST(BeamProblemTest, StartsFromTheWeightsGiven) {
  Session session(decoding::SystemKind::kArcHybrid, 1, 2, decoding::BeamUpdate::kEarly);
  session.options.moves.min_updates = 3;
  const std::vector<learning::RowWeight> start{{7, 1, 0.5F}, {7, 2, -1.0F}, {9, 3, 2.0F}};
  BeamProblem problem(session.programs, session.options, decoding::Roots::kOne, session.set, kNothingSure, start, 1);
  MoveScores<float> scores{};
  const std::uint64_t features[] = {7, 9};
  problem.table().add_scores(features, scores.data());
  EXPECT_EQ(scores, (MoveScores<float>{0, 0.5F, -1.0F, 2.0F, 0}));
  learning::LearnerOptions learner;
  learner.min_updates = 3;
  learning::Trainer trainer(problem, learner, session.team);
  trainer.epoch();
  std::size_t found = 0;
  problem.table().visit([&](std::uint64_t feature, std::uint32_t label, const learning::TrainingCell& cell) {
    if (feature == 9 && label == 3) {
      EXPECT_EQ(trainer.result(cell), 2.0F);
      ++found;
    }
  });
  EXPECT_EQ(found, 1U);
}

const tests::Options kSmall{{"beam", "4"}, {"greedy-epochs", "1"}, {"epochs", "2"}, {"min-updates", "0"}};

tests::Options small_with(const tests::Options& more) {
  tests::Options options = kSmall;
  options.insert(options.end(), more.begin(), more.end());
  return options;
}

std::vector<tests::Heads> parsed(const Model& model, const ParseOptions& options) {
  const Parser parser(model, options);
  std::vector<tests::Heads> all;
  for (Sentence& sentence : read_treebank(tests::sample_path("en"))) {
    parser.parse(sentence);
    all.push_back(tests::heads_of(sentence));
  }
  return all;
}

// What is left are weights rounded to eight bits.
TEST(BeamParseTest, ParsesWhatItHasLearned) {
  const Model model = tests::trained_model(
      "transition-best", small_with({{"epochs", "30"}, {"batch", "1"}, {"beam-step", "0.1"}, {"beam-margin", "0.1"}}));
  std::size_t words = 0;
  std::size_t right = 0;
  const std::vector<tests::Heads> trees = parsed(model, {});
  const std::vector<Sentence> gold = read_treebank(tests::sample_path("en"));
  for (std::size_t i = 0; i < gold.size(); ++i) {
    for (std::int32_t word = 1; word <= gold[i].size(); ++word) {
      right += trees[i][static_cast<std::size_t>(word)] == gold[i].head(word) ? 1 : 0;
      ++words;
    }
  }
  EXPECT_GE(right * 100, words * 95) << right << " of " << words;
}

TEST(BeamParseTest, SameModelOnAnyNumberOfThreads) {
  const auto request = tests::request_for("transition-best", kSmall);
  const std::string one = train(request, tests::threads(1)).bytes();
  EXPECT_EQ(train(request, tests::threads(2)).bytes(), one);
  EXPECT_EQ(train(request, tests::threads(8)).bytes(), one);
}

// The beam of the training is the one of parsing unless another is asked for.
TEST(BeamParseTest, WidthsOfBeams) {
  const Model model = tests::trained_model("transition-best", kSmall);
  EXPECT_EQ(parsed(model, {}), parsed(model, {.beam = 4}));
  EXPECT_NE(parsed(model, {}), parsed(model, {.beam = 1}));
  const Model greedy = tests::trained_model("transition-best", small_with({{"beam", "1"}}));
  EXPECT_EQ(parsed(greedy, {}), parsed(greedy, {.beam = 1}));
  EXPECT_NE(parsed(greedy, {}), parsed(greedy, {.beam = 8}));
}

// A gap that nothing exceeds is none; one that all exceed leaves a lone item, a beam of one. Who asks for a width, for
// confidences or for the best trees gets the whole beam.
TEST(BeamParseTest, TheGapNarrowsTheBeam) {
  const Model model = tests::trained_model("transition-best", kSmall);
  const Model wide = tests::trained_model("transition-best", small_with({{"beam-gap", "1e6"}}));
  const Model narrow = tests::trained_model("transition-best", small_with({{"beam-gap", "1e-6"}}));
  EXPECT_EQ(parsed(wide, {}), parsed(model, {}));
  EXPECT_EQ(parsed(narrow, {}), parsed(model, {.beam = 1}));
  EXPECT_EQ(parsed(narrow, {.beam = 4}), parsed(model, {}));
  EXPECT_EQ(parsed(narrow, {.confidence = true}), parsed(model, {}));
  const Parser all(model);
  const Parser few(narrow);
  for (const Sentence& sentence : read_treebank(tests::sample_path("en"))) {
    EXPECT_EQ(few.parse_best(sentence, 3).size(), all.parse_best(sentence, 3).size());
  }
}

TEST(BeamParseTest, MostFeaturesBoundTheModel) {
  const auto count = [](const Model& model) {
    for (const auto& [name, number] : model.counts()) {
      if (name == "features of moves") return number;
    }
    return std::size_t{0};
  };
  const Model all = tests::trained_model("transition-best", kSmall);
  const Model some = tests::trained_model("transition-best", small_with({{"most-features", "500"}}));
  EXPECT_GT(count(all), 500U);
  EXPECT_LE(count(some), 500U);
  EXPECT_GT(count(some), 400U);
}

TEST(BeamParseTest, BestTreesAreDifferentTreesInOrder) {
  for (const char* system : {"arc-hybrid", "arc-eager", "covington"}) {
    const Model model = tests::trained_model("transition-best", small_with({{"system", system}}));
    const Parser parser(model);
    for (Sentence& sentence : read_treebank(tests::sample_path("en"))) {
      const std::vector<ParsedTree> trees = parser.parse_best(sentence, 6);
      ASSERT_FALSE(trees.empty());
      EXPECT_LE(trees.size(), 6U);
      for (std::size_t i = 0; i < trees.size(); ++i) {
        EXPECT_TRUE(reference::is_tree(trees[i].heads));
        EXPECT_TRUE(reference::has_one_root(trees[i].heads));
        EXPECT_EQ(trees[i].labels.size(), trees[i].heads.size());
        for (std::size_t m = 1; m < trees[i].labels.size(); ++m) EXPECT_FALSE(trees[i].labels[m].empty());
        for (std::size_t j = 0; j < i; ++j) {
          EXPECT_GE(trees[j].score, trees[i].score);
          EXPECT_NE(trees[j].heads, trees[i].heads);
        }
      }
      const std::vector<ParsedTree> first = parser.parse_best(sentence, 1);
      parser.parse(sentence);
      EXPECT_EQ(first[0].heads, tests::heads_of(sentence));
    }
  }
}

}  // namespace
}  // namespace espalier::parsing
