#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <charconv>
#include <sstream>

#include "base/byte_source.h"
#include "espalier/error.h"
#include "espalier/trainer.h"
#include "parsing/embedded_recipes.h"
#include "parsing/recipe_text.h"

namespace espalier {
namespace {

constexpr std::size_t kMostBytes = std::size_t{4} << 20;

const TrainingOption& find_option(std::string_view name) {
  const auto options = training_options();
  const auto found =
      std::find_if(options.begin(), options.end(), [&](const auto& option) { return option.name == name; });
  if (found != options.end()) return *found;
  std::vector<std::string> names;
  for (const TrainingOption& option : options) names.emplace_back(option.name);
  throw Error(ErrorKind::kUsage, fmt::format("there is no training option '{}'{}", name, did_you_mean(name, names)));
}

bool is_number(std::string_view text, bool whole, double least) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !(value >= least) || value > 1e9) return false;
  return !whole || text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// Whether is_it(choice) holds for one of the choices `a|b|c`.
template <class IsIt>
bool any_choice(std::string_view choices, const IsIt& is_it) {
  while (!choices.empty()) {
    const std::size_t bar = std::min(choices.find('|'), choices.size());
    if (is_it(choices.substr(0, bar))) return true;
    choices.remove_prefix(std::min(bar + 1, choices.size()));
  }
  return false;
}

bool takes(const TrainingOption& option, std::string_view value) {
  return any_choice(option.values, [&](std::string_view choice) {
    if (choice == "FILE") return !value.empty();
    if (choice == "N" || choice == "X") return is_number(value, choice == "N", option.least);
    return value == choice;
  });
}

std::string joined(std::string_view choices, std::string_view between) {
  std::string text(choices);
  for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += between.size()) {
    text.replace(at, 1, between);
  }
  return text;
}

std::string describe(const TrainingOption& option) {
  if (option.values == "N") return option.least > 0 ? "a whole number from 1 on" : "a whole number";
  if (option.values == "X") return "a number";
  std::string text = joined(option.values, " or ");
  if (const std::size_t at = text.find("N or "); at == 0) text.replace(0, 1, "a whole number");
  return text;
}

std::string read_text(const std::string& path) { return base::read_all(*base::open_source(path), kMostBytes); }

std::string value_text(const toml::node& node, const std::string& key, const std::string& where) {
  if (const auto* text = node.as_string()) return text->get();
  if (const auto* number = node.as_integer()) return std::to_string(number->get());
  if (const auto* number = node.as_floating_point()) return fmt::format("{}", number->get());
  if (const auto* flag = node.as_boolean()) return flag->get() ? "yes" : "no";
  throw Error(ErrorKind::kUsage, Place{where, node.source().begin.line, 0},
              fmt::format("'{}' is not a plain value", key));
}

toml::table parse_toml(std::string_view text, const std::string& where) {
  parsing::demand_recipe_text(text, where);
  try {
    return toml::parse(text);
  } catch (const toml::parse_error& error) {
    throw Error(ErrorKind::kUsage, Place{where, error.source().begin.line, error.source().begin.column},
                std::string(error.description()));
  }
}

/// Says which line is at fault where a call throws Error.
template <class Call>
void at_line(const std::string& where, const toml::node& node, const Call& call) {
  try {
    call();
  } catch (const Error& error) {
    throw Error(ErrorKind::kUsage, Place{where, node.source().begin.line, 0}, error.reason());
  }
}

void demand_use_of(const Recipe& recipe, std::string_view option) {
  if (recipe.uses(option)) return;
  const std::string_view kinds = find_option(option).kinds;
  throw Error(ErrorKind::kUsage,
              fmt::format("'{}' is an option of {} parsers (parser = {}); this is a {} parser", option,
                          joined(kinds, " and "), joined(kinds, " or "), recipe.get("parser")));
}

std::string directory_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? std::string() : path.substr(0, slash + 1);
}

}  // namespace

Recipe Recipe::load(const std::string& name_or_path) {
  if (const auto* file = parsing::find_embedded(name_or_path + ".toml")) return parse(file->text, name_or_path);
  std::vector<std::string> names;
  for (const auto& [name, line] : built_in()) names.push_back(name);
  std::string text;
  try {
    text = read_text(name_or_path);
  } catch (const Error& error) {
    throw Error(ErrorKind::kUsage,
                fmt::format("no recipe '{}'{} (there are {}), and as a file: {}", name_or_path,
                            did_you_mean(name_or_path, names), fmt::join(names, ", "), error.what()));
  }
  return parse(text, name_or_path);
}

