#include "parsing/sure_labels.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <vector>

namespace espalier::parsing {
namespace {

// Of fewer, nothing is sure.
constexpr std::size_t kLeastArcs = 30;

using Counts = std::map<std::int32_t, std::size_t>;  // by label

std::unordered_map<std::uint64_t, Counts> count(const TrainingSet& data, std::uint32_t tags) {
  std::unordered_map<std::uint64_t, Counts> out;
  for (std::size_t i = 0; i < data.encoded.size(); ++i) {
    for (std::int32_t word = 1; word <= data.encoded[i].words(); ++word) {
      const std::int32_t head = data.heads[i][static_cast<std::size_t>(word)];
      const std::int32_t label = data.labels[i][static_cast<std::size_t>(word)];
      if (head >= 0 && label >= 0) ++out[SureLabels::key(data.encoded[i], tags, head, word)][label];
    }
  }
  return out;
}

}  // namespace

SureLabels::SureLabels(const model_file::Section& section, std::uint32_t tags, std::uint32_t labels)
    : tags_(tags), map_(section.bytes, labels) {}

std::string freeze_sure_labels(const TrainingSet& data, std::uint32_t tags, double share) {
  std::vector<learning::FrozenMap<std::uint32_t>::Item> items;
  if (share > 0) {
    for (const auto& [key, counts] : count(data, tags)) {
      std::size_t all = 0;
      for (const auto& each : counts) all += each.second;
      const auto most = std::max_element(counts.begin(), counts.end(),
                                         [](const auto& a, const auto& b) { return a.second < b.second; });
      const bool is_sure = static_cast<double>(most->second) >= share * static_cast<double>(all);
      if (all >= kLeastArcs && is_sure) items.emplace_back(key, static_cast<std::uint16_t>(most->first));
    }
  }
  return learning::FrozenMap<std::uint32_t>::freeze(std::move(items));
}

}  // namespace espalier::parsing
