// Bracketed trees: the reader and the writer behind Penn brackets and discbracket, which differ in their leaves only.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "espalier/sentence.h"
#include "espalier/treebank.h"
#include "treebank/format.h"

namespace espalier::treebank {

enum class LeafStyle {
  kWord,         ///< `(NN tree)`: words stand in the order of the sentence
  kIndexedWord,  ///< `(NN 3=tree)`: the number, from 0, is the place in the sentence
};

/// Format::record_end: one tree and the blanks after it; or what is not a tree, set apart so that the next one can be
/// read (the rest of a line of stray text, a stray closing bracket, a tree that is still open where the next one
/// starts).
std::size_t bracket_record_end(std::string_view bytes, std::size_t scanned, bool at_end);

/// Format::next_record: a line that starts with a bracket.
std::size_t next_bracket_record(std::string_view bytes);

/// Format::parse.
bool read_brackets(std::string_view record, const RecordContext& context, LeafStyle style, Sentence& sentence);

/// Format::piece. Throws Error kInput for a sentence without constituents, and with LeafStyle::kWord for one whose
/// constituents are discontinuous. With kWord, children are put into the order of the words; kIndexedWord keeps theirs.
void write_brackets(const Sentence& sentence, LeafStyle style, const WriteOptions& options, std::string& out);

}  // namespace espalier::treebank
