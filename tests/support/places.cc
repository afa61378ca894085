#include "tests/support/places.h"

#include <cstdlib>

namespace espalier::tests {

std::string source_path(const std::string& name) { return std::string(ESPALIER_SOURCE_DIR) + "/" + name; }

std::filesystem::path treebank_folder() {
  const char* given = std::getenv("ESPALIER_DATA");
  return given != nullptr ? std::string(given) : source_path("../shared/data");
}

}  // namespace espalier::tests
