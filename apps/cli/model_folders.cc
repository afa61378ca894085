#include "cli/model_folders.h"

#include <cstdlib>
#include <filesystem>

#include "espalier/models.h"

namespace espalier::cli {

std::vector<std::string> model_folders() {
  const char* named = std::getenv("ESPALIER_MODELS");
  std::error_code error;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  return espalier::model_folders(named == nullptr ? "" : named, error ? std::string() : program.string());
}

}  // namespace espalier::cli
