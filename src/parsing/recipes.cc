#include "espalier/recipes.h"

namespace espalier {

Recipe recipe_with(const std::string& name_or_path, const std::map<std::string, std::string>& options) {
  const auto value_of = [&](const char* option) {
    const auto found = options.find(option);
    return found == options.end() ? std::string() : found->second;
  };
  const std::string learner = value_of("learner");
  // A library of classifiers says more of the templates than the transition system that it is used with.
  const std::string kind = learner == "liblinear" || learner == "libsvm" ? learner : value_of("parser");
  Recipe recipe = Recipe::load(name_or_path.empty() ? Recipe::name_for(kind) : name_or_path);
  const auto set_given = [&](bool kinds) {
    for (const auto& [option, value] : options) {
      if ((option == "parser" || option == "learner") == kinds) recipe.set(option, value);
    }
  };
  set_given(true);
  recipe.forget_unused();  // of the recipe, for another kind; what the user asks for is not forgotten
  set_given(false);
  recipe.demand_use();
  return recipe;
}

}  // namespace espalier
