// How often things that meet are linked in this way or that: counts of the same words, leaning on those of their tags.
//
// Idea: rate = (times that they are linked with the label + kLean · rate of their tags) / (times that they meet +
// kLean), the rate of tags being (times + 0.1) / (meetings + 1). The place that is asked about does not count.
// Invariant: only what was wanted is counted. Cost: memory for what was wanted, a look-up for each meeting.
#pragma once

#include <cstdint>
#include <unordered_map>

namespace espalier::curation {

/// A hash of two, in this order; `more` makes another of the same two.
std::uint64_t mixed(std::uint64_t a, std::uint64_t b, std::uint64_t more) noexcept;

class Meetings {
 public:
  static constexpr double kLean = 2;
  static constexpr double kMost = 4;  ///< evidence is no more than this, either way

  /// Things by their words, and by their tags; both are hashes.
  struct Key {
    std::uint64_t words = 0;
    std::uint64_t tags = 0;
  };
  static constexpr std::int32_t kApart = -2;  ///< a label: they meet, and are not linked

  /// Before the counting: these will be asked about.
  void want(const Key& key);
  /// They meet once, with this label. What nobody wanted is not counted.
  void add(const Key& key, std::int32_t label);
  /// `is_own`: the place that is asked about has this label.
  double rate(const Key& key, std::int32_t label, bool is_own) const;
  /// log(rate / rate), within −kMost..kMost.
  static double evidence(double proposed, double gold);

 private:
  struct Count {
    double together = 0;
    std::unordered_map<std::int32_t, double> linked;  // by label
  };
  using Table = std::unordered_map<std::uint64_t, Count>;

  Table words_;
  Table tags_;
};

}  // namespace espalier::curation
