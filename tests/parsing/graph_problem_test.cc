#include "parsing/graph_problem.h"

#include <gtest/gtest.h>

#include <limits>
#include <map>

#include "decoding/tree_score.h"
#include "tests/reference/naive_trees.h"
#include "tests/support/graph_data.h"
#include "tests/support/random_templates.h"

namespace espalier::parsing {
namespace {

using tests::Heads;

constexpr double kNever = -std::numeric_limits<double>::infinity();
constexpr const char* kArcTemplates = "[arc]\nform(h) & form(m) & dir(h,m)\nupos(h) & upos(m)\nxpos(m)\n";
constexpr const char* kAllTemplates =
    "[arc]\nform(h) & form(m) & dir(h,m)\nupos(h) & upos(m)\nxpos(m)\n[sibling]\nform(h) & form(s) & form(m)\n"
    "[grandparent]\nform(g) & upos(h) & form(m)\n[grand-sibling]\nupos(g) & upos(h) & form(s) & form(m)\n";

/// Drawn sentences with drawn trees and labels a, b, c; a share of the heads is known.
std::vector<Sentence> draw_treebank(base::Random& random, std::size_t count, std::int32_t most, double known,
                                    bool projective) {
  std::vector<Sentence> sentences;
  while (sentences.size() < count) {
    const auto words = static_cast<std::int32_t>(1 + random.below(static_cast<std::uint64_t>(most)));
    const Heads tree = tests::draw_tree(random, words, true);
    if (projective && !reference::is_projective(tree)) continue;
    const Heads heads = tests::draw_known(random, tree, known);
    Sentence sentence = tests::draw_sentence(words, random);
    for (std::int32_t m = 1; m <= words; ++m) {
      sentence.set_head(m, heads[static_cast<std::size_t>(m)]);
      sentence.set(m, Column::kDeprel, std::string(1, static_cast<char>('a' + random.below(3))));
    }
    sentences.push_back(std::move(sentence));
  }
  return sentences;
}

/// A treebank with all arcs open, as a problem.
struct Session {
  tests::GraphData data;
  GraphOptions options;
  LabelUse use;
  std::vector<decoding::ArcSet> arcs;
  GraphProblem problem;

  Session(const char* templates, std::vector<Sentence> sentences, const GraphOptions& wanted)
      : data(templates, std::move(sentences)),
        options(wanted),
        use(std::vector<std::uint8_t>(data.labels.size(), 0)),
        arcs(filled(data.set)),
        problem(data.programs, options, decoding::Roots::kOne, data.set, arcs, use, 1) {}

  static std::vector<decoding::ArcSet> filled(const TrainingSet& set) {
    std::vector<decoding::ArcSet> arcs(set.sentences.size());
    for (std::size_t i = 0; i < arcs.size(); ++i) arcs[i].fill(set.encoded[i].words());
    return arcs;
  }

  learning::Outcome solve(std::size_t index) {
    learning::Outcome out;
    out.changes.resize(problem.tables().size());
    problem.solve(index, 0, out);
    for (auto& changes : out.changes) learning::merge_changes(changes, out.scratch);
    return out;
  }

  /// Gives the features of the sentences' parts drawn weights.
  void draw_weights() {
    GraphScorer scorer;
    for (std::size_t i = 0; i < arcs.size(); ++i) {
      decoding::PartSet parts;
      parts.build(arcs[i], options.order);
      scorer.prepare(data.programs, data.set.encoded[i], options.order);
      scorer.start(parts);
      scorer.score_arcs(parts, Collector{*this, true});
      scorer.score_parts(parts, Collector{*this, false});
    }
  }

 private:
  /// Stands for weights, and sets those that are asked for.
  struct Collector {
    Session& session;
    bool is_arc;
    float score(std::span<const std::uint64_t> features) const {
      const auto tables = session.problem.tables();
      for (const std::uint64_t feature : features) {
        if (!session.seen_.emplace(feature, true).second) continue;
        const bool labelled = is_arc && session.options.joint;
        const std::uint32_t classes = labelled ? session.data.labels.size() : 1;
        for (std::uint32_t label = 0; label < classes; ++label) {
          tables[labelled ? 1 : 0]->apply({feature, label, tests::drawn_weight(feature, label)}, 1, true);
        }
      }
      return 0;
    }
  };
  std::map<std::uint64_t, bool> seen_;
};

/// Scores of a sentence's parts by the weights of a problem; arcs with joint labels are left at 0.
struct Scored {
  decoding::PartSet parts;
  GraphScorer scorer;
  std::vector<std::vector<float>> rows;  // by arc, with joint labels

