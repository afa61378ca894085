// Sentences written down in a test.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "espalier/sentence.h"

namespace espalier::testing {

struct Word {
  std::string_view form;
  std::string_view tag;  ///< UPOS
  std::int32_t head = kNoHead;
  std::string_view label;
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

/// Calls `visit` with the heads of every tree over `words` words (and no other heads).
inline void for_each_tree(std::int32_t words, const std::function<void(const std::vector<std::int32_t>&)>& visit) {
  std::vector<std::int32_t> heads(static_cast<std::size_t>(words) + 1, 0);
  heads[0] = kNoHead;
  for (;;) {
    if (check_heads(heads).fault == TreeFault::kNone) visit(heads);
    std::size_t at = 1;
    while (at < heads.size() && heads[at] == words) heads[at++] = 0;
    if (at == heads.size()) return;
    ++heads[at];
  }
}

}  // namespace espalier::testing
