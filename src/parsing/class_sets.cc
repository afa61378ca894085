#include "parsing/class_sets.h"

#include <algorithm>

#include "features/encoding.h"
#include "model_file/bytes.h"
#include "parsing/model_sections.h"

namespace espalier::parsing {
namespace {

using Map = learning::FrozenMap<std::uint32_t>;
using Members = std::vector<std::uint16_t>;

constexpr std::size_t kMostSets = 65'535;

/// The sets in use, the most frequent first, so that what does not fit is what matters least.
std::vector<const Members*> in_order(const std::map<Members, std::uint32_t>& uses) {
  std::vector<const Members*> sets;
  sets.reserve(uses.size());
  for (const auto& [members, count] : uses) sets.push_back(&members);
  std::stable_sort(sets.begin(), sets.end(),
                   [&](const Members* a, const Members* b) { return uses.find(*a)->second > uses.find(*b)->second; });
  if (sets.size() > kMostSets) sets.resize(kMostSets);
  return sets;
}

}  // namespace

std::uint64_t set_value(std::span<const std::uint16_t> members) noexcept {
  std::uint64_t value = 0;
  for (const std::uint16_t label : members) value = features::number_value(value ^ (std::uint64_t{label} + 1));
  return value;
}

ClassSets::ClassSets(const model_file::Section& section, std::uint32_t classes) {
  model_file::Unpacker unpacker(section);
  const auto sets = unpacker.value<std::uint64_t>();
  const auto members = unpacker.value<std::uint64_t>();
  const auto bytes = unpacker.value<std::uint64_t>();
  if (sets > kMostSets) unpacker.fail("it has too many sets");
  first_ = unpacker.array<std::uint32_t>(sets + 1);
  members_ = unpacker.array<std::uint16_t>(members);
  const auto map = unpacker.array<std::byte>(bytes);
  unpacker.finish();
  if (first_.front() != 0 || first_.back() != members ||
      std::adjacent_find(first_.begin(), first_.end(), std::greater_equal<>()) != first_.end() ||
      std::any_of(members_.begin(), members_.end(), [&](std::uint16_t label) { return label >= classes; })) {
    unpacker.fail("it has sets that cannot be");
  }
  model_file::read_section(section, [&](const auto&) { map_ = {map, static_cast<std::uint32_t>(sets)}; });
  for (std::uint64_t set = 0; set < sets; ++set)
    values_.push_back(set_value(members_.subspan(first_[set], first_[set + 1] - first_[set])));
}

std::uint32_t ClassCounts::total(const Counts& counts) {
  std::uint32_t sum = 0;
  for (const auto& [label, count] : counts) sum += count;
  return sum;
}

void ClassCounts::cut(const SetLimits& limits) {
  std::erase_if(counts_, [&](const auto& item) { return total(item.second) < limits.least; });
  for (auto& [key, counts] : counts_) {
    const double least = limits.least_share * total(counts);
    std::erase_if(counts, [&](const auto& item) { return static_cast<double>(item.second) < least; });
    if (limits.most == 0 || counts.size() <= limits.most) continue;
    std::vector<std::pair<std::uint32_t, std::uint16_t>> order;
    for (const auto& [label, count] : counts) order.emplace_back(count, label);
    // Of the equally frequent the lower classes, which are the more frequent ones elsewhere.
    std::sort(order.begin(), order.end(), [](const auto& a, const auto& b) {
      return a.first != b.first ? a.first > b.first : a.second < b.second;
    });
    for (const auto& [count, label] : std::span(order).subspan(limits.most)) counts.erase(label);
  }
}

bool ClassCounts::has(std::uint64_t key, std::uint16_t label) const {
  const auto found = counts_.find(key);
  return found != counts_.end() && found->second.contains(label);
}

std::vector<std::uint16_t> ClassCounts::without(std::uint64_t key, std::span<const std::uint16_t> labels,
                                                const SetLimits& limits) const {
  const auto found = counts_.find(key);
  if (found == counts_.end()) return {};
  const std::uint32_t all = total(found->second) - static_cast<std::uint32_t>(labels.size());
  if (all < limits.least) return {};
  Members members;
  for (const auto& [each, count] : found->second) {
    const std::uint32_t others = count - (std::find(labels.begin(), labels.end(), each) != labels.end() ? 1 : 0);
    if (others > 0 && static_cast<double>(others) >= limits.least_share * all) members.push_back(each);
  }
  return members;
}

std::string ClassCounts::freeze() const {
  std::map<std::uint64_t, Members> kept;
  std::map<Members, std::uint32_t> uses;
  for (const auto& [key, counts] : counts_) {
    Members members;
    for (const auto& [label, count] : counts) members.push_back(label);
    if (members.empty()) continue;
    ++uses[members];
    kept.emplace(key, std::move(members));
  }
  const std::vector<const Members*> sets = in_order(uses);
  std::map<Members, std::uint16_t> numbers;
  std::vector<std::uint32_t> first{0};
  Members all;
  for (const Members* members : sets) {
    numbers.emplace(*members, static_cast<std::uint16_t>(numbers.size()));
    all.insert(all.end(), members->begin(), members->end());
    first.push_back(static_cast<std::uint32_t>(all.size()));
  }
  std::vector<Map::Item> items;
  for (const auto& [key, members] : kept) {
    if (const auto found = numbers.find(members); found != numbers.end()) items.emplace_back(key, found->second);
  }
  const std::string map = Map::freeze(std::move(items));
  model_file::Packer packer;
  packer.value(static_cast<std::uint64_t>(sets.size()));
  packer.value(static_cast<std::uint64_t>(all.size()));
  packer.value(static_cast<std::uint64_t>(map.size()));
  packer.array(std::span<const std::uint32_t>(first));
  packer.array(std::span<const std::uint16_t>(all));
  packer.array(std::as_bytes(std::span<const char>(map)));
  return packer.take();
}

}  // namespace espalier::parsing
