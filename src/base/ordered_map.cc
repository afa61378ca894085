#include "base/ordered_map.h"

#include <algorithm>

namespace espalier::base {

int thread_count(int wanted) {
  constexpr int kMost = 1024;
  if (wanted <= 0) wanted = static_cast<int>(std::thread::hardware_concurrency());
  return std::clamp(wanted, 1, kMost);  // hardware_concurrency may not know, and says 0
}

}  // namespace espalier::base
