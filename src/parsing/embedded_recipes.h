// The files of recipes/, built into the library.
#pragma once

#include <span>
#include <string_view>

namespace espalier::parsing {

struct EmbeddedFile {
  std::string_view name;  ///< as in recipes/
  std::string_view text;
};

/// In order of name. Made by cmake/embed.cmake.
std::span<const EmbeddedFile> embedded_recipes() noexcept;

}  // namespace espalier::parsing
