// Linear probing over slots of 8 bytes. A slot keeps 32 bits of its string's hash (the tag), and both the slot's place
// and the first comparison come from them alone: growing never touches the strings, and a lookup compares the bytes of
// a string only when 32 bits of hash agree.
#include "base/interner.h"

#include <cstring>
#include <utility>

#include "base/hash.h"
#include "espalier/error.h"

namespace espalier::base {
namespace {

constexpr std::size_t kFirstSlots = 64;
constexpr std::size_t kBlockBytes = std::size_t{64} << 10;

std::uint32_t tag_of(std::uint64_t hash) noexcept { return static_cast<std::uint32_t>(hash >> 32); }

}  // namespace

Interner::Interner() = default;
Interner::~Interner() = default;

Interner::Interner(Interner&& other) noexcept
    : slots_(std::exchange(other.slots_, {})),
      texts_(std::exchange(other.texts_, {})),
      blocks_(std::exchange(other.blocks_, {})),
      block_left_(std::exchange(other.block_left_, 0)),
      block_at_(std::exchange(other.block_at_, nullptr)) {}

Interner& Interner::operator=(Interner&& other) noexcept {
  Interner taken(std::move(other));
  std::swap(slots_, taken.slots_);
  std::swap(texts_, taken.texts_);
  std::swap(blocks_, taken.blocks_);
  std::swap(block_left_, taken.block_left_);
  std::swap(block_at_, taken.block_at_);
  return *this;
}

std::uint32_t Interner::intern(std::string_view text) {
  // At most two thirds full, so that a run of taken slots stays short and every probe ends.
  if (texts_.size() * 3 >= slots_.size() * 2) grow();
  const std::uint64_t hashed = hash(text);
  Slot& slot = slots_[probe(text, hashed)];
  if (slot.id != kAbsent) return slot.id;
  if (texts_.size() >= kAbsent) throw Error(ErrorKind::kSystem, "too many different strings");
  texts_.push_back(keep(text));
  slot = {tag_of(hashed), static_cast<std::uint32_t>(texts_.size() - 1)};
  return slot.id;
}

std::uint32_t Interner::find(std::string_view text) const noexcept {
  return slots_.empty() ? kAbsent : slots_[probe(text, hash(text))].id;
}

/// The slot that holds `text`, or the free one where it belongs.
std::size_t Interner::probe(std::string_view text, std::uint64_t hashed) const noexcept {
  const std::size_t mask = slots_.size() - 1;
  const std::uint32_t tag = tag_of(hashed);
  for (std::size_t at = tag & mask;; at = (at + 1) & mask) {
    const Slot& slot = slots_[at];
    if (slot.id == kAbsent || (slot.tag == tag && texts_[slot.id] == text)) return at;
  }
}

void Interner::grow() {
  std::vector<Slot> larger(slots_.empty() ? kFirstSlots : slots_.size() * 2);
  const std::size_t mask = larger.size() - 1;
  for (const Slot& slot : slots_) {
    if (slot.id == kAbsent) continue;
    std::size_t at = slot.tag & mask;
    while (larger[at].id != kAbsent) at = (at + 1) & mask;
    larger[at] = slot;
  }
  slots_ = std::move(larger);
}

std::string_view Interner::keep(std::string_view text) {
  if (text.empty()) return {};
  if (text.size() > kBlockBytes / 4) {  // a block of its own; the one in use goes on
    blocks_.push_back(std::make_unique_for_overwrite<char[]>(text.size()));
    std::memcpy(blocks_.back().get(), text.data(), text.size());
    return {blocks_.back().get(), text.size()};
  }
  if (text.size() > block_left_) {
    blocks_.push_back(std::make_unique_for_overwrite<char[]>(kBlockBytes));
    block_at_ = blocks_.back().get();
    block_left_ = kBlockBytes;
  }
  std::memcpy(block_at_, text.data(), text.size());
  const std::string_view kept(block_at_, text.size());
  block_at_ += text.size();
  block_left_ -= text.size();
  return kept;
}

}  // namespace espalier::base
