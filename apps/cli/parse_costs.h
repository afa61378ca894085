// What parsing cost, in words.
#pragma once

#include <string>

#include "espalier/parser.h"

namespace espalier::cli {

/// Means a word: configurations, decisions and lookups of transition parsers, arcs and parts of graph parsers.
std::string parse_costs(const ParseCounts& counts);

}  // namespace espalier::cli
