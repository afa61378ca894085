// One linear choice among classes, as the stages that make one a word learn it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "learning/trainer.h"

namespace espalier::parsing {

/// Rewards the truth and punishes its strongest rival, unless the truth is ahead of it by the margin. `scores` by
/// class; `among`: the classes that could be chosen, the truth one of them.
template <class Classes>
void learn_choice(std::span<const std::uint64_t> features, const std::vector<float>& scores, const Classes& among,
                  std::uint32_t truth, float margin, learning::Outcome& out, float longest = 0) {
  const float right = scores[truth] + margin - margin;  // as the others, rounding included
  float most = right;
  std::uint32_t rival = truth;
  bool is_first = true;
  for (const std::uint32_t label : among) {
    const float score = label == truth ? right : scores[label] + margin;
    if (!is_first && score <= most) continue;
    is_first = false;
    most = score;
    rival = label;
  }
  if (rival == truth) return;
  out.violation += static_cast<double>(most - right);
  // The smallest step that mends it, or one for the learner to scale.
  const float norm = 2 * static_cast<float>(features.size());
  const float amount = longest == 0 ? 1 : std::min(longest, (most - right) / norm);
  for (const std::uint64_t feature : features) {
    out.changes[0].push_back({feature, truth, amount});
    out.changes[0].push_back({feature, rival, -amount});
  }
}

}  // namespace espalier::parsing
