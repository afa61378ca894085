// The state of a run that was cut, as all ranks of a job see it.
#pragma once

#include <memory>
#include <string>

#include "espalier/ranks.h"
#include "model_file/file.h"

namespace espalier::parsing {

/// Null where there is no such file. Of several ranks the first reads it and the others hear what it has read, so that
/// all go on from the same place, whatever their disks show them. Throws as model_file::File does. Collective.
std::shared_ptr<const model_file::File> open_state(const std::string& path, Ranks* ranks = nullptr);

}  // namespace espalier::parsing
