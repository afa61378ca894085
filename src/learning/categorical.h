// Examples of categorical attributes, column by column: what decision trees learn from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <variant>
#include <vector>

namespace espalier::learning {

/// Stands for a value that is not known.
inline constexpr std::uint32_t kMissing = 0xFFFFFFFF;

/// One attribute of all examples. Values are numbers from 0, without large gaps (learners count by value); kept as
/// codes (value + 1; 0: missing) in as few bytes as the highest of them needs, since counting is bound by memory: a
/// million examples of at most 255 values are one megabyte, which a core's cache holds.
class CategoricalColumn {
 public:
  CategoricalColumn() = default;
  explicit CategoricalColumn(std::span<const std::uint32_t> values) {
    for (const std::uint32_t value : values) push_back(value);
  }

  /// REQUIRES a value below kMissing - 1, or kMissing.
  void push_back(std::uint32_t value);
  void reserve(std::size_t examples);

  std::size_t size() const noexcept;
  /// One more than the highest value so far.
  std::uint32_t domain() const noexcept { return domain_; }
  std::uint32_t operator[](std::size_t example) const noexcept;

  /// visit(pointer to the codes), which are uint8_t, uint16_t or uint32_t.
  template <class Visit>
  decltype(auto) visit_codes(Visit&& visit) const {
    return std::visit([&](const auto& codes) -> decltype(auto) { return std::forward<Visit>(visit)(codes.data()); },
                      codes_);
  }

 private:
  void widen();

  std::uint32_t domain_ = 0;
  std::uint32_t highest_code_ = 0xFF;  // that has room
  std::variant<std::vector<std::uint8_t>, std::vector<std::uint16_t>, std::vector<std::uint32_t>> codes_;
};

struct CategoricalData {
  std::uint32_t classes = 2;
  std::vector<std::uint32_t> labels;       ///< by example, below `classes`
  std::vector<double> weights;             ///< by example; empty: all are 1
  std::vector<CategoricalColumn> columns;  ///< by attribute, each of all examples

  std::size_t size() const noexcept { return labels.size(); }
  /// Throws Error kUsage for no examples, columns of other sizes, labels out of range, weights that are not above 0, or
  /// more than 2³⁰ examples or a sum of weights above that.
  void check() const;
};

}  // namespace espalier::learning
