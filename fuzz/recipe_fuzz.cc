// Recipes: any text is a recipe or gives an Error; what is taken is a set of options that its kind of parser takes, or
// refuses in a word.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "espalier/error.h"
#include "espalier/trainer.h"
#include "parsing/graph_options.h"
#include "parsing/local_options.h"
#include "parsing/recipe_use.h"
#include "parsing/transition_options.h"

namespace {

void read_options(const espalier::Recipe& recipe) {
  recipe.demand_use();
  const std::string kind = recipe.get("parser");
  if (kind == "graph") espalier::parsing::graph_options(recipe, 1);
  if (kind == "transition") espalier::parsing::transition_options(recipe, 1);
  if (kind == "local") espalier::parsing::local_options(recipe, 1);
  if (kind == "token") espalier::parsing::epoch_options(recipe, 1);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  espalier::Recipe recipe;
  try {
    // Feature files would lie in a folder that is not there.
    recipe = espalier::Recipe::parse(text, "no/such/folder/fuzz.toml");
  } catch (const espalier::Error&) {
    return 0;
  }
  try {
    read_options(recipe);
  } catch (const espalier::Error& error) {
    if (error.kind() != espalier::ErrorKind::kUsage) std::abort();
  }
  for (const auto& [option, value] : recipe.all()) {
    espalier::Recipe again;
    again.set(option, value);  // what holds is a value
  }
  return 0;
}
