// models: those that are installed, and where they are looked for.
#include "espalier/models.h"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/model_folders.h"
#include "cli/text_table.h"
#include "cli/verb.h"

namespace espalier::cli {
namespace {

namespace fs = std::filesystem;

std::string stages_of(const Model& model) {
  std::string text;
  for (const auto& [stage, name] : {std::pair{Stage::kTokens, "tokenizer"}, {Stage::kTags, "tagger"}}) {
    if (model.has(stage)) text += fmt::format("{}, ", name);
  }
  if (model.has(Stage::kTrees)) return text + model.parser_kind() + " parser";
  return text.substr(0, text.size() - 2);
}

int run(const Common& common) {
  const auto installed = installed_models(model_folders());
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  TextTable table({{"model"}, {"language"}, {"stages"}, {"size", TextTable::Align::kRight}, {"file"}});
  for (const InstalledModel& each : installed) {
    const Model model = Model::load(each.path);
    const std::size_t bytes = fs::file_size(each.path);
    const std::string& language = model.origin().language;
    table.add({each.name, language, stages_of(model), readable_bytes(bytes), each.path});
    list.push_back({{"name", each.name},
                    {"language", language},
                    {"stages", stages_of(model)},
                    {"bytes", bytes},
                    {"file", each.path}});
  }
  if (common.json) {
    print(list.dump(2) + "\n");
  } else if (installed.empty()) {
    say(common, fmt::format("no models are installed; they are looked for in {}", fmt::join(model_folders(), ", ")));
  } else {
    print(table.render());
  }
  return 0;
}

}  // namespace

void register_models(CLI::App& root) {
  Verb verb(
      root, "models", "Lists the models that are installed",
      "  espalier models\n"
      "  ESPALIER_MODELS=~/my-models espalier models\n\n"
      "Models are looked for in the folders that ESPALIER_MODELS names, with colons between them, then in models/\n"
      "of the source tree or share/espalier/models of an installation.\n");
  verb.gives_json();
  verb.runs([](const Common& common) { return run(common); });
}

}  // namespace espalier::cli
