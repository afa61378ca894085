// Model, and where models are found.
#include "espalier/models.h"

#include "espalier/version.h"
#include "python/binding.h"

namespace espalier::python {
namespace {

py::dict origin_of(const Model& model) {
  const ModelOrigin& origin = model.origin();
  py::list data;
  for (const ModelOrigin::Data& each : origin.data) {
    py::dict entry;
    entry["name"] = each.name;
    entry["sentences"] = each.sentences;
    entry["words"] = each.words;
    entry["hash"] = each.hash;
    data.append(entry);
  }
  py::dict out;
  out["version"] = origin.version;
  out["recipe"] = origin.recipe;
  out["options"] = origin.options;
  out["data"] = data;
  out["language"] = origin.language;
  out["licence"] = origin.licence;
  out["credit"] = origin.credit;
  return out;
}

py::dict scores_of(const Model& model) {
  py::dict scores;
  for (const auto& [name, value] : model.origin().scores) scores[py::str(name)] = value;
  return scores;
}

std::vector<std::string> stages_of(const Model& model) {
  std::vector<std::string> stages;
  for (const auto& [stage, name] :
       {std::pair{Stage::kTokens, "tokens"}, {Stage::kTags, "tags"}, {Stage::kTrees, "trees"}}) {
    if (model.has(stage)) stages.emplace_back(name);
  }
  return stages;
}

}  // namespace

void register_models(py::module_& module) {
  py::class_<Model>(module, "Model", "A trained model. It does not change; copies share it.")
      .def_static("load", &Model::load, py::arg("path"), "A model from its file.")
      .def_static(
          "from_bytes", [](const py::bytes& bytes) { return Model::from_bytes(std::string_view(bytes)); },
          py::arg("bytes"), "A model from the bytes of its file.")
      .def(
          "save", [](const Model& model, const std::string& path) { model.save(path); }, py::arg("path"),
          "Writes its file, whole or not at all.")
      .def(
          "to_bytes", [](const Model& model) { return py::bytes(model.bytes()); }, "The bytes of its file.")
      .def_property_readonly("origin", &origin_of, "What made it: data, recipe, options, licence.")
      .def_property_readonly("scores", &scores_of, "Scores on the development data, in percent.")
      .def_property_readonly(
          "language", [](const Model& model) { return model.origin().language; }, "Its language; empty: not told.")
      .def_property_readonly("stages", &stages_of, "What it can do: tokens, tags, trees.")
      .def_property_readonly("parser_kind", &Model::parser_kind, "Kind of parser; empty where there is none.")
      .def_property_readonly("labels", &Model::labels, "The relations or categories that it knows.")
      .def_property_readonly("features", &Model::features, "Its templates, as a feature file.")
      .def("self_test", &Model::self_test, py::call_guard<py::gil_scoped_release>(),
           "Whether it does what it did when it was trained: empty when all is well, else what differs.");
  module.def(
      "installed_models",
      [](const std::vector<std::string>& folders) {
        std::map<std::string, std::string> models;
        for (const InstalledModel& model : installed_models(folders)) models.emplace(model.name, model.path);
        return models;
      },
      py::arg("folders"), "Paths of the models in folders, by name.");
  module.def(
      "find_model",
      [](const std::string& name, const std::vector<std::string>& folders) {
        return find_model(name, installed_models(folders));
      },
      py::arg("name"), py::arg("folders"), "The path of a model: a file, or one in the folders by name or language.");
  module.def(
      "recognise",
      [](const std::string& text, const std::vector<std::string>& folders) {
        return recognise(text, installed_models(folders)).model.name;
      },
      py::arg("text"), py::arg("folders"), "The name of the model whose treebank has most of the words of a text.");
  module.def(
      "version", [] { return std::string(version()); }, "Version of the library.");
}

}  // namespace espalier::python
