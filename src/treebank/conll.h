// What CoNLL-U and CoNLL-X share: tab-separated lines, cut sixty-four bytes at a time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "espalier/sentence.h"
#include "treebank/format.h"

namespace espalier::treebank {

inline constexpr std::size_t kConllColumns = 10;

/// One line of ten fields, as positions in the record.
struct ConllLine {
  std::array<Text, kConllColumns> fields;
  std::size_t number = 0;  ///< the file's line
};

/// The positions of tabs and line feeds of a text, in order. Sixty-four bytes become one bit mask (SSE2 where there is
/// such), and positions are read off it: about one nanosecond each, no branch per byte.
class SeparatorScanner {
 public:
  explicit SeparatorScanner(std::string_view text) : text_(text) { load(); }
  /// The next separator, or the size of the text when there is none.
  std::size_t next() {
    while (mask_ == 0) {
      block_ += 64;
      if (block_ >= text_.size()) return text_.size();
      load();
    }
    const std::size_t at = block_ + static_cast<std::size_t>(__builtin_ctzll(mask_));
    mask_ &= mask_ - 1;
    return at;
  }

 private:
  void load();

  std::string_view text_;
  std::size_t block_ = 0;
  std::uint64_t mask_ = 0;
};

/// Walks over the lines of a record.
class ConllLines {
 public:
  ConllLines(std::string_view record, const RecordContext& context)
      : record_(record), context_(context), scanner_(record), number_(context.line - 1) {}

  enum class Kind { kEnd, kComment, kToken };
  /// Moves to the next line that is not empty. kComment: comment() is set; kToken: line() is.
  Kind next();
  Text comment() const { return comment_; }
  const ConllLine& line() const { return line_; }
  std::size_t number() const { return number_; }
  std::string_view text(Text t) const { return record_.substr(t.begin, t.size); }
  [[noreturn]] void fail(const std::string& reason) const { treebank::fail(context_, number_, reason); }

 private:
  Kind token(std::size_t begin, std::size_t separator);

  std::string_view record_;
  const RecordContext& context_;
  SeparatorScanner scanner_;
  std::size_t at_ = 0;
  std::size_t number_;
  Text comment_;
  ConllLine line_;
};

/// A number as ids and heads are written: decimal, no sign, no leading zero; -1 when it is none or too large.
std::int32_t parse_number(std::string_view text) noexcept;

/// The HEAD field: a number, or kNoHead for `_`.
std::int32_t parse_head(const ConllLines& lines, Text field);

/// Throws if a head is out of range or heads make a cycle; `line_of(word)` tells where to point.
template <class LineOf>
void require_tree(const Sentence& sentence, const RecordContext& context, LineOf line_of) {
  const TreeCheck check = check_heads(sentence.heads());
  if (check.fault == TreeFault::kNone) return;
  const std::string word = std::to_string(check.word);
  if (check.fault == TreeFault::kOutOfRange) {
    fail(context, line_of(check.word), "HEAD " + std::to_string(sentence.head(check.word)) + " of word " + word +
                                           " is beyond the sentence, which has " + std::to_string(sentence.size()) + " words");
  }
  fail(context, line_of(check.word), "the heads form a cycle through word " + word);
}

/// Writes tab-separated fields to a string without a check per field: room is made once for a line.
class LineWriter {
 public:
  LineWriter(std::string& out, std::size_t room) : out_(out), used_(out.size()) { out_.resize(used_ + room); }
  ~LineWriter() { out_.resize(used_); }
  LineWriter(const LineWriter&) = delete;
  LineWriter& operator=(const LineWriter&) = delete;

  /// REQUIRES that room for all that is put has been asked for.
  void put(std::string_view text) {
    text.copy(out_.data() + used_, text.size());
    used_ += text.size();
  }
  void put(char c) { out_[used_++] = c; }
  void put_field(std::string_view text) { text.empty() ? put('_') : put(text); }
  void put_number(std::int32_t number);

 private:
  std::string& out_;
  std::size_t used_;
};

/// Bytes that a number may take.
inline constexpr std::size_t kNumberRoom = 11;

}  // namespace espalier::treebank
