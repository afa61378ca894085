// How often this program asks for memory.
#pragma once

#include <cstdint>
#include <functional>

namespace espalier::cli {

/// Counts the calls of operator new by the thread that asks; empty in builds with a sanitizer, which has its own.
std::function<std::uint64_t()> allocation_counter();

}  // namespace espalier::cli
