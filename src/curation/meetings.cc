#include "curation/meetings.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace espalier::curation {

std::uint64_t mixed(std::uint64_t a, std::uint64_t b, std::uint64_t more) noexcept {
  std::uint64_t x = (a ^ (b * 0x9E3779B97F4A7C15U)) + more;
  x ^= x >> 31U;
  x *= 0xBF58476D1CE4E5B9U;
  return x ^ (x >> 29U);
}

void Meetings::want(const Key& key) {
  words_[key.words];
  tags_[key.tags];
}

void Meetings::add(const Key& key, std::int32_t label) {
  const auto tags = tags_.find(key.tags);
  if (tags == tags_.end()) return;  // then nobody asked about the words either
  const auto count = [&](Count& here) {
    here.together += 1;
    if (label != kApart) here.linked[label] += 1;
  };
  count(tags->second);
  if (const auto words = words_.find(key.words); words != words_.end()) count(words->second);
}

double Meetings::rate(const Key& key, std::int32_t label, bool is_own) const {
  const double own = is_own ? 1 : 0;
  const auto counts = [&](const Table& table, std::uint64_t at) {
    const auto found = table.find(at);
    if (found == table.end()) return std::pair{0.0, 0.0};
    const auto linked = found->second.linked.find(label);
    const double times = linked == found->second.linked.end() ? 0 : linked->second;
    return std::pair{std::max(times - own, 0.0), std::max(found->second.together - 1, 0.0)};
  };
  const auto [tags_linked, tags_together] = counts(tags_, key.tags);
  const auto [linked, together] = counts(words_, key.words);
  const double wider = (tags_linked + 0.1) / (tags_together + 1);
  return (linked + kLean * wider) / (together + kLean);
}

double Meetings::evidence(double proposed, double gold) { return std::clamp(std::log(proposed / gold), -kMost, kMost); }

}  // namespace espalier::curation
