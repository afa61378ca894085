// A sentence as numbers: the one place where strings are hashed.
//
// A column is one attribute of every word, as 64-bit values: the hash of the text itself, so no vocabulary is kept and
// a word never seen in training simply meets no weight. Parsers ask for columns once, when their templates are
// compiled; templates that share an attribute share the column. Cost: one pass over the words a column.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "espalier/sentence.h"
#include "features/attribute.h"
#include "features/form_cache.h"
#include "features/template.h"
#include "features/word_text.h"

namespace espalier::features {

/// Values that stand for no text.
inline constexpr std::uint64_t kNone = 0x9E6C63D0876A9A47;    ///< there is no such word
inline constexpr std::uint64_t kRoot = 0xD1B54A32D192ED03;    ///< the artificial root
inline constexpr std::uint64_t kBefore = 0xABC98388FB8FAC03;  ///< before the root
inline constexpr std::uint64_t kAfter = 0x8CB92BA72F3D8DD7;   ///< after the last word

/// What a parser answers for a state attribute that does not hold: the template then gives no feature.
inline constexpr std::uint64_t kAbsent = 0;

/// The value of a number or of a class of distances.
constexpr std::uint64_t number_value(std::uint64_t number) noexcept {
  std::uint64_t x = number + 0x9E3779B97F4A7C15;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
  return x ^ (x >> 31);
}

/// Counts in few classes: 0 to 4 themselves, then 5-6, 7-9, 10 and more.
constexpr std::uint64_t count_bin(std::uint64_t count) noexcept {
  return count < 5 ? count : count < 7 ? 5 : count < 10 ? 6 : 7;
}

/// The columns that a set of programs reads.
class ColumnSet {
 public:
  struct Spec {
    AttributeId id;
    std::vector<std::string> parameters;
    friend bool operator==(const Spec&, const Spec&) = default;
  };

  /// The number of the column, new or not. Running counts (kCount) are plain numbers, not values.
  std::uint32_t add(AttributeId id, std::vector<std::string> parameters = {});
  const std::vector<Spec>& specs() const noexcept { return specs_; }

 private:
  std::vector<Spec> specs_;
};

/// Whether the values of a column come from this field of the words.
bool reads_field(const ColumnSet::Spec& spec, Column field);
/// The name of the extra column that they come from; empty: from none.
std::string_view extra_name(const ColumnSet::Spec& spec) noexcept;

/// Whether the values of a column come from the form of the word itself and nothing else.
bool reads_form_alone(const ColumnSet::Spec& spec) noexcept;

/// The columns of one sentence; memory is reused from one to the next.
class Encoded {
 public:
  std::int32_t words() const noexcept { return words_; }
  /// `node` from -kMaxOffset to words() + kMaxOffset.
  std::uint64_t value(std::uint32_t column, std::int32_t node) const noexcept { return of(column)[node]; }
  /// A column by node; valid from -kMaxOffset on.
  const std::uint64_t* of(std::uint32_t column) const noexcept {
    return values_.data() + column * stride_ + kMaxOffset;
  }
  /// For columns that only their owner can fill (kDict). REQUIRES a node 1..words().
  void set(std::uint32_t column, std::int32_t node, std::uint64_t value) noexcept {
    values_[column * stride_ + kMaxOffset + static_cast<std::size_t>(node)] = value;
  }
  /// What a FormCache numbers the form of a word 1..words() by; kNoForm where there was none.
  std::uint64_t form_id(std::int32_t node) const noexcept {
    return forms_.empty() ? FormCache::kNoForm : forms_[static_cast<std::size_t>(node)];
  }
  /// The words whose form was not in the cache, ascending.
  std::span<const std::int32_t> new_forms() const noexcept { return new_forms_; }
  /// The values of a bag column (kMorph) at a node 0..words(); empty elsewhere.
  std::span<const std::uint64_t> bag(std::uint32_t column, std::int32_t node) const noexcept;

 private:
  friend class Encoder;
  std::int32_t words_ = 0;
  std::size_t stride_ = 0;
  std::vector<std::uint64_t> values_;  // by column, then node; for a bag column: where its values begin in bags_
  std::vector<std::uint64_t> bags_;    // all bags, one after the other
  std::vector<std::uint64_t> forms_;   // by node; empty: without a cache
  std::vector<std::int32_t> new_forms_;
  std::string scratch_;
  LowerForms lower_;
};

class Encoder {
 public:
  Encoder() = default;
  explicit Encoder(ColumnSet columns);
  const ColumnSet& columns() const noexcept { return columns_; }
  /// Whether any of the columns comes from extra columns.
  bool reads_extra() const noexcept;
  bool reads_extra(std::string_view name) const noexcept;
  void encode(const Sentence& sentence, Encoded& out, const ExtraColumns* extra = nullptr) const;
  /// The same with a cache, which no other encoder may use. Columns of dictionaries are filled in, too, but those of
  /// new_forms(): their owner fills them in and calls keep_forms() then.
  void encode(const Sentence& sentence, Encoded& out, FormCache& cache) const;
  void keep_forms(const Sentence& sentence, Encoded& out, FormCache& cache) const;
  /// Again the columns that read a field of the words, which has changed since encode(). REQUIRES the same words.
  void encode_again(const Sentence& sentence, Column field, Encoded& out, const ExtraColumns* extra = nullptr) const;
  /// Again the columns that read extra columns, which have changed since encode(). REQUIRES the same words.
  void encode_extra(const Sentence& sentence, const ExtraColumns& extra, Encoded& out) const;

 private:
  void start(const Sentence& sentence, Encoded& out) const;
  void encode_forms(const Sentence& sentence, Encoded& out, FormCache& cache) const;

  ColumnSet columns_;
  std::vector<std::uint32_t> form_columns_;  // those that a cache keeps: of the form alone, and dictionaries
  std::vector<std::uint32_t> other_columns_;
};

}  // namespace espalier::features
