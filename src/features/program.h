// Templates compiled to a flat program, with an analysis of what each term depends on.
//
// Idea: the feature of a template is mix(Σ value_k · odd_k + seed): a sum, so the terms may be added in any order and
// grouping. Terms that look at one place alone are summed once a sentence for every word; terms that depend only on a
// distance are rows of a table made with the program: these are the sources of a sum. A source has numbers only for the
// templates that read it, and templates that read the same sources are a group, beside each other in the rows of all of
// them; so the sums of a group are one pass over a handful of rows, and nothing is touched that no template asks for.
// Only terms of two words that read the sentence, bags, and what the parser alone knows are computed one by one.
// Invariants: a feature depends on the template's canonical text and on the values, not on the list it stands in, so
// that templates may be added or dropped without renaming the features of the others. The seed of a template is in the
// numbers of the first of its sources; one without any has its seed in a source of its own, which is constant.
// Cost: one addition a template and source; prepare() is one multiplication a term and word.
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

/// Rows have so many numbers behind the last, to be read and not used: sums are made by fours.
inline constexpr std::size_t kBehind = 3;

class Program {
 public:
  Program() = default;
  /// Adds the columns it reads to `columns`.
  Program(const Schema& schema, const std::vector<Template>& templates, ColumnSet& columns);

  /// Templates.
  std::size_t size() const noexcept { return order_.size(); }
  bool empty() const noexcept { return order_.empty(); }
  /// Templates without bags: they give one feature each, in this order, before those with bags.
  std::size_t fixed() const noexcept { return fixed_; }
  /// Which template of the list given stands at position `at` of the program.
  std::size_t source(std::size_t at) const noexcept { return order_[at]; }
  /// What it reads of the sentence it reads at the first anchor, or as far from it as offsets go.
  bool reads_first_anchor_alone() const noexcept {
    return unary_slots_.size() <= 1 && (unary_slots_.empty() || unary_slots_[0] == 0) && bags_.empty() &&
           binary_.empty() && deltas_.empty();
  }
  /// The schema's anchors, in order, then other places.
  const std::vector<PlaceSlot>& slots() const noexcept { return slots_; }

 private:
  friend class Extractor;

  // In the following `at` is a place among the sums, except for bags, where it is a position of the program.
  struct Unary {  // a term that reads one place
    std::uint32_t at;
    std::uint32_t column;
    std::uint64_t odd;
    std::uint32_t source;  // one of the first sources, which are slots
    std::int8_t offset;
    bool first = false;         // of its source and template: nothing is there yet
    std::uint32_t element = 0;  // of the source's rows
    std::uint64_t start = 0;    // where it is the first: the seed or nothing
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
  };
  struct Question {  // what is asked of the parser, once for all terms
    std::uint8_t state;
    std::uint8_t slot;
    std::vector<State> terms;
  };
  struct DeltaTerm {
    std::uint32_t at;
    std::uint64_t odd;
    AttributeId id;
    std::vector<int> bins;
  };
  struct DeltaTable {  // rows by distance, see delta_row()
    std::uint8_t first;
    std::uint8_t second;
    std::vector<DeltaTerm> terms;
    std::vector<std::uint64_t> rows;
  };
  struct Group {
    std::uint32_t templates;
    std::uint32_t parts;
  };
  struct Part {  // where in the rows of a source a group begins
    std::uint32_t source;
    std::uint32_t first;
  };
  struct Run {  // neighbours among the sums that are neighbours in the program
    std::uint32_t first;
    std::uint32_t size;
  };
  struct GroupBuilder;

  /// All templates read one place of the sentence and nothing else: its row is the sums.
  bool is_one_row() const noexcept {
    return unary_slots_.size() == 1 && groups_.size() == 1 && deltas_.empty() && binary_.empty() && questions_.empty();
  }

  void compile(const Term& term, std::size_t position, std::uint32_t at, ColumnSet& columns);
  void compile_pair(const Term& term, std::uint64_t odd, std::uint32_t at, ColumnSet& columns);
  std::uint8_t slot(const Address& address);
  std::uint32_t unary_source(std::uint8_t slot);
  DeltaTable& delta_table(const Term& term);
  Question& question(std::uint8_t state, std::uint8_t slot);
  void arrange(std::span<const std::uint64_t> seeds);
  void place_terms(const GroupBuilder& groups, std::span<const std::uint64_t> seeds);
  void fill_delta(DeltaTable& table, std::uint32_t source, const GroupBuilder& groups,
                  std::span<const std::uint64_t> seeds);

  std::size_t fixed_ = 0;
  std::vector<std::size_t> order_;
  std::vector<PlaceSlot> slots_;
  // The sources: slots, then tables of distances, then seeds.
  std::vector<std::uint8_t> unary_slots_;
  std::vector<DeltaTable> deltas_;
  std::vector<std::uint64_t> constants_;
  std::vector<std::uint32_t> widths_;  // of a row, by source
  std::vector<Group> groups_;          // by the number of parts
  std::vector<Part> parts_;            // of all groups, one after the other
  std::vector<std::uint32_t> inner_;   // place among the sums, by position of the program
  std::vector<std::uint32_t> outer_;   // the other way
  std::vector<Run> runs_;              // the sums of the fixed templates, in the order of the program
  std::vector<Unary> unary_;
  std::vector<Binary> binary_;
  std::vector<Bag> bags_;
  std::vector<Question> questions_;
};

}  // namespace espalier::features
