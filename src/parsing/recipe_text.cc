#include "parsing/recipe_text.h"

#include <algorithm>

#include "base/unicode.h"
#include "espalier/error.h"

namespace espalier::parsing {
namespace {

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 && c != '\t'; }

/// The place behind a string that begins at `at`; npos: it has no end on this line.
std::size_t string_end(std::string_view line, std::size_t at) {
  const char quote = line[at];
  for (++at; at < line.size(); ++at) {
    if (line[at] == quote) return at + 1;
    if (line[at] == '\\' && quote == '"') ++at;
  }
  return std::string_view::npos;
}

/// What is wrong with a line, or "".
std::string_view fault_of(std::string_view line) {
  if (std::any_of(line.begin(), line.end(), is_control)) return "a control character: this is no text";
  for (const std::string_view separator : {"\xC2\x85", "\xE2\x80\xA8", "\xE2\x80\xA9"}) {
    if (line.find(separator) != std::string_view::npos)
      return "a line separator of Unicode; end lines with a line feed";
  }
  const std::size_t first = line.find_first_not_of(" \t");
  if (first != std::string_view::npos && line[first] == '[') return "a recipe has no tables, only 'option = value'";
  for (std::size_t at = 0; at < line.size() && line[at] != '#';) {
    if (static_cast<unsigned char>(line[at]) >= 0x7F) return "letters beyond ASCII belong in quotation marks";
    if (line[at] != '"' && line[at] != '\'') {
      ++at;
      continue;
    }
    if (line.substr(at, 3) == "\"\"\"" || line.substr(at, 3) == "'''") return "a string of more than one line";
    at = string_end(line, at);
    if (at == std::string_view::npos) return "a string without its second quotation mark";
  }
  return "";
}

}  // namespace

void demand_recipe_text(std::string_view text, const std::string& where) {
  if (text.starts_with(base::kByteOrderMark)) text.remove_prefix(base::kByteOrderMark.size());
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (end < text.size() && line.ends_with('\r')) line.remove_suffix(1);
    if (const std::string_view fault = fault_of(line); !fault.empty()) {
      throw Error(ErrorKind::kUsage, Place{where, number, 0}, std::string(fault));
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

}  // namespace espalier::parsing
