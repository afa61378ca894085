// A small grammar of shift-reduce parsing, and states as text.
#pragma once

#include <cstdint>
#include <string>

#include "decoding/shift_reduce.h"

namespace espalier::tests {

// Labels: 0 A, 1 A:, 2 B, 3 B:, 4 C.
inline decoding::ReduceRules small_rules() {
  decoding::ReduceRules rules;
  rules.labels = {{0, -1}, {0, 0}, {2, -1}, {2, 2}, {4, -1}};
  rules.unary = {2, 4};
  rules.left = {0, 1};
  rules.right = {3, 0};
  rules.close();
  return rules;
}

// The part of a tree below a node, as text; `right` as a head has a star.
inline std::string text_of(const decoding::ReduceState& s, std::int32_t at) {
  const decoding::ReduceNode& node = s.node(at);
  if (node.is_word()) return std::to_string(node.head);
  std::string text = "(" + std::to_string(node.label) + " " + text_of(s, node.left);
  if (node.right >= 0) {
    const bool right_is_head = s.node(node.right).head == node.head;
    text += (right_is_head ? " *" : " ") + text_of(s, node.right);
  }
  return text + ")";
}

}  // namespace espalier::tests
