// A log-linear model of choices, and what a template would be worth to it.
//
// Idea: a choice is a group of rows (the heads that a word may have, the moves of a configuration), one of them right.
// For every value of a template the first and the second derivative of the likelihood by its weight, G and H, are
// summed, and the Newton step of a weight is w = G / (H + ridge). It is worth w g - w w h / 2 to a row of derivatives g
// and h. The sum of this over rows that were not learned from, with the best of some ridges, is the gain of the
// template: one whose values are too rare to be met again is worth nothing, however well it fits.
//
// Which rows are not learned from is a matter of the scheme. All but one: a row gets the step of all others, (G - g) /
// (H - h + ridge). That learns from nearly all rows, but what is learned of others' rests depends on the row's own
// truth, the more so the more often the model is fitted again. Folds: there are some models, and each is judged by
// choices that it does not learn from. Neighbours are of one sentence, so blocks of them stay together.
//
// Invariant: the loss is that of rows that were not learned from.
//
// Cost: a pass over the rows that are not yet decided, with a bucket for every value, a template and model.
//
// Papers: Della Pietra, Della Pietra and Lafferty 1997 (features of random fields by gain); Friedman, Hastie and
// Tibshirani 2000 (boosting as Newton steps of a likelihood).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "selection/choices.h"

namespace espalier::selection {

/// The attributes that a template has, ascending. A template is a set of them, and the class.
using AttributeSet = std::vector<std::uint32_t>;

/// Folds of a model that judges each row by all others.
inline constexpr std::size_t kAllButOne = 1;

/// Can be copied: what a few more templates would do is tried on a copy.
class Likelihood {
 public:
  /// What a template is worth, and with which ridge that is most: the rarer its values, the more they need.
  struct Worth {
    double gain = 0;  ///< of likelihood, in nats a choice
    float ridge = 0;
  };
  /// Sums of a value.
  struct Sums {
    float first = 0;
    float second = 0;

    /// The step that all rows but one of this make.
    float step_without(float one_first, float one_second, float ridge) const noexcept {
      return (first - one_first) / (second - one_second + ridge);
    }
  };
  /// Of one thread.
  struct Scratch {
    std::vector<std::vector<Sums>> sums;  ///< by model and bucket
    std::vector<std::uint32_t> places;    ///< buckets of open rows
  };

  /// The choices must outlive it.
  Likelihood(const Choices& choices, std::size_t folds);

  Scratch make_scratch() const;
  /// How many values an attribute has.
  std::size_t domain(std::size_t attribute) const noexcept { return domains_[attribute]; }

  Worth worth(const AttributeSet& item, Scratch& scratch) const;
  /// Goes a part of the step. REQUIRES the scratch as worth() of this template has left it.
  void take(const AttributeSet& item, const Worth& worth, float part, const Scratch& scratch);

  /// Of the first model, by row.
  const std::vector<float>& scores() const noexcept { return models_.front().scores; }
  /// In nats a choice.
  double loss() const noexcept { return loss_; }
  /// Choices whose right row has the highest score, 0 to 1.
  double accuracy() const noexcept { return accuracy_; }

 private:
  /// A row that is not yet decided.
  struct Open {
    std::uint32_t row;
    float first;
    float second;
    bool is_judged;  // else it is learned from; all but one: both
  };
  struct Model {
    std::vector<float> scores;  // by row
    std::vector<Open> open;
  };

  class Buckets;

  unsigned most_bits() const noexcept;
  unsigned bits_of(const AttributeSet& item) const noexcept;
  bool is_own() const noexcept { return models_.size() == kAllButOne; }
  bool is_judged(std::size_t model, std::size_t group) const noexcept;
  void sum(const Model& model, const AttributeSet& item, std::vector<Sums>& sums,
           std::vector<std::uint32_t>& places) const;
  void derive();

  const Choices* choices_;
  std::vector<std::size_t> domains_;  // by attribute
  std::size_t labels_ = 1;
  std::vector<Model> models_;
  double loss_ = 0;
  double accuracy_ = 0;
};

}  // namespace espalier::selection
