// A small grammar of shift-reduce parsing, and states as text.
#pragma once

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

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

// The sums that a beam ends with, best first, found by sorting all successors of every step; of those that look the
// same the first alone is kept. `look_of`: of a state and its place among them.
template <class Sum, class Scorer, class LookOf>
std::vector<Sum> sums_of_sorting(const decoding::ReduceGrammar& grammar, std::int32_t words, std::size_t width,
                                 const Scorer& scorer, const LookOf& look_of) {
  struct Item {
    decoding::ReduceState state;
    Sum sum = 0;
  };
  decoding::ReduceNodes nodes;
  std::vector<Item> items(1);
  items[0].state.reset(words, {&grammar, &nodes});
  while (!decoding::ShiftReduce::is_final(items[0].state)) {  // all derivations are as long
    std::vector<Item> next;
    for (const Item& item : items) {
      const auto scores = scorer(item.state, {});
      for (const decoding::Action action : decoding::ShiftReduce::legal(item.state)) {
        next.push_back({item.state, item.sum + scores[static_cast<std::size_t>(action)]});
        decoding::ShiftReduce::apply(next.back().state, action);
      }
    }
    std::stable_sort(next.begin(), next.end(), [](const Item& a, const Item& b) { return a.sum > b.sum; });
    items.clear();
    std::set<std::string> looks;
    for (std::size_t i = 0; i < next.size() && items.size() < width; ++i) {
      if (looks.insert(look_of(next[i].state, i)).second) items.push_back(next[i]);
    }
  }
  std::vector<Sum> sums;
  for (const Item& item : items) sums.push_back(item.sum);
  return sums;
}

}  // namespace espalier::tests
