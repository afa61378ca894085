// Templates by what they are worth on sentences that they were not fitted to.
//
// Idea: a choice is a group of rows (the heads that a word may have, the moves of a configuration), one of them right,
// and a log-linear model of the choices grows by a template at a time. For every value of a template the first and the
// second derivative of the likelihood by its weight, G and H, are summed. What a row gets from the template is the
// Newton step of all others, w = (G - g) / (H - h + ridge), where g and h are its own; that is worth w g - w w h / 2 to
// it. The sum of this over all rows, with the best of some ridges, is the gain of the template: one whose values are
// too rare to be met again is worth nothing, however well it fits. The best is taken, all templates of the model are
// fitted once more in the same way, so that its scores are those of rows that were not learned from, and templates with
// one attribute more than the new one join the candidates.
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

namespace espalier::selection {

/// Rows in groups, with attributes in columns.
class Choices {
 public:
  explicit Choices(std::size_t attributes) : columns_(attributes) {}

  /// A row of the group under construction: its class (0 where there are none) and a feature an attribute.
  void add_row(std::uint32_t label, std::span<const std::uint64_t> attributes);
  /// Ends the group: `right` is its right row, counted in the group. One without an alternative is dropped.
  void end_group(std::size_t right);

  std::size_t attributes() const noexcept { return columns_.size(); }
  std::size_t rows() const noexcept { return labels_.size(); }
  std::size_t groups() const noexcept { return right_.size(); }
  std::size_t begin(std::size_t group) const noexcept { return group == 0 ? 0 : ends_[group - 1]; }
  std::size_t end(std::size_t group) const noexcept { return ends_[group]; }
  std::size_t right(std::size_t group) const noexcept { return right_[group]; }
  std::uint32_t label(std::size_t row) const noexcept { return labels_[row]; }
  const std::vector<std::uint32_t>& labels() const noexcept { return labels_; }
  const std::vector<std::uint32_t>& column(std::size_t attribute) const noexcept { return columns_[attribute]; }

 private:
  std::vector<std::vector<std::uint32_t>> columns_;  // values, hashed
  std::vector<std::uint32_t> labels_;
  std::vector<std::size_t> ends_;
  std::vector<std::size_t> right_;  // a row, by group
};

/// The attributes that a template has, ascending. A template is a set of them, and the class.
using AttributeSet = std::vector<std::uint32_t>;

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
