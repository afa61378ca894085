// A graph parser in the sections of a model file, and back.
#include "espalier/error.h"
#include "model_file/bytes.h"
#include "parsing/graph_model.h"

namespace espalier::model_file {
template <>
inline constexpr bool kIsPlain<parsing::GraphSettings> = true;
template <>
inline constexpr bool kIsPlain<learning::Calibration::Point> = true;
}  // namespace espalier::model_file

namespace espalier::parsing {
namespace {

using model_file::Packer;
using model_file::Unpacker;

constexpr std::uint32_t kVersion = 1;

std::string pack_labels(const std::vector<std::string>& labels) {
  Packer packer;
  packer.value(static_cast<std::uint64_t>(labels.size()));
  for (const std::string& label : labels) packer.string(label);
  return packer.take();
}

std::vector<std::string> unpack_labels(const model_file::Section& section) {
  Unpacker unpacker(section);
  const auto count = unpacker.value<std::uint64_t>();
  if (count >= 65'536) unpacker.fail("it has too many labels");
  std::vector<std::string> labels;
  for (std::uint64_t i = 0; i < count; ++i) labels.emplace_back(unpacker.string());
  unpacker.finish();
  return labels;
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

template <class T>
std::string pack_array(const std::vector<T>& values) {
  Packer packer;
  packer.value(static_cast<std::uint64_t>(values.size()));
  packer.array(std::span<const T>(values));
  return packer.take();
}

template <class T>
std::vector<T> unpack_array(const model_file::Section& section) {
  Unpacker unpacker(section);
  const auto count = unpacker.value<std::uint64_t>();
  const auto values = unpacker.array<T>(count);
  unpacker.finish();
  return {values.begin(), values.end()};
}

GraphSettings unpack_settings(const model_file::Section& section) {
  Unpacker unpacker(section);
  const auto settings = unpacker.value<GraphSettings>();
  unpacker.finish();
  const bool fine = settings.order >= 1 && settings.order <= 3 && settings.most >= 1 && settings.bits >= 1 &&
                    settings.bits <= 28 && settings.keep > 0 && settings.keep <= 1;
  if (!fine) unpacker.fail("it has options that no parser has");
  return settings;
}

}  // namespace

void add_graph_sections(model_file::Writer& writer, const GraphParts& parts) {
  Packer settings;
  settings.value(parts.settings);
  writer.add("graph/options", kVersion, settings.take());
  writer.add("graph/features", kVersion, parts.features);
  writer.add("graph/labels", kVersion, pack_labels(parts.labels));
  writer.add("graph/label-use", kVersion, pack_array(parts.label_use));
  if (!parts.filter.empty()) {
    writer.add("graph/filter", kVersion, pack_array(parts.filter));
    writer.add("graph/reach", kVersion, pack_array(parts.reach));
  }
  writer.add("graph/weights", kVersion, parts.weights);
  if (!parts.arc_rows.empty()) writer.add("graph/arc-rows", kVersion, parts.arc_rows);
  if (!parts.label_rows.empty()) writer.add("graph/label-rows", kVersion, parts.label_rows);
  if (!parts.calibration.empty()) writer.add("graph/calibration", kVersion, pack_array(parts.calibration));
  if (!parts.heaviest.empty()) writer.add("graph/heaviest", kVersion, pack_heaviest(parts.heaviest));
}

GraphModel::GraphModel(std::shared_ptr<const model_file::File> file) : file_(std::move(file)) {
  settings_ = unpack_settings(file_->section("graph/options", kVersion));
  const model_file::Section& features = file_->section("graph/features", kVersion);
  try {
    programs_ = GraphPrograms(features::parse_features(features.text(), graph_schemas(), "features of the model"));
  } catch (const Error& error) {
    model_file::fail_damaged(features, error.what());
  }
  labels_ = unpack_labels(file_->section("graph/labels", kVersion));
  const auto classes = static_cast<std::uint32_t>(labels_.size());
  if (classes == 0) model_file::fail_damaged(file_->section("graph/labels"), "it has no labels");
  const auto uses = unpack_array<std::uint8_t>(file_->section("graph/label-use", kVersion));
  if (uses.size() != classes) model_file::fail_damaged(file_->section("graph/label-use"), "it has the wrong size");
  use_ = LabelUse(uses);
  if (settings_.filtered != 0) {
    const model_file::Section& section = file_->section("graph/filter", kVersion);
    FilterOptions options;
    options.keep = settings_.keep;
    options.most = settings_.most;
    options.bits = settings_.bits;
    std::vector<float> weights = unpack_array<float>(section);
    if (weights.size() != std::size_t{1} << options.bits) model_file::fail_damaged(section, "it has the wrong size");
    filter_ = ArcFilter(options, std::move(weights),
                        ReachTable::from(unpack_array<TagReach>(file_->section("graph/reach", kVersion))));
  }
  const auto read = [&](const char* name, auto&& use) {
    const model_file::Section& section = file_->section(name, kVersion);
    try {
      use(section.bytes);
    } catch (const Error& error) {
      model_file::fail_damaged(section, error.reason());
    }
  };
  read("graph/weights", [&](auto bytes) { weights_ = learning::FrozenTable(bytes); });
  if (settings_.joint != 0)
    read("graph/arc-rows", [&](auto bytes) { arc_rows_ = learning::FrozenRows(bytes, classes); });
  else
    read("graph/label-rows", [&](auto bytes) { label_rows_ = learning::FrozenRows(bytes, classes); });
  if (file_->has("graph/calibration")) {
    const model_file::Section& section = file_->section("graph/calibration", kVersion);
    calibration_ = std::make_unique<learning::Calibration>(unpack_array<learning::Calibration::Point>(section));
  }
}

std::vector<HeavyFeature> GraphModel::heaviest() const {
  std::vector<HeavyFeature> result;
  if (!file_->has("graph/heaviest")) return result;
  Unpacker unpacker(file_->section("graph/heaviest", kVersion));
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
