// Espalier: models on this machine, by name and by language.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "espalier/model.h"

namespace espalier {

/// A model that can be asked for by name.
struct InstalledModel {
  std::string name;  ///< of its file, without `.model`: `en_ewt`
  std::string path;
};

/// Where models are looked for: folders that a list between colons names, as ESPALIER_MODELS does, then `models` beside
/// the folder that `program` (a program or a library) is in, as in the build tree, then `share/espalier/models` there,
/// as after installation. An empty `program`: only those of the list.
std::vector<std::string> model_folders(std::string_view list, const std::string& program);

/// The models (`*.model`) in folders, by name; where two have the same, that of the folder named first. Folders that do
/// not exist are passed over.
std::vector<InstalledModel> installed_models(const std::vector<std::string>& folders);

/// The path of a model: a file, or the name of an installed one, or the language that its name begins with (`en` for
/// `en_ewt`). Throws Error kUsage when there is none, with the nearest name.
std::string find_model(const std::string& name, const std::vector<InstalledModel>& installed);

/// What recognition found.
struct Recognised {
  InstalledModel model;
  Model loaded;
  double share = 0;  ///< of the words of the text that the model's treebank had
};

/// The model whose treebank has most of the words of a text. Throws Error kUsage when none is installed that knows what
/// a word is, kInput when one of them is damaged.
Recognised recognise(std::string_view text, const std::vector<InstalledModel>& installed);

}  // namespace espalier
