// Espalier: which version this is.
#pragma once

#include <string_view>

namespace espalier {

/// `major.minor.patch` of the library that is linked, not of the header.
std::string_view version() noexcept;

}  // namespace espalier
