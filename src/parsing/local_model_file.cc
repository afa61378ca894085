// A parser with local classifiers in the sections of a model file, and back.
#include <algorithm>
#include <cmath>

#include "espalier/error.h"
#include "parsing/local_model.h"
#include "parsing/local_options.h"
#include "parsing/model_sections.h"

namespace espalier::parsing {
namespace {

constexpr std::uint32_t kVersion = kSectionVersion;

LocalSettings unpack_settings(const model_file::Section& section) {
  const auto settings = unpack_value<LocalSettings>(section);
  if (settings.system >= decoding::kSystems.size() || settings.split >= kSplits.size()) {
    model_file::fail_damaged(section, "it has options that no parser has");
  }
  return settings;
}

bool is_class_of(const LocalClass& item, decoding::MoveSet moves, std::size_t labels) {
  if (item.move >= decoding::kMoveKinds || !moves.has(item.kind())) return false;
  return item.label == LocalClass::kNoLabel || (makes_arc(item.kind()) && item.label < labels);
}

}  // namespace

void add_local_sections(model_file::Writer& writer, const LocalParts& parts) {
  writer.add("local/options", kVersion, pack_value(parts.settings));
  writer.add("local/features", kVersion, parts.features);
  writer.add("local/labels", kVersion, pack_labels(parts.labels));
  writer.add("local/label-use", kVersion, pack_array(parts.label_use));
  writer.add("local/classes", kVersion, pack_array(parts.classes));
  writer.add("local/parts", kVersion, pack_array(parts.parts));
  writer.add("local/start", kVersion, pack_array(parts.start));
  if (parts.kernel.empty()) writer.add("local/rows", kVersion, parts.rows);
  if (!parts.kernel.empty()) writer.add("local/kernel", kVersion, parts.kernel);
  if (!parts.heaviest.empty()) writer.add("local/heaviest", kVersion, pack_heaviest(parts.heaviest));
}

LocalModel::LocalModel(std::shared_ptr<const model_file::File> file)
    : file_(std::move(file)), settings_(unpack_settings(file_->section("local/options", kVersion))) {
  model_file::read_section(file_->section("local/features", kVersion), [&](const model_file::Section& section) {
    programs_ = compile_local(section.text(), settings_.split, "features of the model");
  });
  labels_ = unpack_labels(file_->section("local/labels", kVersion));
  if (settings_.root_label >= labels_.size()) {
    model_file::fail_damaged(file_->section("local/options"), "it has options that no parser has");
  }
  read_classes();
  const auto classes = static_cast<std::uint32_t>(classes_.size());
  const bool has_kernel = file_->has("local/kernel");
  if (has_kernel) {
    model_file::read_section(file_->section("local/kernel", kVersion), [&](const auto& section) {
      kernel_ = learning::FrozenKernel(section.bytes, classes);
      if (kernel_.parts() != parts_.size()) model_file::fail_damaged(section, "it is not one classifier a part");
    });
  } else {
    model_file::read_section(file_->section("local/rows", kVersion),
                             [&](const auto& section) { rows_ = learning::FrozenRows(section.bytes, classes); });
  }
  weights_ = {parts_,
              settings_.other,
              programs_.split,
              classes,
              start_,
              has_kernel ? nullptr : &rows_,
              has_kernel ? &kernel_ : nullptr};
}

void LocalModel::read_classes() {
  const auto section = [&](const char* name) -> const model_file::Section& { return file_->section(name, kVersion); };
  const auto uses = unpack_label_use(section("local/label-use"), labels_.size());
  classes_ = unpack_array<LocalClass>(section("local/classes"));
  const decoding::MoveSet moves = decoding::system_info(settings_.kind()).moves;
  const auto is_good = [&](const LocalClass& item) { return is_class_of(item, moves, labels_.size()); };
  if (classes_.empty() || classes_.size() > LocalClass::kNoLabel ||
      !std::all_of(classes_.begin(), classes_.end(), is_good)) {
    model_file::fail_damaged(section("local/classes"), "it has moves or labels that there are not");
  }
  parts_ = unpack_array<LocalPart>(section("local/parts"));
  const auto is_sound = [&](const LocalPart& part) { return part.label < labels_.size(); };
  if (settings_.other >= parts_.size() || !std::all_of(parts_.begin(), parts_.end(), is_sound)) {
    model_file::fail_damaged(section("local/parts"), "it has parts that there cannot be");
  }
  start_ = unpack_array<float>(section("local/start"));
  const auto is_number = [](float value) { return std::isfinite(value); };
  if (start_.size() != parts_.size() * classes_.size() || !std::all_of(start_.begin(), start_.end(), is_number)) {
    model_file::fail_damaged(section("local/start"), "it is not one number a part and class");
  }
  choices_ = LocalChoices(classes_, uses);
}

std::vector<HeavyFeature> LocalModel::heaviest() const { return read_heaviest(*file_, "local/heaviest"); }

}  // namespace espalier::parsing
