// Trees, weights and treebanks for tests of the graph parser.
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/random.h"
#include "espalier/treebank.h"
#include "features/extractor.h"
#include "parsing/graph_schema.h"
#include "parsing/training_set.h"
#include "tests/support/places.h"
#include "tests/support/temporary_folder.h"

namespace espalier::tests {

using Heads = std::vector<std::int32_t>;

inline std::string sample_path(const std::string& language) { return source_path("samples/" + language + ".conllu"); }
inline std::string feature_file(const std::string& name) { return slurp(source_path("recipes/" + name + ".features")); }

inline parsing::GraphPrograms programs_of(std::string_view features) {
  return parsing::GraphPrograms(features::parse_features(features, parsing::graph_schemas(), "test"));
}

/// Any tree over the words, those with many roots included unless `one_root`.
inline Heads draw_tree(base::Random& random, std::int32_t words, bool one_root = false) {
  std::vector<std::int32_t> order(static_cast<std::size_t>(words));
  std::iota(order.begin(), order.end(), 1);
  random.shuffle(order);
  Heads heads(order.size() + 1, -1);
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::size_t above = one_root && i > 0 ? 1 + random.below(i) : random.below(i + 1);
    heads[static_cast<std::size_t>(order[i])] = above == 0 ? 0 : order[above - 1];
  }
  return heads;
}

/// Some heads of a tree, the others unknown.
inline Heads draw_known(base::Random& random, Heads heads, double share) {
  for (std::size_t m = 1; m < heads.size(); ++m) {
    if (random.uniform() >= share) heads[m] = -1;
  }
  return heads;
}

/// A weight for every feature and label there may be, in [-1, 1).
inline float drawn_weight(std::uint64_t feature, std::uint32_t label = 0) {
  const std::uint64_t number = features::number_value(feature + label * 7919);
  return static_cast<float>(static_cast<double>(number >> 11) * 0x1.0p-52 - 1);
}

/// As a table of one class.
struct DrawnWeights {
  float score(std::span<const std::uint64_t> features) const {
    float sum = 0;
    for (const std::uint64_t feature : features) sum += drawn_weight(feature);
    return sum;
  }
};

/// As a table of many.
struct DrawnRows {
  std::uint32_t classes;
  void add_scores(std::span<const std::uint64_t> features, float* scores) const {
    for (const std::uint64_t feature : features) {
      for (std::uint32_t label = 0; label < classes; ++label) scores[label] += drawn_weight(feature, label);
    }
  }
};

/// Sentences with their programs, as training sees them.
struct GraphData {
  parsing::GraphPrograms programs;
  parsing::LabelSet labels;
  parsing::TrainingSet set;

  GraphData(std::string_view features, std::vector<Sentence> sentences)
      : programs(programs_of(features)),
        set(parsing::make_training_set(std::move(sentences), programs.encoder(), labels, true)) {}
};

}  // namespace espalier::tests
