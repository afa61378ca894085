#include "parsing/transition_options.h"

#include "espalier/error.h"

namespace espalier::parsing {

TransitionOptions transition_options(const Recipe& recipe, std::uint64_t seed) {
  TransitionOptions options;
  static_cast<BeamOptions&>(options) = beam_options(recipe, seed);
  options.system = decoding::find_system(recipe.get("system"))->kind;
  options.explore = recipe.number("explore");
  options.moves = learner_options(recipe, seed);
  options.sure_labels = recipe.number("sure-labels");
  if (options.sure_labels > 1) throw Error(ErrorKind::kUsage, "sure-labels: a share is at most 1");
  if (options.beam > 1) options.sure_moves = static_cast<std::size_t>(recipe.number("sure-moves"));
  return options;
}

}  // namespace espalier::parsing
