#include "parsing/model_sections.h"

#include <string_view>

#include "base/unicode.h"
#include "espalier/error.h"

namespace espalier::parsing {

using model_file::Packer;
using model_file::Unpacker;

namespace {

/// What is written into files must not break their lines.
bool is_label(std::string_view text) {
  constexpr std::string_view kBreaks("\t\n\r\0", 4);
  return base::find_invalid_utf8(text) == base::kValid && text.find_first_of(kBreaks) == std::string_view::npos;
}

}  // namespace

std::string pack_labels(const std::vector<std::string>& labels) {
  Packer packer;
  packer.value(static_cast<std::uint64_t>(labels.size()));
  for (const std::string& label : labels) packer.string(label);
  return packer.take();
}

std::vector<std::string> unpack_labels(const model_file::Section& section) {
  Unpacker unpacker(section);
  const auto count = unpacker.value<std::uint64_t>();
  if (count == 0) unpacker.fail("it has no labels");
  if (count >= 65'536) unpacker.fail("it has too many labels");
  std::vector<std::string> labels;
  for (std::uint64_t i = 0; i < count; ++i) {
    labels.emplace_back(unpacker.string());
    if (!is_label(labels.back())) unpacker.fail("it has a label that cannot be written");
  }
  unpacker.finish();
  return labels;
}

std::vector<std::uint8_t> unpack_label_use(const model_file::Section& section, std::size_t labels) {
  std::vector<std::uint8_t> uses = unpack_array<std::uint8_t>(section);
  if (uses.size() != labels) model_file::fail_damaged(section, "it has the wrong size");
  return uses;
}

std::string pack_heaviest(const std::vector<HeavyFeature>& features) {
  Packer packer;
  packer.value(static_cast<std::uint64_t>(features.size()));
  for (const HeavyFeature& feature : features) {
    packer.string(feature.section);
    packer.string(feature.label);
    packer.string(feature.text);
    packer.value(feature.weight);
  }
  return packer.take();
}

std::vector<HeavyFeature> read_heaviest(const model_file::File& file, const std::string& name) {
  if (!file.has(name)) return {};
  Unpacker unpacker(file.section(name, kSectionVersion));
  std::vector<HeavyFeature> result;
  const auto count = unpacker.value<std::uint64_t>();
  for (std::uint64_t i = 0; i < count; ++i) {
    HeavyFeature feature;
    feature.section = unpacker.string();
    feature.label = unpacker.string();
    feature.text = unpacker.string();
    feature.weight = unpacker.value<float>();
    result.push_back(std::move(feature));
  }
  unpacker.finish();
  return result;
}

}  // namespace espalier::parsing
