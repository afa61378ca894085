// The features of places in a sentence, by a compiled program. One extractor a thread and program; memory is reused.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "features/program.h"

namespace espalier::features {

inline constexpr std::uint64_t kFinishFactor = 0xD6E8FEB86659FD93;

/// Spreads a sum of products over all bits; never 0, which tables keep for "empty".
constexpr std::uint64_t finish(std::uint64_t sum) noexcept {
  const std::uint64_t product = (sum ^ (sum >> 32)) * kFinishFactor;
  const std::uint64_t mixed = product ^ (product >> 32);
  return mixed == 0 ? 1 : mixed;
}

/// finish() as an object, which a loop that calls it can take in whole, and which finishes vectors of sums, too.
struct Finish {
  std::uint64_t operator()(std::uint64_t sum) const noexcept { return finish(sum); }
  template <class Vector>
  [[gnu::always_inline]] void each(Vector& sums) const noexcept {
    sums = (sums ^ (sums >> 32)) * kFinishFactor;
    sums ^= sums >> 32;
    sums -= static_cast<Vector>(sums == 0);  // true is -1
  }
};

/// For programs without state attributes.
struct NoState {
  std::uint64_t operator()(std::uint8_t, std::int32_t) const noexcept { return kNone; }
};

class Extractor {
 public:
  /// Sums what depends on one place. Both must outlive the calls of features().
  void prepare(const Program& program, const Encoded& sentence);
  /// The same in two steps, for those who do not ask of every word: start(), then prepare_at() each node among the
  /// places of a call that the program reads the sentence at.
  void start(const Program& program, const Encoded& sentence);
  /// REQUIRES a node 0..words().
  void prepare_at(std::int32_t node);

  /// The features for `places` (a node for each slot of the program; -1: there is none), good until the next call.
  /// `state(attribute, node)`, or `state(attribute, node, slot)` where places are more than their nodes, answers for
  /// what only the parser knows, or kAbsent.
  template <class StateOf = NoState>
  std::span<const std::uint64_t> features(std::span<const std::int32_t> places, const StateOf& state = {}) {
    add_up(places, state);
    return finish_all(places);
  }

  /// The sums that finish() makes features of, for a caller that does this on the way into a table: in an order of the
  /// program's own, the same at every call. REQUIRES a program without bags.
  template <class StateOf = NoState>
  std::span<const std::uint64_t> sums(std::span<const std::int32_t> places, const StateOf& state = {}) {
    if (program_->is_one_row()) return row(places, 0);
    add_up(places, state);
    if (!dropped_.empty()) return remaining_sums();
    return std::span(sums_).first(program_->size());
  }

  /// Some templates have bags, so that features() must be asked, not sums().
  bool has_bags() const noexcept { return program_->fixed() < program_->size(); }

  /// As features(), and says which template of the program each comes from.
  template <class StateOf, class Visit>
  void visit(std::span<const std::int32_t> places, const StateOf& state, Visit&& visit) {
    const auto all = features(places, state);
    std::size_t given = 0;  // of the fixed templates
    for (std::size_t at = 0; at < program_->fixed(); ++at) {
      if (std::find(dropped_.begin(), dropped_.end(), at) == dropped_.end()) visit(at, all[given++]);
    }
    for (std::size_t i = 0; i < origin_.size(); ++i) visit(origin_[i], all[given + i]);
  }

 private:
  /// `state` is asked once for each attribute and slot, however many templates read it.
  template <class StateOf>
  void add_up(std::span<const std::int32_t> places, const StateOf& state) {
    add_sources(places);
    dropped_.clear();
    for (const Program::Question& question : program_->questions_) {
      const std::uint64_t value = ask(state, question, places);
      if (value == kAbsent) drop(question);
      for (const Program::State& term : question.terms) sums_[term.at] += value * term.odd;
    }
    if (!program_->binary_.empty()) add_pairs(places);
  }
  template <class StateOf>
  static std::uint64_t ask(const StateOf& state, const Program::Question& question,
                           std::span<const std::int32_t> places) {
    if constexpr (std::is_invocable_v<const StateOf&, std::uint8_t, std::int32_t, std::uint8_t>) {
      return state(question.state, places[question.slot], question.slot);
    } else {
      return state(question.state, places[question.slot]);
    }
  }
  /// What prepare() made for one of the first sources, which are slots.
  std::span<const std::uint64_t> row(std::span<const std::int32_t> places, std::size_t source) const noexcept {
    const std::size_t width = program_->widths_[source];
    const std::int32_t at = places[program_->unary_slots_[source]] + 1;
    return {rows_[source].data() + static_cast<std::size_t>(at) * width, width};
  }
  void add_sources(std::span<const std::int32_t> places);
  void add_pairs(std::span<const std::int32_t> places);
  void drop(const Program::Question& question);
  std::span<const std::uint64_t> remaining_sums();
  std::span<const std::uint64_t> finish_all(std::span<const std::int32_t> places);
  void drop_absent();
  void add_bags(std::span<const std::int32_t> places);
  std::span<const std::uint64_t> bag_values(const Program::Bag& bag, std::span<const std::int32_t> places);

  const Program* program_ = nullptr;
  const Encoded* sentence_ = nullptr;
  std::vector<std::vector<std::uint64_t>> rows_;  // by source that is a slot: rows by node + 1
  std::vector<const std::uint64_t*> at_;          // the row of each source, for the places
  std::vector<std::uint64_t> sums_;
  std::vector<std::uint64_t> out_;
  std::vector<std::uint64_t> partial_;  // of one template, growing bag by bag
  std::vector<std::uint64_t> next_;
  std::vector<std::uint64_t> values_;   // distinct values of a pair bag
  std::vector<std::uint32_t> dropped_;  // templates without a feature, for a state that does not hold
  std::vector<std::uint32_t> origin_;   // template of each feature after the fixed ones
};

}  // namespace espalier::features
