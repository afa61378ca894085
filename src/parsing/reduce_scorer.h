// Scores of shift-reduce actions in a state, by the [reduce] templates, remembered within a sentence.
//
// Idea: features depend on the few nodes that the templates look at, so the items of a beam, which differ in what they
// did long ago, share most of their scores; and a word that was just shifted looks as it does when it was left alone,
// so that a greedy parser asks the table two times a word and not three. (Huang and Sagae 2010 merge states by this.)
// Invariant: equal keys have equal features; a key is a hash of 64 bits, as features are.
// Cost: a row of scores for each state that looks new; all rows are forgotten when there are too many.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/memo.h"
#include "learning/frozen_labels.h"
#include "learning/training_table.h"
#include "parsing/constituency_schema.h"
#include "parsing/feature_sums.h"

namespace espalier::parsing {

/// The weights while they are learned.
struct LearningReductions {
  using Number = float;
  const learning::TrainingTable& table;
  template <class State>
  void add(features::Extractor& extractor, const ReducePlaces& places, const State& state, float* scores) const {
    table.add_scores(extractor.features(places.words, state), scores);
  }
};

/// The weights of a model.
struct TrainedReductions {
  using Number = std::int32_t;
  const learning::FrozenLabels& table;
  template <class State>
  void add(features::Extractor& extractor, const ReducePlaces& places, const State& state, std::int32_t* scores) const {
    add_features(table, extractor, scores, places.words, state);
  }
};

/// One a thread.
template <class Table>
class ReduceScorer {
 public:
  using Number = typename Table::Number;

  /// All must outlive the calls of score().
  void prepare(const ConstituencyPrograms& programs, const features::Encoded& sentence, std::size_t actions) {
    programs_ = &programs;
    tags_ = sentence.of(programs.tags());
    actions_ = actions;
    extractor_.prepare(programs.reduce(), sentence);
    scored_ = 0;
    forget();
  }

  /// By action; good until the next call.
  std::span<const Number> score(const decoding::ReduceState& state, const Table& table) {
    if (rows_.size() > kMost) forget();
    programs_->places().find(state, places_);
    const std::size_t first = memo_.get(key_of(state), [&] {
      const std::size_t at = rows_.size();
      rows_.resize(at + actions_, 0);
      table.add(extractor_, places_, answers(state), rows_.data() + at);
      ++scored_;
      return at;
    });
    return {rows_.data() + first, actions_};
  }

  std::span<const std::uint64_t> features(const decoding::ReduceState& state) {
    programs_->places().find(state, places_);
    return extractor_.features(places_.words, answers(state));
  }

  /// How many states were scored since prepare().
  std::size_t scored() const noexcept { return scored_; }

 private:
  // What a sentence of ten thousand words would remember is more than it is worth.
  static constexpr std::size_t kMost = std::size_t{1} << 22;

  void forget() {
    memo_.start();
    rows_.clear();
  }

  ReduceStateOf answers(const decoding::ReduceState& state) const noexcept { return {state, places_, tags_}; }

  std::uint64_t key_of(const decoding::ReduceState& state) const noexcept {
    // A sum of products with factors of their own, none of which waits for another.
    std::uint64_t key = 0;
    std::uint64_t factor = 0x9E3779B97F4A7C15;
    const ReduceStateOf answer = answers(state);
    for (std::size_t slot = 0; slot < places_.words.size(); ++slot) {
      const std::int32_t node = places_.nodes[slot];
      std::uint64_t value = static_cast<std::uint32_t>(places_.words[slot] + 1);
      if (node >= 0) {
        value |= static_cast<std::uint64_t>(state.node(node).label + 2) << 32;
        if (programs_->asks_size()) value |= answer.size_of(node) << 56;
      }
      key += (value + 1) * factor;
      factor = (factor << 7 | factor >> 57) + 0x632BE59BD9B4E018;
    }
    return features::finish(key);
  }

  const ConstituencyPrograms* programs_ = nullptr;
  const std::uint64_t* tags_ = nullptr;
  std::size_t actions_ = 0;
  std::size_t scored_ = 0;
  features::Extractor extractor_;
  ReducePlaces places_;
  base::Memo<std::size_t> memo_;  // where the row begins
  std::vector<Number> rows_;
};

}  // namespace espalier::parsing
