// Raw text as a stream of blocks that are segmented on their own, on any thread.
//
// Idea: a block ends where a sentence ends anyway, at a blank line; only a paragraph that is very long is cut at a
// place that looks safe. Bytes are waited for only until it is known where the block ends. Invariant: where that is
// depends on the text alone, never on how its bytes come in; every block has a character that is not white space, and
// all white space after it.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "base/byte_source.h"

namespace espalier::text {

struct Block {
  std::string text;        ///< well-formed UTF-8 without NUL
  std::size_t offset = 0;  ///< characters of the document before it
  std::size_t line = 1;    ///< on which it begins
  bool starts_document = true;
  bool starts_paragraph = true;  ///< a blank line comes before it, or nothing
  bool ends_document = true;
};

/// Of a part of a document, what the rest of it tells. Its blocks are those of the document if it begins and ends where
/// blocks do that begin a paragraph.
struct PartOfText {
  std::size_t offset = 0;  ///< characters of the document before it
  std::size_t line = 1;    ///< on which it begins
  bool is_last = true;     ///< nothing comes after it
};

class BlockReader {
 public:
  /// `name` is for messages. `whole_lines`: lines mean something (a sentence or a token each), so none is cut that has
  /// less than 96 KB.
  BlockReader(std::unique_ptr<base::ByteSource> source, std::string name, bool whole_lines = false,
              const PartOfText& part = {});

  /// The next block; false at the end, or when only white space is left. Throws Error kInput with file and line for
  /// bytes that are not UTF-8, for NUL, and for more white space in a row than a line of CoNLL-U holds.
  bool next(Block& block);

  base::Extent extent() const { return source_->extent(); }

 private:
  bool fill(std::size_t wanted);
  void read_more();
  std::size_t skip_space(std::size_t at);
  std::size_t find_cut(std::size_t begin);
  void check(const Block& block) const;

  std::unique_ptr<base::ByteSource> source_;
  std::string name_;
  bool whole_lines_;
  std::string buffer_;
  std::size_t offset_;
  std::size_t line_;
  bool at_start_;
  bool is_last_;  // part of the document
  bool at_end_ = false;
  bool after_blank_line_ = true;
};

}  // namespace espalier::text
