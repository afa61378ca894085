// What the token step asks of a place between two characters.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "text/characters.h"
#include "text/lexicon.h"
#include "text/token_step.h"

namespace espalier::text {

class TokenFeatures {
 public:
  /// The words known are those of the treebank, by Characters::hash().
  TokenFeatures(const Characters& text, const Lexicon& words) : text_(text), words_(words) {}

  /// Good until the next call.
  std::span<const std::uint64_t> of(const Place& place) noexcept;

 private:
  template <class... Values>
  void add(Values... values) noexcept;
  void add_window(std::int32_t at) noexcept;
  void add_chunk(const Place& place) noexcept;
  void add_words(const Place& place) noexcept;
  void add_gap(const Place& place) noexcept;
  std::uint64_t shape(std::int32_t begin, std::int32_t end) const noexcept;
  std::int32_t chunk_end(std::int32_t at) const noexcept;
  /// How common a word is; 0: not known. Long stretches are not looked at, so that a place has a fixed cost.
  unsigned known(std::int32_t begin, std::int32_t end) const noexcept {
    if (end - begin > kLongestKnown) return 0;
    return static_cast<unsigned>(std::max(words_.find(text_.hash(begin, end)), 0));
  }
  static constexpr std::int32_t kLongestKnown = 40;

  const Characters& text_;
  const Lexicon& words_;
  std::array<std::uint64_t, 64> features_{};
  std::size_t count_ = 0;
  std::uint64_t name_ = 0;  // of the template
};

}  // namespace espalier::text
