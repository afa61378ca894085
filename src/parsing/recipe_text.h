// What a recipe may look like, before the TOML library sees it.
#pragma once

#include <string>
#include <string_view>

namespace espalier::parsing {

/// Throws Error (kUsage, with the line in `where`) for text that the library takes for something that cannot happen,
/// and then may do anything: tables with no name, letters beyond ASCII where neither a string nor a comment is. Recipes
/// need none of it: they are lines `option = value` and comments.
void demand_recipe_text(std::string_view text, const std::string& where);

}  // namespace espalier::parsing
