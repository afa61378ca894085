// Decides whether bytes are a model file that can be trusted, and if not, what to tell the user.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model_file/section.h"

namespace espalier::model_file {

/// The sections of the file, in its order; they point into `bytes` and `path`. Throws Error kInput for everything that
/// a Writer would not have written: what is accepted here is, written anew, the same bytes.
std::vector<Section> verified_sections(std::string_view bytes, const std::string& path);

}  // namespace espalier::model_file
