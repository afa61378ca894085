// Beam search: the best sequences of moves, as far as a beam of so many configurations can tell.
//
// Idea: all items make a step at once; of all their successors the best `width` stay. The score of an item is the sum
// of the scores of its moves. Items that have come to an end stay as they are and go on competing with their sums:
// where systems have paths of different lengths (arc-eager, swap, Covington) nothing is normalised, and training, which
// compares in the same way, learns what moves are worth. The search is over when all items are final. Items that are
// behind the best one by more than the gap go, too: where a model is sure the beam narrows to one item, and most of a
// sentence costs what greedy search costs.
//
// Merging (dynamic programming), where a system can tell by a key that two configurations have the same ways to go on
// with the same scores (ShiftReduce): of those that a step makes, the best goes on for all, and the others stay as
// other ways to come to its link, from which beam_paths.h finds the best sequences. So the beam has room for
// configurations that do differ; without a limit of width it finds the same best sequences.
//
// Invariants: items are ordered, the best first; equal scores keep the order of their parents and, below one parent, of
// the moves, so that results are the same everywhere, and a beam of one is the greedy parser. An item's configuration
// is moved on in place for its last surviving successor and copied for the others, so `width` configurations are
// enough: at any time there are no more of them than items of the new generation.
// Cost: a step asks the scorer once for each item; selection is O(width) and a copy as long as the state (O(n) of a
// configuration, O(1) of a ReduceState). Nothing is allocated once a sentence as long has been parsed with a beam as
// wide (the list of links grows to the longest path seen).
// Papers: Zhang and Clark 2008; Collins and Roark 2004 (early update); Huang, Fayong and Guo 2012 (max-violation);
// Huang and Sagae 2010 (merging).
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "base/memo.h"
#include "decoding/configuration.h"
#include "decoding/index.h"

namespace espalier::decoding {

/// The system has a key of what a configuration will be after a move: equal for those that may be one.
template <class System, class State, class Step>
concept MergesStates = requires(const State& state, Step step) {
  { System::key_after(state, step) } -> std::same_as<std::uint64_t>;
};

/// One a thread; memory is kept between sentences. Score: a sum of what the scorer gives. State and Step: what the
/// system calls a configuration and a move.
template <class Score, class State = Configuration, class Step = Move>
class Beam {
 public:
  struct Item {
    Score score{};
    std::int32_t link = -1;  ///< the last move; -1: none so far
    std::int32_t slot = 0;   ///< where its configuration is
    bool is_final = false;
  };

  /// Another way to where a link leads: from another link, by a move, worth so much less.
  struct Other {
    std::int32_t before = -1;
    Step move{};
    Score loss{};
    std::int32_t next = -1;  ///< the next one of the same link; -1: there is none
  };

  /// The start of a sentence; `setup`: what a state wants to know besides its length (Roots, for configurations).
  /// REQUIRES words >= 0, width > 0, gap >= 0.
  template <class System, class Setup>
  void start(std::int32_t words, Setup setup, std::int32_t width, Score gap = std::numeric_limits<Score>::max());
  /// After start(): from now on, states of the same key are one. REQUIRES a system that has keys, and states that were
  /// set up for it.
  void merge_states() noexcept { merges_ = true; }

  /// One step of all items that are not final. `scorer(configuration, legal moves)` gives something that has, for each
  /// legal move, its score by [move]. False, and nothing done, when all are final.
  template <class System, class Scorer>
  bool step(Scorer&& scorer);

  /// The best first; never empty after start().
  std::span<const Item> items() const noexcept { return items_; }
  const State& configuration(const Item& item) const noexcept { return slots_[to_index(item.slot)]; }
  State& configuration(const Item& item) noexcept { return slots_[to_index(item.slot)]; }
  /// How an item came about: which item of the last generation it was, and by which move. The same item without a
  /// move, if it was final already.
  std::int32_t parent(std::size_t item) const noexcept { return chosen_[item].parent; }
  /// The move that a link stands for, and the link before it.
  Step move(std::int32_t link) const noexcept { return links_[to_index(link)].move; }
  std::int32_t before(std::int32_t link) const noexcept { return links_[to_index(link)].before; }
  /// The first of the other ways to where a link leads, or -1.
  std::int32_t others(std::int32_t link) const noexcept { return links_[to_index(link)].others; }
  const Other& other(std::int32_t number) const noexcept { return others_[to_index(number)]; }
  /// How many states were merged into others since the start.
  std::size_t merged() const noexcept { return others_.size(); }
  /// The moves up to a link, the first one first.
  void path(std::int32_t link, std::vector<Step>& out) const;

 private:
  struct Link {
    std::int32_t before;
    Step move;
    std::int32_t others = -1;
  };
  struct Candidate {
    Score score{};
    std::int32_t parent = 0;
    std::int32_t order = 0;  // of making: breaks ties
    Step move{};
    bool is_kept = false;  // a final item, which makes no move
  };
  static bool better(const Candidate& a, const Candidate& b) noexcept {
    return a.score != b.score ? a.score > b.score : a.order < b.order;
  }
  // Where there are so many candidates for a place of the beam, the worst go before all are there: systems of many
  // moves have far more than the beam has room for.
  static constexpr std::size_t kCrowd = 8;

