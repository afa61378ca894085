// Templates compiled to a flat program, with an analysis of what each term depends on.
//
// Idea: the feature of a template is mix(Σ value_k · odd_k + seed): a sum, so the terms may be added in any order and
// grouping. Terms that look at one place alone are summed once a sentence for every word (a row of one number a
// template); terms that depend only on a distance are rows of a table made with the program; so the features of an arc
// are a handful of row additions and one multiplication each. Only terms of two words that read the sentence, bags, and
// what the parser alone knows are computed one by one.
// Invariant: a feature depends on the template's canonical text and on the values, not on the list it stands in, so
// that templates may be added or dropped without renaming the features of the others.
// Cost: one addition a template, place and distance; prepare() is one multiplication a term and word.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "features/encoding.h"
#include "features/template.h"

namespace espalier::features {

/// A place that the program reads: one of the schema's anchors, or a chain of functions from one.
struct PlaceSlot {
  std::uint8_t anchor = 0;
  std::vector<std::uint8_t> functions;
  friend bool operator==(const PlaceSlot&, const PlaceSlot&) = default;
};

class Program {
 public:
  Program() = default;
  /// Adds the columns it reads to `columns`.
  Program(const Schema& schema, const std::vector<Template>& templates, ColumnSet& columns);

  /// Templates.
  std::size_t size() const noexcept { return seeds_.size(); }
  bool empty() const noexcept { return seeds_.empty(); }
  /// Templates without bags: they give one feature each, in this order, before those with bags.
  std::size_t fixed() const noexcept { return fixed_; }
  /// Which template of the list given stands at position `at` of the program.
  std::size_t source(std::size_t at) const noexcept { return order_[at]; }
  /// The schema's anchors, in order, then other places.
  const std::vector<PlaceSlot>& slots() const noexcept { return slots_; }

 private:
  friend class Extractor;

  struct Unary {  // a term that reads one place
    std::uint32_t at;
    std::uint32_t column;
    std::uint64_t odd;
    std::uint8_t slot;
    std::int8_t offset;
  };
  struct Binary {  // kPair: value of two places that reads the sentence
    std::uint32_t at;
    std::uint32_t column;
    std::uint64_t odd;
    AttributeId id;
    std::uint8_t first;
    std::uint8_t second;
  };
  struct Bag {  // kBag (second unused) and kPairBag, by template, in order
    std::uint32_t at;
    std::uint32_t column;
    std::uint64_t odd;
    bool pair;
    std::uint8_t first;
    std::uint8_t second;
    std::int8_t offset;
  };
  struct State {
    std::uint32_t at;
    std::uint64_t odd;
    std::uint8_t state;
    std::uint8_t slot;
  };
  struct DeltaTable {  // rows by distance, see delta_row()
    std::uint8_t first;
    std::uint8_t second;
    std::vector<std::uint64_t> rows;
  };

  void compile(const Term& term, std::size_t position, std::uint32_t at, ColumnSet& columns);
  void compile_pair(const Term& term, std::uint64_t odd, std::uint32_t at, ColumnSet& columns);
  std::uint8_t slot(const Address& address);
  void add_delta(const Term& term, std::uint64_t odd, std::uint32_t at);

  std::size_t fixed_ = 0;
  std::vector<std::size_t> order_;
  std::vector<std::uint64_t> seeds_;
  std::vector<PlaceSlot> slots_;
  std::vector<std::uint8_t> unary_slots_;  // those that have sums
  std::vector<Unary> unary_;
  std::vector<Binary> binary_;
  std::vector<Bag> bags_;
  std::vector<State> states_;
  std::vector<DeltaTable> deltas_;
};

}  // namespace espalier::features
