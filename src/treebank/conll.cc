#include "treebank/conll.h"

#include <charconv>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace espalier::treebank {
namespace {

std::uint64_t separator_mask(const char* bytes) {
#if defined(__SSE2__)
  const __m128i tab = _mm_set1_epi8('\t');
  const __m128i feed = _mm_set1_epi8('\n');
  std::uint64_t mask = 0;
  for (int i = 0; i < 4; ++i) {
    const __m128i chunk = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes + 16 * i));
    const __m128i hits = _mm_or_si128(_mm_cmpeq_epi8(chunk, tab), _mm_cmpeq_epi8(chunk, feed));
    mask |= static_cast<std::uint64_t>(static_cast<unsigned>(_mm_movemask_epi8(hits))) << (16 * i);
  }
  return mask;
#else
  std::uint64_t mask = 0;
  for (int i = 0; i < 64; ++i) {
    mask |= static_cast<std::uint64_t>(bytes[i] == '\t' || bytes[i] == '\n') << i;
  }
  return mask;
#endif
}

}  // namespace

void SeparatorScanner::load() {
  if (text_.size() - block_ >= 64) {
    mask_ = separator_mask(text_.data() + block_);
    return;
  }
  char rest[64] = {};
  std::memcpy(rest, text_.data() + block_, text_.size() - block_);
  mask_ = separator_mask(rest);
}

ConllLines::Kind ConllLines::next() {
  while (at_ < record_.size()) {
    const std::size_t begin = at_;
    ++number_;
    std::size_t separator = scanner_.next();
    if (record_[begin] != '#' && separator < record_.size() && record_[separator] == '\t')
      return token(begin, separator);
    while (separator < record_.size() && record_[separator] == '\t') separator = scanner_.next();
    at_ = separator + 1;
    std::size_t size = separator - begin;
    if (size > 0 && record_[separator - 1] == '\r') --size;
    if (size == 0) continue;
    if (record_[begin] != '#') fail("expected 10 tab-separated columns, found 1");
    while (record_[begin + size - 1] == '\r') --size;
    comment_ = {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(size)};
    return Kind::kComment;
  }
  return Kind::kEnd;
}

ConllLines::Kind ConllLines::token(std::size_t begin, std::size_t separator) {
  std::size_t column = 0;
  for (;;) {
    std::size_t end = separator;
    const bool last = separator >= record_.size() || record_[separator] == '\n';
    // However many there are: what is written ends with a line feed, and would have one less each time.
    while (last && end > begin && record_[end - 1] == '\r') --end;
    if (column < kConllColumns) {
      if (end == begin) fail("column " + std::to_string(column + 1) + " is empty");
      line_.fields[column] = {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end - begin)};
    }
    ++column;
    if (last) break;
    begin = separator + 1;
    separator = scanner_.next();
  }
  if (column != kConllColumns) fail("expected 10 tab-separated columns, found " + std::to_string(column));
  at_ = separator + 1;
  line_.number = number_;
  return Kind::kToken;
}

std::int32_t parse_number(std::string_view text) noexcept {
  if (text.empty() || text.size() > 9 || (text.size() > 1 && text[0] == '0')) return -1;
  std::int32_t value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return -1;
    value = value * 10 + (c - '0');
  }
  return value;
}

std::int32_t parse_head(const ConllLines& lines, Text field) {
  const std::string_view text = lines.text(field);
  if (text == "_") return kNoHead;
  const std::int32_t head = parse_number(text);
  if (head < 0) lines.fail("HEAD '" + std::string(text.substr(0, 40)) + "' is not a number");
  return head;
}

void FieldWriter::put_number(std::int32_t number) {
  if (number >= 0 && number < 10) return put(static_cast<char>('0' + number));
  at_ = std::to_chars(at_, at_ + 11, number).ptr;
}

}  // namespace espalier::treebank
