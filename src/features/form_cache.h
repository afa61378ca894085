// What forms alone say, kept from sentence to sentence: half the words of a text are a few hundred forms.
//
// Idea: the values of all columns that depend on nothing but the form stand side by side, in a table by the hash of the
// form where a newcomer drives out what stood there. Forms are compared byte for byte, so what is read is what would
// have been computed, whatever came before. Every form that enters has a number that no other ever has: those who keep
// things of their own by form need not compare it again.
// Cost: a hash and a copy of the values for a form that is known.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace espalier::features {

class FormCache {
 public:
  /// The number of forms that are too long to be kept.
  static constexpr std::uint64_t kNoForm = 0;

  struct Known {
    std::uint64_t id = kNoForm;
    const std::uint64_t* values = nullptr;  ///< null: not known
  };

  /// Forgets all where the number of values a form differs from before.
  void use(std::size_t width);
  /// `hash`: any of the form's.
  Known find(std::string_view form, std::uint64_t hash) const noexcept {
    const Slot& slot = slots_[hash & (kSlots - 1)];
    if (slot.id == kNoForm || std::string_view(slot.text.data(), slot.size) != form) return {};
    return {slot.id, values_.data() + (hash & (kSlots - 1)) * width_};
  }
  /// Its number, kNoForm for a long one; `values` are then to be filled in by the caller.
  std::uint64_t add(std::string_view form, std::uint64_t hash, std::span<std::uint64_t>& values) noexcept;

 private:
  static constexpr std::size_t kSlots = 8192;
  static constexpr std::size_t kLongest = 47;
  struct alignas(64) Slot {
    std::uint64_t id = kNoForm;
    std::uint8_t size = 0;
    std::array<char, kLongest> text;
  };

  std::size_t width_ = 0;
  std::uint64_t next_ = kNoForm;
  std::vector<Slot> slots_;
  std::vector<std::uint64_t> values_;
};

}  // namespace espalier::features
