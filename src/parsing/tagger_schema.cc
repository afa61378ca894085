#include "parsing/tagger_schema.h"

#include <algorithm>

namespace espalier::parsing {
namespace {

using features::AttributeId;

constexpr std::array<TagStageInfo, kTagStages> kStages = {{
    {"upos", Column::kUpos},
    {"feats", Column::kFeats},
    {"xpos", Column::kXpos},
    {"lemma", Column::kLemma},
}};

constexpr std::array<AttributeId, kTagStages> kFields = {AttributeId::kUpos, AttributeId::kFeats, AttributeId::kXpos,
                                                         AttributeId::kLemma};

std::optional<std::uint32_t> find_dictionary(const features::ColumnSet& columns, std::string_view name) {
  const auto& specs = columns.specs();
  const auto found = std::find_if(specs.begin(), specs.end(), [&](const features::ColumnSet::Spec& spec) {
    return spec.id == AttributeId::kDict && spec.parameters[0] == name;
  });
  if (found == specs.end()) return std::nullopt;
  return static_cast<std::uint32_t>(found - specs.begin());
}

}  // namespace

const TagStageInfo& tag_stage_info(TagStage stage) noexcept { return kStages[static_cast<std::size_t>(stage)]; }

const std::vector<features::Schema>& tagger_schemas() {
  static const std::vector<features::Schema> kSchemas = [] {
    std::vector<features::Schema> schemas;
    const auto add = [&](std::string_view name) {
      schemas.push_back({std::string(name), {"w"}, {"before"}, {"given"}});
    };
    add("draft");
    for (const TagStageInfo& info : kStages) add(info.name);
    return schemas;
  }();
  return kSchemas;
}

TaggerPrograms::TaggerPrograms(std::vector<features::Section> sections) : sections_(std::move(sections)) {
  features::ColumnSet columns;
  const std::uint32_t form = columns.add(AttributeId::kForm);
  const std::uint32_t lower = columns.add(AttributeId::kLower);
  for (std::size_t i = 0; i < kTagStages; ++i) fields_[i] = columns.add(kFields[i]);
  const auto field = [&](TagStage stage) { return fields_[static_cast<std::size_t>(stage)]; };
  const std::array<std::vector<std::uint32_t>, kTagStages> contexts = {{
      {},
      {field(TagStage::kUpos)},
      {field(TagStage::kUpos), field(TagStage::kFeats)},
      {field(TagStage::kUpos), field(TagStage::kFeats)},
  }};
  draft_ = features::Program(tagger_schemas()[0], sections_[0].templates, columns);
  for (std::size_t i = 0; i < kTagStages; ++i) {
    keys_[i] = {form, lower, contexts[i]};
    programs_[i] = features::Program(tagger_schemas()[i + 1], sections_[i + 1].templates, columns);
  }
  for (std::size_t i = 0; i < kTagStages; ++i) dictionaries_[i] = find_dictionary(columns, kStages[i].name);
  encoder_ = features::Encoder(std::move(columns));
}

}  // namespace espalier::parsing
