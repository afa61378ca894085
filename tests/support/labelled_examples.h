// Examples of classes written down one by one, for tests of what learns from them.
#pragma once

#include <cstdint>
#include <vector>

#include "learning/examples.h"

namespace espalier::tests {

struct Example {
  std::uint32_t label;
  std::vector<std::uint64_t> features;
};

inline learning::Examples collected(const std::vector<Example>& examples, std::uint32_t min_count = 1) {
  learning::Examples out(min_count);
  for (const Example& example : examples) out.add(example.label, example.features);
  return out;
}

}  // namespace espalier::tests
