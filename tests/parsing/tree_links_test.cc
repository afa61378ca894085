#include "parsing/tree_links.h"

#include <gtest/gtest.h>

#include "parsing/label_stage.h"
#include "tests/support/graph_data.h"

namespace espalier::parsing {
namespace {

using tests::Heads;

/// By definition: a walk over all words.
std::int32_t naive_follow(const Heads& heads, TreeFunction function, std::int32_t node) {
  if (node < 0) return -1;
  const auto words = static_cast<std::int32_t>(heads.size()) - 1;
  const auto head = [&](std::int32_t word) { return heads[static_cast<std::size_t>(word)]; };
  std::int32_t found = -1;
  for (std::int32_t word = 1; word <= words; ++word) {
    const bool is_sibling = node > 0 && word != node && head(node) >= 0 && head(word) == head(node);
    if (function == TreeFunction::kLeft && head(word) == node && word < node && found < 0) found = word;
    if (function == TreeFunction::kRight && head(word) == node && word > node) found = word;
    if (function == TreeFunction::kBefore && is_sibling && word < node) found = word;
    if (function == TreeFunction::kAfter && is_sibling && word > node && found < 0) found = word;
  }
  return function == TreeFunction::kHead ? head(node) : found;
}

/// Level by level.
std::vector<std::int32_t> naive_order(const Heads& heads) {
  std::vector<std::int32_t> order{0};
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (std::size_t m = 1; m < heads.size(); ++m) {
      if (heads[m] == order[i]) order.push_back(static_cast<std::int32_t>(m));
    }
  }
  order.erase(order.begin());
  return order;
}

/// Trees of every size, some with heads unknown.
template <class Check>
void each_tree(const Check& check) {
  base::Random random(5);
  for (std::int32_t words = 0; words <= 9; ++words) {
    for (int i = 0; i < 60; ++i) {
      const Heads heads = tests::draw_tree(random, words);
      check(heads);
      check(tests::draw_known(random, heads, 0.7));
    }
  }
}

constexpr TreeFunction kFunctions[] = {TreeFunction::kHead, TreeFunction::kLeft, TreeFunction::kRight,
                                       TreeFunction::kBefore, TreeFunction::kAfter};

TEST(TreeLinks, AreWhatTheirDefinitionsSay) {
  TreeLinks links;
  each_tree([&](const Heads& heads) {
    links.build(heads);
    for (const TreeFunction function : kFunctions) {
      for (std::int32_t node = -1; node < static_cast<std::int32_t>(heads.size()); ++node) {
        ASSERT_EQ(links.follow(function, node), naive_follow(heads, function, node))
            << "function " << static_cast<int>(function) << " of " << node << " in " << ::testing::PrintToString(heads);
      }
    }
  });
}

TEST(TreeLinks, ResolveChainsOfFunctions) {
  const GraphPrograms programs = tests::programs_of(
      "[label]\ntag(left(h)) & tag(right(head(m)))\ntag(before(before(m)))\ntag(head(head(h))) & "
      "tag(after(left(m)))\n");
  const features::Program& program = programs.program(GraphSection::kLabel);
  ASSERT_EQ(program.slots().size(), 7u);
  TreeLinks links;
  std::vector<std::int32_t> places;
  each_tree([&](const Heads& heads) {
    links.build(heads);
    for (std::size_t m = 1; m < heads.size(); ++m) {
      links.resolve(program, heads[m], static_cast<std::int32_t>(m), places);
      for (std::size_t i = 0; i < places.size(); ++i) {
        std::int32_t node = program.slots()[i].anchor == 0 ? heads[m] : static_cast<std::int32_t>(m);
        for (const std::uint8_t function : program.slots()[i].functions) {
          node = naive_follow(heads, static_cast<TreeFunction>(function), node);
        }
        ASSERT_EQ(places[i], node);
      }
    }
  });
}

TEST(LabelOrder, GoesDownTheTreeLevelByLevel) {
  TreeLinks links;
  std::vector<std::int32_t> order;
  each_tree([&](const Heads& heads) {
    links.build(heads);
    label_order(links, static_cast<std::int32_t>(heads.size()) - 1, order);
    ASSERT_EQ(order, naive_order(heads)) << ::testing::PrintToString(heads);
  });
}

}  // namespace
}  // namespace espalier::parsing
