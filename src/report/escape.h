// Text made safe for XML and HTML.
#pragma once

#include <string>
#include <string_view>

namespace espalier::report {

/// Appends `text` so that it stands for itself in element content and in quoted attribute values, in XML 1.0 and in
/// HTML. What XML forbids (control characters, U+FFFE, U+FFFF, malformed UTF-8) becomes U+FFFD.
void append_escaped(std::string& out, std::string_view text);
std::string escaped(std::string_view text);

/// Appends `text` for a terminal or a plain file: control characters, which could move the cursor or break a line,
/// become U+FFFD.
void append_printable(std::string& out, std::string_view text);
std::string printable(std::string_view text);

}  // namespace espalier::report
