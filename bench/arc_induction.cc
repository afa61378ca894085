// What entropy-guided induction makes of a treebank: a decision tree over its arcs, those that S-IFIS's filter leaves
// with gold information, and the templates of its paths.
//
//   build/bench/arc_induction TREEBANK FEATURES [DEPTH [MINIMUM [CONFIDENCE]]]
//
// FEATURES: basic templates, such as recipes/s-ifis-basic.features.
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "base/team.h"
#include "espalier/error.h"
#include "espalier/treebank.h"
#include "learning/feature_columns.h"
#include "parsing/graph_schema.h"
#include "selection/arc_examples.h"
#include "selection/entropy_guided.h"

int main(int argc, char** argv) try {
  using namespace espalier;
  if (argc < 3) {
    fmt::print(stderr, "usage: arc_induction TREEBANK FEATURES [DEPTH [MINIMUM [CONFIDENCE]]]\n");
    return 2;
  }
  const auto number = [&](int at, double otherwise) { return argc > at ? std::atof(argv[at]) : otherwise; };
  auto start = std::chrono::steady_clock::now();
  const auto lap = [&] {
    const auto now = std::chrono::steady_clock::now();
    return std::chrono::duration<double>(now - std::exchange(start, now)).count();
  };
  const std::vector<Sentence> sentences = read_treebank(argv[1]);
  std::ifstream file(argv[2]);
  const std::string text(std::istreambuf_iterator<char>(file), {});
  const auto arc = static_cast<std::size_t>(parsing::GraphSection::kArc);
  const auto basic = features::parse_features(text, parsing::graph_schemas(), argv[2])[arc].templates;
  base::Team team(0);
  learning::CategoricalData data;
  {
    const learning::Examples examples =
        selection::ArcExamples({sentences, {}}, selection::is_like_true_head).examples(basic);
    fmt::print("{} arcs, {} attributes, {} features: {:.1f} s\n", examples.size(), basic.size(), examples.features(),
               lap());
    data = learning::to_categorical(examples, 2, std::vector<bool>(examples.features(), true), team);
    fmt::print("columns: {:.1f} s\n", lap());
  }
  const learning::TreeOptions options{
      .max_depth = static_cast<std::uint32_t>(number(3, 4)), .min_cases = number(4, 2), .confidence = number(5, 0)};
  const learning::DecisionTree tree = learning::grow_tree(data, options, team);
  fmt::print("tree of depth {}: {} nodes, {} leaves: {:.1f} s on {} threads\n", tree.depth(), tree.size(),
             tree.leaves(), lap(), team.size());
  const auto induced = selection::induce_templates(tree, basic);
  fmt::print("{} templates: {:.1f} s\n", induced.size(), lap());
  for (std::size_t i = 0; i < induced.size() && i < 40; ++i) {
    fmt::print("{:10.0f} bits {:8.0f} cases {:5} paths  {}\n", induced[i].gain, induced[i].cases, induced[i].paths,
               features::to_text(induced[i].item, parsing::graph_schemas()[arc]));
  }
  return 0;
} catch (const espalier::Error& error) {
  fmt::print(stderr, "arc_induction: {}\n", error.what());
  return espalier::exit_code(error.kind());
}
