// A graph parser in the sections of a model file, and back.
#include <algorithm>
#include <cmath>

#include "espalier/error.h"
#include "parsing/graph_model.h"
#include "parsing/model_sections.h"

namespace espalier::model_file {
template <>
inline constexpr bool kIsPlain<parsing::GraphSettings> = true;
}  // namespace espalier::model_file

namespace espalier::parsing {
namespace {

constexpr std::uint32_t kVersion = kSectionVersion;

GraphSettings unpack_settings(const model_file::Section& section) {
  const auto settings = unpack_value<GraphSettings>(section);
  const bool fine = settings.order >= 1 && settings.order <= 3 && settings.most >= 1 && settings.bits >= 1 &&
                    settings.bits <= 28 && settings.keep > 0 && settings.keep <= 1 &&
                    settings.filter() <= GraphFilter::kSoft;
  if (!fine) model_file::fail_damaged(section, "it has options that no parser has");
  return settings;
}

}  // namespace

void add_graph_sections(model_file::Writer& writer, const GraphParts& parts) {
  writer.add("graph/options", kVersion, pack_value(parts.settings));
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
  if (!parts.heaviest.empty()) writer.add("graph/heaviest", kVersion, pack_heaviest(parts.heaviest));
}

GraphModel::GraphModel(std::shared_ptr<const model_file::File> file) : file_(std::move(file)) {
  settings_ = unpack_settings(file_->section("graph/options", kVersion));
  const auto read = [&](const char* name, auto&& use) {
    model_file::read_section(file_->section(name, kVersion), use);
  };
  read("graph/features", [&](const model_file::Section& section) {
    programs_ = GraphPrograms(features::parse_features(section.text(), graph_schemas(), "features of the model"));
  });
  labels_ = unpack_labels(file_->section("graph/labels", kVersion));
  const auto classes = static_cast<std::uint32_t>(labels_.size());
  use_ = LabelUse(unpack_label_use(file_->section("graph/label-use", kVersion), classes));
  if (settings_.filter() == GraphFilter::kArcs) {
    const model_file::Section& section = file_->section("graph/filter", kVersion);
    FilterOptions options;
    options.keep = settings_.keep;
    options.most = settings_.most;
    options.bits = settings_.bits;
    std::vector<float> weights = unpack_array<float>(section);
    if (weights.size() != std::size_t{1} << options.bits) model_file::fail_damaged(section, "it has the wrong size");
    if (!std::all_of(weights.begin(), weights.end(), [](float weight) { return std::isfinite(weight); })) {
      model_file::fail_damaged(section, "it has a weight that is no number");
    }
    filter_ = ArcFilter(options, std::move(weights),
                        ReachTable::from(unpack_array<TagReach>(file_->section("graph/reach", kVersion))));
  }
  read("graph/weights", [&](const auto& section) { weights_ = learning::FrozenTable(section.bytes); });
  if (settings_.joint != 0)
    read("graph/arc-rows", [&](const auto& section) { arc_rows_ = learning::FrozenRows(section.bytes, classes); });
  else
    read("graph/label-rows", [&](const auto& section) { label_rows_ = learning::FrozenRows(section.bytes, classes); });
}

std::vector<HeavyFeature> GraphModel::heaviest() const { return read_heaviest(*file_, "graph/heaviest"); }

}  // namespace espalier::parsing
