#include "cli/model_folders.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string_view>

namespace espalier::cli {

namespace fs = std::filesystem;

std::vector<std::string> model_folders() {
  std::vector<std::string> folders;
  const char* named = std::getenv("ESPALIER_MODELS");
  std::string_view left = named == nullptr ? "" : named;
  while (!left.empty()) {
    const std::size_t end = std::min(left.find(':'), left.size());
    if (end > 0) folders.emplace_back(left.substr(0, end));
    left.remove_prefix(std::min(end + 1, left.size()));
  }
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (error) return folders;
  const fs::path root = program.parent_path().parent_path();
  for (const char* folder : {"models", "share/espalier/models"}) folders.push_back((root / folder).string());
  return folders;
}

}  // namespace espalier::cli
