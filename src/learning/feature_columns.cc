#include "learning/feature_columns.h"

#include <fmt/format.h>

#include <utility>

#include "espalier/error.h"

namespace espalier::learning {
namespace {

std::size_t attributes_of(const Examples& examples) {
  const std::size_t attributes = examples.size() == 0 ? 0 : examples.ids(0).size();
  for (std::size_t i = 0; i < examples.size(); ++i) {
    if (examples.ids(i).size() == attributes) continue;
    throw Error(ErrorKind::kUsage, fmt::format("example {} shows {} features, not {}: attributes have one value each",
                                               i + 1, examples.ids(i).size(), attributes));
  }
  return attributes;
}

}  // namespace

CategoricalData to_categorical(const Examples& examples, std::uint32_t classes, const std::vector<bool>& kept,
                               base::Team& team) {
  constexpr std::uint32_t kUnseen = 0xFFFFFFFF;
  CategoricalData out;
  out.classes = classes;
  out.columns.resize(attributes_of(examples));
  for (std::size_t i = 0; i < examples.size(); ++i) out.labels.push_back(examples.label(i));
  std::vector<std::vector<std::uint32_t>> tables(static_cast<std::size_t>(team.size()));  // values by feature
  team.run(out.columns.size(), [&](std::size_t attribute, int worker) {
    std::vector<std::uint32_t>& values = tables[static_cast<std::size_t>(worker)];
    values.assign(examples.features(), kUnseen);
    CategoricalColumn column;
    column.reserve(examples.size());
    std::uint32_t next = kDummy + 1;
    for (std::size_t i = 0; i < examples.size(); ++i) {
      const std::uint32_t id = examples.ids(i)[attribute];
      if (values[id] == kUnseen) values[id] = kept[id] ? next++ : kDummy;
      column.push_back(values[id]);
    }
    out.columns[attribute] = std::move(column);
  });
  return out;
}

std::vector<std::uint64_t> kept_features(const Examples& examples, const std::vector<bool>& kept) {
  std::vector<std::uint64_t> out;
  for (std::uint32_t id = 0; id < examples.features(); ++id) {
    if (kept[id]) out.push_back(examples.feature(id));
  }
  return out;
}

Examples keep_features(const Examples& examples, const std::vector<bool>& kept) {
  Examples out;
  std::vector<std::uint64_t> features;
  for (std::size_t i = 0; i < examples.size(); ++i) {
    features.clear();
    for (const std::uint32_t id : examples.ids(i)) {
      if (kept[id]) features.push_back(examples.feature(id));
    }
    out.add(examples.label(i), features);
  }
  return out;
}

}  // namespace espalier::learning
