// The files of recipes/, built into the library.
#pragma once

#include <algorithm>
#include <span>
#include <string_view>

namespace espalier::parsing {

struct EmbeddedFile {
  std::string_view name;  ///< as in recipes/
  std::string_view text;
};

/// In order of name. Made by cmake/embed.cmake.
std::span<const EmbeddedFile> embedded_recipes() noexcept;

/// Null when there is none of that name.
inline const EmbeddedFile* find_embedded(std::string_view name) noexcept {
  const auto files = embedded_recipes();
  const auto found =
      std::find_if(files.begin(), files.end(), [&](const EmbeddedFile& file) { return file.name == name; });
  return found == files.end() ? nullptr : &*found;
}

/// The text of one. REQUIRES that it is there.
inline std::string_view embedded_file(std::string_view name) noexcept { return find_embedded(name)->text; }

}  // namespace espalier::parsing
