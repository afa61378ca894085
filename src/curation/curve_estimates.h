// What the trainings of a learning curve say together: points with bands, fits, who overtakes whom.
#pragma once

#include <cstdint>
#include <span>

#include "espalier/curation.h"

namespace espalier::curation {

/// The factor of the standard error that makes a 95 % band of a mean (Student's t, two-sided). REQUIRES freedom > 0.
double t_factor(std::size_t freedom);

/// Points, fits, crossings and matches of the runs; `result` has the names of the recipes and the unit. Runs come in
/// any order; every recipe has the same sizes and repeats.
void estimate(std::span<const CurveRun> runs, std::uint64_t seed, CurveResult& result);

}  // namespace espalier::curation
