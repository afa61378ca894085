#include "text/expansion.h"

#include <algorithm>

#include "base/unicode.h"

namespace espalier::text {
namespace {

constexpr std::size_t kLeastEnding = 3;  // characters of an ending that says little of the words

enum class Case : std::uint8_t { kLower, kTitle, kUpper };

Case case_of(const Characters& text, std::int32_t begin, std::int32_t end) noexcept {
  std::int32_t capitals = 0;
  bool has_small = false;
  for (std::int32_t at = begin; at < end; ++at) {
    capitals += text.kind(at) == Class::kUpper ? 1 : 0;
    has_small = has_small || text.kind(at) == Class::kLower;
  }
  if (capitals > 1 && !has_small) return Case::kUpper;
  return text.kind(begin) == Class::kUpper ? Case::kTitle : Case::kLower;
}

std::u32string lower_of(std::string_view bytes) {
  std::u32string out;
  for (std::size_t at = 0; at < bytes.size();) {
    const char32_t c = base::decode(bytes, at);
    out += base::is_space(c) ? U' ' : plain_lower(c);
  }
  return out;
}

std::u32string unpack_text(model_file::Unpacker& unpacker) {
  std::u32string out;
  const std::string_view bytes = unpacker.string();
  if (base::find_invalid_utf8(bytes) != base::kValid) unpacker.fail("a word is not valid UTF-8");
  for (std::size_t at = 0; at < bytes.size();) {
    const char32_t c = base::decode(bytes, at);
    if (c == 0 || (base::is_space(c) && c != U' ')) unpacker.fail("a word holds what no word can");
    out += c;
  }
  return out;
}

void pack_text(model_file::Packer& packer, std::u32string_view text) {
  std::string bytes;
  for (const char32_t c : text) base::append_utf8(bytes, c);
  packer.string(bytes);
}

/// The characters of a token as a form has them: white space is one space.
void append_form(const Characters& text, std::int32_t begin, std::int32_t end, std::string& out) {
  for (std::int32_t at = begin; at < end; ++at) {
    text.is_blank(at) ? out += ' ' : out += text.bytes(at, at + 1);
  }
}

}  // namespace

bool ExpansionRule::fits(const Characters& text, std::int32_t begin, std::int32_t end) const noexcept {
  const auto length = static_cast<std::int32_t>(ending.size());
  if (end - begin < length) return false;
  for (std::int32_t i = 0; i < length; ++i) {
    if (text.lower(end - length + i) != ending[static_cast<std::size_t>(i)]) return false;
  }
  // A word cannot be empty.
  return !literal.empty() || static_cast<std::int64_t>(end - begin) > static_cast<std::int64_t>(strip);
}

void ExpansionRule::apply(const Characters& text, std::int32_t begin, std::int32_t end, std::string& out,
                          std::vector<std::size_t>& ends) const {
  const Case token_case = case_of(text, begin, end);
  const std::int32_t kept = end - begin - static_cast<std::int32_t>(strip);
  append_form(text, begin, begin + kept, out);
  for (std::size_t i = 0; i < literal.size(); ++i) {
    const bool is_capital = token_case == Case::kUpper || (token_case == Case::kTitle && kept == 0 && i == 0);
    base::append_utf8(out, is_capital ? base::to_upper(literal[i]) : literal[i]);
  }
  ends.push_back(out.size());
  for (const FurtherWord& word : further) {
    const std::int32_t from = end - static_cast<std::int32_t>(word.from);
    append_form(text, from, from + static_cast<std::int32_t>(word.count), out);
    for (const char32_t c : word.literal) base::append_utf8(out, c);
    ends.push_back(out.size());
  }
}

void ExpansionRule::pack(model_file::Packer& packer) const {
  pack_text(packer, ending);
  packer.value(strip);
  pack_text(packer, literal);
  packer.value(static_cast<std::uint32_t>(further.size()));
  for (const FurtherWord& word : further) {
    packer.value(word.from);
    packer.value(word.count);
    pack_text(packer, word.literal);
  }
}

ExpansionRule ExpansionRule::unpack(model_file::Unpacker& unpacker) {
  ExpansionRule rule;
  rule.ending = unpack_text(unpacker);
  rule.strip = unpacker.value<std::uint32_t>();
  rule.literal = unpack_text(unpacker);
  const auto count = unpacker.value<std::uint32_t>();
  if (rule.ending.empty() || rule.strip > rule.ending.size() || count == 0 || count > kMostFurther)
    unpacker.fail("it has a rule for no token");
  for (std::uint32_t i = 0; i < count; ++i) {
    FurtherWord word;
    word.from = unpacker.value<std::uint32_t>();
    word.count = unpacker.value<std::uint32_t>();
    word.literal = unpack_text(unpacker);
    if (word.from > rule.ending.size() || word.count > word.from || (word.count == 0) == word.literal.empty()) {
      unpacker.fail("it has a rule that reaches beyond the token");
    }
    rule.further.push_back(std::move(word));
  }
  return rule;
}

ExpansionRule derive_rule(const Characters& text, std::int32_t begin, std::int32_t end,
                          std::span<const std::string_view> words) {
  std::u32string token;
  for (std::int32_t at = begin; at < end; ++at) token += text.lower(at);
  const std::u32string first = lower_of(words.front());
  std::size_t kept = static_cast<std::size_t>(
      std::mismatch(token.begin(), token.end(), first.begin(), first.end()).first - token.begin());
  if (kept == token.size()) kept -= std::min(kept, kLeastEnding);
  ExpansionRule rule;
  rule.strip = static_cast<std::uint32_t>(token.size() - kept);
  rule.literal = first.substr(kept);
  std::size_t reach = rule.strip;
  std::size_t cursor = std::min<std::size_t>(1, token.size());  // the first word has the first character
  for (const std::string_view bytes : words.subspan(1)) {
    const std::u32string word = lower_of(bytes);
    const std::size_t place = token.rfind(word);
    FurtherWord further;
    if (place != std::u32string::npos && place >= cursor) {
      further.from = static_cast<std::uint32_t>(token.size() - place);
      further.count = static_cast<std::uint32_t>(word.size());
      reach = std::max<std::size_t>(reach, further.from);
      cursor = place + word.size();
    } else {
      further.literal = word;
      reach = std::max(reach, std::min(token.size(), kLeastEnding));
    }
    rule.further.push_back(std::move(further));
  }
  rule.ending = token.substr(token.size() - reach);
  return rule;
}

}  // namespace espalier::text
