#include "text/block_reader.h"

#include <algorithm>

#include "base/unicode.h"
#include "espalier/error.h"
#include "treebank/surface_text.h"

namespace espalier::text {
namespace {

constexpr std::size_t kUsual = std::size_t{16} << 10;
constexpr std::size_t kLongest = std::size_t{64} << 10;
// A token may be a whole block. Its line in CoNLL-U, with its lemma and the white space before and after it, stays
// below the megabyte that readers take for a line.
constexpr std::size_t kLongestOfLines = std::size_t{96} << 10;
constexpr std::size_t kMostSpace = 390'000;
constexpr std::size_t kRead = std::size_t{64} << 10;
// Where a text is short, clearing all that would take as long as cutting it into words.
constexpr std::size_t kFirstRead = std::size_t{2} << 10;
constexpr std::size_t kNone = std::string_view::npos;

bool is_plain_space(char c) noexcept { return c == ' ' || (c >= '\t' && c <= '\r'); }

/// The end of the white space after the line feed at `at` if it holds another; kNone else.
std::size_t blank_line_end(std::string_view text, std::size_t at) noexcept {
  std::size_t end = kNone;
  for (std::size_t i = at + 1; i < text.size() && is_plain_space(text[i]); ++i) {
    if (text[i] == '\n') end = i + 1;
  }
  return end;
}

/// The end of the first blank line that begins in from..text.size(); kNone: there is none. `from` becomes the place to
/// go on from when the text has grown.
std::size_t first_blank_line(std::string_view text, std::size_t& from) noexcept {
  for (std::size_t at = text.find('\n', from); at != kNone; at = text.find('\n', at + 1)) {
    if (const std::size_t end = blank_line_end(text, at); end != kNone) return end;
    from = at;
  }
  return kNone;
}

std::size_t last_blank_line(std::string_view text) noexcept {
  for (std::size_t at = text.rfind('\n'); at != kNone; at = at == 0 ? kNone : text.rfind('\n', at - 1)) {
    if (const std::size_t end = blank_line_end(text, at); end != kNone) return end;
  }
  return kNone;
}

/// The place after the last sign that ends sentences: one of Chinese, or one of others with white space after it.
std::size_t last_stop(std::string_view text) noexcept {
  for (std::size_t at = text.size(); at > 0; --at) {
    const std::string_view before = text.substr(0, at);
    if (before.ends_with("。") || before.ends_with("！") || before.ends_with("？")) return at;
    if (!is_plain_space(before.back()) || at < 2) continue;
    const char sign = before[at - 2];
    if (sign == '.' || sign == '!' || sign == '?') return at;
  }
  return kNone;
}

/// The place after the last white space; else the start of the last character.
std::size_t last_space(std::string_view text) noexcept {
  const auto found = std::find_if(text.rbegin(), text.rend(), is_plain_space);
  if (found != text.rend()) return static_cast<std::size_t>(text.rend() - found);
  std::size_t at = text.size() - 1;
  while (at > 1 && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) --at;
  return std::max<std::size_t>(at, 1);
}

}  // namespace

BlockReader::BlockReader(std::unique_ptr<base::ByteSource> source, std::string name, bool whole_lines,
                         const PartOfText& part)
    : source_(std::move(source)),
      name_(std::move(name)),
      whole_lines_(whole_lines),
      offset_(part.offset),
      line_(part.line),
      at_start_(part.offset == 0),
      is_last_(part.is_last) {}

// Reads until the buffer has so many bytes; false when the text ends before.
bool BlockReader::fill(std::size_t wanted) {
  while (!at_end_ && buffer_.size() < wanted) read_more();
  return buffer_.size() >= wanted;
}

// Takes what there is; waits only when there is nothing.
void BlockReader::read_more() {
  const std::size_t old = buffer_.size();
  const std::size_t most = std::clamp(2 * old, kFirstRead, kRead);
  buffer_.resize(old + most);
  std::size_t got = 0;
  try {
    got = source_->read(buffer_.data() + old, most);
  } catch (...) {
    buffer_.resize(old);
    throw;
  }
  buffer_.resize(old + got);
  at_end_ = got == 0;
}

// The first byte from `at` on that is not white space, or the end of the text.
std::size_t BlockReader::skip_space(std::size_t at) {
  constexpr std::size_t kLongestCharacter = 4;
  std::size_t written = 0;
  while (at < buffer_.size() || fill(at + 1)) {
    // A byte that is a character of its own needs no other to be decoded.
    if (static_cast<unsigned char>(buffer_[at]) >= 0x80) fill(at + kLongestCharacter);
    std::size_t next = at;
    if (!base::is_space(base::decode(buffer_, next))) break;
    written += treebank::escaped_size(std::string_view(buffer_).substr(at, next - at));
    at = next;
    if (written > kMostSpace) {
      throw Error(ErrorKind::kInput, Place{name_, line_, 0},
                  "too much white space in a row: more than 195,000 spaces or line ends");
    }
  }
  return at;
}

// Where the block ends whose first character is at `begin`. The first blocks are as short as they can be, so that there
// is something to work on at once.
std::size_t BlockReader::find_cut(std::size_t begin) {
  const std::size_t longest = whole_lines_ ? kLongestOfLines : kLongest;
  const auto seen = [&] { return std::string_view(buffer_).substr(begin, longest); };
  std::size_t from = std::min(kUsual, offset_);
  std::size_t cut = first_blank_line(seen(), from);
  while (cut == kNone && seen().size() < longest && !at_end_) {
    read_more();
    cut = first_blank_line(seen(), from);
  }
  const std::string_view text = seen();
  if (cut == kNone && text.size() < longest) cut = text.size();
  if (cut == kNone) cut = last_blank_line(text);
  if (cut == kNone && !whole_lines_) cut = last_stop(text);
  if (cut == kNone) {
    const std::size_t line = text.rfind('\n');
    cut = line == kNone ? last_space(text) : line + 1;
  }
  return begin + cut;
}

void BlockReader::check(const Block& block) const {
  const auto fail = [&](std::size_t at, const char* reason) {
    const auto lines = std::count(block.text.begin(), block.text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
    throw Error(ErrorKind::kInput, Place{name_, block.line + static_cast<std::size_t>(lines), 0}, reason);
  };
  if (const std::size_t bad = base::find_invalid_utf8(block.text); bad != base::kValid) fail(bad, "not valid UTF-8");
  if (const std::size_t nul = block.text.find('\0'); nul != std::string::npos) fail(nul, "NUL byte");
}

bool BlockReader::next(Block& block) {
  const std::size_t begin = skip_space(0);
  if (begin == buffer_.size()) return false;
  const std::size_t end = skip_space(find_cut(begin));
  block.text.assign(buffer_, 0, end);
  block.offset = offset_;
  block.line = line_;
  block.starts_document = at_start_;
  block.starts_paragraph = after_blank_line_;
  block.ends_document = !fill(end + 1) && is_last_;
  check(block);
  buffer_.erase(0, end);
  offset_ += base::count_code_points(block.text);
  line_ += static_cast<std::size_t>(std::count(block.text.begin(), block.text.end(), '\n'));
  at_start_ = false;
  after_blank_line_ = treebank::line_breaks(treebank::trailing_space(block.text)) > 1;
  return true;
}

}  // namespace espalier::text
