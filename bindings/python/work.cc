// train() and evaluate(): long work, which Ctrl-C ends.
#include "espalier/evaluation.h"
#include "espalier/recipes.h"
#include "espalier/trainer.h"
#include "python/binding.h"

namespace espalier::python {
namespace {

using Options = std::map<std::string, std::string>;

Stage stage_named(const std::string& name) {
  if (name == "tokenizer") return Stage::kTokens;
  if (name == "tagger") return Stage::kTags;
  if (name == "parser") return Stage::kTrees;
  throw Error(ErrorKind::kUsage, "stages are tokenizer, tagger and parser, not '" + name + "'");
}

py::dict line_of(const EpochLine& line) {
  py::dict out;
  out["stage"] = line.stage;
  out["epoch"] = line.epoch;
  out["loss"] = line.loss;
  out["features"] = line.features;
  if (line.scored) {
    out[line.brackets ? "UF1" : "UAS"] = line.uas;
    out[line.brackets ? "LF1" : "LAS"] = line.las;
  }
  out["seconds"] = line.seconds;
  out["best"] = line.best;
  return out;
}

TrainRequest request_of(const std::vector<std::string>& treebanks, const std::string& recipe, const Options& options,
                        const std::string& features, const Options& about) {
  const auto said = [&](const char* name) {
    const auto found = about.find(name);
    return found == about.end() ? std::string() : found->second;
  };
  TrainRequest request;
  request.train = treebanks;
  request.recipe = recipe_with(recipe, options);
  if (!features.empty()) request.recipe.set_features(features, "features");
  request.dev = said("dev");
  request.base = said("base");
  request.language = said("language");
  request.licence = said("licence");
  request.credit = said("credit");
  return request;
}

Model train_model(const std::vector<std::string>& treebanks, const std::string& recipe, const Options& options,
                  const std::string& features, const Options& about, const std::vector<std::string>& only,
                  std::uint64_t seed, int threads, const py::object& on_epoch) {
  TrainRequest request = request_of(treebanks, recipe, options, features, about);
  for (const std::string& name : only) request.only.push_back(stage_named(name));
  request.seed = seed;
  LongWork work(threads);
  if (!on_epoch.is_none()) {
    request.on_epoch = [&](const EpochLine& line) { work.call([&] { on_epoch(line_of(line)); }); };
  }
  std::optional<Model> model;
  work.run([&] { model = train(request, work.control()); });
  return *std::move(model);
}

std::string evaluate_files(const std::string& gold, const std::vector<std::string>& systems, const std::string& metrics,
                           std::optional<bool> punctuation, const std::vector<std::string>& by, bool significance,
                           bool errors, bool confidence, std::uint64_t seed, int threads) {
  EvaluationOptions options;
  options.metrics = metrics;
  if (punctuation) options.punctuation = *punctuation ? Punctuation::kCount : Punctuation::kOmit;
  options.by = by;
  options.significance = significance;
  options.errors = errors;
  options.confidence = confidence;
  options.seed = seed;
  LongWork work(threads);
  std::string json;
  work.run([&] { json = to_json(evaluate(gold, systems, options, work.control())); });
  return json;
}

}  // namespace

void register_work(py::module_& module) {
  module.def("train", &train_model, py::arg("treebanks"), py::arg("recipe"), py::arg("options"), py::arg("features"),
             py::arg("about"), py::arg("only"), py::arg("seed"), py::arg("threads"), py::arg("on_epoch"),
             "See espalier.train().");
  module.def("evaluate", &evaluate_files, py::arg("gold"), py::arg("systems"), py::arg("metrics"),
             py::arg("punctuation"), py::arg("by"), py::arg("significance"), py::arg("errors"), py::arg("confidence"),
             py::arg("seed"), py::arg("threads"), "See espalier.evaluate(); the result as JSON.");
  module.def("recipes", &Recipe::built_in, "Names of the recipes that come with Espalier, with a line on each.");
}

}  // namespace espalier::python
