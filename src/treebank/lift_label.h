// Labels of lifted arcs: `d↑h`, `d↑`, `p↓` and what they say.
#pragma once

#include <string>
#include <string_view>

namespace espalier::treebank {

/// What a marked label holds. `\` before `↑`, `↓` or `\` makes these part of a label.
struct LiftLabel {
  std::string label;
  bool is_lifted = false;   ///< has ↑
  std::string head_label;   ///< what follows ↑; empty when only the path is marked
  bool is_on_path = false;  ///< ends with ↓

  bool operator==(const LiftLabel&) const = default;
};

std::string encode(const LiftLabel& label);
/// The inverse of encode(); anything else is read as far as it goes and never refused: parsers may predict odd labels.
LiftLabel decode_lift_label(std::string_view text);
/// The label contains nothing that encode() would escape or decode_lift_label() would take for a mark.
bool is_plain_label(std::string_view text) noexcept;

}  // namespace espalier::treebank
