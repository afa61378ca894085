// What all kinds of parsers promise of their best trees, where arcs were lifted for training.
#include <gtest/gtest.h>

#include "espalier/dependency.h"
#include "tests/support/graph_models.h"

namespace espalier {
namespace {

/// Sentences whose trees cross, over and over: a b c d, with arcs from a to c and from d to b.
std::string crossing_treebank() {
  std::string text;
  for (int i = 0; i < 12; ++i) {
    const std::string n = std::to_string(i % 3);
    text += "1\ta" + n + "\t_\tA\tA\t_\t0\troot\t_\t_\n2\tb" + n + "\t_\tB\tB\t_\t4\tobj\t_\t_\n3\tc" + n +
            "\t_\tC\tC\t_\t1\tnsubj\t_\t_\n4\td" + n + "\t_\tD\tD\t_\t1\tdep\t_\t_\n5\te\t_\tE\tE\t_\t3\tmod\t_\t_\n\n";
  }
  return text;
}

struct Case {
  const char* recipe;
  tests::Options options;
  std::size_t best;  // the most trees for which the search is that of parse()
};

const Case kCases[] = {
    {"mst1", {{"decoder", "eisner"}}, 6},
    {"transition", {{"min-updates", "0"}}, 1},
    {"transition-best", {{"min-updates", "0"}, {"beam", "6"}}, 6},
    {"malt-eager", {{"cost", "10"}}, 6},
};

Model lifted_model(const Case& item, const std::string& path) {
  tests::Options options = item.options;
  options.emplace_back("lift", "head+path");
  return tests::trained_model(item.recipe, options, {path});
}

TEST(BestTrees, TheFirstIsWhatParseWrites) {
  const tests::TemporaryFolder folder;
  tests::spill(folder / "crossing.conllu", crossing_treebank());
  for (const Case& item : kCases) {
    const Model model = lifted_model(item, folder / "crossing.conllu");
    std::size_t crossing = 0;
    for (const bool may_cross : {true, false}) {
      const Parser parser(model, {.crossing = may_cross});
      for (Sentence& sentence : read_treebank(folder / "crossing.conllu")) {
        const std::vector<ParsedTree> trees = parser.parse_best(sentence, item.best);
        ASSERT_FALSE(trees.empty());
        parser.parse(sentence);
        EXPECT_EQ(static_cast<const DependencyTree&>(trees[0]), sentence.dependencies()) << item.recipe;
        for (std::size_t i = 0; i < trees.size(); ++i) {
          crossing += is_projective(trees[i].heads) ? 0 : 1;
          EXPECT_TRUE(may_cross || is_projective(trees[i].heads)) << item.recipe;
          for (const std::string& label : trees[i].labels) {
            EXPECT_EQ(label.find("↑"), std::string::npos) << item.recipe;
            EXPECT_EQ(label.find("↓"), std::string::npos) << item.recipe;
          }
          for (std::size_t j = 0; j < i; ++j) EXPECT_NE(trees[i].heads, trees[j].heads) << item.recipe;
        }
      }
    }
    EXPECT_GT(crossing, 0u) << item.recipe << " has learned to undo the lifting";
  }
}

}  // namespace
}  // namespace espalier
