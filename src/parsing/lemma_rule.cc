#include "parsing/lemma_rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <vector>

#include "base/unicode.h"
#include "espalier/error.h"

namespace espalier::parsing {
namespace {

using Characters = std::u32string;

constexpr std::array kCases = {LemmaCase::kLower, LemmaCase::kAsIs, LemmaCase::kTitle, LemmaCase::kUpper};
constexpr std::string_view kCaseLetters = "latu";
constexpr char kWhole = 'w';
// Longer pairs are no words; the rule between them is the lemma itself.
constexpr std::size_t kMostSteps = 1'000'000;

Characters decode_all(std::string_view text) {
  Characters out;
  for (std::size_t at = 0; at < text.size();) out += base::decode(text, at);
  return out;
}

std::string encode_all(std::u32string_view text) {
  std::string out;
  for (const char32_t c : text) base::append_utf8(out, c);
  return out;
}

char32_t cased(char32_t c, LemmaCase casing, bool is_first) noexcept {
  switch (casing) {
    case LemmaCase::kAsIs:
      return c;
    case LemmaCase::kUpper:
      return base::to_upper(c);
    case LemmaCase::kTitle:
      return is_first ? base::to_upper(c) : base::to_lower(c);
    default:
      return base::to_lower(c);
  }
}

/// The longest piece that both have, the first such.
struct Common {
  std::size_t in_first = 0;
  std::size_t in_second = 0;
  std::size_t size = 0;
};

Common longest_common(const Characters& first, const Characters& second) {
  Common best;
  if (first.size() * second.size() > kMostSteps) return best;
  // Length of the common piece that ends at the two places; one row is kept, walked from its end.
  std::vector<std::size_t> ending(second.size() + 1, 0);
  for (std::size_t i = 0; i < first.size(); ++i) {
    for (std::size_t j = second.size(); j > 0; --j) {
      ending[j] = first[i] == second[j - 1] ? ending[j - 1] + 1 : 0;
      if (ending[j] > best.size) best = {i + 1 - ending[j], j - ending[j], ending[j]};
    }
  }
  return best;
}

[[noreturn]] void fail() { throw Error(ErrorKind::kInput, "it has a rule that makes no lemma"); }

/// A number and the colon after it.
std::size_t take_number(std::string_view& text) {
  std::size_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end == text.data() + text.size() || *end != ':') fail();
  text.remove_prefix(static_cast<std::size_t>(end - text.data()) + 1);
  return value;
}

std::string take_text(std::string_view& text, std::size_t size) {
  if (size > text.size()) fail();
  std::string out(text.substr(0, size));
  text.remove_prefix(size);
  return out;
}

}  // namespace

void lower_text(std::string_view text, std::string& out) {
  out.clear();
  for (std::size_t at = 0; at < text.size();) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte < 0x80) {
      out += static_cast<char>(byte >= 'A' && byte <= 'Z' ? byte + ('a' - 'A') : byte);
      ++at;
    } else {
      base::append_utf8(out, base::to_lower(base::decode(text, at)));
    }
  }
}

LemmaRule LemmaRule::between(std::string_view form, std::string_view lemma) {
  const Characters from = decode_all(form);
  const Characters to = decode_all(lemma);
  LemmaRule rule;
  rule.is_whole_ = true;
  rule.back_ = lemma;
  std::size_t most = 0;
  for (const LemmaCase casing : kCases) {
    Characters read;
    for (const char32_t c : from) read += cased(c, casing, read.empty());
    const Common common = longest_common(read, to);
    if (common.size <= most) continue;
    most = common.size;
    const std::u32string_view source = read;
    const std::u32string_view target = to;
    rule.is_whole_ = false;
    rule.casing_ = casing;
    rule.cut_front_ = encode_all(source.substr(0, common.in_first));
    rule.cut_back_ = encode_all(source.substr(common.in_first + common.size));
    rule.front_ = encode_all(target.substr(0, common.in_second));
    rule.back_ = encode_all(target.substr(common.in_second + common.size));
  }
  return rule;
}

std::string LemmaRule::text() const {
  if (is_whole_) return fmt::format("{}:{}", kWhole, back_);
  return fmt::format("{}:{}:{}:{}:{}{}{}{}", kCaseLetters[static_cast<std::size_t>(casing_)], cut_front_.size(),
                     cut_back_.size(), front_.size(), cut_front_, cut_back_, front_, back_);
}

LemmaRule LemmaRule::parse(std::string_view text) {
  // A rule may not break the lines of a file.
  if (text.size() < 2 || text[1] != ':' || base::find_invalid_utf8(text) != base::kValid ||
      text.find_first_of("\t\n\r") != std::string_view::npos) {
    fail();
  }
  LemmaRule rule;
  const char kind = text[0];
  text.remove_prefix(2);
  if (kind == kWhole) {
    rule.is_whole_ = true;
    rule.back_ = text;
    return rule;
  }
  const std::size_t casing = kCaseLetters.find(kind);
  if (casing == std::string_view::npos) fail();
  rule.casing_ = kCases[casing];
  const std::size_t cut_front = take_number(text);
  const std::size_t cut_back = take_number(text);
  const std::size_t front = take_number(text);
  rule.cut_front_ = take_text(text, cut_front);
  rule.cut_back_ = take_text(text, cut_back);
  rule.front_ = take_text(text, front);
  rule.back_ = text;
  // The pieces are cut between characters.
  for (const std::string* piece : {&rule.cut_front_, &rule.cut_back_, &rule.front_, &rule.back_}) {
    if (base::find_invalid_utf8(*piece) != base::kValid) fail();
  }
  return rule;
}

bool LemmaRule::apply(const LemmaForm& form, std::string& out) const {
  if (is_whole_) {
    out = back_;
    return true;
  }
  std::string_view read = casing_ == LemmaCase::kLower ? form.lower : form.form;
  const bool is_made = casing_ == LemmaCase::kTitle || casing_ == LemmaCase::kUpper;
  if (is_made) {
    out.clear();
    for (std::size_t at = 0; at < form.form.size();) {
      const bool is_first = at == 0;
      base::append_utf8(out, cased(base::decode(form.form, at), casing_, is_first));
    }
    read = out;
  }
  if (read.size() <= cut_front_.size() + cut_back_.size() || !read.starts_with(cut_front_) ||
      !read.ends_with(cut_back_)) {
    return false;
  }
  if (is_made) {
    out.erase(out.size() - cut_back_.size());
    out.replace(0, cut_front_.size(), front_);
  } else {
    out = front_;
    out += read.substr(cut_front_.size(), read.size() - cut_front_.size() - cut_back_.size());
  }
  out += back_;
  return true;
}

}  // namespace espalier::parsing
