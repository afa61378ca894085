#include "learning/examples.h"

#include <algorithm>
#include <cassert>
#include <limits>

#include "espalier/error.h"

namespace espalier::learning {

void Examples::add(std::uint32_t label, std::span<const std::uint64_t> features) {
  for (const std::uint64_t feature : features) {
    assert(feature != 0);
    Number& number = numbers_.insert(feature);
    if (number.plus_one == 0) {
      if (features_.size() >= static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max())) {
        throw Error(ErrorKind::kUsage, "more different features than a classifier can number");
      }
      features_.push_back(feature);
      counts_.push_back(0);
      number.plus_one = static_cast<std::uint32_t>(features_.size());
    }
    const std::uint32_t id = number.plus_one - 1;
    if (counts_[id] < std::numeric_limits<std::uint32_t>::max()) ++counts_[id];
    ids_.push_back(id);
  }
  ends_.push_back(ids_.size());
  labels_.push_back(label);
}

std::vector<std::uint32_t> Examples::classes() const {
  std::vector<std::uint32_t> out = labels_;
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

}  // namespace espalier::learning
