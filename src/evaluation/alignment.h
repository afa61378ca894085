// Which word of the output is which word of the gold standard, when the two may be tokenised differently.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "evaluation/document.h"

namespace espalier::evaluation {

struct Alignment {
  static constexpr std::int32_t kNone = -1;
  std::vector<std::int32_t> to_system;  ///< for each gold word
  std::vector<std::int32_t> to_gold;    ///< for each word of the output

  void match(std::size_t gold, std::size_t system) {
    to_system[gold] = static_cast<std::int32_t>(system);
    to_gold[system] = static_cast<std::int32_t>(gold);
  }
};

/// By characters (conll18). Throws Error kInput naming both places when the texts differ by more than spaces.
Alignment align_by_characters(const Document& gold, const Document& system, const Vocabulary& vocabulary);

/// Word by word (conllx). Throws Error kInput naming the first lines that differ.
Alignment align_equal(const Document& gold, const Document& system, const Vocabulary& vocabulary);

/// For each token, word or sentence of the output the gold sentence that its first character lies in.
class SentenceFinder {
 public:
  explicit SentenceFinder(const Document& gold) : gold_(gold) {}
  /// REQUIRES offsets that do not decrease from call to call.
  std::size_t at(std::size_t offset) noexcept {
    while (sentence_ + 1 < gold_.sentences() && gold_.sentence_characters_end(sentence_) <= offset) ++sentence_;
    return sentence_;
  }

 private:
  const Document& gold_;
  std::size_t sentence_ = 0;
};

}  // namespace espalier::evaluation
