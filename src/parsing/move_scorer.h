// Scores of moves in a configuration, by the [move] templates.
//
// Idea: what depends on one word of the stack or of the buffer is summed once a sentence, as a vector of one score a
// move; a configuration adds a handful of those vectors to what its own templates say. For a beam, what depends on two
// of these words is remembered, too: items meet the same pairs. Weights do not change within a sentence, so this holds
// in training, too. Invariant: the sum over all templates, in any grouping.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/memo.h"
#include "decoding/configuration.h"
#include "decoding/transition_system.h"
#include "learning/frozen_moves.h"
#include "learning/training_table.h"
#include "parsing/feature_sums.h"
#include "parsing/transition_schema.h"

namespace espalier::parsing {

/// Which class of the tables a move is: its rank among the moves of the system. Class 0 is the reference that trained
/// tables take off all others (FrozenMoves): enough to choose a move of a configuration, but where sums over different
/// configurations are compared, as a beam does, no move may be it, and classes begin at 1.
class MoveClasses {
 public:
  explicit MoveClasses(decoding::MoveSet moves, std::uint32_t first = 0) : count_(first) {
    for (const decoding::Move move : moves) class_of_[static_cast<std::size_t>(move)] = count_++;
  }
  std::uint32_t count() const noexcept { return count_; }
  std::uint32_t of(decoding::Move move) const noexcept { return class_of_[static_cast<std::size_t>(move)]; }

 private:
  std::array<std::uint32_t, decoding::kMoveKinds> class_of_{};
  std::uint32_t count_;
};

/// Scores by class.
template <class Number>
using MoveScores = std::array<Number, decoding::kMoveKinds>;

/// The weights while they are learned.
struct LearningMoves {
  using Number = float;
  const learning::TrainingTable& table;
  template <class Places, class... State>
  void add(features::Extractor& extractor, const Places& places, MoveScores<Number>& scores,
           const State&... state) const noexcept {
    table.add_scores(extractor.features(places, state...), scores.data());
  }
};

/// The weights of a model: integers, class 0 the reference.
struct TrainedMoves {
  using Number = std::int32_t;
  const learning::FrozenMoves& table;
  template <class Places, class... State>
  void add(features::Extractor& extractor, const Places& places, MoveScores<Number>& scores,
           const State&... state) const noexcept {
    add_features(table, extractor, scores.data() + 1, places, state...);
  }
};

/// One a thread.
template <class Table>
class MoveScorer {
 public:
  using Number = typename Table::Number;

  /// Sums what words alone decide. All must outlive the calls of score().
  void prepare(const TransitionPrograms& programs, const features::Encoded& sentence, const Table& table) {
    programs_ = &programs;
    for (std::size_t place = 0; place < kMovePlaces; ++place) score_words(place, sentence, table);
    pair_extractors_.resize(programs.pairs().size());
    for (std::size_t i = 0; i < pair_extractors_.size(); ++i) {
      pair_extractors_[i].prepare(programs.pairs()[i].program, sentence);
    }
    pairs_.start();
    pair_lookups_ = 0;
    rest_.prepare(programs.rest(), sentence);
  }

  MoveScores<Number> score(const decoding::Configuration& c, const Table& table) {
    return score(c, programs_->rest_places().find(c, scratch_), table);
  }
  /// For the places that the programs' rest() reads, when they are known already.
  MoveScores<Number> score(const decoding::Configuration& c, std::span<const std::int32_t> places, const Table& table) {
    MoveScores<Number> scores{};
    for (std::size_t place = 0; place < kMovePlaces; ++place) {
      if (words_[place].empty()) continue;
      const auto& sums = words_[place][static_cast<std::size_t>(node_at(c, place)) + 1];
      for (std::size_t k = 0; k < scores.size(); ++k) scores[k] += sums[k];
    }
    for (std::size_t pair = 0; pair < pair_extractors_.size(); ++pair) {
      const auto nodes = pair_nodes(pair, c);
      const auto& sums = pairs_.get(pair_key(pair, nodes), [&] {
        MoveScores<Number> made{};
        table.add(pair_extractors_[pair], pair_places(pair, nodes), made);
        pair_lookups_ += programs_->pairs()[pair].program.size();
        return made;
      });
      for (std::size_t k = 0; k < scores.size(); ++k) scores[k] += sums[k];
    }
    table.add(rest_, places, scores, MoveStateOf{c});
    return scores;
  }

  /// Calls use(features) for the features of all templates, in a few parts.
  template <class Use>
  void visit_features(const decoding::Configuration& c, const Use& use) {
    for (std::size_t place = 0; place < kMovePlaces; ++place) {
      if (!words_[place].empty()) use(place_features(place, node_at(c, place)));
    }
    for (std::size_t pair = 0; pair < pair_extractors_.size(); ++pair) {
      use(pair_extractors_[pair].features(pair_places(pair, pair_nodes(pair, c))));
    }
    use(rest_.features(programs_->rest_places().find(c, scratch_), MoveStateOf{c}));
  }

  /// Templates of pairs that were looked up since prepare().
  std::uint64_t pair_lookups() const noexcept { return pair_lookups_; }

 private:
  using PairNodes = std::array<std::int32_t, 2>;

  PairNodes pair_nodes(std::size_t pair, const decoding::Configuration& c) const noexcept {
    const auto& places = programs_->pairs()[pair].places;
    return {node_at(c, places[0]), node_at(c, places[1])};
  }
  static std::uint64_t pair_key(std::size_t pair, const PairNodes& nodes) noexcept {
    const auto both =
        static_cast<std::uint64_t>(static_cast<std::uint32_t>(nodes[0])) << 32 | static_cast<std::uint32_t>(nodes[1]);
    return features::finish(both * 0x9E3779B97F4A7C15 + pair);
  }
  std::span<const std::int32_t> pair_places(std::size_t pair, const PairNodes& nodes) noexcept {
    const auto& places = programs_->pairs()[pair].places;
    places_[places[0]] = nodes[0];
    places_[places[1]] = nodes[1];
    return places_;
  }

  std::span<const std::uint64_t> place_features(std::size_t place, std::int32_t node) {
    places_.fill(node);
    return extractors_[place].features(places_);
  }

  void score_words(std::size_t place, const features::Encoded& sentence, const Table& table) {
    words_[place].clear();
    const features::Program& program = programs_->of_place(place);
    if (program.empty()) return;
    extractors_[place].prepare(program, sentence);
    words_[place].resize(static_cast<std::size_t>(sentence.words()) + 2);
    for (std::int32_t node = -1; node <= sentence.words(); ++node) {
      auto& scores = words_[place][static_cast<std::size_t>(node) + 1];
      scores.fill(0);
      places_.fill(node);
      table.add(extractors_[place], places_, scores);
    }
  }

  const TransitionPrograms* programs_ = nullptr;
  std::array<features::Extractor, kMovePlaces> extractors_;
  std::array<std::vector<MoveScores<Number>>, kMovePlaces> words_;  // by place; node + 1
  std::array<std::int32_t, 8> places_;                              // all anchors of the schema
  std::vector<features::Extractor> pair_extractors_;
  base::Memo<MoveScores<Number>> pairs_;
  std::uint64_t pair_lookups_ = 0;
  features::Extractor rest_;
  std::vector<std::int32_t> scratch_;
};

}  // namespace espalier::parsing
