#include "parsing/transition_options.h"

#include "espalier/error.h"
#include "parsing/recipe_use.h"

namespace espalier::parsing {
namespace {

constexpr std::int32_t kWidestTrainedBeam = 255;  // a byte of the model's settings

}  // namespace

TransitionOptions transition_options(const Recipe& recipe, std::uint64_t seed) {
  TransitionOptions options;
  static_cast<EpochOptions&>(options) = epoch_options(recipe, seed);
  options.system = decoding::find_system(recipe.get("system"))->kind;
  options.explore = recipe.number("explore");
  options.moves = learner_options(recipe, seed);
  options.beam = static_cast<std::int32_t>(recipe.number("beam"));
  if (options.beam > kWidestTrainedBeam) {
    throw Error(ErrorKind::kUsage, "beam: at most 255 configurations are trained with; 'parse --beam' takes more");
  }
  options.update = recipe.get("update") == "early" ? decoding::BeamUpdate::kEarly : decoding::BeamUpdate::kMaxViolation;
  options.greedy_epochs = static_cast<int>(recipe.number("greedy-epochs"));
  options.beam_step = recipe.number("beam-step");
  options.beam_margin = recipe.number("beam-margin");
  options.beam_gap = recipe.number("beam-gap");
  options.sure_labels = recipe.number("sure-labels");
  if (options.sure_labels > 1) throw Error(ErrorKind::kUsage, "sure-labels: a share is at most 1");
  if (options.beam > 1) options.sure_moves = static_cast<std::size_t>(recipe.number("sure-moves"));
  options.most_features = static_cast<std::size_t>(recipe.number("most-features"));
  return options;
}

}  // namespace espalier::parsing
