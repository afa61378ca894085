// An open-addressing table from 64-bit features to small payloads.
//
// Idea: features are hashes already, so their low bits are the place to look; linear probing keeps a search within one
// or two cache lines. Invariant: at most 5/8 of the slots are used; key 0 is an empty slot (features are never 0).
// Growth moves slots in order of place, so the layout depends on what was inserted and in which order, never on
// threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "base/large_pages.h"

namespace espalier::learning {

template <class Payload>
class OpenTable {
 public:
  struct Slot {
    std::uint64_t key = 0;
    Payload payload{};
  };
  static constexpr std::size_t kLeastSlots = 1 << 12;

  explicit OpenTable(std::size_t slots = kLeastSlots) : slots_(slots) {}
  /// Laid out as another was. REQUIRES a power of two of slots, at most 5/8 of them used: `size`.
  OpenTable(base::LargeVector<Slot> slots, std::size_t size) : slots_(std::move(slots)), size_(size) {}

  std::size_t size() const noexcept { return size_; }
  const base::LargeVector<Slot>& slots() const noexcept { return slots_; }

  void prefetch(std::uint64_t key) const noexcept { __builtin_prefetch(&slots_[key & mask()]); }

  const Payload* find(std::uint64_t key) const noexcept {
    for (std::size_t at = key & mask();; at = (at + 1) & mask()) {
      if (slots_[at].key == key) return &slots_[at].payload;
      if (slots_[at].key == 0) return nullptr;
    }
  }
  Payload* find(std::uint64_t key) noexcept { return const_cast<Payload*>(std::as_const(*this).find(key)); }

  /// The payload of `key`, made if it is not there; good until the next insert.
  Payload& insert(std::uint64_t key) {
    if ((size_ + 1) * 8 > slots_.size() * 5) grow();
    std::size_t at = key & mask();
    while (slots_[at].key != key && slots_[at].key != 0) at = (at + 1) & mask();
    if (slots_[at].key == 0) {
      slots_[at].key = key;
      ++size_;
    }
    return slots_[at].payload;
  }

  std::size_t memory() const noexcept { return slots_.size() * sizeof(Slot); }

 private:
  std::size_t mask() const noexcept { return slots_.size() - 1; }

  void grow() {
    base::LargeVector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.key == 0) continue;
      std::size_t at = slot.key & mask();
      while (slots_[at].key != 0) at = (at + 1) & mask();
      slots_[at] = slot;
    }
  }

  base::LargeVector<Slot> slots_;
  std::size_t size_ = 0;
};

}  // namespace espalier::learning
