// What local classifiers choose between: moves with their labels, and which classifier is asked.
//
// A class is a move and, for one that makes an arc, its label. The examples may be split by a value that the front of
// the buffer has, its tag say: each value seen often enough has a classifier of its own, a part, and all others share
// one.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "decoding/transition_system.h"
#include "features/encoding.h"
#include "parsing/label_use.h"

namespace espalier::parsing {

struct LocalClass {
  static constexpr std::uint16_t kNoLabel = 0xFFFF;  ///< no arc; or one whose label the treebank does not say

  std::uint8_t move = 0;
  std::uint8_t zero = 0;
  std::uint16_t label = kNoLabel;

  decoding::Move kind() const noexcept { return static_cast<decoding::Move>(move); }
  auto operator<=>(const LocalClass&) const = default;
};

/// A classifier.
struct LocalPart {
  std::uint64_t value = 0;  ///< of the front of the buffer; 0: that of the values without one
  std::uint32_t label = 0;  ///< the usual one of words with the value, for those that no move attaches
  std::uint32_t zero = 0;

  /// What makes the part's features differ from those of the others in the same table.
  std::uint64_t salt() const noexcept { return features::number_value(value); }
};

/// The feature of a part, never 0.
constexpr std::uint64_t salted(std::uint64_t feature, std::uint64_t salt) noexcept {
  return feature == salt ? 1 : feature ^ salt;
}

/// A configuration in which nothing is to be decided.
inline bool is_forced(decoding::MoveSet legal) noexcept { return legal.size() == 1 && !makes_arc(legal.first()); }

/// The value by which a configuration is split; `column` is that of the attribute.
inline std::uint64_t split_value(const features::Encoded& sentence, std::uint32_t column, std::int32_t node) noexcept {
  return node < 0 ? features::kNone : sentence.value(column, node);
}

/// How often a value was seen.
using ValueCount = std::pair<std::uint64_t, std::size_t>;

/// The parts of a treebank, ascending by value: one for each value seen at least `least` times, and one of value 0 for
/// the others where there are any.
std::vector<LocalPart> plan_parts(std::span<const ValueCount> counts, std::size_t least);
/// The place of a value's part. REQUIRES parts in order; without one of value 0 a value that has none is `other`.
std::uint32_t part_of(std::span<const LocalPart> parts, std::uint64_t value, std::uint32_t other) noexcept;

/// The classes of a model, by move.
class LocalChoices {
 public:
  LocalChoices() = default;
  LocalChoices(std::span<const LocalClass> classes, std::span<const std::uint8_t> label_use);

  /// Classes of a move, as places in the list; arcs from the root have labels of their own.
  std::span<const std::uint16_t> of(decoding::Move move, bool on_root) const noexcept {
    return lists_[on_root ? 1 : 0][static_cast<std::size_t>(move)];
  }

 private:
  std::array<std::array<std::vector<std::uint16_t>, decoding::kMoveKinds>, 2> lists_;
};

}  // namespace espalier::parsing
