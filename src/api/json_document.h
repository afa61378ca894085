// A text that comes as a line of JSON, and the line that answers it.
//
// Idea: the object is not taken apart and put together again, which would change numbers, escapes and the order of
// equal keys; it is only read through, and the answer is put before its last brace. So all that the sender had in it
// comes back byte for byte.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace espalier {

struct JsonDocument {
  std::string text;
  std::string fault;  ///< why there is no text; empty when there is one
  std::string head;   ///< the object without its last brace; of a string, the object that has it for "text"
  bool is_blank = false;
  bool has_error = false;  ///< the object has an "error" already

  /// The object with one field more, and a line feed. `json` is a value as JSON has it. REQUIRES that there is no
  /// fault.
  void answer(std::string_view field, std::string_view json, std::string& out) const;
  /// The object with an "error", as far as there is an object, and a line feed.
  void refuse(std::string_view message, std::string& out) const;
};

/// Reads a line, with or without its line end. `field`: the one that is to be added, which must not be there.
/// `deepest`: how far objects and lists may be nested. Never throws for what is in the line.
JsonDocument read_json_document(std::string_view line, std::string_view field, std::size_t deepest);

/// A text as a string of JSON; bytes that are not UTF-8 are replaced.
std::string quoted_json(std::string_view text);

}  // namespace espalier
