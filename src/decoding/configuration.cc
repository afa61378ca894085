#include "decoding/configuration.h"

#include <numeric>

namespace espalier::decoding {

void Configuration::reset(std::int32_t words, Roots roots) {
  const std::size_t places = to_index(words) + 2;
  stack_.resize(places);
  buffer_.resize(places);
  nodes_.assign(places - 1, NodeState{});
  stack_[0] = -1;
  stack_[1] = 0;
  std::iota(buffer_.begin(), buffer_.end(), 0);
  buffer_[places - 1] = -1;
  words_ = words;
  roots_ = roots;
  top_ = 1;
  front_ = 1;
  headless_ = words;
  // The first pair of Covington's systems is (0, 1), and only an arc from the root can be there.
  pair_moves_ = {Move::kShift, Move::kRight};
  pairs_ = {.seen = words > 0 ? 1 : 0, .permissible = words > 0 ? 1 : 0};
}

}  // namespace espalier::decoding
