// Which labels words on the root have, and which the others.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

namespace espalier::parsing {

/// A treebank that calls the root's words `root` never calls others so, and the other way round: what was not seen on
/// one kind of arc is not a choice there.
class LabelUse {
 public:
  static constexpr std::uint8_t kOnRoot = 1;
  static constexpr std::uint8_t kElsewhere = 2;

  LabelUse() = default;
  /// By label: kOnRoot, kElsewhere, both, or neither (then it is open to all).
  explicit LabelUse(std::span<const std::uint8_t> uses) {
    for (const std::uint8_t use : uses) {
      on_root_.push_back(use == 0 || (use & kOnRoot) != 0 ? 0 : kClosed);
      elsewhere_.push_back(use == 0 || (use & kElsewhere) != 0 ? 0 : kClosed);
    }
    // Where no label was seen at all, any will do.
    for (auto* start : {&on_root_, &elsewhere_}) {
      if (std::count(start->begin(), start->end(), 0.0F) == 0) std::fill(start->begin(), start->end(), 0.0F);
    }
    whole_on_root_.assign(on_root_.begin(), on_root_.end());
    whole_elsewhere_.assign(elsewhere_.begin(), elsewhere_.end());
  }

  /// The score that each label starts from, for a word with this head: 0, or so low that it is not chosen. Numbers are
  /// float or, for tables of integers, std::int32_t.
  template <class Number = float>
  const std::vector<Number>& start(std::int32_t head) const noexcept {
    if constexpr (std::is_same_v<Number, float>) {
      return head == 0 ? on_root_ : elsewhere_;
    } else {
      return head == 0 ? whole_on_root_ : whole_elsewhere_;
    }
  }
  std::uint32_t classes() const noexcept { return static_cast<std::uint32_t>(on_root_.size()); }

 private:
  static constexpr float kClosed = -1e9F;
  std::vector<float> on_root_;
  std::vector<float> elsewhere_;
  std::vector<std::int32_t> whole_on_root_;
  std::vector<std::int32_t> whole_elsewhere_;
};

}  // namespace espalier::parsing
