// A dependency tree as links between words, for templates that look around in it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "features/program.h"

namespace espalier::parsing {

/// Functions of the [label] section, by number.
enum class TreeFunction : std::uint8_t { kHead, kLeft, kRight, kBefore, kAfter };

/// The section [label] of every parser that labels finished trees.
features::Schema label_schema();

/// By node; -1 where there is none. Memory is reused.
class TreeLinks {
 public:
  void build(std::span<const std::int32_t> heads);

  /// The node that a function leads to from a node (-1 leads to -1).
  std::int32_t follow(TreeFunction function, std::int32_t node) const noexcept {
    return node < 0 ? -1 : links_[static_cast<std::size_t>(function)][static_cast<std::size_t>(node)];
  }
  /// The node of each slot of a program, for the arc h → m.
  void resolve(const features::Program& program, std::int32_t head, std::int32_t word,
               std::vector<std::int32_t>& places) const;

 private:
  std::vector<std::int32_t> links_[5];  // by TreeFunction
};

}  // namespace espalier::parsing
