// What CoNLL-U and CoNLL-X share: tab-separated lines, cut sixty-four bytes at a time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
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
    fail(context, line_of(check.word),
         "HEAD " + std::to_string(sentence.head(check.word)) + " of word " + word +
             " is beyond the sentence, which has " + std::to_string(sentence.size()) + " words");
  }
  fail(context, line_of(check.word), "the heads form a cycle through word " + word);
}

/// Writes tab-separated fields to the end of a string without a check per field: room is made once, for a sentence.
class FieldWriter {
 public:
  FieldWriter(std::string& out, std::size_t room) : out_(out) {
    const std::size_t used = out.size();
    out_.resize(used + room);
    at_ = out_.data() + used;
  }
  ~FieldWriter() { out_.resize(static_cast<std::size_t>(at_ - out_.data())); }
  FieldWriter(const FieldWriter&) = delete;
  FieldWriter& operator=(const FieldWriter&) = delete;

  // All REQUIRE that room has been asked for.
  void put(char c) { *at_++ = c; }
  void put(std::string_view text) { at_ = copy(at_, text.data(), text.size()); }
  void put_field(std::string_view text) { text.empty() ? put('_') : put(text); }
  void put_number(std::int32_t number);
  void put_head(std::int32_t head) { head == kNoHead ? put('_') : put_number(head); }

 private:
  // Fields are short: two moves that overlap are cheaper than a call.
  static char* copy(char* to, const char* from, std::size_t size) {
    if (size > 16) {
      std::memcpy(to, from, size);
    } else if (size >= 8) {
      copy_ends<std::uint64_t>(to, from, size);
    } else if (size >= 4) {
      copy_ends<std::uint32_t>(to, from, size);
    } else if (size > 0) {
      to[0] = from[0];
      to[size / 2] = from[size / 2];
      to[size - 1] = from[size - 1];
    }
    return to + size;
  }
  template <class Word>
  static void copy_ends(char* to, const char* from, std::size_t size) {
    Word first;
    Word last;
    std::memcpy(&first, from, sizeof first);
    std::memcpy(&last, from + size - sizeof last, sizeof last);
    std::memcpy(to, &first, sizeof first);
    std::memcpy(to + size - sizeof last, &last, sizeof last);
  }

  std::string& out_;
  char* at_;
};

/// Room for a line besides its texts: two numbers, separators, and an underscore for each empty field.
inline constexpr std::size_t kLineRoom = 2 * 11 + 2 * kConllColumns;

}  // namespace espalier::treebank
