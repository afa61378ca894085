#include "base/large_pages.h"

#include <sys/mman.h>

#include <cstdint>

namespace espalier::base {
namespace {

constexpr std::size_t kLargePage = std::size_t{2} << 20;

}  // namespace

std::size_t whole_large_pages(std::size_t size) noexcept { return (size + kLargePage - 1) / kLargePage * kLargePage; }

char* take_large_pages(std::size_t size) noexcept {
  // A page more than asked for holds a beginning that fits; what is left before and behind goes back.
  const std::size_t all = size + kLargePage;
  void* const got = ::mmap(nullptr, all, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (got == MAP_FAILED) return nullptr;
  char* const first = static_cast<char*>(got);
  const std::size_t before = (kLargePage - reinterpret_cast<std::uintptr_t>(first) % kLargePage) % kLargePage;
  if (before > 0) ::munmap(first, before);
  ::munmap(first + before + size, all - before - size);
#ifdef MADV_HUGEPAGE
  ::madvise(first + before, size, MADV_HUGEPAGE);  // a wish: without it the pages are small, and all is well
#endif
  return first + before;
}

void give_large_pages(char* first, std::size_t size) noexcept { ::munmap(first, size); }

}  // namespace espalier::base
