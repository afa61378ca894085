#include "features/word_text.h"

#include <algorithm>
#include <charconv>
#include <string>

#include "base/unicode.h"

namespace espalier::features {
namespace {

void append_lower(std::string_view text, std::string& out) {
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (static_cast<unsigned char>(c) < 0x80) {
      out += static_cast<char>(c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c);
      ++at;
    } else {
      base::append_utf8(out, base::to_lower(base::decode(text, at)));
    }
  }
}

/// `text` in lower case, in `out` where that differs.
std::string_view lower(std::string_view text, std::string& out) {
  bool ascii = true;
  bool same = true;
  for (const char c : text) {
    ascii = ascii && static_cast<unsigned char>(c) < 0x80;
    same = same && !(c >= 'A' && c <= 'Z');
  }
  if (ascii && same) return text;
  out.clear();
  append_lower(text, out);
  return out;
}

int to_number(const std::string& text) {
  int value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

std::string_view first_characters(std::string_view text, int count) {
  std::size_t at = 0;
  while (count-- > 0 && at < text.size()) base::decode(text, at);
  return text.substr(0, at);
}

std::string_view last_characters(std::string_view text, int count) {
  std::size_t at = text.size();
  while (count > 0 && at > 0) {
    --at;
    if ((static_cast<unsigned char>(text[at]) & 0xC0) != 0x80) --count;
  }
  return text.substr(at);
}

/// Xx9o classes with runs of three and more shortened to two; other characters stand for themselves.
std::string_view shape(std::string_view text, std::string& out) {
  out.clear();
  char32_t last = 0;
  int run = 0;
  for (std::size_t at = 0; at < text.size();) {
    const char32_t kind = base::shape_class(base::decode(text, at));
    run = kind == last ? run + 1 : 1;
    last = kind;
    if (run <= 2) base::append_utf8(out, kind);
  }
  return out;
}

/// `A` first letter a capital, `C` another one, `l` small letters, `9` digits, `-` hyphens.
std::string_view traits(std::string_view text, std::string& out) {
  bool first = false, capital = false, small = false, digit = false, hyphen = false;
  for (std::size_t at = 0; at < text.size();) {
    const bool is_first = at == 0;
    const char32_t kind = base::shape_class(base::decode(text, at));
    (is_first ? first : capital) |= kind == U'X';
    small |= kind == U'x';
    digit |= kind == U'9';
    hyphen |= kind == U'-';
  }
  out.clear();
  if (first) out += 'A';
  if (capital) out += 'C';
  if (small) out += 'l';
  if (digit) out += '9';
  if (hyphen) out += '-';
  return out;
}

std::string_view length(std::string_view text, std::string& out) {
  constexpr std::size_t kLongest = 12;
  out = std::to_string(std::min(base::count_code_points(text), kLongest));
  return out;
}

/// Whether `text` is one of the alternatives `A|B|C`; `*` is any.
bool is_one_of(std::string_view text, std::string_view alternatives) {
  if (alternatives == "*") return true;
  for (;;) {
    const std::size_t bar = alternatives.find('|');
    if (alternatives.substr(0, bar) == text) return true;
    if (bar == std::string_view::npos) return false;
    alternatives.remove_prefix(bar + 1);
  }
}

}  // namespace

void LowerForms::fill(const Sentence& sentence) {
  store_.clear();
  ends_.assign(1, 0);
  for (std::int32_t node = 1; node <= sentence.size(); ++node) {
    append_lower(sentence.form(node), store_);
    ends_.push_back(store_.size());
  }
}

std::string_view WordTexts::lower_form(std::int32_t node) const {
  return lower_ != nullptr ? (*lower_)[node] : lower(sentence_.form(node), scratch_);
}

std::optional<std::string_view> WordTexts::text(AttributeId id, std::span<const std::string> parameters,
                                                std::int32_t node) const {
  const Sentence& words = sentence_;
  switch (id) {
    case AttributeId::kLower:
      return lower_form(node);
    case AttributeId::kLemma:
      return words.lemma(node).empty() ? lower_form(node) : words.lemma(node);
    case AttributeId::kUpos:
      return words.upos(node);
    case AttributeId::kXpos:
      return words.xpos(node);
    case AttributeId::kTag:
      return words.xpos(node).empty() ? words.upos(node) : words.xpos(node);
    case AttributeId::kFeats:
      return words.feats(node);
    case AttributeId::kFeat:
      return attribute(words.feats(node), parameters[0]).value_or(std::string_view());
    case AttributeId::kPrefix:
      return first_characters(lower_form(node), to_number(parameters[0]));
    case AttributeId::kSuffix:
      return last_characters(lower_form(node), to_number(parameters[0]));
    case AttributeId::kShape:
      return shape(words.form(node), scratch_);
    case AttributeId::kTraits:
      return traits(words.form(node), scratch_);
    case AttributeId::kLength:
      return length(words.form(node), scratch_);
    case AttributeId::kDict:
      return std::nullopt;
    case AttributeId::kColumn:
      return extra(parameters[0], node);
    default:
      return words.form(node);
  }
}

std::optional<std::string_view> WordTexts::extra(const std::string& name, std::int32_t node) const {
  const auto at = static_cast<std::size_t>(node);
  for (std::size_t i = 0; extra_ != nullptr && i < extra_->names.size(); ++i) {
    if (extra_->names[i] == name && at < extra_->values[i].size()) return extra_->values[i][at];
  }
  return std::nullopt;
}

Condition::Condition(std::span<const std::string> parameters, const WordTexts& texts)
    : id_(find_attribute(parameters.front())->id),
      parameters_(parameters.subspan(1, parameters.size() - 2)),
      alternatives_(parameters.back()),
      texts_(texts) {}

bool Condition::operator()(std::int32_t node) const {
  return is_one_of(texts_.text(id_, parameters_, node).value_or(std::string_view()), alternatives_);
}

}  // namespace espalier::features
