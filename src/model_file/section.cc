#include "model_file/section.h"

#include <fmt/format.h>

namespace espalier::model_file {

void fail_damaged(const Section& section, const std::string& reason) {
  throw Error(ErrorKind::kInput, Place{std::string(section.file)},
              fmt::format("section '{}' is damaged: {}", section.name, reason));
}

}  // namespace espalier::model_file
