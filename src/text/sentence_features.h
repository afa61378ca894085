// What the sentence step asks of the end of a token.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "text/characters.h"
#include "text/token_step.h"

namespace espalier::text {

class SentenceFeatures {
 public:
  /// The feature that every end has.
  static std::uint64_t constant() noexcept;
  /// One that no end has: its weight is the least that the first features of an end come to; 0: that is not known.
  static std::uint64_t floor() noexcept;

  /// The tokens must not change while features are asked for.
  void start(const Characters& text, std::span<const Token> tokens);

  /// Token `first` begins a sentence: all that is told of the sentence so far begins with it.
  void begin_sentence(std::size_t first) noexcept;
  /// Goes past a token of the sentence: brackets and quotes open and close.
  void pass(std::size_t token) noexcept;
  /// The features of a sentence's end after `token`, which has been passed. Good until the next call.
  std::span<const std::uint64_t> of(std::size_t token) noexcept;
  /// The same in two parts, one after the other.
  std::span<const std::uint64_t> first(std::size_t token) noexcept;
  std::span<const std::uint64_t> rest(std::size_t token) noexcept;

 private:
  struct Look {
    std::uint64_t form = 0;  // 0: not looked at yet
    std::uint64_t shape = 0;
    std::uint64_t ending = 0;
  };
  template <class... Values>
  void add(Values... values) noexcept;
  const Look& look(std::size_t token) noexcept;
  std::uint64_t shape_of(const Token& token) const noexcept;
  bool has(std::size_t token) const noexcept;

  const Characters* text_ = nullptr;
  std::span<const Token> tokens_;
  std::vector<Look> looks_;
  Look none_;
  std::size_t first_ = 0;
  bool opens_paragraph_ = true;
  std::uint64_t last_end_ = 0;  // the token that ended the sentence before, if it is of the same paragraph
  int brackets_ = 0;
  bool in_quotes_ = false;
  std::array<std::uint64_t, 64> features_{};
  std::size_t count_ = 0;
  std::uint64_t name_ = 0;
};

}  // namespace espalier::text
