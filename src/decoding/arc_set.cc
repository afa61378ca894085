#include "decoding/arc_set.h"

#include <algorithm>

namespace espalier::decoding {

void ArcSet::start(std::int32_t words) {
  words_ = words;
  heads_.clear();
  first_.assign(2, 0);
}

void ArcSet::fill(std::int32_t words) {
  start(words);
  for (std::int32_t word = 1; word <= words; ++word) {
    for (std::int32_t head = 0; head <= words; ++head) {
      if (head != word) add_head(head);
    }
    end_word();
  }
}

std::int32_t ArcSet::find(std::int32_t head, std::int32_t word) const noexcept {
  const auto from = heads_.begin() + begin(word);
  const auto to = heads_.begin() + end(word);
  const auto at = std::lower_bound(from, to, head);
  return at != to && *at == head ? static_cast<std::int32_t>(at - heads_.begin()) : -1;
}

}  // namespace espalier::decoding
