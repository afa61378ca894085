// Sentences written down in a test.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "espalier/sentence.h"

namespace espalier::testing {

struct Word {
  std::string_view form;
  std::string_view tag;  ///< UPOS
  std::int32_t head = kNoHead;
  std::string_view label = {};
};

inline Sentence sentence_of(const std::vector<Word>& words) {
  Sentence sentence;
  for (const Word& word : words) {
    const std::int32_t node = sentence.add_word(word.form);
    sentence.set(node, Column::kUpos, word.tag);
    sentence.set_head(node, word.head);
    sentence.set(node, Column::kDeprel, word.label);
  }
  return sentence;
}

}  // namespace espalier::testing