  template <class System, class Scorer>
  void find_candidates(Scorer& scorer);
  void keep_best();
  void drop_behind();
  void choose();
  template <class System>
  void choose_merged();
  void remember_merged();
  template <class System>
  void advance();

  std::size_t width_ = 1;
  Score gap_{};
  std::int32_t longest_ = -1;  // words that all slots have room for
  std::vector<Item> items_;
  std::vector<Item> last_;
  std::vector<Candidate> chosen_;
  std::vector<std::int32_t> successors_;  // by item: how many are still to be made
  std::vector<std::int32_t> free_;        // slots
  std::vector<State> slots_;
  std::vector<Link> links_;

  struct Merged {
    std::int32_t item;  // of the new generation: what it is the same as
    Candidate candidate;
  };
  bool merges_ = false;
  std::vector<Candidate> kept_;
  std::vector<Merged> merged_;  // in this step
  std::vector<Other> others_;
  base::Memo<std::int32_t> numbers_;  // of kept candidates, by key
};

template <class Score, class State, class Step>
template <class System, class Setup>
void Beam<Score, State, Step>::start(std::int32_t words, Setup setup, std::int32_t width, Score gap) {
  width_ = to_index(width);
  gap_ = gap;
  if (slots_.size() < width_ || words > longest_) {
    if (slots_.size() < width_) slots_.resize(width_);
    longest_ = std::max(words, longest_);
    for (State& slot : slots_) slot.reset(longest_, setup);
  }
  slots_[0].reset(words, setup);
  free_.clear();
  for (std::int32_t slot = width - 1; slot > 0; --slot) free_.push_back(slot);
  links_.clear();
  merges_ = false;
  others_.clear();
  items_.assign(1, Item{});
  items_[0].is_final = System::is_final(slots_[0]);
  last_.reserve(width_);
  items_.reserve(width_);
}

template <class Score, class State, class Step>
template <class System, class Scorer>
bool Beam<Score, State, Step>::step(Scorer&& scorer) {
  if (std::all_of(items_.begin(), items_.end(), [](const Item& item) { return item.is_final; })) return false;
  find_candidates<System>(scorer);
  drop_behind();
  if constexpr (MergesStates<System, State, Step>) {
    merges_ ? choose_merged<System>() : choose();
  } else {
    choose();
  }
  advance<System>();
  if (merges_) remember_merged();
  return true;
}

template <class Score, class State, class Step>
template <class System, class Scorer>
void Beam<Score, State, Step>::find_candidates(Scorer& scorer) {
  chosen_.clear();
  std::int32_t order = 0;
  bool is_full = false;  // so many are better than `floor` already that nothing else has a chance
  Score floor{};
  for (std::int32_t parent = 0; parent < static_cast<std::int32_t>(items_.size()); ++parent) {
    const Item& item = items_[to_index(parent)];
    if (item.is_final) {
      chosen_.push_back({item.score, parent, order++, Step{}, true});
      continue;
    }
    const State& c = configuration(item);
    auto legal = System::legal(c);
    const auto scores = scorer(c, legal);
    for (const Step move : legal) {
      const Score score = item.score + static_cast<Score>(scores[static_cast<std::size_t>(move)]);
      ++order;
      if (is_full && score <= floor) continue;
      chosen_.push_back({score, parent, order, move, false});
    }
    // How many of them are one is not known yet where states are merged.
    if (merges_ || chosen_.size() < kCrowd * width_) continue;
    keep_best();
    is_full = true;
    floor = chosen_[width_ - 1].score;
  }
}

template <class Score, class State, class Step>
void Beam<Score, State, Step>::keep_best() {
  std::nth_element(chosen_.begin(), chosen_.begin() + static_cast<std::ptrdiff_t>(width_ - 1), chosen_.end(), better);
  chosen_.resize(width_);
}

template <class Score, class State, class Step>
void Beam<Score, State, Step>::drop_behind() {
  // Most candidates are too far behind to be worth ordering.
  const Score best = std::max_element(chosen_.begin(), chosen_.end(), [](const Candidate& a, const Candidate& b) {
                       return a.score < b.score;
                     })->score;
  std::erase_if(chosen_, [&](const Candidate& candidate) { return best - candidate.score > gap_; });
}

template <class Score, class State, class Step>
void Beam<Score, State, Step>::choose() {
  if (chosen_.size() > width_) keep_best();
  std::sort(chosen_.begin(), chosen_.end(), better);
}

// The best first, off a heap, until there are enough that differ: few candidates are ever asked for their keys.
template <class Score, class State, class Step>
template <class System>
void Beam<Score, State, Step>::choose_merged() {
  const auto worse = [](const Candidate& a, const Candidate& b) { return better(b, a); };
  std::make_heap(chosen_.begin(), chosen_.end(), worse);
  kept_.clear();
  merged_.clear();
  numbers_.start();
  while (!chosen_.empty() && kept_.size() < width_) {
    std::pop_heap(chosen_.begin(), chosen_.end(), worse);
    const Candidate candidate = chosen_.back();
    chosen_.pop_back();
    const auto number = static_cast<std::int32_t>(kept_.size());
    std::int32_t same = number;
    if (!candidate.is_kept) {
      const State& c = configuration(items_[to_index(candidate.parent)]);
      same = numbers_.get(System::key_after(c, candidate.move), [&] { return number; });
    }
    if (same == number) {
      kept_.push_back(candidate);
    } else {
      merged_.push_back({same, candidate});
    }
  }
  std::swap(chosen_, kept_);
}

template <class Score, class State, class Step>
void Beam<Score, State, Step>::remember_merged() {
  for (const Merged& merged : merged_) {
    const Item& item = items_[to_index(merged.item)];
    Link& link = links_[to_index(item.link)];
    others_.push_back({last_[to_index(merged.candidate.parent)].link, merged.candidate.move,
                       item.score - merged.candidate.score, link.others});
    link.others = static_cast<std::int32_t>(others_.size()) - 1;
  }
}

template <class Score, class State, class Step>
template <class System>
void Beam<Score, State, Step>::advance() {
  std::swap(items_, last_);
  successors_.assign(last_.size(), 0);
  for (const Candidate& candidate : chosen_) ++successors_[to_index(candidate.parent)];
  for (std::size_t i = 0; i < last_.size(); ++i) {
    if (successors_[i] == 0) free_.push_back(last_[i].slot);
  }
  items_.clear();
  for (const Candidate& candidate : chosen_) {
    Item item = last_[to_index(candidate.parent)];
    if (!candidate.is_kept) {
      if (--successors_[to_index(candidate.parent)] > 0) {
        const std::int32_t slot = free_.back();
        free_.pop_back();
        slots_[to_index(slot)] = slots_[to_index(item.slot)];
        item.slot = slot;
      }
      State& c = slots_[to_index(item.slot)];
      System::apply(c, candidate.move);
      links_.push_back({item.link, candidate.move, -1});
      item.link = static_cast<std::int32_t>(links_.size()) - 1;
      item.score = candidate.score;
      item.is_final = System::is_final(c);
    }
    items_.push_back(item);
  }
}

template <class Score, class State, class Step>
void Beam<Score, State, Step>::path(std::int32_t link, std::vector<Step>& out) const {
  out.clear();
  for (; link >= 0; link = before(link)) out.push_back(move(link));
  std::reverse(out.begin(), out.end());
}

/// Where training compares a wrong sequence of moves with the true one.
enum class BeamUpdate : std::uint8_t {
  kEarly,        ///< where the true one falls out of the beam, or at the end
  kMaxViolation  ///< where the best wrong one is ahead by most
};

/// The true sequence of moves of a sentence and what it is worth.
template <class Score, class Step = Move>
struct GoldPath {
  std::vector<Step> moves;
  std::vector<Score> scores;  ///< by number of moves made: their sum; scores[0] is 0
};

/// A wrong sequence that did better than the true one, or not by enough less.
template <class Score>
struct Violation {
  bool is_found = false;  ///< no: there is no other sequence
  Score amount{};         ///< by how much it is ahead; may be negative
  std::int32_t link = -1;
  std::size_t moves = 0;  ///< how many moves of the true sequence it is compared with
};

/// Searches a sentence that the beam was started with, and compares the best wrong item with the true path as far as
/// that has come, step by step. Early: stops where the true path falls out of the beam.
template <class System, class Score, class State, class Step, class Scorer>
Violation<Score> find_violation(Beam<Score, State, Step>& beam, const GoldPath<Score, Step>& gold, BeamUpdate update,
                                Scorer&& scorer) {
  Violation<Score> worst;
  std::int32_t gold_item = 0;  // -1: fallen out
  for (std::size_t steps = 1; beam.template step<System>(scorer); ++steps) {
    const auto items = beam.items();
    const std::int32_t parent = gold_item;
    gold_item = -1;
    for (std::size_t i = 0; parent >= 0 && i < items.size(); ++i) {
      const bool goes_on = steps > gold.moves.size() || beam.move(items[i].link) == gold.moves[steps - 1];
      if (beam.parent(i) == parent && goes_on) gold_item = static_cast<std::int32_t>(i);
    }
    const std::size_t wrong = gold_item == 0 ? 1 : 0;
    const std::size_t moves = std::min(steps, gold.moves.size());
    const bool is_early = update == BeamUpdate::kEarly;
    if (wrong < items.size()) {
      const Score amount = items[wrong].score - gold.scores[moves];
      if (is_early || !worst.is_found || amount > worst.amount) worst = {true, amount, items[wrong].link, moves};
    } else if (is_early) {
      worst = {};
    }
    if (is_early && gold_item < 0) break;
  }
  return worst;
}

}  // namespace espalier::decoding