Recipe Recipe::parse(std::string_view toml_text, const std::string& name) {
  Recipe recipe;
  const toml::table table = parse_toml(toml_text, name);
  const std::size_t slash = name.rfind('/');
  recipe.name_ = slash == std::string::npos ? name : name.substr(slash + 1);
  for (const auto& [key_node, node] : table) {
    const std::string key(key_node.str());
    const std::string value = value_text(node, key, name);
    if (key == "about") continue;
    if (key == "features") {
      if (const auto* file = parsing::find_embedded(value))
        recipe.set_features(std::string(file->text), value);
      else
        recipe.set_features(read_text(directory_of(name) + value), value);
      continue;
    }
    at_line(name, node, [&] { recipe.set(key, value); });
  }
  // Only now is it known which kind of parser it is for.
  for (const auto& [key_node, node] : table) {
    const std::string_view key = key_node.str();
    if (key != "about" && key != "features") at_line(name, node, [&] { demand_use_of(recipe, key); });
  }
  return recipe;
}

std::string Recipe::name_for(std::string_view parser) {
  if (parser == "graph") return "graph-best";
  if (parser == "local" || parser == "liblinear") return "mdparser";
  if (parser == "libsvm") return "malt-svm";
  if (parser == "token") return "token";
  if (parser == "constituency") return "constituency-best";
  if (parser == "arc-standard") return "transition-standard";
  if (parser == "swap") return "transition-swap";
  if (parser == "covington" || parser == "covington-projective") return "transition-covington";
  return "transition";
}

std::vector<std::pair<std::string, std::string>> Recipe::built_in() {
  std::vector<std::pair<std::string, std::string>> list;
  for (const parsing::EmbeddedFile& file : parsing::embedded_recipes()) {
    if (!file.name.ends_with(".toml")) continue;
    const toml::table table = parse_toml(file.text, std::string(file.name));
    list.emplace_back(file.name.substr(0, file.name.size() - 5), table["about"].value_or(std::string()));
  }
  return list;
}

void Recipe::set(const std::string& option, const std::string& value) {
  const TrainingOption& info = find_option(option);
  if (!takes(info, value)) {
    throw Error(ErrorKind::kUsage,
                fmt::format("'{}' is not a value of '{}', which is {}", value, option, describe(info)));
  }
  // A transition system stands for its kind of parser, and a library of classifiers for the kind that it trains.
  if (option == "parser" && takes(find_option("system"), value)) {
    values_.insert_or_assign("system", value);
    if (get("parser") != "local") values_.insert_or_assign("parser", "transition");
  } else if (option == "learner" && (value == "liblinear" || value == "libsvm")) {
    values_.insert_or_assign("parser", "local");
    const std::string kernel = value == "libsvm" ? "polynomial" : "linear";
    if (get("kernel") == kernel) return;
    values_.insert_or_assign("kernel", kernel);
    // A price that suits one of them does not suit the other.
    values_.insert_or_assign("cost", value == "libsvm" ? "1" : std::string(find_option("cost").fallback));
  } else {
    values_.insert_or_assign(option, value);
  }
}

std::string Recipe::get(std::string_view option) const {
  const auto found = values_.find(option);
  return found != values_.end() ? found->second : std::string(find_option(option).fallback);
}

double Recipe::number(std::string_view option) const {
  const std::string text = get(option);
  double value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

bool Recipe::uses(std::string_view option) const {
  const std::string kind = get("parser");
  return any_choice(find_option(option).kinds, [&](std::string_view one) { return one == kind; });
}

void Recipe::demand_use() const {
  for (const auto& [option, value] : values_) demand_use_of(*this, option);
}

void Recipe::forget_unused() {
  std::erase_if(values_, [&](const auto& item) { return !uses(item.first); });
}

void Recipe::set_features(std::string text, std::string where) {
  features_ = std::move(text);
  features_from_ = std::move(where);
}

std::map<std::string, std::string> Recipe::all() const {
  std::map<std::string, std::string> result;
  for (const TrainingOption& option : training_options()) {
    if (uses(option.name)) result.emplace(option.name, get(option.name));
  }
  return result;
}

}  // namespace espalier
