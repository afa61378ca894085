// Strings to dense ids, in order of first sight.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace espalier::base {

/// Open addressing over 64-bit hashes; strings live in blocks that never move, so views stay good as long as the
/// interner. Not for use by several threads at once, except for const calls.
class Interner {
 public:
  static constexpr std::uint32_t kAbsent = 0xFFFFFFFF;

  Interner();
  ~Interner();
  Interner(Interner&&) noexcept;
  Interner& operator=(Interner&&) noexcept;

  std::uint32_t intern(std::string_view text);
  std::uint32_t find(std::string_view text) const noexcept;
  std::string_view text(std::uint32_t id) const noexcept { return texts_[id]; }
  std::size_t size() const noexcept { return texts_.size(); }

 private:
  std::size_t probe(std::string_view text, std::uint64_t hash) const noexcept;
  void grow();
  std::string_view keep(std::string_view text);

  struct Slot {
    std::uint32_t tag = 0;
    std::uint32_t id = kAbsent;
  };
  std::vector<Slot> slots_;
  std::vector<std::string_view> texts_;
  std::vector<std::unique_ptr<char[]>> blocks_;
  std::size_t block_left_ = 0;
  char* block_at_ = nullptr;
};

}  // namespace espalier::base
