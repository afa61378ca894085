#include "parsing/constituency_options.h"

namespace espalier::parsing {

ConstituencyOptions constituency_options(const Recipe& recipe, std::uint64_t seed) {
  ConstituencyOptions options;
  static_cast<BeamOptions&>(options) = beam_options(recipe, seed);
  options.actions = learner_options(recipe, seed);
  options.heads = recipe.get("heads");
  options.merge_states = recipe.flag("merge-states");
  return options;
}

}  // namespace espalier::parsing
