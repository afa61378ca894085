// The list of words whose annotation is perhaps wrong, as `curate errors` writes it, read again.
//
// Lines of fields between tabs, a header first: rank, score, file, line, sent_id, id, and others that are not read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "evaluation/document.h"

namespace espalier::evaluation {

struct ListedSuspect {
  std::string file;  ///< the treebank that it is of, and the line there
  std::size_t line = 0;
  std::string sentence;  ///< its `sent_id`; may be empty
  std::size_t word = 0;
  std::size_t row = 0;  ///< the line of the list
};

/// Throws Error kInput, naming the line, for what is no such list.
std::vector<ListedSuspect> read_suspects(std::string_view text, const std::string& name);
std::vector<ListedSuspect> load_suspects(const std::string& path);

/// Where suspects stand in a gold standard.
struct MarkedSuspects {
  std::vector<std::uint8_t> words;  ///< a flag for each
  std::size_t found = 0;            ///< words with the flag
};

/// A suspect is found by its line where the list is of this very file, else by the name of its sentence; others are of
/// other treebanks. Throws Error kInput, naming the line of the list (`name`), for a sentence that has no such word.
/// `gold` has the ids of its sentences.
MarkedSuspects mark_suspects(const std::vector<ListedSuspect>& list, const std::string& name, const Document& gold);

}  // namespace espalier::evaluation
