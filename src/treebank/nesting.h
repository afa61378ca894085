// What the formats share whose records nest: Penn brackets, discbracket, native.
//
// Where a nested record ends depends on the depth, and record_end() is told how many bytes were seen before but not how
// deep they went. It has to start over, then; to stay linear all the same it does so only each time the bytes have
// grown by about a quarter (sizes of the form 4..7 × 2^k). The sizes scanned make a geometric series whose sum is at
// most six times the last. Below kAlwaysScanned every call scans, so that a program that feeds us tree by tree gets its
// answer at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "treebank/format.h"

namespace espalier::treebank {

inline constexpr std::size_t kAlwaysScanned = std::size_t{64} << 10;

/// Whether record_end() should look at `size` bytes after it has answered kMore for `scanned` of them.
bool is_worth_scanning(std::size_t scanned, std::size_t size) noexcept;

/// The names that stand at the top of a tree and nowhere else: ROOT, TOP, VROOT, and no name at all.
bool is_top_label(std::string_view label) noexcept;

/// Space, tab, and the ends of lines.
inline bool is_blank(char c) noexcept { return c == ' ' || (c >= '\t' && c <= '\r'); }

/// Counts the words and the depth of a record while it is read, and fails at the line where it passes a limit.
class NestingGuard {
 public:
  explicit NestingGuard(const RecordContext& context) : context_(context) {}
  void open(std::size_t line);
  void close() noexcept { --depth_; }
  void word(std::size_t line);

 private:
  const RecordContext& context_;
  std::size_t depth_ = 0;
  std::size_t words_ = 0;
};

/// The field of a file for a text: `_` for none.
inline std::string_view shown(std::string_view text) noexcept { return text.empty() ? std::string_view("_") : text; }
/// And back: `_` is no tag.
inline std::string_view meant(std::string_view field) noexcept { return field == "_" ? std::string_view() : field; }
/// The tag under which a word is written among constituents: XPOS, or UPOS where there is no XPOS.
std::string_view tag_of(const Sentence& sentence, std::int32_t word) noexcept;

/// Throws Error kInput at the sentence's line; who knows the file adds it.
[[noreturn]] void fail_to_write(const Sentence& sentence, const std::string& reason);
/// Throws Error kInput unless the sentence has constituents, and each of its words is exactly one leaf of them.
void require_constituents(const Sentence& sentence);

}  // namespace espalier::treebank
