// What the classes of the characters around a place settle without a question to the model.
//
// Idea: most places look like thousands of others that were all decided in one way in training (between two small
// letters nothing is cut); only the rest is asked. It makes segmentation fast and costs nothing in accuracy, for a
// context is settled only when fewer than one in kRare of its places went the other way.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "text/characters.h"

namespace espalier::text {

enum class Verdict : std::uint8_t { kAsk, kNo, kYes };

class ContextFilter {
 public:
  ContextFilter() = default;
  /// Reads in place what ContextCounts::freeze() made. Throws Error kInput when it has another size.
  explicit ContextFilter(std::string_view bytes);

  /// Between at-1 and at, both of a chunk: does a token begin?
  Verdict inside(const Characters& text, std::int32_t at) const noexcept { return verdict(inside_key(text, at)); }
  /// The gap before the chunk at `at`: does a token begin after it?
  Verdict gap(const Characters& text, std::int32_t at) const noexcept { return verdict(gap_key(text, at)); }
  /// A token ends at `end`, the next begins at `begin`: does a sentence end?
  Verdict sentence(const Characters& text, std::int32_t end, std::int32_t begin) const noexcept {
    return verdict(sentence_key(text, end, begin));
  }

  static constexpr std::size_t kInside = kClasses * kClasses * kClasses * kClasses;
  static constexpr std::size_t kPairs = kClasses * kClasses;
  static constexpr std::size_t kContexts = kInside + kPairs + kPairs * 2;

  static std::size_t inside_key(const Characters& text, std::int32_t at) noexcept {
    return ((number(text, at - 2) * kClasses + number(text, at - 1)) * kClasses + number(text, at)) * kClasses +
           number(text, at + 1);
  }
  static std::size_t gap_key(const Characters& text, std::int32_t at) noexcept {
    return kInside + number(text, at - 2) * kClasses + number(text, at);
  }
  static std::size_t sentence_key(const Characters& text, std::int32_t end, std::int32_t begin) noexcept {
    return kInside + kPairs + (end == begin ? kPairs : 0) + number(text, end - 1) * kClasses + number(text, begin);
  }

 private:
  static std::size_t number(const Characters& text, std::int32_t at) noexcept {
    return static_cast<std::size_t>(text.kind_in_line(at));
  }
  Verdict verdict(std::size_t key) const noexcept {
    return static_cast<Verdict>(static_cast<unsigned char>(bytes_[key / 4]) >> (key % 4 * 2) & 3U);
  }

  std::string_view bytes_;
};

/// Counts how places were decided, by context.
class ContextCounts {
 public:
  ContextCounts() : counts_(ContextFilter::kContexts) {}
  void add(std::size_t key, bool decision) { ++(decision ? counts_[key].yes : counts_[key].no); }
  std::string freeze() const;

 private:
  struct Count {
    std::uint32_t no = 0;
    std::uint32_t yes = 0;
  };
  std::vector<Count> counts_;
};

}  // namespace espalier::text
