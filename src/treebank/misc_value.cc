#include "treebank/misc_value.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace espalier::treebank {
namespace {

constexpr std::pair<char, char> kMiscEscapes[] = {{'|', 'p'}, {' ', 's'}, {'\t', 't'}, {'\n', 'n'}, {'\\', '\\'}};

}  // namespace

void append_misc(std::string& misc, std::string_view name, std::string_view value) {
  if (!misc.empty()) misc += '|';
  misc.append(name).append("=");
  for (const char c : value) {
    const auto* escape =
        std::find_if(std::begin(kMiscEscapes), std::end(kMiscEscapes), [c](auto e) { return e.first == c; });
    if (escape == std::end(kMiscEscapes)) {
      misc += c;
    } else {
      misc.append({'\\', escape->second});
    }
  }
}

std::string misc_value(std::string_view value) {
  std::string text;
  for (std::size_t i = 0; i < value.size(); ++i) {
    const char after = value[i] == '\\' && i + 1 < value.size() ? value[i + 1] : '\0';
    const auto* escape =
        std::find_if(std::begin(kMiscEscapes), std::end(kMiscEscapes), [after](auto e) { return e.second == after; });
    const bool escaped = after != '\0' && escape != std::end(kMiscEscapes);
    text += escaped ? escape->first : value[i];
    if (escaped) ++i;
  }
  return text;
}

}  // namespace espalier::treebank
