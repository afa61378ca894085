#include "espalier/models.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>

#include "base/edit_distance.h"
#include "espalier/error.h"

namespace espalier {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kExtension = ".model";

bool is_file(const std::string& path) {
  std::error_code error;
  return fs::is_regular_file(path, error) || fs::is_fifo(path, error);
}

}  // namespace

std::vector<std::string> model_folders(std::string_view list, const std::string& program) {
  std::vector<std::string> folders;
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(':'), list.size());
    if (end > 0) folders.emplace_back(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  if (program.empty()) return folders;
  const fs::path root = fs::path(program).parent_path().parent_path();
  for (const char* folder : {"models", "share/espalier/models"}) folders.push_back((root / folder).string());
  return folders;
}

std::vector<InstalledModel> installed_models(const std::vector<std::string>& folders) {
  std::map<std::string, std::string> found;
  for (const std::string& folder : folders) {
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error)) {
      const fs::path& path = entry.path();
      if (path.extension() == kExtension && is_file(path.string())) found.emplace(path.stem().string(), path.string());
    }
  }
  std::vector<InstalledModel> models;
  models.reserve(found.size());
  for (const auto& [name, path] : found) models.push_back({name, path});
  return models;
}

std::string find_model(const std::string& name, const std::vector<InstalledModel>& installed) {
  // What looks like a path is one, and loading it says what is wrong with it.
  if (is_file(name) || name.find('/') != std::string::npos || name.ends_with(kExtension)) return name;
  std::vector<std::string> names;
  for (const InstalledModel& model : installed) {
    if (model.name == name) return model.path;
    names.push_back(model.name);
  }
  for (const InstalledModel& model : installed) {
    if (model.name.starts_with(name + "_")) return model.path;
  }
  throw Error(ErrorKind::kUsage,
              names.empty()
                  ? fmt::format("{}: no such file, and no models are installed", name)
                  : fmt::format("{}: no such file, and no model of that name or language is installed{} (there "
                                "are {})",
                                name, did_you_mean(name, names), fmt::join(names, ", ")));
}

Recognised recognise(std::string_view text, const std::vector<InstalledModel>& installed) {
  std::optional<Recognised> best;
  for (const InstalledModel& each : installed) {
    const Model model = Model::load(each.path);
    if (!model.has(Stage::kTokens)) continue;
    const double share = model.familiarity(text);
    if (!best || share > best->share) best = Recognised{each, model, share};
  }
  if (!best) throw Error(ErrorKind::kUsage, "no model is installed that takes plain text");
  return *std::move(best);
}

}  // namespace espalier
