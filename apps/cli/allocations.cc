// Replaces operator new for the whole program by one that counts and then does what the usual one does. The count is
// the thread's own: one addition to a place that no other thread touches, which cannot be seen beside the time of
// malloc.
#include "cli/allocations.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <new>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define ESPALIER_COUNTS_ALLOCATIONS 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define ESPALIER_COUNTS_ALLOCATIONS 0
#else
#define ESPALIER_COUNTS_ALLOCATIONS 1
#endif
#else
#define ESPALIER_COUNTS_ALLOCATIONS 1
#endif

#if ESPALIER_COUNTS_ALLOCATIONS

namespace {

thread_local std::uint64_t allocations = 0;

template <class Get>
void* allocate(const Get& get) {
  ++allocations;
  for (;;) {
    if (void* const memory = get()) return memory;
    const std::new_handler handler = std::get_new_handler();
    if (handler == nullptr) throw std::bad_alloc();
    handler();
  }
}

}  // namespace

// The array and nothrow forms of the library call these. Never inlined: the compiler would take malloc for a stranger
// to delete.
[[gnu::noinline]] void* operator new(std::size_t size) {
  return allocate([size] { return std::malloc(std::max<std::size_t>(size, 1)); });
}
[[gnu::noinline]] void* operator new(std::size_t size, std::align_val_t alignment) {
  const auto unit = static_cast<std::size_t>(alignment);
  const std::size_t units = size / unit + (size % unit != 0 || size == 0 ? 1 : 0);
  if (units > std::numeric_limits<std::size_t>::max() / unit) throw std::bad_alloc();
  return allocate([unit, units] { return std::aligned_alloc(unit, units * unit); });
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

namespace espalier::cli {

std::function<std::uint64_t()> allocation_counter() {
  return [] { return allocations; };
}

}  // namespace espalier::cli

#else

namespace espalier::cli {

std::function<std::uint64_t()> allocation_counter() { return {}; }

}  // namespace espalier::cli

#endif