  Scored(Session& session, std::size_t index) {
    const decoding::ArcSet& arcs = session.arcs[index];
    parts.build(arcs, session.options.order);
    scorer.prepare(session.data.programs, session.data.set.encoded[index], session.options.order);
    scorer.start(parts);
    scorer.score_parts(parts, session.problem.table());
    if (!session.options.joint) {
      scorer.score_arcs(parts, session.problem.table());
      return;
    }
    for (std::int32_t m = 1; m <= arcs.words(); ++m) {
      for (const std::int32_t h : arcs.heads(m)) {
        rows.emplace_back(session.data.labels.size(), 0.0F);
        session.problem.rows().add_scores(scorer.arc_features(h, m), rows.back().data());
      }
    }
    std::fill(scorer.arc_scores().begin(), scorer.arc_scores().end(), 0.0F);
  }

  /// With the best label of each arc; `cost` more for each that is not the true one (-1: not known, costs nothing).
  double score(const Heads& heads, const Heads& truth, const Heads& labels, double cost) const {
    double sum = decoding::tree_score(parts, scorer.scores(), heads);
    for (std::size_t m = 1; m < heads.size(); ++m) {
      if (rows.empty()) {
        sum += truth[m] >= 0 && heads[m] != truth[m] ? cost : 0;
        continue;
      }
      const auto& row = rows[static_cast<std::size_t>(parts.arcs().find(heads[m], static_cast<std::int32_t>(m)))];
      double best = kNever;
      for (std::size_t label = 0; label < row.size(); ++label) {
        const bool is_true =
            cost == 0 || truth[m] < 0 || (heads[m] == truth[m] && labels[m] == static_cast<std::int32_t>(label));
        best = std::max(best, static_cast<double>(row[label]) + (is_true ? 0 : cost));
      }
      sum += best;
    }
    return sum;
  }
  double true_score(const Heads& truth, const Heads& labels) const {
    double sum = decoding::tree_score(parts, scorer.scores(), truth);
    for (std::size_t m = 1; m < truth.size() && !rows.empty(); ++m) {
      const std::int32_t arc = parts.arcs().find(truth[m], static_cast<std::int32_t>(m));
      sum += static_cast<double>(rows[static_cast<std::size_t>(arc)][static_cast<std::size_t>(labels[m])]);
    }
    return sum;
  }
};

bool agrees(const Heads& heads, const Heads& known) {
  for (std::size_t m = 1; m < heads.size(); ++m) {
    if (known[m] >= 0 && heads[m] != known[m]) return false;
  }
  return true;
}

/// The violation by definition: the truth is the best tree that agrees with what is known, and known heads cost.
double naive_violation(Session& session, std::size_t index) {
  const Scored scored(session, index);
  const Heads& known = session.data.set.heads[index];
  Heads labels = session.data.set.labels[index];
  Heads truth;
  double truth_score = kNever;
  std::vector<Heads> trees = reference::all_trees(session.arcs[index]);
  std::erase_if(trees, [&](const Heads& heads) {
    return !reference::has_one_root(heads) || (!session.options.crossing && !reference::is_projective(heads));
  });
  for (const Heads& heads : trees) {
    const double score = scored.score(heads, known, labels, 0);
    if (!agrees(heads, known) || score <= truth_score) continue;
    truth = heads;
    truth_score = score;
  }
  for (std::size_t m = 1; m < labels.size() && !scored.rows.empty(); ++m) {
    if (labels[m] >= 0) continue;
    const std::int32_t arc = scored.parts.arcs().find(truth[m], static_cast<std::int32_t>(m));
    const auto& row = scored.rows[static_cast<std::size_t>(arc)];
    labels[m] = static_cast<std::int32_t>(std::max_element(row.begin(), row.end()) - row.begin());
  }
  double best = kNever;
  for (const Heads& heads : trees)
    best = std::max(best, scored.score(heads, known, labels, session.options.trees.margin));
  return best - scored.true_score(truth, labels);
}

TEST(GraphProblem, TheViolationIsThatOfAnExhaustiveSearch) {
  base::Random random(41);
  for (const bool joint : {false, true}) {
    for (int order = 1; order <= 3; ++order) {
      for (const double known : {1.0, 0.5}) {
        for (const double margin : {0.0, 0.7}) {
          GraphOptions options;
          options.order = order;
          options.joint = joint;
          options.crossing = order == 1 && margin > 0;  // exact searches only
          options.trees.margin = margin;
          Session session(kAllTemplates, draw_treebank(random, 12, 4, known, !options.crossing), options);
          session.draw_weights();
          for (std::size_t i = 0; i < session.arcs.size(); ++i) {
            ASSERT_NEAR(session.solve(i).violation, naive_violation(session, i), 1e-3)
                << "order " << order << " joint " << joint << " known " << known << " margin " << margin;
          }
        }
      }
    }
  }
}

TEST(GraphProblem, ChangesMendTheViolation) {
  // w·(truth - prediction) plus the loss is the violation with its sign turned, whatever the weights are.
  base::Random random(43);
  for (int order = 1; order <= 3; ++order) {
    for (const bool joint : {false, true}) {
      GraphOptions options;
      options.order = order;
      options.joint = joint;
      options.trees.margin = 0.5;
      Session session(kAllTemplates, draw_treebank(random, 25, 7, 0.8, false), options);
      session.draw_weights();
      for (std::size_t i = 0; i < session.arcs.size(); ++i) {
        const learning::Outcome out = session.solve(i);
        double gain = 0;
        for (const auto& changes : out.changes) {
          for (const learning::Change& change : changes) {
            gain += static_cast<double>(change.amount * tests::drawn_weight(change.feature, change.label));
          }
        }
        ASSERT_NEAR(out.violation, options.trees.margin * out.loss - gain, 1e-3);
      }
    }
  }
}

/// Words that differ from one another, so that a feature says which arc it is of.
Sentence words_apart(const Heads& heads) {
  Sentence sentence;
  for (std::size_t m = 1; m < heads.size(); ++m) {
    const std::int32_t word = sentence.add_word("w" + std::to_string(m));
    sentence.set_head(word, heads[m]);
    sentence.set(word, Column::kDeprel, std::string_view("a"));
  }
  return sentence;
}

TEST(GraphProblem, TheTruthAgreesWithTheKnownHeads) {
  base::Random random(47);
  for (const PartialRule rule : {PartialRule::kLatent, PartialRule::kKnown}) {
    for (int i = 0; i < 150; ++i) {
      const auto words = static_cast<std::int32_t>(2 + random.below(6));
      const Heads known = tests::draw_known(random, tests::draw_tree(random, words, true), 0.5);
      GraphOptions options;
      options.partial = rule;
      Session session("[arc]\nform(h) & form(m)\n", {words_apart(known)}, options);
      session.draw_weights();
      features::Extractor extractor;
      extractor.prepare(session.data.programs.program(GraphSection::kArc), session.data.set.encoded[0]);
      std::map<std::uint64_t, decoding::Arc> arcs;
      for (std::int32_t m = 1; m <= words; ++m) {
        for (const std::int32_t h : session.arcs[0].heads(m)) {
          const std::int32_t places[] = {h, m};
          arcs[extractor.features(places)[0]] = {h, m};
        }
      }
      Heads plus(known.size(), -1);
      Heads minus(known.size(), -1);
      const learning::Outcome out = session.solve(0);
      for (const learning::Change& change : out.changes[0]) {
        const decoding::Arc arc = arcs.at(change.feature);
        (change.amount > 0 ? plus : minus)[static_cast<std::size_t>(arc.word)] = arc.head;
      }
      for (std::size_t m = 1; m < known.size(); ++m) {
        ASSERT_EQ(plus[m] < 0, minus[m] < 0);
        ASSERT_TRUE(known[m] < 0 || plus[m] < 0 || plus[m] == known[m]);
        ASSERT_TRUE(known[m] < 0 || minus[m] < 0 || minus[m] != known[m]);
        ASSERT_TRUE(rule == PartialRule::kLatent || known[m] >= 0 || plus[m] < 0);
      }
    }
  }
}

TEST(GraphProblem, LearnsNothingFromHeadsThatNoTreeHas) {
  GraphOptions options;
  Session session(kArcTemplates, {words_apart({-1, 2, 1, -1}), words_apart({-1, -1, 1, -1})}, options);
  EXPECT_FALSE(session.problem.is_feasible(0));
  EXPECT_TRUE(session.problem.is_feasible(1));
  EXPECT_TRUE(session.solve(0).changes[0].empty());
}

TEST(GraphProblem, DropsFeaturesRarerThanTheCutoff) {
  base::Random random(53);
  GraphOptions options;
  options.cutoff = 3;
  Session session(kArcTemplates, draw_treebank(random, 20, 6, 1, false), options);
  session.draw_weights();
  std::map<std::uint64_t, int> counts;
  for (std::size_t i = 0; i < session.arcs.size(); ++i) {
    features::Extractor extractor;
    extractor.prepare(session.data.programs.program(GraphSection::kArc), session.data.set.encoded[i]);
    for (std::int32_t m = 1; m <= session.arcs[i].words(); ++m) {
      const std::int32_t places[] = {session.data.set.heads[i][static_cast<std::size_t>(m)], m};
      for (const std::uint64_t feature : extractor.features(places)) ++counts[feature];
    }
  }
  std::size_t changes = 0;
  for (std::size_t i = 0; i < session.arcs.size(); ++i) {
    const learning::Outcome out = session.solve(i);
    for (const learning::Change& change : out.changes[0]) {
      ASSERT_GE(counts[change.feature], 3);
      ++changes;
    }
  }
  EXPECT_GT(changes, 0u);
}

/// The problem, and a note of the order in which it was asked.
class Noted final : public learning::Problem {
 public:
  explicit Noted(GraphProblem& problem) : problem_(problem) {}
  std::size_t examples() const override { return problem_.examples(); }
  std::vector<learning::TrainingTable*> tables() override { return problem_.tables(); }
  void solve(std::size_t index, int worker, learning::Outcome& out) override {
    order.push_back(index);
    problem_.solve(index, worker, out);
  }
  std::vector<std::size_t> order;

