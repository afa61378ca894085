// What a word alone says in a column, kept from sentence to sentence.
//
// Idea: most of what a tagger adds up for a word does not depend on its neighbours: its candidates, and the templates
// that read its form, its dictionary and what is decided of it already. Frequent words come again and again with the
// same of all these, so their sums are kept, one place a word, the last to come. Sums are whole numbers and keys are
// compared as a whole, so the choice is the same with or without. Where nothing else is asked (one candidate, or no
// template that looks around), the choice itself is kept.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "features/encoding.h"
#include "parsing/tagger_schema.h"

namespace espalier::parsing {

/// All that the templates of the word alone may read.
struct WordKey {
  static constexpr std::size_t kMostContext = 3;
  std::uint64_t form = features::FormCache::kNoForm;  ///< as the FormCache numbers it; kNoForm is never kept
  std::array<std::uint64_t, kMostContext> context{};
  friend bool operator==(const WordKey&, const WordKey&) = default;
};

inline WordKey word_key(const KeyColumns& keys, const features::Encoded& sentence, std::int32_t node) noexcept {
  WordKey key;
  if (keys.context.size() > WordKey::kMostContext) return key;
  key.form = sentence.form_id(node);
  for (std::size_t i = 0; i < keys.context.size(); ++i) key.context[i] = sentence.value(keys.context[i], node);
  return key;
}

class ColumnCache {
 public:
  /// Words with more candidates are kept only when they are decided.
  static constexpr std::size_t kMostCandidates = 32;
  static constexpr std::int32_t kOpen = -2;

  struct alignas(64) Word {
    WordKey key;
    std::span<const std::uint16_t> candidates;  // of the lexicon
    std::int32_t decided = kOpen;               // a class, -1 for none, or kOpen
  };
  struct Place {
    Word* word;
    std::int32_t* scores;  ///< by candidate
  };

  /// Before all else.
  void start() {
    if (!words_.empty()) return;
    words_.resize(kWords);
    scores_.resize(kWords * kMostCandidates);
  }
  /// Where the word stands or shall stand.
  Place place(const WordKey& key) noexcept {
    const std::size_t at = index(key);
    return {&words_[at], &scores_[at * kMostCandidates]};
  }
  /// Some words before it is asked for, to overlap waiting for memory.
  void prefetch(const WordKey& key) const noexcept {
    const std::size_t at = index(key);
    __builtin_prefetch(&words_[at]);
    __builtin_prefetch(&scores_[at * kMostCandidates]);
  }

 private:
  static std::size_t index(const WordKey& key) noexcept {
    std::uint64_t mixed = key.form * 0x9E37'79B9'7F4A'7C15;
    for (const std::uint64_t value : key.context) mixed = (mixed ^ value) * 0xBF58'476D'1CE4'E5B9;
    return mixed >> (64 - kBits);
  }

  static constexpr unsigned kBits = 12;
  static constexpr std::size_t kWords = std::size_t{1} << kBits;

  std::vector<Word> words_;
  std::vector<std::int32_t> scores_;
};

}  // namespace espalier::parsing
