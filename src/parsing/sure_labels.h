// Relations that leave no choice: what the tags of two words and the side of the head decide by themselves.
//
// Idea: in most treebanks a third to a half of the arcs have the relation that all arcs between such tags have, on that
// side: a determiner left of its noun is `det`, and punctuation is `punct` wherever it hangs. To ask the model there is
// to pay for nothing.
// Invariant: in training, a key was seen often and had its label almost always; all other keys are not here.
// Cost: one look into a table that fits the fastest cache.
#pragma once

#include <cstdint>
#include <string>

#include "features/encoding.h"
#include "learning/frozen_map.h"
#include "model_file/section.h"
#include "parsing/training_set.h"

namespace espalier::parsing {

class SureLabels {
 public:
  /// None.
  SureLabels() = default;
  /// Reads in place what freeze_sure_labels() made. `tags`: the column of the tags.
  SureLabels(const model_file::Section& section, std::uint32_t tags, std::uint32_t labels);

  /// The label of the arc, or -1 where there is a choice.
  std::int32_t find(const features::Encoded& sentence, std::int32_t head, std::int32_t word) const noexcept {
    return map_.empty() ? -1 : map_.find(key(sentence, tags_, head, word));
  }
  std::size_t size() const noexcept { return map_.size(); }

  static std::uint64_t key(const features::Encoded& sentence, std::uint32_t tags, std::int32_t head,
                           std::int32_t word) noexcept {
    return features::number_value(sentence.value(tags, word) ^ (head < word ? kLeft : 0)) + sentence.value(tags, head);
  }

 private:
  static constexpr std::uint64_t kLeft = 0x6A09E667F3BCC909;

  std::uint32_t tags_ = 0;
  learning::FrozenMap<std::uint32_t> map_;
};

/// The keys of the training data at least `share` of whose arcs have one label; none for a share of 0.
std::string freeze_sure_labels(const TrainingSet& data, std::uint32_t tags, double share);

}  // namespace espalier::parsing