 private:
  GraphProblem& problem_;
};

TEST(GraphProblem, WithoutMarginIsTheStructuredPerceptronOfTheTextbook) {
  base::Random random(59);
  GraphOptions options;
  options.trees.rule = learning::StepRule::kPerceptron;
  options.trees.margin = 0;
  options.trees.batch = 1;
  Session session(kArcTemplates, draw_treebank(random, 12, 6, 1, false), options);
  Noted noted(session.problem);
  base::Team team(1);
  learning::Trainer trainer(noted, options.trees, team);
  for (int epoch = 0; epoch < 4; ++epoch) trainer.epoch();

  std::map<std::uint64_t, double> weights;
  std::map<std::uint64_t, double> sums;
  for (const std::size_t i : noted.order) {
    const decoding::ArcSet& arcs = session.arcs[i];
    features::Extractor extractor;
    extractor.prepare(session.data.programs.program(GraphSection::kArc), session.data.set.encoded[i]);
    const auto features = [&](std::int32_t h, std::int32_t m) {
      const std::int32_t places[] = {h, m};
      return extractor.features(places);
    };
    std::vector<float> scores;
    for (std::int32_t m = 1; m <= arcs.words(); ++m) {
      for (const std::int32_t h : arcs.heads(m)) {
        double sum = 0;
        for (const std::uint64_t feature : features(h, m)) sum += weights[feature];
        scores.push_back(static_cast<float>(sum));
      }
    }
    Heads found(session.data.set.heads[i].size());
    ASSERT_TRUE(decoding::Branching().best(arcs, scores, decoding::Roots::kOne, found));
    for (std::int32_t m = 1; m <= arcs.words(); ++m) {
      const auto at = static_cast<std::size_t>(m);
      for (const std::uint64_t feature : features(session.data.set.heads[i][at], m)) weights[feature] += 1;
      for (const std::uint64_t feature : features(found[at], m)) weights[feature] -= 1;
    }
    for (const auto& [feature, weight] : weights) sums[feature] += weight;
  }
  std::map<std::uint64_t, double> expected = sums;
  session.problem.table().visit([&](std::uint64_t feature, std::uint32_t, const learning::TrainingCell& cell) {
    EXPECT_EQ(static_cast<double>(cell.weight), weights[feature]);
    EXPECT_NEAR(static_cast<double>(trainer.result(cell)), sums[feature] / static_cast<double>(noted.order.size()),
                1e-5);
    expected.erase(feature);
  });
  EXPECT_GT(session.problem.table().features(), 50u);
  for (const auto& [feature, sum] : expected) EXPECT_EQ(sum, 0) << "a feature is missing";
}

}  // namespace
}  // namespace espalier::parsing
