// Counts what a test program asks of memory. For one file of a program: it defines the operators for all of it; others
// read the count through allocations.h.
#pragma once

#include <cstdlib>
#include <new>

#include "tests/support/allocations.h"

// Counts for the whole test program; the memory is the usual one. Never inlined: the compiler would take malloc for a
// stranger to delete.
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocations;
  if (void* const memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++allocations;
  return std::malloc(size == 0 ? 1 : size);
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
