// How often a test program has asked for memory so far; counted where one of its files has count_allocations.h.
#pragma once

#include <atomic>
#include <cstddef>

inline std::atomic<std::size_t> allocations{0};
