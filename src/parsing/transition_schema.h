// The sections of a transition parser's feature file, and their programs.
//
//   [move]   s0, s1, s2, b0, b1, b2   the stack from its top, the buffer from its front; i and j are other names of s0
//                                     and b0. Functions: head(x), left(x), left2(x), right(x), right2(x), the head and
//                                     the outermost and second outermost dependents so far; lefts(x), rights(x), how
//                                     many dependents there are so far
//   [label]  h, m                     as in graph parsers: the finished tree is labelled
//
// Templates that look at one place of the stack or buffer and not into the growing tree are kept apart, place by place:
// their scores are sums of a word, found once a sentence, and only the others are looked up in every configuration.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "decoding/configuration.h"
#include "features/extractor.h"
#include "features/program.h"

namespace espalier::parsing {

/// Places of the [move] section, by number.
enum class MovePlace : std::uint8_t { kStack0, kStack1, kStack2, kBuffer0, kBuffer1, kBuffer2 };
inline constexpr std::size_t kMovePlaces = 6;

/// State attributes of the [move] section, by number.
enum class MoveState : std::uint8_t { kLefts, kRights, kDeprel, kDistance };

/// How far a node is from the front of the buffer, in classes: 0 for the root, then 1, 2-3, 4-5, 6-9, 10 and more, on
/// either side.
std::uint64_t reach_class(std::int32_t node, std::int32_t front) noexcept;

/// Answers the state attributes of the [move] section.
struct MoveStateOf {
  const decoding::Configuration& c;
  std::uint64_t operator()(std::uint8_t state, std::int32_t node) const noexcept {
    if (node < 0) return features::kNone;
    const decoding::NodeState& at = c.node(node);
    switch (static_cast<MoveState>(state)) {
      case MoveState::kLefts:
        return features::number_value(at.lefts);
      case MoveState::kRights:
        return features::number_value(at.rights);
      case MoveState::kDeprel:
        return features::number_value(static_cast<std::uint64_t>(at.label) + 2);
      case MoveState::kDistance:
        break;
    }
    return c.buffer_size() == 0 ? features::kNone : features::number_value(reach_class(node, c.buffer(0)));
  }
};

/// The node at a place of the [move] section, or -1.
inline std::int32_t node_at(const decoding::Configuration& c, std::size_t place) noexcept {
  const auto k = static_cast<std::int32_t>(place);
  return k < 3 ? c.stack(k) : c.buffer(k - 3);
}

const std::vector<features::Schema>& transition_schemas();

/// How the places of a program are found in a configuration: anchors first, then one step from a place found before.
class PlaceFinder {
 public:
  PlaceFinder() = default;
  explicit PlaceFinder(const features::Program& program);

  /// The node of every slot of the program, -1 where there is none.
  std::span<const std::int32_t> find(const decoding::Configuration& c, std::vector<std::int32_t>& scratch) const;

 private:
  struct Step {
    std::uint16_t from;
    std::int32_t decoding::NodeState::*link;
  };
  std::vector<Step> steps_;
  std::vector<std::uint16_t> slots_;  // by slot of the program: anchor, or kMovePlaces + step
};

/// Templates that look at two places, and nowhere else.
struct PairProgram {
  std::array<std::size_t, 2> places;  // the lower one first
  features::Program program;
};

/// Whether pairs of places are worth programs of their own: a beam meets the same pair in many configurations, a greedy
/// parser hardly ever does.
enum class PairUse : std::uint8_t { kWithTheRest, kApart };
constexpr PairUse pair_use(int beam) noexcept { return beam > 1 ? PairUse::kApart : PairUse::kWithTheRest; }

class TransitionPrograms {
 public:
  TransitionPrograms() = default;
  /// `columns`: read besides those of the templates, and numbered before them.
  explicit TransitionPrograms(std::vector<features::Section> sections, PairUse pairs = PairUse::kWithTheRest,
                              features::ColumnSet columns = {});

  /// Templates that look at one place only.
  const features::Program& of_place(std::size_t place) const noexcept { return of_place_[place]; }
  const std::vector<PairProgram>& pairs() const noexcept { return pairs_; }
  /// All others.
  const features::Program& rest() const noexcept { return rest_; }
  const PlaceFinder& rest_places() const noexcept { return rest_places_; }
  /// Slots of rest() whose numbers of dependents are asked for.
  const std::vector<std::uint8_t>& state_slots() const noexcept { return state_slots_; }
  const features::Program& label() const noexcept { return label_; }
  const features::Encoder& encoder() const noexcept { return encoder_; }
  /// The column of the tags, for SureLabels.
  std::uint32_t tags() const noexcept { return tags_; }
  const std::vector<features::Section>& sections() const noexcept { return sections_; }
  bool empty() const noexcept { return sections_.empty() || sections_[0].templates.empty(); }

 private:
  std::vector<features::Section> sections_;
  std::array<features::Program, kMovePlaces> of_place_;
  std::vector<PairProgram> pairs_;
  features::Program rest_;
  PlaceFinder rest_places_;
  std::vector<std::uint8_t> state_slots_;
  features::Program label_;
  std::uint32_t tags_ = 0;
  features::Encoder encoder_;
};

}  // namespace espalier::parsing
