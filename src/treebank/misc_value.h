// Values of any characters in MISC, where `|` and space have a meaning: `\p` stands for `|`, `\s` for a space, `\t` for
// a tab, `\n` for a line end, `\\` for a backslash; a backslash before anything else is just that.
#pragma once

#include <string>
#include <string_view>

namespace espalier::treebank {

/// Adds name=value to what MISC holds.
void append_misc(std::string& misc, std::string_view name, std::string_view value);
/// What such a value in MISC stands for.
std::string misc_value(std::string_view value);

}  // namespace espalier::treebank
