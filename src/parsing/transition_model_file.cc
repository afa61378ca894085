// A transition parser in the sections of a model file, and back.
#include "espalier/error.h"
#include "parsing/model_sections.h"
#include "parsing/transition_model.h"

namespace espalier::model_file {
template <>
inline constexpr bool kIsPlain<parsing::TransitionSettings> = true;
}  // namespace espalier::model_file

namespace espalier::parsing {
namespace {

constexpr std::uint32_t kVersion = kSectionVersion;

TransitionSettings unpack_settings(const model_file::Section& section) {
  const auto settings = unpack_value<TransitionSettings>(section);
  if (settings.system >= decoding::kSystems.size() || !(settings.gap >= 0))
    model_file::fail_damaged(section, "it has options that no parser has");
  return settings;
}

}  // namespace

void add_transition_sections(model_file::Writer& writer, const TransitionParts& parts) {
  writer.add("transition/options", kVersion, pack_value(parts.settings));
  writer.add("transition/features", kVersion, parts.features);
  writer.add("transition/moves", kVersion, parts.moves);
  writer.add("transition/labels", kVersion, pack_labels(parts.labels));
  writer.add("transition/label-use", kVersion, pack_array(parts.label_use));
  writer.add("transition/sure-labels", kVersion, parts.sure_labels);
  writer.add("transition/sure-moves", kVersion, parts.sure_moves);
  writer.add("transition/label-rows", kVersion, parts.label_rows);
  if (!parts.heaviest.empty()) writer.add("transition/heaviest", kVersion, pack_heaviest(parts.heaviest));
}

TransitionModel::TransitionModel(std::shared_ptr<const model_file::File> file)
    : file_(std::move(file)),
      settings_(unpack_settings(file_->section("transition/options", kVersion))),
      classes_(settings_.classes()) {
  const auto read = [&](const char* name, auto&& use) {
    model_file::read_section(file_->section(name, kVersion), use);
  };
  read("transition/features", [&](const model_file::Section& section) {
    programs_ =
        TransitionPrograms(features::parse_features(section.text(), transition_schemas(), "features of the model"),
                           pair_use(settings_.beam));
  });
  read("transition/moves",
       [&](const auto& section) { moves_ = learning::FrozenMoves(section.bytes, classes_.count()); });
  labels_ = unpack_labels(file_->section("transition/labels", kVersion));
  const auto classes = static_cast<std::uint32_t>(labels_.size());
  use_ = LabelUse(unpack_label_use(file_->section("transition/label-use", kVersion), classes));
  read("transition/sure-labels",
       [&](const auto& section) { sure_labels_ = SureLabels(section, programs_.tags(), classes); });
  read("transition/sure-moves", [&](const auto& section) { sure_moves_ = SureMoves(section, programs_.tags()); });
  read("transition/label-rows",
       [&](const auto& section) { label_rows_ = learning::FrozenLabels(section.bytes, classes); });
}

std::vector<HeavyFeature> TransitionModel::heaviest() const { return read_heaviest(*file_, "transition/heaviest"); }

}  // namespace espalier::parsing
