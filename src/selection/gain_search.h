// Templates by what they are worth on sentences that they were not fitted to.
//
// Idea: a log-linear model of choices (likelihood.h) grows by a template at a time. The one with the highest gain is
// taken, all templates of the model are fitted once more in the same way, so that its scores are those of rows that
// were not learned from, and templates with one attribute more than the new one join the candidates.
//
// Invariant: gains fall while the models grow, most of the time, so an old one is a bound, and only candidates that
// would be first by their old gain are measured again (Minoux 1978); all of them now and then, and before the search
// ends. The same on any number of threads.
//
// Cost: rows × attributes a measurement; a pair of attributes is measured once at least, and some dozen candidates for
// every template that is taken.
//
// Papers: Della Pietra, Della Pietra and Lafferty 1997 (features of random fields by gain); Friedman, Hastie and
// Tibshirani 2000 (boosting as Newton steps of a likelihood).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/team.h"
#include "selection/likelihood.h"

namespace espalier::selection {

struct GainOptions {
  std::size_t most = 40;       ///< templates
  std::size_t min_length = 2;  ///< attributes of one
  std::size_t max_length = 4;
  double step = 0.3;         ///< the part of a step that is gone
  double least_gain = 3e-5;  ///< a choice; what is worth less is not taken
  /// By attribute: every template has one of these; empty: all are.
  std::vector<bool> wanted;
};

struct GainedTemplate {
  AttributeSet attributes;
  double gain = 0;  ///< of likelihood, in nats a choice, when it was taken
};

/// The templates that are worth most beside `known`, in the order in which they were taken. `progress` hears how many
/// there are, again and again; throw from it to stop.
std::vector<GainedTemplate> search_by_gain(const Choices& choices, std::span<const AttributeSet> known,
                                           const GainOptions& options, base::Team& team,
                                           const std::function<void(std::size_t)>& progress = {});

}  // namespace espalier::selection
