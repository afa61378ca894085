// Which classes are frequent where the right one is to be told from others: the rivals that a choice should have.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

namespace espalier::selection {

class FrequentClasses {
 public:
  /// Rivals beside the right class: what is rarer tells nothing that templates could mend.
  static constexpr std::size_t kMost = 6;

  /// An example of this kind (any number that tells little) has this class.
  void add(std::uint64_t kind, std::uint32_t label) { ++counts_[kind][label]; }

  /// Those of the kind that are possible and not right, the most frequent first. REQUIRES an example of the kind.
  template <class IsPossible>
  void find(std::uint64_t kind, std::uint32_t right, const IsPossible& is_possible, std::vector<std::uint32_t>& out);

 private:
  std::unordered_map<std::uint64_t, std::map<std::uint32_t, std::size_t>> counts_;
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> ranked_;  // of kinds that were asked for
};

template <class IsPossible>
void FrequentClasses::find(std::uint64_t kind, std::uint32_t right, const IsPossible& is_possible,
                           std::vector<std::uint32_t>& out) {
  auto [ranked, is_new] = ranked_.try_emplace(kind);
  if (is_new) {
    const auto& counts = counts_.at(kind);
    for (const auto& [label, count] : counts) ranked->second.push_back(label);
    std::stable_sort(ranked->second.begin(), ranked->second.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return counts.at(a) > counts.at(b); });
  }
  out.clear();
  for (const std::uint32_t label : ranked->second) {
    if (out.size() == kMost) return;
    if (label != right && is_possible(label)) out.push_back(label);
  }
}

}  // namespace espalier::selection
