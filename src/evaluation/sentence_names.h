// Sentences of a gold standard by name, for the lists that users write.
#pragma once

#include <cstddef>
#include <string_view>
#include <unordered_map>

#include "evaluation/document.h"

namespace espalier::evaluation {

/// Finds sentences by `sent_id`, or by number where they have none; a name that several have names none of them.
/// REQUIRES a document with the ids of its sentences, which must outlive it.
class SentenceNames {
 public:
  explicit SentenceNames(const Document& gold) {
    for (std::size_t s = 0; s < gold.sentences(); ++s) {
      const auto [at, is_new] = numbers_.try_emplace(gold.sentence_id(s), s);
      if (!is_new) at->second = kSeveral;
    }
  }
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  static constexpr std::size_t kSeveral = kNone - 1;
  std::size_t find(std::string_view name) const {
    const auto at = numbers_.find(name);
    return at == numbers_.end() ? kNone : at->second;
  }

 private:
  std::unordered_map<std::string_view, std::size_t> numbers_;
};

}  // namespace espalier::evaluation
