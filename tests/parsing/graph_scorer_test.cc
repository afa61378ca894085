#include "parsing/graph_scorer.h"

#include <gtest/gtest.h>

#include <map>

#include "decoding/tree_score.h"
#include "tests/reference/naive_trees.h"
#include "tests/support/graph_data.h"
#include "tests/support/random_templates.h"

namespace espalier::parsing {
namespace {

using reference::inner_sibling;
using tests::Heads;

/// A sentence with all arcs, or with those of some trees only, ready to be scored.
struct Session {
  GraphPrograms programs = tests::programs_of(tests::feature_file("graph"));
  Sentence sentence;
  features::Encoded encoded;
  decoding::ArcSet arcs;
  decoding::PartSet parts;
  GraphScorer scorer;

  Session(base::Random& random, std::int32_t words, int order, const std::vector<Heads>& trees) {
    sentence = tests::draw_sentence(words, random);
    programs.encoder().encode(sentence, encoded);
    arcs.start(words);
    for (std::int32_t m = 1; m <= words; ++m) {
      for (std::int32_t h = 0; h <= words; ++h) {
        const bool used = std::any_of(trees.begin(), trees.end(),
                                      [&](const Heads& tree) { return tree[static_cast<std::size_t>(m)] == h; });
        if (used || (h != m && random.uniform() < 0.3)) arcs.add_head(h);
      }
      arcs.end_word();
    }
    parts.build(arcs, order);
    scorer.prepare(programs, encoded, order);
    scorer.start(parts);
  }
};

/// Calls check(session, trees, order) for sentences of all lengths, with two trees over their arcs.
template <class Check>
void each_session(const Check& check) {
  base::Random random(11);
  for (int order = 1; order <= 3; ++order) {
    for (std::int32_t words = 1; words <= 8; ++words) {
      for (int i = 0; i < 4; ++i) {
        const std::vector<Heads> trees{tests::draw_tree(random, words), tests::draw_tree(random, words)};
        Session session(random, words, order, trees);
        check(session, trees, order);
      }
    }
  }
}

using Counts = std::map<std::uint64_t, int>;

void count(features::Extractor& extractor, std::initializer_list<std::int32_t> places, int amount, Counts& counts) {
  for (const std::uint64_t feature : extractor.features(std::vector<std::int32_t>(places))) counts[feature] += amount;
}

/// The features of every part of a tree, one section after the other.
void count_tree(const Session& session, const Heads& heads, int order, bool with_arcs, int amount, Counts& counts) {
  const auto prepared = [&](GraphSection section) {
    features::Extractor extractor;
    extractor.prepare(session.programs.program(section), session.encoded);
    return extractor;
  };
  features::Extractor arc = prepared(GraphSection::kArc);
  features::Extractor sibling = prepared(GraphSection::kSibling);
  features::Extractor grandparent = prepared(GraphSection::kGrandparent);
  features::Extractor grand_sibling = prepared(GraphSection::kGrandSibling);
  for (std::int32_t m = 1; m < static_cast<std::int32_t>(heads.size()); ++m) {
    const std::int32_t h = heads[static_cast<std::size_t>(m)];
    const std::int32_t s = inner_sibling(heads, m) == h ? -1 : inner_sibling(heads, m);
    const std::int32_t g = heads[static_cast<std::size_t>(h)];
    if (with_arcs) count(arc, {h, m}, amount, counts);
    if (order >= 2) count(sibling, {h, m, s}, amount, counts);
    if (order >= 3 && h > 0) count(grandparent, {g, h, m}, amount, counts);
    if (order >= 3 && h > 0) count(grand_sibling, {g, h, m, s}, amount, counts);
  }
}

TEST(FindParts, GivesTheScoreOfTheTree) {
  each_session([](Session& session, const std::vector<Heads>& trees, int) {
    session.scorer.score_arcs(session.parts, tests::DrawnWeights());
    session.scorer.score_parts(session.parts, tests::DrawnWeights());
    TreeParts found;
    for (const Heads& tree : trees) {
      ASSERT_TRUE(find_parts(session.parts, tree, found));
      const double score = decoding::tree_score(session.parts, session.scorer.scores(), tree);
      ASSERT_NEAR(session.scorer.tree_score(found), score, 1e-4);
      double arcs = 0;
      for (std::size_t m = 1; m < tree.size(); ++m) {
        arcs += static_cast<double>(session.scorer.arc_scores()[static_cast<std::size_t>(found.arc[m])]);
      }
      ASSERT_NEAR(session.scorer.part_score(found), score - arcs, 1e-4);
    }
  });
}

TEST(FindParts, ScoresAreThoseOfTheFeatures) {
  each_session([](Session& session, const std::vector<Heads>& trees, int order) {
    session.scorer.score_arcs(session.parts, tests::DrawnWeights());
    session.scorer.score_parts(session.parts, tests::DrawnWeights());
    Counts counts;
    count_tree(session, trees[0], order, true, 1, counts);
    double sum = 0;
    for (const auto& [feature, times] : counts) sum += static_cast<double>(tests::drawn_weight(feature)) * times;
    ASSERT_NEAR(decoding::tree_score(session.parts, session.scorer.scores(), trees[0]), sum, 1e-3);
  });
}

TEST(FindParts, RefusesATreeWithAnArcThatIsNotThere) {
  decoding::ArcSet arcs;
  arcs.start(2);
  arcs.add_head(0);
  arcs.end_word();
  arcs.add_head(0);
  arcs.add_head(1);
  arcs.end_word();
  for (int order = 1; order <= 3; ++order) {
    decoding::PartSet parts;
    parts.build(arcs, order);
    TreeParts found;
    EXPECT_TRUE(find_parts(parts, Heads{-1, 0, 1}, found));
    EXPECT_TRUE(find_parts(parts, Heads{-1, 0, 0}, found));
    EXPECT_FALSE(find_parts(parts, Heads{-1, 2, 0}, found));
  }
}

TEST(AddChanges, AreTheDifferenceOfTwoTrees) {
  each_session([](Session& session, const std::vector<Heads>& trees, int order) {
    TreeParts truth;
    TreeParts found;
    ASSERT_TRUE(find_parts(session.parts, trees[0], truth));
    ASSERT_TRUE(find_parts(session.parts, trees[1], found));
    for (const bool with_arcs : {true, false}) {
      std::vector<learning::Change> changes;
      session.scorer.add_changes(session.parts, truth, found, 1, with_arcs, changes);
      session.scorer.add_changes(session.parts, found, truth, -1, with_arcs, changes);
      std::vector<learning::Change> scratch;
      learning::merge_changes(changes, scratch);
      Counts expected;
      count_tree(session, trees[0], order, with_arcs, 1, expected);
      count_tree(session, trees[1], order, with_arcs, -1, expected);
      std::erase_if(expected, [](const auto& entry) { return entry.second == 0; });
      Counts got;
      for (const learning::Change& change : changes) {
        ASSERT_EQ(change.label, 0u);
        got[change.feature] = static_cast<int>(change.amount);
      }
      ASSERT_EQ(got, expected);
    }
  });
}

TEST(AddChanges, OfATreeAndItselfAreNone) {
  each_session([](Session& session, const std::vector<Heads>& trees, int) {
    TreeParts parts;
    ASSERT_TRUE(find_parts(session.parts, trees[0], parts));
    std::vector<learning::Change> changes;
    session.scorer.add_changes(session.parts, parts, parts, 1, true, changes);
    ASSERT_TRUE(changes.empty());
  });
}

}  // namespace
}  // namespace espalier::parsing
