// What the weights of a model's templates come to on the way to given trees.
//
// Idea: a model knows its weights by hashes alone, which do not tell their templates; so the way to trees is gone
// through as in the search for the heaviest features (heavy_features.h), and every feature that has a weight is added
// to the row of its template. It weighs by how far it sets classes apart: the greatest of its weights less the least,
// classes without one at 0; where features have one weight, as those of arcs have, the size of it.
// Cost: one lookup a feature, in a sample of sentences spread evenly over the treebank.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "features/encoding.h"
#include "parsing/parser_model.h"

namespace espalier::parsing {

struct TemplateTally {
  struct Row {
    std::uint64_t uses = 0;  ///< features with a weight, each time that one was met
    double weight = 0;       ///< of all of them
  };
  /// By the name of the section and the place of the template in its list.
  std::map<std::pair<std::string, std::size_t>, Row> rows;

  void add(const std::string& section, std::size_t place, float weight) {
    if (weight <= 0) return;
    Row& row = rows[{section, place}];
    ++row.uses;
    row.weight += weight;
  }
};

/// `sentences`: with trees that the model has made. `columns`: extra ones of each, or none at all.
TemplateTally weigh_templates(const ParserModel& model, std::vector<Sentence> sentences,
                              std::span<const features::ExtraColumns> columns);

}  // namespace espalier::parsing
