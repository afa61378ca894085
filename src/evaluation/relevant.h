// Lists of what matters: relations, forms, single words of the gold standard. Only these are then scored.
//
// One entry a line; empty lines and lines that start with `#` say nothing:
//   sent_id<TAB>4       word 4 of a sentence (3-5: words 3 to 5); a sentence without sent_id goes by its number
//   form:WORD           every word with this form, whatever its case
//   obl                 every word with this relation; without a subtype it stands for all of them
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "evaluation/attachment.h"
#include "evaluation/document.h"

namespace espalier::evaluation {

/// Words first..last of a sentence, as an entry names them.
struct ListedWords {
  std::string sentence;
  std::size_t first = 0;
  std::size_t last = 0;
  std::size_t file = 0;  ///< of RelevantList::files
  std::size_t line = 0;
};

struct RelevantList {
  std::vector<std::string> relations;
  std::vector<std::string> forms;  ///< in lower case
  std::vector<ListedWords> words;
  std::vector<std::string> files;
};

/// Adds the entries of a list to others. Throws Error kInput, naming file and line, for what is no entry.
void add_relevant(std::string_view text, const std::string& name, RelevantList& list);
RelevantList load_relevant(const std::vector<std::string>& relations, const std::vector<std::string>& files);

/// Adds the list to a filter. Throws Error kInput, naming the line of the list, for words that the gold standard does
/// not have. `gold` has the ids of its sentences and is adopted.
void apply_relevant(const RelevantList& list, const Document& gold, WordFilter& filter);

/// A sentence for each relation or form of the list that no gold word has: a slip of the pen, perhaps.
std::vector<std::string> unknown_entries(const RelevantList& list, const Document& gold, const Vocabulary& vocabulary);

}  // namespace espalier::evaluation
