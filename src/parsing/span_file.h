// Extra columns of a treebank in a file of their own, beside it: a word a line, ID FORM POSTAG CHUNK CSTART CEND CLAUSE
// between tabs, a blank line after each sentence; `_` is no value. The words are those of the treebank, in its order.
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
/// over that are not the next of the treebank, which may have left them out.
std::vector<features::ExtraColumns> read_columns(const std::string& path, std::span<const Sentence> sentences,
                                                 const ReadOptions& options, const Control& control);

}  // namespace espalier::parsing
