// Is a difference between two systems more than chance? Paired bootstrap over sentences, McNemar's test over items.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "espalier/evaluation.h"
#include "evaluation/tally.h"

namespace espalier::evaluation {

/// Of all intervals that are reported.
inline constexpr double kConfidence = 0.95;

struct BootstrapOptions {
  std::size_t resamples = 10'000;
  std::uint64_t seed = 1;
};

/// The values of each measure of each system in each resample: [system][measure][resample]. All systems see the same
/// sentences in a resample, which is what makes it a paired test. The same for any number of threads.
using Resampled = std::vector<std::vector<std::vector<double>>>;
Resampled bootstrap(const std::vector<Tallies>& systems, const BootstrapOptions& options, const Control& control);

/// The middle `level` of the values (percentiles, interpolated). REQUIRES values.
Interval percentile_interval(std::vector<double> values, double level);

/// Two-sided: how often a resampled difference strays from the observed one by at least as much as that is from 0. The
/// observed sample is counted as one of the resamples, so p is never 0.
double bootstrap_p(double observed, std::span<const double> resampled);

/// Two-sided, from the items that only one of two systems has right: the exact binomial test for fewer than 25 of them,
/// chi-square with continuity correction otherwise.
double mcnemar_p(std::uint64_t only_first, std::uint64_t only_second);

/// The same by the exact test, however many they are.
double exact_mcnemar_p(std::uint64_t only_first, std::uint64_t only_second);

/// All pairs of systems on all measures. `measures[system]` are the sums of `systems[system]`.
std::vector<Comparison> compare_systems(const std::vector<Tallies>& systems,
                                        const std::vector<std::vector<Measure>>& measures, const Resampled& resampled);

}  // namespace espalier::evaluation
