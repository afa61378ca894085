// A token parser in the sections of a model file, and back.
#include "parsing/model_sections.h"
#include "parsing/token_model.h"

namespace espalier::model_file {
template <>
inline constexpr bool kIsPlain<parsing::TokenSettings> = true;
}  // namespace espalier::model_file

namespace espalier::parsing {
namespace {

constexpr std::uint32_t kVersion = kSectionVersion;

TokenSettings unpack_settings(const model_file::Section& section) {
  const auto settings = unpack_value<TokenSettings>(section);
  if (settings.one_root > 1) model_file::fail_damaged(section, "it has options that no parser has");
  return settings;
}

}  // namespace

void add_token_sections(model_file::Writer& writer, const TokenParts& parts) {
  writer.add("token/options", kVersion, pack_value(parts.settings));
  writer.add("token/features", kVersion, parts.features);
  writer.add("token/labels", kVersion, pack_labels(parts.labels));
  writer.add("token/label-use", kVersion, pack_array(parts.label_use));
  writer.add("token/label-rows", kVersion, parts.label_rows);
  if (!parts.heaviest.empty()) writer.add("token/heaviest", kVersion, pack_heaviest(parts.heaviest));
}

TokenModel::TokenModel(std::shared_ptr<const model_file::File> file)
    : file_(std::move(file)), settings_(unpack_settings(file_->section("token/options", kVersion))) {
  const auto read = [&](const char* name, auto&& use) {
    model_file::read_section(file_->section(name, kVersion), use);
  };
  read("token/features", [&](const model_file::Section& section) {
    programs_ = TokenPrograms(features::parse_features(section.text(), token_schemas(), "features of the model"));
  });
  labels_ = unpack_labels(file_->section("token/labels", kVersion));
  const auto classes = static_cast<std::uint32_t>(labels_.size());
  use_ = LabelUse(unpack_label_use(file_->section("token/label-use", kVersion), classes));
  read("token/label-rows", [&](const auto& section) { label_rows_ = learning::FrozenLabels(section.bytes, classes); });
}

std::vector<HeavyFeature> TokenModel::heaviest() const { return read_heaviest(*file_, "token/heaviest"); }

}  // namespace espalier::parsing
