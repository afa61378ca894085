// What templates are judged by: choices that a parser has, each a group of rows of which one is right.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace espalier::selection {

/// Rows in groups, with attributes in columns.
class Choices {
 public:
  explicit Choices(std::size_t attributes) : columns_(attributes) {}

  /// A row of the group under construction: its class (0 where there are none) and a feature an attribute.
  void add_row(std::uint32_t label, std::span<const std::uint64_t> attributes);
  /// One more class of what the row before is of.
  void add_row(std::uint32_t label);
  /// Ends the group: `right` is its right row, counted in the group. One without an alternative is dropped.
  void end_group(std::size_t right);

  std::size_t attributes() const noexcept { return columns_.size(); }
  std::size_t rows() const noexcept { return labels_.size(); }
  std::size_t groups() const noexcept { return right_.size(); }
  std::size_t begin(std::size_t group) const noexcept { return group == 0 ? 0 : ends_[group - 1]; }
  std::size_t end(std::size_t group) const noexcept { return ends_[group]; }
  std::size_t right(std::size_t group) const noexcept { return right_[group]; }
  std::uint32_t label(std::size_t row) const noexcept { return labels_[row]; }
  const std::vector<std::uint32_t>& labels() const noexcept { return labels_; }
  /// Rows that share their attributes have the same source, a number below sources().
  std::uint32_t source(std::size_t row) const noexcept { return sources_[row]; }
  std::size_t sources() const noexcept { return columns_.empty() ? 0 : columns_.front().size(); }
  /// By source.
  const std::vector<std::uint32_t>& column(std::size_t attribute) const noexcept { return columns_[attribute]; }

 private:
  std::vector<std::vector<std::uint32_t>> columns_;  // values, hashed, by source
  std::vector<std::uint32_t> sources_;
  std::vector<std::uint32_t> labels_;
  std::vector<std::size_t> ends_;
  std::vector<std::size_t> right_;  // a row, by group
};

}  // namespace espalier::selection
