// Memory in large pages, for tables that are looked up at random: with pages of 4 kB every look waits for the page's
// address too. A wish that the system may refuse; nothing depends on it but time.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace espalier::base {

/// A size that is a whole number of large pages, at least as large.
std::size_t whole_large_pages(std::size_t size) noexcept;
/// Zeros, from the beginning of a large page on; null and errno on failure. REQUIRES a whole number of large pages.
char* take_large_pages(std::size_t size) noexcept;
/// Undoes it.
void give_large_pages(char* first, std::size_t size) noexcept;

/// Of vectors of at least so many bytes; small ones lie where all others do. The default is where the rest of a page
/// that is not used weighs little.
template <class T, std::size_t kLeast = std::size_t{4} << 20>
struct LargePageAllocator {
  using value_type = T;
  template <class U>
  struct rebind {
    using other = LargePageAllocator<U, kLeast>;
  };

  LargePageAllocator() = default;
  template <class U>
  LargePageAllocator(const LargePageAllocator<U, kLeast>&) noexcept {}

  T* allocate(std::size_t count) {
    const std::size_t size = count * sizeof(T);
    if (size < kLeast) return std::allocator<T>().allocate(count);
    char* const first = take_large_pages(whole_large_pages(size));
    if (first == nullptr) throw std::bad_alloc();
    return reinterpret_cast<T*>(first);
  }
  void deallocate(T* first, std::size_t count) noexcept {
    const std::size_t size = count * sizeof(T);
    if (size < kLeast) return std::allocator<T>().deallocate(first, count);
    give_large_pages(reinterpret_cast<char*>(first), whole_large_pages(size));
  }
  template <class U>
  bool operator==(const LargePageAllocator<U, kLeast>&) const noexcept {
    return true;
  }
};

template <class T>
using LargeVector = std::vector<T, LargePageAllocator<T>>;

/// From this size on a model's tables are worth large pages.
inline constexpr std::size_t kLeastOfModels = std::size_t{1} << 20;

}  // namespace espalier::base
