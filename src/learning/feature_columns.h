// Examples of features and examples of categorical attributes are two views of the same data: the value of an attribute
// is the feature that it shows. These functions go from the first view to the second, and drop features.
#pragma once

#include <cstdint>
#include <vector>

#include "base/team.h"
#include "learning/categorical.h"
#include "learning/examples.h"

namespace espalier::learning {

/// The value that stands for all that were dropped.
inline constexpr std::uint32_t kDummy = 0;

/// `kept`: by number of the feature; features that are not become kDummy, the others 1, 2, … by first sight in their
/// attribute. The same on any number of threads. Throws Error kUsage when examples show different numbers of features:
/// the feature at a place is the value of the attribute of that place.
CategoricalData to_categorical(const Examples& examples, std::uint32_t classes, const std::vector<bool>& kept,
                               base::Team& team);

/// The features that are kept, in the order of their numbers.
std::vector<std::uint64_t> kept_features(const Examples& examples, const std::vector<bool>& kept);

/// The same examples without the features that are not kept.
Examples keep_features(const Examples& examples, const std::vector<bool>& kept);

}  // namespace espalier::learning
