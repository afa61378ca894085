// Where models are installed.
#pragma once

#include <string>
#include <vector>

namespace espalier::cli {

/// Those that ESPALIER_MODELS names (with colons), then `models` beside the folder of the program, as in the build
/// tree, then `share/espalier/models` there, as after installation.
std::vector<std::string> model_folders();

}  // namespace espalier::cli
