// EVALB's parameters: which labels are left out, which are equal, where long sentences begin.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "espalier/evaluation.h"

namespace espalier::evaluation {

struct EvalbParams {
  bool labeled = true;
  std::size_t cutoff_length = 40;
  std::optional<std::size_t> max_error;  ///< more sentences than this with differing words: give up; none: never
  std::vector<std::string> delete_labels;
  std::vector<std::string> delete_labels_for_length;
  std::vector<std::string> quote_labels;
  std::vector<std::pair<std::string, std::string>> equal_labels;
  std::vector<std::pair<std::string, std::string>> equal_words;
  /// Words that are punctuation by their characters are left out whatever their tag.
  bool delete_punctuation_words = false;
};

/// COLLINS.prm, plus the names that other treebanks give to the artificial top (ROOT, S1, VROOT, PSEUDO, none at all),
/// which a parser cannot get wrong. With Punctuation::kCount the tags of punctuation are not left out; with kOmit,
/// words that are punctuation by their characters are left out too, for treebanks with other tags.
EvalbParams usual_params(Punctuation punctuation);

/// Reads a `.prm`; Error kInput `file:line: …` for what is not understood. `name` is for messages.
EvalbParams parse_params(std::string_view text, const std::string& name);
EvalbParams load_params(const std::string& path);

}  // namespace espalier::evaluation
