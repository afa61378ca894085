// Messages for wrong command lines: what is wrong, what was perhaps meant, where to read on.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace espalier::cli {

std::string explain(const CLI::App& app, const CLI::ParseError& error);

}  // namespace espalier::cli
