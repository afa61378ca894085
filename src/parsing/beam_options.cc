#include "parsing/beam_options.h"

#include "espalier/error.h"

namespace espalier::parsing {
namespace {

constexpr std::int32_t kWidestTrainedBeam = 255;  // a byte of the model's settings

}  // namespace

BeamOptions beam_options(const Recipe& recipe, std::uint64_t seed) {
  BeamOptions options;
  static_cast<EpochOptions&>(options) = epoch_options(recipe, seed);
  options.beam = static_cast<std::int32_t>(recipe.number("beam"));
  if (options.beam > kWidestTrainedBeam) {
    throw Error(ErrorKind::kUsage, "beam: at most 255 configurations are trained with; 'parse --beam' takes more");
  }
  options.update = recipe.get("update") == "early" ? decoding::BeamUpdate::kEarly : decoding::BeamUpdate::kMaxViolation;
  options.greedy_epochs = static_cast<int>(recipe.number("greedy-epochs"));
  options.beam_step = recipe.number("beam-step");
  options.beam_margin = recipe.number("beam-margin");
  options.beam_gap = recipe.number("beam-gap");
  options.most_features = static_cast<std::size_t>(recipe.number("most-features"));
  return options;
}

}  // namespace espalier::parsing
