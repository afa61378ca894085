#include "treebank/counting.h"

#include <numeric>

namespace espalier::treebank {
namespace {

std::size_t slot_hash(std::uint32_t first, std::uint32_t second) {
  // The finaliser of splitmix64: ids are small and near one another, and all bits must spread.
  std::uint64_t x = (std::uint64_t{first} << 32) | second;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
  return static_cast<std::size_t>(x ^ (x >> 31));
}

}  // namespace

std::vector<std::uint32_t> TextCounter::merge(const TextCounter& other) {
  std::vector<std::uint32_t> map(other.size());
  for (std::uint32_t id = 0; id < map.size(); ++id) map[id] = add(other.text(id), other.count(id));
  return map;
}

std::uint64_t TextCounter::total() const { return std::accumulate(counts_.begin(), counts_.end(), std::uint64_t{0}); }

std::vector<NamedCount> TextCounter::sorted() const {
  std::vector<NamedCount> out;
  out.reserve(size());
  for (std::uint32_t id = 0; id < size(); ++id) out.push_back({std::string(text(id)), counts_[id]});
  std::sort(out.begin(), out.end(), [](const NamedCount& a, const NamedCount& b) {
    return a.count != b.count ? a.count > b.count : a.name < b.name;
  });
  return out;
}

Unseen TextCounter::unseen_in(const TextCounter& known) const {
  Unseen out;
  for (std::uint32_t id = 0; id < size(); ++id) {
    if (known.contains(text(id))) continue;
    ++out.types;
    out.tokens += counts_[id];
  }
  return out;
}

std::uint32_t PairCounter::add(std::uint32_t first, std::uint32_t second, std::uint64_t times) {
  if (entries_.size() * 2 >= slots_.size()) grow();
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t at = slot_hash(first, second) & mask;; at = (at + 1) & mask) {
    if (slots_[at] == 0) {
      entries_.push_back({first, second, times});
      slots_[at] = static_cast<std::uint32_t>(entries_.size());
      return slots_[at] - 1;
    }
    Entry& entry = entries_[slots_[at] - 1];
    if (entry.first == first && entry.second == second) {
      entry.count += times;
      return slots_[at] - 1;
    }
  }
}

void PairCounter::grow() {
  slots_.assign(std::max<std::size_t>(64, slots_.size() * 2), 0);
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    std::size_t at = slot_hash(entries_[i].first, entries_[i].second) & mask;
    while (slots_[at] != 0) at = (at + 1) & mask;
    slots_[at] = static_cast<std::uint32_t>(i + 1);
  }
}

std::vector<std::uint32_t> PairCounter::merge(const PairCounter& other, const std::vector<std::uint32_t>& first_map,
                                              const std::vector<std::uint32_t>& second_map) {
  std::vector<std::uint32_t> map;
  map.reserve(other.entries_.size());
  for (const Entry& entry : other.entries_) {
    map.push_back(add(first_map[entry.first], second_map[entry.second], entry.count));
  }
  return map;
}

Ambiguity PairCounter::ambiguity(std::size_t keys) const {
  struct Key {
    std::uint64_t values = 0;
    std::uint64_t tokens = 0;
  };
  std::vector<Key> seen(keys);
  for (const Entry& entry : entries_) {
    ++seen[entry.first].values;
    seen[entry.first].tokens += entry.count;
  }
  Ambiguity out;
  for (const Key& key : seen) {
    if (key.values == 0) continue;
    ++out.keys;
    if (key.values > 1) ++out.ambiguous;
    out.tokens += key.tokens;
    out.choices += key.values * key.tokens;
  }
  return out;
}

void merge_into(Spread& spread, const Spread& other) {
  if (other.counts.size() > spread.counts.size()) spread.counts.resize(other.counts.size());
  for (std::size_t v = 0; v < other.counts.size(); ++v) spread.counts[v] += other.counts[v];
}

}  // namespace espalier::treebank

namespace espalier {

std::uint64_t Spread::items() const noexcept { return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}); }

std::uint64_t Spread::sum() const noexcept {
  std::uint64_t total = 0;
  for (std::size_t v = 0; v < counts.size(); ++v) total += counts[v] * v;
  return total;
}

double Spread::mean() const noexcept {
  const std::uint64_t n = items();
  return n == 0 ? 0 : static_cast<double>(sum()) / static_cast<double>(n);
}

double Spread::median() const noexcept {
  const std::uint64_t n = items();
  if (n == 0) return 0;
  // The items in the places (n-1)/2 and n/2 of the sorted list, from 0.
  double two = 0;
  for (const std::uint64_t place : {(n - 1) / 2, n / 2}) {
    std::uint64_t before = 0;
    std::size_t v = 0;
    while (before + counts[v] <= place) before += counts[v++];
    two += static_cast<double>(v);
  }
  return two / 2;
}

std::size_t Spread::max() const noexcept {
  for (std::size_t v = counts.size(); v > 0; --v) {
    if (counts[v - 1] > 0) return v - 1;
  }
  return 0;
}

}  // namespace espalier
