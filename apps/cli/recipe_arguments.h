// Recipes on the command line, for the verbs that learn: which one, what is said over it, and the files that go with
// it.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "espalier/trainer.h"

namespace espalier::cli {

struct RecipeArguments {
  std::string recipe;  ///< empty: the default of the kind of parser
  std::string features;
  /// Options of training that the verb has, their places on the command line, and their values where they were given.
  std::vector<TrainingOption> options;
  std::vector<CLI::Option*> given;
  std::vector<std::string> values;
};

void add_recipe_option(CLI::App& app, RecipeArguments& arguments, const std::string& otherwise);
void add_features_option(CLI::App& app, RecipeArguments& arguments, const std::string& about);
/// Those of training_options() with these names; none: all.
void add_training_options(CLI::App& app, RecipeArguments& arguments, const std::string& group,
                          const std::vector<std::string_view>& names = {});
/// --columns, --dev-columns
void add_column_options(CLI::App& app, TrainRequest& request);

/// What the command line says of an option; nothing where it does not.
std::optional<std::string> value_of(const RecipeArguments& arguments, std::string_view option);
/// The recipe, then what the command line says over it.
Recipe recipe_of(const RecipeArguments& arguments);
/// What `X.clauses.tsv` is beside `X.conllx`, compressed or not; empty: there is none.
std::string columns_beside(const std::string& treebank);
/// Learning takes long: what would fail at its end is better known before it. Throws where no file can be written.
void demand_place(const std::string& path);

}  // namespace espalier::cli
