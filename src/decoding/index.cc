#include "decoding/index.h"

#include <limits>

#include "espalier/error.h"

namespace espalier::decoding {

void check_count(std::int64_t count) {
  if (count <= std::numeric_limits<std::int32_t>::max()) return;
  throw Error(ErrorKind::kInput, "the sentence is too long for this decoder: prune its arcs, or lower the order");
}

}  // namespace espalier::decoding
