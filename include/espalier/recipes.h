// Espalier: recipes with options said over them.
#pragma once

#include <map>
#include <string>

#include "espalier/trainer.h"

namespace espalier {

/// The recipe of that name or file (empty: the one that serves best for the parser or the learner that the options
/// name) with these options said over it. What it says of its own kind of parser is forgotten where they name another
/// kind. Throws Error kUsage as Recipe::load() and set() do, and for options that the kind of parser has no use for.
Recipe recipe_with(const std::string& name_or_path, const std::map<std::string, std::string>& options);

}  // namespace espalier
