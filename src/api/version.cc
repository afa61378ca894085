#include "espalier/version.h"

namespace espalier {

std::string_view version() noexcept { return ESPALIER_VERSION; }

}  // namespace espalier
