// Scores of labelled moves in a configuration, by the classifier of its part.
//
// Idea: what depends on one word of the stack or of the buffer is summed when it is first asked for, one score a class,
// and kept until the sentence ends; which classifier is asked depends on the front of the buffer, so sums are kept by
// word and part. A configuration then looks up only the templates that see two words or the growing tree. Keeping can
// be turned off, to measure what it is worth: then every template is looked up every time. Classifiers with a kernel do
// not add up feature by feature, so nothing is kept for them: all features of a configuration are gathered and asked
// about at once.
// Invariant: the same score either way, but for the order of the additions.
// Cost: one lookup a template and word, place and part; then one a template and configuration.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "features/extractor.h"
#include "learning/frozen_kernel.h"
#include "learning/frozen_rows.h"
#include "parsing/local_classes.h"
#include "parsing/transition_schema.h"

namespace espalier::parsing {

/// The features of a configuration, place by place and the rest. One a thread.
class MoveFeatures {
 public:
  /// Both must outlive the other calls.
  void prepare(const TransitionPrograms& programs, const features::Encoded& sentence);

  bool has_place(std::size_t place) const noexcept { return !programs_->of_place(place).empty(); }
  /// Of templates that look at one place alone; good until the next call, as those of rest().
  std::span<const std::uint64_t> of_place(std::size_t place, std::int32_t node) {
    places_.fill(node);
    return extractors_[place].features(places_);
  }
  /// Of all others.
  std::span<const std::uint64_t> rest(const decoding::Configuration& c) {
    return rest_.features(programs_->rest_places().find(c, scratch_), MoveStateOf{c});
  }
  /// Calls use(features) for each place and for the rest: all that a configuration has.
  template <class Use>
  void visit_all(const decoding::Configuration& c, const Use& use) {
    for (std::size_t place = 0; place < kMovePlaces; ++place) {
      if (has_place(place)) use(of_place(place, node_at(c, place)));
    }
    use(rest(c));
  }

 private:
  const TransitionPrograms* programs_ = nullptr;
  std::array<features::Extractor, kMovePlaces> extractors_;
  std::array<std::int32_t, 8> places_{};  // all anchors of the schema
  features::Extractor rest_;
  std::vector<std::int32_t> scratch_;
};

/// The weights of a model.
struct LocalWeights {
  std::span<const LocalPart> parts;
  std::uint32_t other = 0;        ///< the part of values that have none
  std::uint32_t split = kUnread;  ///< the column that splits
  std::uint32_t classes = 0;
  std::span<const float> start;                    ///< by part and class: the score before any feature
  const learning::FrozenRows* rows = nullptr;      ///< of linear classifiers
  const learning::FrozenKernel* kernel = nullptr;  ///< of the others: one of both is there

  static constexpr std::uint32_t kUnread = 0xFFFFFFFF;  ///< nothing is split
};

/// One a thread.
class LocalScorer {
 public:
  /// Off: nothing is kept between configurations.
  void set_keeping(bool keeps) noexcept { keeps_ = keeps; }
  /// All must outlive the calls of score().
  void prepare(const TransitionPrograms& programs, const features::Encoded& sentence, const LocalWeights& weights);

  /// By class; good until the next call.
  std::span<const float> score(const decoding::Configuration& c);

  /// The part that a node at the front of the buffer (-1: it is empty) asks.
  std::uint32_t part_at(std::int32_t node) const noexcept { return part_at_[static_cast<std::size_t>(node) + 1]; }
  /// Features looked up since prepare().
  std::uint64_t lookups() const noexcept { return lookups_; }

 private:
  void add(std::span<const std::uint64_t> features, std::uint64_t salt, float* scores);
  void add_kernel(const decoding::Configuration& c, std::uint32_t part);
  const float* sums_of(std::size_t place, std::int32_t node, std::uint32_t part);

  bool keeps_ = true;
  LocalWeights weights_;
  MoveFeatures features_;
  std::uint64_t lookups_ = 0;
  std::vector<std::uint32_t> part_at_;  // node + 1
  std::vector<std::uint64_t> salted_;
  std::vector<std::uint64_t> gathered_;
  learning::KernelScratch scratch_;
  std::vector<float> scores_;
  std::array<std::vector<std::uint32_t>, kMovePlaces> kept_;  // by place; node + 1 and part: 1 + place in sums_, or 0
  std::vector<float> sums_;                                   // one score a class, as often as asked for
};

}  // namespace espalier::parsing
