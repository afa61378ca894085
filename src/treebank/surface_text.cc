#include "treebank/surface_text.h"

#include <algorithm>

#include "base/unicode.h"

namespace espalier::treebank {
namespace {

/// Undoes the escapes of SpacesAfter and its kin: \s \t \n \r \p (a bar) and \\.
std::string unescape(std::string_view value) {
  constexpr std::string_view kLetters = "stnrp\\";
  constexpr std::string_view kMeanings = " \t\n\r|\\";
  std::string out;
  for (std::size_t i = 0; i < value.size(); ++i) {
    const std::size_t letter = value[i] == '\\' && i + 1 < value.size() ? kLetters.find(value[i + 1]) : kLetters.npos;
    if (letter == kLetters.npos) {
      out += value[i];
    } else {
      out += kMeanings[letter];
      ++i;
    }
  }
  return out;
}

/// One space for each run of white space that breaks the line: sentences stay on one.
std::string without_line_breaks(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t start = at;
    bool breaks = false;
    while (at < text.size()) {
      std::size_t next = at;
      const char32_t c = base::decode(text, next);
      if (!base::is_space(c)) break;
      breaks = breaks || (c >= 0x0A && c <= 0x0D) || c == 0x85 || c == 0x2028 || c == 0x2029;
      at = next;
    }
    breaks ? out += ' ' : out.append(text.substr(start, at - start));
    const std::size_t word = at;
    while (at < text.size()) {
      std::size_t next = at;
      if (base::is_space(base::decode(text, next))) break;
      at = next;
    }
    out.append(text.substr(word, at - word));
  }
  return out;
}

std::string spaces(std::string_view value) { return without_line_breaks(unescape(value)); }

struct SurfaceToken {
  std::string_view form;
  std::string_view misc;
};

/// Calls `visit(token)` for multiword tokens and for the words outside of them.
template <class Visit>
void for_each_token(const Sentence& sentence, Visit visit) {
  std::int32_t covered = 0;
  auto range = sentence.multiword_tokens().begin();
  for (std::int32_t word = 1; word <= sentence.size(); ++word) {
    if (range != sentence.multiword_tokens().end() && range->first == word) {
      visit(SurfaceToken{sentence.text(range->form), sentence.text(range->misc)});
      covered = range->last;
      ++range;
    }
    if (word > covered) visit(SurfaceToken{sentence.form(word), sentence.misc(word)});
  }
}

}  // namespace

std::string space_after(std::string_view misc, bool default_space) {
  if (attribute(misc, "SpaceAfter") == "No") return {};
  if (const auto value = attribute(misc, "SpacesAfter")) return spaces(*value);
  return default_space ? " " : "";
}

std::string sentence_text(const Sentence& sentence, bool default_space) {
  std::string text;
  std::string between;
  for_each_token(sentence, [&](const SurfaceToken& token) {
    text += between;
    if (token.misc.empty()) {  // most tokens
      text += token.form;
      between.assign(default_space ? 1 : 0, ' ');
      return;
    }
    if (const auto before = attribute(token.misc, "SpacesBefore")) text += spaces(*before);
    const auto form = attribute(token.misc, "SpacesInToken");
    form ? text += spaces(*form) : text += token.form;
    between = space_after(token.misc, default_space);
  });
  return text;
}

std::string_view last_misc(const Sentence& sentence) {
  if (sentence.empty()) return {};
  const auto& ranges = sentence.multiword_tokens();
  return !ranges.empty() && ranges.back().last >= sentence.size() ? sentence.text(ranges.back().misc)
                                                                  : sentence.misc(sentence.size());
}

bool starts_paragraph(const Sentence& sentence) {
  for (const Text comment : sentence.comments()) {
    std::string_view line = sentence.text(comment);
    line.remove_prefix(std::min(line.find_first_not_of("# \t"), line.size()));
    for (const std::string_view key : {"newdoc", "newpar"}) {
      if (!line.starts_with(key)) continue;
      const std::string_view rest = line.substr(key.size());
      if (rest.empty() || rest.front() == ' ' || rest.front() == '=' || rest.front() == '\t') return true;
    }
  }
  return false;
}

}  // namespace espalier::treebank
