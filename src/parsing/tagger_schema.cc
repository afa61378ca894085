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

/// Whether the term says of a word what its form and the context of its keys say.
bool is_own(const features::Term& term, const KeyColumns& keys, const features::ColumnSet& columns) {
  if (term.kind != features::AttributeKind::kToken || term.addresses[0] != features::Address{}) return false;
  const features::ColumnSet::Spec spec{term.attribute, term.parameters};
  if (spec.id == AttributeId::kDict || features::reads_form_alone(spec)) return true;
  return std::any_of(keys.context.begin(), keys.context.end(),
                     [&](std::uint32_t column) { return columns.specs()[column] == spec; });
}

}  // namespace

ColumnPrograms::ColumnPrograms(const features::Schema& schema, const std::vector<features::Template>& templates,
                               const KeyColumns& keys, features::ColumnSet& columns)
    : all(schema, templates, columns) {
  std::vector<features::Template> parts = templates;
  const auto middle = std::stable_partition(parts.begin(), parts.end(), [&](const features::Template& item) {
    return std::all_of(item.terms.begin(), item.terms.end(),
                       [&](const features::Term& term) { return is_own(term, keys, columns); });
  });
  own = features::Program(schema, {parts.begin(), middle}, columns);
  around = features::Program(schema, {middle, parts.end()}, columns);
}

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
  for (std::size_t i = 0; i < kTagStages; ++i) {
    keys_[i] = {form, lower, contexts[i]};
    programs_[i] = ColumnPrograms(tagger_schemas()[i + 1], sections_[i + 1].templates, keys_[i], columns);
  }
  draft_ = ColumnPrograms(tagger_schemas()[0], sections_[0].templates, keys_[0], columns);
  for (std::size_t i = 0; i < kTagStages; ++i) dictionaries_[i] = find_dictionary(columns, kStages[i].name);
  kin_ = find_dictionary(columns, "kin");
  kin_columns_.lower = lower;
  for (std::size_t i = 0; kin_ && i < kKinLengths.size(); ++i) {
    kin_columns_.beginnings[i] = columns.add(AttributeId::kPrefix, {kKinLengths[i]});
  }
  encoder_ = features::Encoder(std::move(columns));
}

}  // namespace espalier::parsing
