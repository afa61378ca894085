// The section of a constituency parser's feature file, and its program.
//
//   [reduce]  s0, s1, s2       the stack from its top: what is asked of words is asked of the word that heads the node
//             q0, q1, q2, q3   the words that are still to come
//             left(x), right(x)   the children of a node; the only child is the left one
//             first(x), last(x)   the words at the edges of a node
//             cat(x)           the label of a node, the tag of a word; size(x): how many words it covers, in classes
//
// So cat, lower and tag of all places up to the children of s0 and s1 are the conditions of Crabbé (2014).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "decoding/shift_reduce.h"
#include "features/extractor.h"
#include "features/program.h"

namespace espalier::parsing {

/// State attributes of the [reduce] section, by number.
enum class ReduceQuestion : std::uint8_t { kCat, kSize };

const std::vector<features::Schema>& constituency_schemas();

/// How many words, in classes: 1, 2, 3, 4, 5-6, 7-9, 10-14, 15-24, more.
std::uint64_t size_class(std::int32_t words) noexcept;

/// From a place to another; functions of the [reduce] section, by number.
enum class ReduceStep : std::uint8_t { kLeft, kRight, kFirst, kLast };

/// The places of a program in a state: the word of each slot, and the node that it heads where there is one.
struct ReducePlaces {
  std::vector<std::int32_t> words;  ///< by slot; -1: there is none
  std::vector<std::int32_t> nodes;  ///< by slot; -1: the place is a word, or nothing
  std::vector<std::int32_t> found;  ///< nodes and words on the way to the slots
};

/// How they are found: anchors first, then one step from a place found before.
class ReducePlaceFinder {
 public:
  ReducePlaceFinder() = default;
  explicit ReducePlaceFinder(const features::Program& program);

  void find(const decoding::ReduceState& state, ReducePlaces& out) const;

 private:
  using Step = ReduceStep;
  struct Way {
    std::uint16_t from;
    Step step;
  };
  std::vector<Way> ways_;
  std::vector<std::uint16_t> slots_;  // by slot of the program: anchor, or anchors + way
};

/// Answers the state attributes.
struct ReduceStateOf {
  const decoding::ReduceState& state;
  const ReducePlaces& places;
  const std::uint64_t* tags;  // by word

  std::uint64_t operator()(std::uint8_t question, std::int32_t word, std::uint8_t slot) const noexcept {
    const std::int32_t node = places.nodes[slot];
    if (static_cast<ReduceQuestion>(question) == ReduceQuestion::kSize) {
      return node < 0 ? features::kNone : features::number_value(size_of(node));
    }
    if (word < 0) return features::kNone;
    const std::int32_t label = node < 0 ? -1 : state.node(node).label;
    return label < 0 ? tags[word] : features::number_value(static_cast<std::uint64_t>(label) + 2);
  }
  std::uint64_t size_of(std::int32_t node) const noexcept {
    return size_class(state.node(node).last - state.node(node).first + 1);
  }
};

class ConstituencyPrograms {
 public:
  ConstituencyPrograms() = default;
  explicit ConstituencyPrograms(std::vector<features::Section> sections);

  const features::Program& reduce() const noexcept { return reduce_; }
  const ReducePlaceFinder& places() const noexcept { return places_; }
  /// Some template asks for size().
  bool asks_size() const noexcept { return asks_size_; }
  /// What the templates can look at, for merging states; null where it is so deep that none would be the same.
  const decoding::ReduceView* view() const noexcept { return view_.depth <= kDeepestView ? &view_ : nullptr; }
  const features::Encoder& encoder() const noexcept { return encoder_; }
  /// The column of the tags.
  std::uint32_t tags() const noexcept { return tags_; }
  const std::vector<features::Section>& sections() const noexcept { return sections_; }
  bool empty() const noexcept { return reduce_.empty(); }

 private:
  static constexpr std::size_t kDeepestView = 8;

  std::vector<features::Section> sections_;
  features::Program reduce_;
  ReducePlaceFinder places_;
  bool asks_size_ = false;
  decoding::ReduceView view_;
  std::uint32_t tags_ = 0;
  features::Encoder encoder_;
};

}  // namespace espalier::parsing
