// A constituency parser in the sections of a model file, and back.
#include <cmath>

#include "espalier/error.h"
#include "parsing/constituency_model.h"
#include "parsing/model_sections.h"

namespace espalier::model_file {
template <>
inline constexpr bool kIsPlain<parsing::ConstituencySettings> = true;
}  // namespace espalier::model_file

namespace espalier::parsing {
namespace {

constexpr std::uint32_t kVersion = kSectionVersion;

ConstituencySettings unpack_settings(const model_file::Section& section) {
  const auto settings = unpack_value<ConstituencySettings>(section);
  if (settings.beam == 0 || !(settings.gap >= 0) || !std::isfinite(settings.gap)) {
    model_file::fail_damaged(section, "it has options that no parser has");
  }
  return settings;
}

std::string pack_reductions(const decoding::ReduceRules& rules) {
  model_file::Packer packer;
  for (const auto* list : {&rules.unary, &rules.left, &rules.right}) {
    packer.value(static_cast<std::uint64_t>(list->size()));
    packer.array(std::span<const std::int32_t>(*list));
  }
  return packer.take();
}

void unpack_reductions(const model_file::Section& section, decoding::ReduceRules& rules) {
  model_file::Unpacker unpacker(section);
  for (auto* list : {&rules.unary, &rules.left, &rules.right}) {
    const auto count = unpacker.value<std::uint64_t>();
    const auto values = unpacker.array<std::int32_t>(count);
    list->assign(values.begin(), values.end());
  }
  unpacker.finish();
}

}  // namespace

void add_constituency_sections(model_file::Writer& writer, const ConstituencyParts& parts) {
  writer.add("constituency/options", kVersion, pack_value(parts.settings));
  writer.add("constituency/features", kVersion, parts.features);
  writer.add("constituency/labels", kVersion, pack_labels(parts.labels));
  writer.add("constituency/reductions", kVersion, pack_reductions(parts.rules));
  writer.add("constituency/weights", kVersion, parts.weights);
  if (!parts.heaviest.empty()) writer.add("constituency/heaviest", kVersion, pack_heaviest(parts.heaviest));
}

ConstituencyModel::ConstituencyModel(std::shared_ptr<const model_file::File> file)
    : file_(std::move(file)), settings_(unpack_settings(file_->section("constituency/options", kVersion))) {
  const auto read = [&](const char* name, auto&& use) {
    model_file::read_section(file_->section(name, kVersion), use);
  };
  read("constituency/features", [&](const model_file::Section& section) {
    programs_ =
        ConstituencyPrograms(features::parse_features(section.text(), constituency_schemas(), "features of the model"));
  });
  labels_ = unpack_labels(file_->section("constituency/labels", kVersion));
  maker_ = ConstituentMaker(labels_);
  read("constituency/reductions", [&](const model_file::Section& section) {
    decoding::ReduceRules rules;
    rules.labels = reduce_labels(labels_);
    rules.has_bare_words = settings_.has_bare_words != 0;
    unpack_reductions(section, rules);
    grammar_ = decoding::ReduceGrammar(std::move(rules));
  });
  read("constituency/weights", [&](const auto& section) {
    weights_ = learning::FrozenLabels(section.bytes, static_cast<std::uint32_t>(grammar_.actions()));
  });
}

std::vector<HeavyFeature> ConstituencyModel::heaviest() const { return read_heaviest(*file_, "constituency/heaviest"); }

}  // namespace espalier::parsing
