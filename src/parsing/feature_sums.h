// From places to scores, by the shortest way that the templates allow.
#pragma once

#include "features/extractor.h"

namespace espalier::parsing {

/// Adds the rows of the features at `places` to scores: those of a program without bags are finished on their way into
/// the table.
template <class Table, class Number, class Places, class... State>
void add_features(const Table& table, features::Extractor& extractor, Number* scores, const Places& places,
                  const State&... state) noexcept {
  if (extractor.has_bags()) {
    table.add_scores(extractor.features(places, state...), scores);
  } else {
    table.add_scores(extractor.sums(places, state...), scores, features::Finish{});
  }
}

}  // namespace espalier::parsing
