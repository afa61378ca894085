// The arcs that a tree may use: for each word the heads that are open to it.
//
// Every graph decoder takes an ArcSet and one score an arc, so that dense parsing, pruned parsing and parsing under
// constraints are the same call: forcing an arc is dropping the others into its word, forbidding one is dropping it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "decoding/index.h"

namespace espalier::decoding {

/// Words are 1..words(); node 0 is the artificial root. Arcs are numbered 0..size()-1 by word, then by head, ascending.
class ArcSet {
 public:
  /// Starts a set over `words` words; memory is kept. Then add_head for word 1, end_word, word 2, …
  void start(std::int32_t words);
  /// Opens `head` to the word under construction. REQUIRES ascending heads, none of them the word itself.
  void add_head(std::int32_t head) { heads_.push_back(head); }
  void end_word() { first_.push_back(static_cast<std::int32_t>(heads_.size())); }
  /// All arcs: every head to every word.
  void fill(std::int32_t words);

  std::int32_t words() const noexcept { return words_; }
  std::int32_t size() const noexcept { return static_cast<std::int32_t>(heads_.size()); }
  /// The arcs into a word are begin(m)..end(m)-1.
  std::int32_t begin(std::int32_t word) const noexcept { return first_[to_index(word)]; }
  std::int32_t end(std::int32_t word) const noexcept { return first_[to_index(word) + 1]; }
  std::int32_t head(std::int32_t arc) const noexcept { return heads_[to_index(arc)]; }
  std::span<const std::int32_t> heads(std::int32_t word) const noexcept {
    return std::span(heads_).subspan(to_index(begin(word)), to_index(end(word) - begin(word)));
  }
  /// The number of the arc head → word, or -1.
  std::int32_t find(std::int32_t head, std::int32_t word) const noexcept;

 private:
  std::int32_t words_ = 0;
  std::vector<std::int32_t> first_;  // by word; first_[0] = first_[1] = 0: the root has no head
  std::vector<std::int32_t> heads_;
};

/// How many words may hang from the artificial root.
enum class Roots : std::uint8_t { kOne, kAny };

}  // namespace espalier::decoding
