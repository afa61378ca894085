// Where models are installed.
#pragma once

#include <string>
#include <vector>

namespace espalier::cli {

/// Those that ESPALIER_MODELS names, then those beside the program (espalier::model_folders).
std::vector<std::string> model_folders();

}  // namespace espalier::cli
