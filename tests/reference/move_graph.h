// Every configuration that a transition system can reach over a few words: the twin of its oracles.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <vector>

#include "decoding/transition_system.h"
#include "tests/reference/naive_trees.h"

namespace espalier::reference {

inline Heads heads_of(const decoding::Configuration& c) {
  Heads heads;
  for (std::int32_t node = 0; node <= c.words(); ++node) heads.push_back(c.node(node).head);
  return heads;
}

/// All trees over so many words; those of one root alone, projective ones alone, where asked.
inline std::vector<Heads> trees_of(std::int32_t words, decoding::Roots roots, bool projective) {
  decoding::ArcSet arcs;
  arcs.fill(words);
  std::vector<Heads> trees = all_trees(arcs);
  std::erase_if(trees, [&](const Heads& heads) {
    return (roots == decoding::Roots::kOne && !has_one_root(heads)) || (projective && !is_projective(heads));
  });
  return trees;
}

/// The states of a system with their legal moves. A state comes after all states that its moves lead to.
template <class System>
class MoveGraph {
 public:
  struct State {
    decoding::Configuration configuration;
    std::array<std::int32_t, decoding::kMoveKinds> next;  // -1 where a move is not legal
    std::int32_t longest = 0;                             // moves to the end, at most
    Heads made;                                           // final states: the arcs that moves made
    Heads tree;                                           // and the tree that finish() makes of them

    bool is_final() const { return !tree.empty(); }
  };

  MoveGraph(std::int32_t words, decoding::Roots roots) {
    decoding::Configuration start;
    start.reset(words, roots);
    visit(start, 0);
  }

  const std::vector<State>& states() const { return states_; }
  const State& start() const { return states_.back(); }

 private:
  // What decides all that may follow.
  static Heads key_of(const decoding::Configuration& c) {
    Heads key = heads_of(c);
    key.insert(key.end(), c.stack_nodes().begin(), c.stack_nodes().end());
    key.push_back(-2);
    for (std::int32_t k = 0; k < c.buffer_size(); ++k) key.push_back(c.buffer(k));
    return key;
  }

  std::int32_t visit(const decoding::Configuration& c, int depth) {
    if (depth > 100) throw std::logic_error("a sequence of moves does not end");
    const Heads key = key_of(c);
    if (const auto found = numbers_.find(key); found != numbers_.end()) return found->second;
    State state{.configuration = c, .next = {-1, -1, -1, -1, -1}, .longest = 0, .made = {}, .tree = {}};
    if (System::is_final(c)) {
      decoding::Configuration end = c;
      System::finish(end);
      state.made = heads_of(c);
      state.tree = heads_of(end);
    } else {
      const decoding::MoveSet legal = System::legal(c);
      if (legal.empty()) throw std::logic_error("no move is legal");
      if (!((legal & System::kAll) == legal)) throw std::logic_error("a move that the system does not have");
      for (const decoding::Move move : legal) {
        decoding::Configuration after = c;
        System::apply(after, move);
        const std::int32_t next = visit(after, depth + 1);
        state.next[static_cast<std::size_t>(move)] = next;
        state.longest = std::max(state.longest, states_[static_cast<std::size_t>(next)].longest + 1);
      }
    }
    states_.push_back(std::move(state));
    return numbers_[key] = static_cast<std::int32_t>(states_.size()) - 1;
  }

  std::map<Heads, std::int32_t> numbers_;
  std::vector<State> states_;
};

}  // namespace espalier::reference
