// XXH3 (Y. Collet) as a header only: inlined here once, so that no other file has to compile it.
#include "base/hash.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace espalier::base {

std::uint64_t hash(std::string_view bytes, std::uint64_t seed) noexcept {
  return XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed);
}

}  // namespace espalier::base
