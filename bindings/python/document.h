// What Doc, Sentence and Token of Python stand on: the sentences of a text and where their words stand in it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "espalier/sentence.h"

namespace espalier::python {

/// A column of numbers, one for each word of a document; `labels` say what the numbers stand for where they are ids.
struct NumberColumn {
  std::vector<std::int32_t> numbers;
  std::vector<std::string> labels;
};

/// Where a token stands in the text, in characters; -1: not known.
struct Range {
  std::int32_t begin = -1;
  std::int32_t end = -1;
};

/// Made once and not changed then, but for places and columns, which are made when they are asked for (under the GIL).
struct Document {
  std::string text;  ///< as given; empty where there were words instead
  std::vector<Sentence> sentences;
  std::vector<std::size_t> firsts;  ///< words before each sentence, and of all at the end; set by settle()
  /// The parser found constituents, and heads were made of them by rules.
  bool has_rule_heads = false;
  mutable std::map<std::string, NumberColumn, std::less<>> columns;
  mutable std::vector<Range> ranges;  ///< by word of the document
  std::vector<Sentence> spare;        ///< sentences that are no more

  void add(const Sentence& sentence);
  void settle();
  /// Without sentences; their memory is kept for those to come.
  void clear() noexcept;
  std::size_t words() const { return firsts.back(); }
  /// The sentence that the word (counted from 0 through the document) is in.
  std::size_t sentence_of(std::size_t word) const;
  std::string whole_text() const;
  /// Where a word stands, or the token that it is a part of.
  Range range(std::size_t sentence, std::int32_t node) const;
};

using DocumentPtr = std::shared_ptr<Document>;

/// Sentences of a document in a format, as the command line would write them.
std::string written(const Document& document, std::span<const Sentence> sentences, const std::string& format);

/// Reads sentences from memory; format empty: by content. Throws Error.
DocumentPtr read_text(std::string_view text, const std::string& format);
/// The same from a file.
DocumentPtr read_path(const std::string& path, const std::string& format);

/// `head`, `id`, `sentence`, `start`, `end`, or the ids of one of the text columns. Throws Error kUsage for others.
const NumberColumn& column_of(const Document& document, const std::string& name);

}  // namespace espalier::python
