#include "selection/part_places.h"

#include <gtest/gtest.h>

#include <string>

#include "parsing/graph_scorer.h"
#include "tests/reference/naive_trees.h"

namespace espalier::selection {
namespace {

using parsing::GraphSection;

Sentence sentence_of(const reference::Heads& heads) {
  Sentence sentence;
  for (std::size_t word = 1; word < heads.size(); ++word) {
    sentence.set_head(sentence.add_word("w" + std::to_string(word)), heads[word]);
  }
  return sentence;
}

std::vector<std::int32_t> find(GraphSection section, const Sentence& sentence, std::int32_t head, std::int32_t word) {
  PartPlaces places(section);
  const auto found = places.find(sentence, head, word);
  return {found.begin(), found.end()};
}

/// Every tree of up to five words, every word of it, every other head: the parts are those that the parser finds in the
/// tree with that head, and there are none where that is no tree.
TEST(PartPlacesTest, AreThePartsOfTheTreeWithTheOtherHead) {
  for (std::int32_t words = 1; words <= 5; ++words) {
    decoding::ArcSet arcs;
    arcs.fill(words);
    decoding::PartSet parts;
    parts.build(arcs, 3);
    for (const reference::Heads& tree : reference::all_trees(arcs)) {
      const Sentence sentence = sentence_of(tree);
      for (std::int32_t word = 1; word <= words; ++word) {
        for (const std::int32_t head : arcs.heads(word)) {
          reference::Heads other = tree;
          other[static_cast<std::size_t>(word)] = head;
          const auto siblings = find(GraphSection::kSibling, sentence, head, word);
          const auto grandparents = find(GraphSection::kGrandparent, sentence, head, word);
          EXPECT_EQ(find(GraphSection::kArc, sentence, head, word), (std::vector{head, word}));
          if (!reference::is_tree(other)) {
            EXPECT_TRUE(siblings.empty());
            EXPECT_TRUE(grandparents.empty());
            continue;
          }
          parsing::TreeParts found;
          ASSERT_TRUE(parsing::find_parts(parts, other, found));
          const std::int32_t sibling = parts.sibling(found.sibling[static_cast<std::size_t>(word)]);
          ASSERT_EQ(siblings, (std::vector{head, word, sibling == head ? -1 : sibling}));
          if (head == 0) {
            ASSERT_TRUE(grandparents.empty());
          } else {
            ASSERT_EQ(grandparents, (std::vector{tree[static_cast<std::size_t>(head)], head, word}));
          }
        }
      }
    }
  }
}

TEST(PartPlacesTest, UnknownHeadsHaveNoDependentsAndNoGrandparents) {
  const Sentence sentence = sentence_of({-1, -1, 0, 2});
  EXPECT_EQ(find(GraphSection::kSibling, sentence, 1, 3), (std::vector{1, 3, -1}));
  EXPECT_TRUE(find(GraphSection::kGrandparent, sentence, 1, 3).empty());
  EXPECT_EQ(find(GraphSection::kGrandparent, sentence, 2, 3), (std::vector{0, 2, 3}));
}

TEST(PartPlacesTest, TemplatesOfArcsLookAtTheSameWords) {
  const auto text = [](GraphSection section) {
    const auto item = features::parse_template("upos(h) & lower(m+1) & dist(h,m)",
                                               parsing::graph_schema(parsing::GraphSection::kArc));
    return features::to_text(from_arc(item, section), parsing::graph_schema(section));
  };
  EXPECT_EQ(text(GraphSection::kSibling), text(GraphSection::kArc));
  EXPECT_EQ(text(GraphSection::kGrandparent), text(GraphSection::kArc));
}

}  // namespace
}  // namespace espalier::selection
