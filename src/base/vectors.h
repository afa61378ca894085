// Which twins of the innermost loops this machine can run. They give the same results.
#pragma once

#if defined(__SSE2__)
#include <immintrin.h>
#define ESPALIER_HAS_TWINS 1
#endif

#include <cstdint>

namespace espalier::base {

#if defined(ESPALIER_HAS_TWINS)
inline const bool kHasAvx2 = __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("bmi") != 0;
#endif

/// Four numbers at a time.
using FourWords = std::uint64_t __attribute__((vector_size(32)));

}  // namespace espalier::base
