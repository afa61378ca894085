// A named piece of a model file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "espalier/error.h"

namespace espalier::model_file {

/// Points into the File it came from, and is good as long as that. The bytes begin at a multiple of 64 in memory.
struct Section {
  std::string_view name;
  std::uint32_t version = 0;
  std::span<const std::byte> bytes;
  std::string_view file;  ///< the path of the model, for messages

  std::string_view text() const noexcept { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }
};

/// Throws Error kInput: `file: section 'name' is damaged: reason`. For those who read what a section holds.
[[noreturn]] void fail_damaged(const Section& section, const std::string& reason);

/// Calls use(section), and says which section is at fault where it throws Error. One that names the file already is
/// from somebody who knew.
template <class Use>
void read_section(const Section& section, const Use& use) {
  try {
    use(section);
  } catch (const Error& error) {
    if (error.place().file == section.file) throw;
    fail_damaged(section, error.reason());
  }
}

}  // namespace espalier::model_file
