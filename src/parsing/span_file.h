// Extra columns of a treebank in a file of their own, beside it: a word a line, fields between tabs, a blank line after
// each sentence; `_` is no value. The words are those of the treebank, in its order. The first line may name the
// fields: ID and FORM come first, then in any order POSTAG, which is not looked at, CHUNK, CSTART, CEND, CLAUSE, and
// other columns by any name that is_column_name() allows. Without such a line they are ID FORM POSTAG CHUNK CSTART CEND
// CLAUSE.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "espalier/sentence.h"
#include "espalier/treebank.h"
#include "features/word_text.h"

namespace espalier::parsing {

/// The columns of each sentence. Throws Error kInput with the place for lines that are none, for words other than those
/// of the sentences, and for brackets that are not balanced. With options.skip_invalid sentences of the file are passed
/// over that are not the next of the treebank, which may have left them out. All have the same names.
std::vector<features::ExtraColumns> read_columns(const std::string& path, std::span<const Sentence> sentences,
                                                 const ReadOptions& options, const Control& control);

}  // namespace espalier::parsing
