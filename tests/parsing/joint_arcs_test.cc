#include "parsing/joint_arcs.h"

#include <gtest/gtest.h>

#include <limits>

#include "parsing/graph_decoder.h"
#include "parsing/graph_scorer.h"
#include "tests/reference/naive_trees.h"
#include "tests/support/bijection.h"
#include "tests/support/graph_data.h"
#include "tests/support/random_templates.h"

namespace espalier::parsing {
namespace {

using tests::Heads;

constexpr std::uint32_t kLabels = 3;
constexpr const char* kTemplates =
    "[arc]\nform(h)\nform(m)\nupos(h-1) & xpos(h)\nform(h) & form(m) & dir(h,m)\nmorph(h) & morph(m)\n"
    "near.9(h,m)\nbetween.upos(h,m)\n";

/// A drawn sentence whose labelled arcs are scored.
struct Session {
  GraphPrograms programs;
  Sentence sentence;
  features::Encoded encoded;
  decoding::ArcSet arcs;
  decoding::PartSet parts;
  GraphScorer scorer;
  JointArcs joint;
  tests::DrawnRows rows{kLabels};

  Session(base::Random& random, std::int32_t words, double density, const std::string& templates)
      : programs(tests::programs_of(templates)), sentence(tests::draw_sentence(words, random)) {
    programs.encoder().encode(sentence, encoded);
    arcs = reference::draw_arcs(random, words, density);
    parts.build(arcs, 1);
    scorer.prepare(programs, encoded, 1);
    scorer.start(parts);
    joint.prepare(programs, encoded);
    joint.score(arcs, rows, LabelUse(std::vector<std::uint8_t>(kLabels, 0)));
  }

