// What local classifiers learn from: the configurations on the static oracle's way to every tree, and its moves there
// (oracle_walk.h).
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "learning/examples.h"
#include "parsing/local_classes.h"
#include "parsing/local_options.h"
#include "parsing/training_set.h"
#include "parsing/transition_schema.h"

namespace espalier::parsing {

struct LocalData {
  std::vector<LocalClass> classes;           ///< those that occur, ascending
  std::vector<LocalPart> parts;              ///< see plan_parts()
  std::vector<learning::Examples> examples;  ///< by part; labels are places in `classes`
  std::uint32_t other = 0;                   ///< the part of values without one: that of value 0, else the largest
};

/// `split`: the column that splits, or LocalWeights::kUnread. Sentences in order, on one thread, each gone through
/// twice; `tell(done)` hears of it on the way, out of twice as many.
LocalData make_local_data(const TransitionPrograms& programs, const LocalOptions& options, std::uint32_t split,
                          decoding::Roots roots, const TrainingSet& data,
                          const std::function<void(std::size_t)>& tell = {});

}  // namespace espalier::parsing
