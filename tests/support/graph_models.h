// Small models, trained in a moment on the samples.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "espalier/parser.h"
#include "espalier/trainer.h"
#include "model_file/file.h"
#include "tests/support/graph_data.h"

namespace espalier::tests {

using Options = std::vector<std::pair<std::string, std::string>>;

inline Recipe recipe_with(const std::string& name, const Options& options) {
  Recipe recipe = Recipe::load(name);
  for (const auto& [option, value] : options) recipe.set(option, value);
  return recipe;
}

/// Two epochs on the English sample unless the options say otherwise.
inline TrainRequest request_for(const std::string& recipe, const Options& options = {},
                                const std::vector<std::string>& train = {sample_path("en")}) {
  TrainRequest request;
  request.only = {Stage::kTrees};
  request.train = train;
  request.recipe = recipe_with(recipe, {{"epochs", "2"}, {"label-epochs", "2"}});
  request.recipe.forget_unused();  // local parsers have no epochs
  for (const auto& [option, value] : options) request.recipe.set(option, value);
  return request;
}

inline Control threads(int count) {
  Control control;
  control.threads = count;
  return control;
}

inline Model trained_model(const std::string& recipe, const Options& options = {},
                           const std::vector<std::string>& train_paths = {sample_path("en")}) {
  return train(request_for(recipe, options, train_paths), threads(1));
}

/// The sections of a model file, by name.
inline std::map<std::string, std::string> sections_of(const Model& model) {
  std::map<std::string, std::string> sections;
  const auto file = model_file::File::from_bytes(model.bytes());
  for (const model_file::Section& section : file->list()) {
    sections.emplace(std::string(section.name), std::string(section.text()));
  }
  return sections;
}

/// Those that parsing reads.
inline std::map<std::string, std::string> graph_sections_of(const Model& model) {
  std::map<std::string, std::string> sections = sections_of(model);
  std::erase_if(sections, [](const auto& section) { return !section.first.starts_with("graph/"); });
  return sections;
}

/// The first n words of the samples, sentence borders and heads forgotten.
inline Sentence long_sentence(std::int32_t words) {
  Sentence sentence;
  while (sentence.size() < words) {
    for (const Sentence& from : read_treebank(sample_path("en"))) {
      for (std::int32_t word = 1; word <= from.size() && sentence.size() < words; ++word) {
        const std::int32_t node = sentence.add_word(from.form(word));
        for (const Column column : {Column::kLemma, Column::kUpos, Column::kXpos, Column::kFeats}) {
          sentence.set(node, column, from.get(word, column));
        }
      }
    }
  }
  return sentence;
}

inline Heads heads_of(const Sentence& sentence) { return {sentence.heads().begin(), sentence.heads().end()}; }

/// A score that training noted; 0 where it did not.
inline double score_of(const Model& model, std::string_view name) {
  for (const auto& [each, value] : model.origin().scores) {
    if (each == name) return value;
  }
  return 0;
}

}  // namespace espalier::tests