  float naive_score(std::int32_t head, std::int32_t word, std::uint32_t label) {
    float sum = 0;
    for (const std::uint64_t feature : scorer.arc_features(head, word)) sum += tests::drawn_weight(feature, label);
    return sum;
  }
};

/// What the best labels of a tree are worth, `cost` more for each word that differs from the truth.
double best_labelling(Session& session, const Heads& heads, const Heads& truth, const Heads& labels, float cost) {
  double sum = 0;
  for (std::size_t m = 1; m < heads.size(); ++m) {
    float best = -std::numeric_limits<float>::infinity();
    for (std::uint32_t label = 0; label < kLabels; ++label) {
      const bool is_true = heads[m] == truth[m] && labels[m] == static_cast<std::int32_t>(label);
      const float score = session.naive_score(heads[m], static_cast<std::int32_t>(m), label) + (is_true ? 0 : cost);
      best = std::max(best, score);
    }
    sum += static_cast<double>(best);
  }
  return sum;
}

TEST(JointArcs, DecodesAsAnExhaustiveSearchOverLabelledTrees) {
  base::Random random(17);
  for (int i = 0; i < 200; ++i) {
    const auto words = static_cast<std::int32_t>(1 + i % 4);
    Session session(random, words, i % 3 == 0 ? 0.6 : 1.0, kTemplates);
    const Heads truth = tests::draw_tree(random, words);
    Heads labels(truth.size(), -1);
    for (std::int32_t& label : labels) label = static_cast<std::int32_t>(random.below(kLabels));
    const float cost = i % 2 == 0 ? 0.0F : 0.8F;
    session.joint.add_loss(session.arcs, truth, labels, cost);
    session.joint.reduce(session.scorer.arc_scores());
    for (const bool crossing : {false, true}) {
      double best = -std::numeric_limits<double>::infinity();
      for (const Heads& heads : reference::all_trees(session.arcs)) {
        if (!crossing && !reference::is_projective(heads)) continue;
        best = std::max(best, best_labelling(session, heads, truth, labels, cost));
      }
      Heads found(truth.size(), -1);
      GraphDecoder decoder;
      const bool is_found =
          decoder.best(session.parts, session.scorer.scores(), decoding::Roots::kAny, crossing, found);
      ASSERT_EQ(is_found, best > -std::numeric_limits<double>::infinity());
      if (!is_found) continue;
      double sum = 0;
      for (std::int32_t m = 1; m <= words; ++m) {
        const std::int32_t head = found[static_cast<std::size_t>(m)];
        const std::int32_t arc = session.arcs.find(head, m);
        const std::int32_t label = session.joint.label_of(arc);
        const auto at = static_cast<std::size_t>(m);
        const bool is_true = head == truth[at] && label == labels[at];
        const float expected =
            session.naive_score(head, m, static_cast<std::uint32_t>(label)) + (is_true ? 0.0F : cost);
        ASSERT_NEAR(session.joint.score_of(arc, label), expected, 1e-4);
        sum += static_cast<double>(expected);
      }
      ASSERT_NEAR(sum, best, 1e-3);
    }
  }
}

TEST(JointArcs, LabelsStayWhereTheyAreUsed) {
  base::Random random(19);
  const std::uint8_t uses[] = {LabelUse::kOnRoot, LabelUse::kElsewhere, LabelUse::kElsewhere};
  for (int i = 0; i < 50; ++i) {
    Session session(random, 5, 1, kTemplates);
    session.joint.score(session.arcs, session.rows, LabelUse(uses));
    session.joint.reduce(session.scorer.arc_scores());
    for (std::int32_t m = 1; m <= 5; ++m) {
      for (std::int32_t arc = session.arcs.begin(m); arc < session.arcs.end(m); ++arc) {
        ASSERT_EQ(session.joint.label_of(arc) == 0, session.arcs.head(arc) == 0);
      }
    }
  }
}

/// The labels of the dependents of `head` strictly between it and `word`, from the word on.
Heads inner_labels(const Heads& heads, const Heads& labels, std::int32_t head, std::int32_t word) {
  Heads inner;
  for (std::int32_t k = std::min(head, word) + 1; k < std::max(head, word); ++k) {
    if (reference::head_of(heads, k) == head) inner.push_back(labels[static_cast<std::size_t>(k)]);
  }
  if (head < word) std::reverse(inner.begin(), inner.end());
  return inner;
}

/// The texts of one template of Table 4; what it cannot fill gives none.
std::vector<std::string> table_4(const std::string& kind, const Heads& inner) {
  std::vector<std::string> texts;
  if (kind == "each") {
    for (const std::int32_t label : inner) texts.push_back(std::to_string(label));
  } else if (kind == "size") {
    texts.emplace_back(inner.empty() ? "none" : inner.size() <= 4 ? "some" : "many");
  } else if (const std::size_t count = kind == "one" ? 1 : kind == "two" ? 2 : 4; inner.size() >= count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) text += std::to_string(inner[i]) + ",";
    texts.push_back(text);
  }
  return texts;
}

TEST(RuntimeFeatures, AreThoseOfTheTable) {
  const std::pair<const char*, const char*> kinds[] = {{"each", "each(h)"},
                                                       {"size", "size(h)"},
                                                       {"one", "label1(h)"},
                                                       {"two", "label1(h) & label2(h)"},
                                                       {"four", "label1(h) & label2(h) & label3(h) & label4(h)"}};
  for (const auto& [kind, terms] : kinds) {
    base::Random random(23);
    tests::Bijection names;
    for (int i = 0; i < 120; ++i) {
      const auto words = static_cast<std::int32_t>(1 + random.below(12));
      Session session(random, words, 1, std::string(kTemplates) + "[runtime]\ndir(h,m) & upos(h) & " + terms + "\n");
      // Few heads, so that they have many dependents.
      Heads heads(static_cast<std::size_t>(words) + 1, -1);
      Heads labels(heads.size(), -1);
      for (std::size_t m = 1; m < heads.size(); ++m) {
        heads[m] = m == 5 ? 0 : random.below(2) == 0 || words < 5 ? 0 : 5;
        labels[m] = static_cast<std::int32_t>(random.below(kLabels));
      }
      for (std::int32_t m = 1; m <= words; ++m) {
        const std::int32_t head = reference::head_of(heads, m);
        const auto features = session.joint.runtime_features(head, m, heads, labels);
        const auto texts = table_4(kind, inner_labels(heads, labels, head, m));
        ASSERT_EQ(features.size(), texts.size()) << kind;
        const std::string upos = head == 0 ? "root" : std::string(session.sentence.upos(head));
        for (std::size_t k = 0; k < texts.size(); ++k) {
          ASSERT_TRUE(names.add((head < m ? "right " : "left ") + upos + " " + texts[k], features[k])) << texts[k];
        }
      }
    }
    EXPECT_GT(names.size(), 5u) << kind;
  }
}

TEST(RuntimeDecoding, EveryLabelIsTheBestGivenThoseInsideIt) {
  const std::string templates = std::string(kTemplates) +
                                "[runtime]\ndir(h,m) & each(h)\nupos(m) & label1(h)\nupos(m) & label1(h) & label2(h)\n"
                                "size(h) & form(m)\n";
  base::Random random(31);
  for (int i = 0; i < 150; ++i) {
    const auto words = static_cast<std::int32_t>(1 + random.below(9));
    Session session(random, words, 1, templates);
    ASSERT_TRUE(session.joint.has_runtime());
    Heads heads(static_cast<std::size_t>(words) + 1, -1);
    ASSERT_TRUE(session.joint.best_at_runtime(session.arcs, session.rows, decoding::Roots::kOne,
                                              session.scorer.arc_scores(), heads));
    ASSERT_TRUE(reference::is_tree(heads) && reference::is_projective(heads) && reference::has_one_root(heads));
    Heads labels(heads.size(), -1);
    for (std::int32_t m = 1; m <= words; ++m) {
      labels[static_cast<std::size_t>(m)] = session.joint.label_of(session.arcs.find(reference::head_of(heads, m), m));
    }
    for (std::int32_t m = 1; m <= words; ++m) {
      const std::int32_t head = reference::head_of(heads, m);
      std::vector<float> row(kLabels, 0);
      for (std::uint32_t label = 0; label < kLabels; ++label) row[label] = session.naive_score(head, m, label);
      session.rows.add_scores(session.joint.runtime_features(head, m, heads, labels), row.data());
      const float best = *std::max_element(row.begin(), row.end());
      ASSERT_NEAR(row[static_cast<std::size_t>(labels[static_cast<std::size_t>(m)])], best, 1e-4);
      ASSERT_NEAR(session.scorer.arc_scores()[static_cast<std::size_t>(session.arcs.find(head, m))], best, 1e-4);
    }
    Heads again(heads.size(), -1);
    GraphDecoder decoder;
    ASSERT_TRUE(decoder.best(session.parts, session.scorer.scores(), decoding::Roots::kOne, false, again));
    ASSERT_EQ(again, heads) << "the best tree by the scores that the chart used";
  }
}

TEST(RuntimeDecoding, WithoutLabelsInsideItIsTheExactSearch) {
  // A template that nothing fills leaves the plain joint model.
  base::Random random(37);
  for (int i = 0; i < 60; ++i) {
    const auto words = static_cast<std::int32_t>(1 + i % 4);
    Session session(random, words, 1,
                    std::string(kTemplates) + "[runtime]\nlabel1(h) & label2(h) & label3(h) & label4(h)\n");
    Heads at_runtime(static_cast<std::size_t>(words) + 1, -1);
    ASSERT_TRUE(session.joint.best_at_runtime(session.arcs, session.rows, decoding::Roots::kOne,
                                              session.scorer.arc_scores(), at_runtime));
    session.joint.reduce(session.scorer.arc_scores());
    Heads plain(at_runtime.size(), -1);
    GraphDecoder decoder;
    ASSERT_TRUE(decoder.best(session.parts, session.scorer.scores(), decoding::Roots::kOne, false, plain));
    ASSERT_EQ(at_runtime, plain);
  }
}

}  // namespace
}  // namespace espalier::parsing
