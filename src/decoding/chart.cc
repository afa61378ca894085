#include "decoding/chart.h"

#include "espalier/error.h"

namespace espalier::decoding {

void check_items(std::int64_t items) {
  if (items <= std::numeric_limits<std::int32_t>::max()) return;
  throw Error(ErrorKind::kInput, "the sentence is too long for a chart: prune its arcs, or parse it non-projectively");
}

}  // namespace espalier::decoding
