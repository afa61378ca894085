#include "cli/recipe_arguments.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>

#include "espalier/files.h"
#include "espalier/recipes.h"

namespace espalier::cli {
namespace {

void demand_no_folder(const std::string& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) throw Error(ErrorKind::kUsage, path + ": Is a directory");
}

// As the other options are described; `mst: …` begins with a value, which stays as it is typed.
std::string sentence_case(std::string_view text) {
  std::string out(text);
  const std::size_t end = out.find_first_of(" :;,");
  const bool is_value = end != std::string::npos && out[end] == ':';
  if (!is_value && !out.empty() && out[0] >= 'a' && out[0] <= 'z') out[0] = static_cast<char>(out[0] - 'a' + 'A');
  return out;
}

// `graph, local; `; nothing where all kinds of parsers take an option.
std::string parsers_of(const TrainingOption& option) {
  if (option.kinds == training_options().front().kinds) return {};
  std::string text;
  for (const char c : option.kinds) text += c == '|' ? std::string(", ") : std::string(1, c);
  return text + "; ";
}

}  // namespace

void demand_place(const std::string& path) {
  demand_no_folder(path);
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  const std::string place = folder.empty() ? "." : folder.string();
  if (access(place.c_str(), W_OK | X_OK) != 0 && access(path.c_str(), W_OK) != 0) {
    throw Error(ErrorKind::kUsage, fmt::format("{}: {}", path, std::generic_category().message(errno)));
  }
}

std::string columns_beside(const std::string& treebank) {
  const std::filesystem::path path = treebank;
  const std::string file = path.filename().string();
  const std::string stem = (path.parent_path() / file.substr(0, file.find('.'))).string() + ".clauses.tsv";
  for (const char* ending : {"", ".xz", ".gz", ".zst"}) {
    std::error_code error;
    if (std::filesystem::is_regular_file(stem + ending, error)) return stem + ending;
  }
  return {};
}

std::optional<std::string> value_of(const RecipeArguments& arguments, std::string_view option) {
  for (std::size_t i = 0; i < arguments.options.size(); ++i) {
    if (arguments.options[i].name == option && arguments.given[i]->count() > 0) return arguments.values[i];
  }
  return std::nullopt;
}

Recipe recipe_of(const RecipeArguments& arguments) {
  std::map<std::string, std::string> given;
  for (std::size_t i = 0; i < arguments.options.size(); ++i) {
    if (arguments.given[i]->count() > 0) given.emplace(arguments.options[i].name, arguments.values[i]);
  }
  Recipe recipe = recipe_with(arguments.recipe, given);
  if (!arguments.features.empty()) recipe.set_features(read_file(arguments.features), arguments.features);
  return recipe;
}

void add_recipe_option(CLI::App& app, RecipeArguments& arguments, const std::string& otherwise) {
  app.add_option("--recipe", arguments.recipe,
                 fmt::format("Kind of parser, templates and options, built in or from a file (default: {})", otherwise))
      ->option_text("NAME|FILE.toml");
}

void add_features_option(CLI::App& app, RecipeArguments& arguments, const std::string& about) {
  app.add_option("--features", arguments.features, about)->option_text("FILE");
}

void add_training_options(CLI::App& app, RecipeArguments& arguments, const std::string& group,
                          const std::vector<std::string_view>& names) {
  for (const TrainingOption& option : training_options()) {
    const bool wanted = names.empty() || std::find(names.begin(), names.end(), option.name) != names.end();
    if (wanted) arguments.options.push_back(option);
  }
  arguments.values.resize(arguments.options.size());
  for (std::size_t i = 0; i < arguments.options.size(); ++i) {
    const TrainingOption& option = arguments.options[i];
    std::string about = sentence_case(option.meaning);
    about += fmt::format(" ({}default: {})", names.empty() ? parsers_of(option) : std::string(), option.fallback);
    arguments.given.push_back(app.add_option("--" + std::string(option.name), arguments.values[i], about)
                                  ->option_text(std::string(option.values))
                                  ->group(group));
  }
}

void add_column_options(CLI::App& app, TrainRequest& request) {
  app.add_option("--columns", request.columns,
                 "Extra columns to learn: a file for each treebank, a word a line, ID FORM POSTAG CHUNK CSTART CEND "
                 "CLAUSE between tabs, or ID FORM and any columns that the first line names")
      ->option_text("FILE.tsv,...")
      ->delimiter(',');
  app.add_option("--dev-columns", request.dev_columns,
                 "Those of the development set, to score them (default: X.clauses.tsv beside DEV, if it is there)")
      ->option_text("FILE.tsv");
}

}  // namespace espalier::cli
