// The heads and labels that a sentence has already, for parsing around them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "espalier/sentence.h"

namespace espalier::parsing {

/// By node; -1: not given. Memory is reused.
struct Constraints {
  std::vector<std::int32_t> heads;
  std::vector<std::int32_t> labels;  ///< numbers of the model's labels; those that it does not know are not given

  void clear() noexcept {
    heads.clear();
    labels.clear();
  }
  /// Throws Error kInput for a head that is no word of the sentence.
  void read(const Sentence& sentence, const std::vector<std::string>& names);
};

/// Writes heads and labels (numbers of `names`, by node) into a sentence and clears DEPS; labels that stand beside a
/// given head stay as they are when `keeps`.
void write_tree(Sentence& sentence, const std::vector<std::int32_t>& heads, const std::vector<std::int32_t>& labels,
                const std::vector<std::string>& names, bool keeps);

}  // namespace espalier::parsing
