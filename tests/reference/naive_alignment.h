// Word alignment by its definition, without cursors: the twin that the aligner is compared with.
#pragma once

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace espalier::reference {

struct NaiveWord {
  std::size_t begin;
  std::size_t end;
  bool is_multiword;
  std::string form;
};

/// Stretches covered by multiword tokens of either side, overlapping ones joined until none overlap.
inline std::vector<std::pair<std::size_t, std::size_t>> stretches(const std::vector<NaiveWord>& a,
                                                                  const std::vector<NaiveWord>& b) {
  std::vector<std::pair<std::size_t, std::size_t>> found;
  for (const auto* side : {&a, &b}) {
    for (const NaiveWord& word : *side) {
      if (word.is_multiword) found.emplace_back(word.begin, word.end);
    }
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < found.size() && !changed; ++i) {
      for (std::size_t j = i + 1; j < found.size() && !changed; ++j) {
        if (found[i].first >= found[j].second || found[j].first >= found[i].second) continue;
        found[i] = {std::min(found[i].first, found[j].first), std::max(found[i].second, found[j].second)};
        found.erase(found.begin() + static_cast<std::ptrdiff_t>(j));
        changed = true;
      }
    }
  }
  return found;
}

/// Pairs of words that cover the same characters outside stretches, or have the same form inside the same stretch.
/// Equal to the definition by longest common subsequences wherever no form occurs twice in a text.
inline std::set<std::pair<std::size_t, std::size_t>> naive_alignment(const std::vector<NaiveWord>& gold,
                                                                     const std::vector<NaiveWord>& system) {
  const auto areas = stretches(gold, system);
  const auto area_of = [&](const NaiveWord& word) {
    for (std::size_t i = 0; i < areas.size(); ++i) {
      if (areas[i].first <= word.begin && word.end <= areas[i].second) return static_cast<int>(i);
    }
    return -1;
  };
  std::set<std::pair<std::size_t, std::size_t>> pairs;
  for (std::size_t g = 0; g < gold.size(); ++g) {
    for (std::size_t s = 0; s < system.size(); ++s) {
      const int area = area_of(gold[g]);
      if (area != area_of(system[s])) continue;
      const bool same_place = gold[g].begin == system[s].begin && gold[g].end == system[s].end;
      if (area >= 0 ? gold[g].form == system[s].form : same_place) pairs.emplace(g, s);
    }
  }
  return pairs;
}

/// The length of a longest common subsequence, by trying all subsets of `a`.
inline std::size_t naive_common_subsequence(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  std::size_t best = 0;
  for (std::size_t subset = 0; subset < (std::size_t{1} << a.size()); ++subset) {
    std::size_t at = 0;
    std::size_t length = 0;
    bool fits = true;
    for (std::size_t i = 0; i < a.size() && fits; ++i) {
      if ((subset >> i & 1U) == 0) continue;
      while (at < b.size() && b[at] != a[i]) ++at;
      fits = at < b.size();
      ++at;
      ++length;
    }
    if (fits) best = std::max(best, length);
  }
  return best;
}

}  // namespace espalier::reference
