// The weights that a structured learner trains: for each feature a row over the classes it was seen with.
//
// Idea: a cell holds the weight, the sum that gives its average, and a counter of updates. Averages are lazy: a change
// of d at step t (the first is 1) adds d·(t-1) to the sum, and the average of the weights after each of T steps is then
// weight - sum/T (tests hold it against the naive sum). Features whose counter is below `min_updates` are masked: their
// weights are trained but score nothing (S-IFIS's sparse perceptron). In rows the weight begins anew with its counter:
// where a class is rare for a feature that is not, nothing puts right what nobody sees, and a weight that had grown so
// over epochs would outvote all other classes on the day its counter got there.
// Cost: one probe a feature; a table of one class keeps the weight beside the key, others keep short rows elsewhere.
// With a threshold, tables of one class score by a second table that has the features that reached it and no others: a
// fiftieth of all, which fits where all do not, and most of the time of training is spent looking up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/large_pages.h"
#include "learning/open_table.h"
#include "learning/row_weight.h"

namespace espalier::learning {

class StateReader;

struct TrainingCell {
  double sum = 0;
  float weight = 0;
  std::uint32_t updates = 0;
};

/// One change that an update asks for.
struct Change {
  std::uint64_t feature = 0;
  std::uint32_t label = 0;  ///< the class
  float amount = 0;
};

/// A cell as it was before it changed.
struct EarlierCell {
  std::uint64_t feature = 0;
  std::uint32_t label = 0;
  TrainingCell cell;
};

/// Sorts changes by feature and class and adds up those of the same; those that cancel out are dropped.
void merge_changes(std::vector<Change>& changes, std::vector<Change>& scratch);

class TrainingTable {
 public:
  /// One class: score() only; more: add_scores() only.
  explicit TrainingTable(std::uint32_t classes = 1, std::uint32_t min_updates = 0);

  std::uint32_t classes() const noexcept { return classes_; }
  std::size_t features() const noexcept { return table_.size(); }

  /// Σ weights of the features (one class).
  float score(std::span<const std::uint64_t> features) const noexcept;
  /// Adds the rows of the features to `scores`, one a class.
  void add_scores(std::span<const std::uint64_t> features, float* scores) const noexcept;

  /// Applies a change at step `now` (from 1); `counted`: the update counter rises.
  void apply(const Change& change, std::uint64_t now, bool counted);
  /// Loads the cache line where a feature begins.
  void prefetch(std::uint64_t feature) const noexcept { table_.prefetch(feature); }
  /// Loads what the feature has, once its beginning is there.
  void prefetch_row(std::uint64_t feature) const noexcept;
  /// Cells whose counter is below the threshold begin anew (at the end of an epoch).
  void reset_low_counters();
  /// Counters of these features start at the threshold. In rows cells come with changes; visit() shows none before.
  void select(std::span<const std::uint64_t> features);

  /// Weights to begin with, as if they had been there from the first step on: averages are not disturbed.
  void start_from(std::span<const RowWeight> rows);
  /// From now on changes of features that are not here already are dropped.
  void close() noexcept { is_closed_ = true; }

  /// Calls visit(feature, class, cell) for every cell, in an order fixed by the history of changes.
  void visit(const std::function<void(std::uint64_t, std::uint32_t, const TrainingCell&)>& visit) const;
  /// Bytes held.
  std::size_t memory() const noexcept;

  /// From now on it is known which cells have changed (these three: training_table_changes.cc).
  void track_changes();
  /// Those that have changed since the last call, as they were then, by feature and class.
  std::vector<EarlierCell> take_earlier();
  /// Makes a cell what it is somewhere else, where the same features were learned; this is no change.
  void adopt(std::uint64_t feature, std::uint32_t label, const TrainingCell& cell);
  /// Null: there is none.
  const TrainingCell* find(std::uint64_t feature, std::uint32_t label) const;

  /// Appends all that later changes and visits depend on (trainer_state.cc).
  void save(std::string& out) const;
  /// Takes it back, from where the reader is. Throws Error kInput for what no table of these classes wrote.
  void load(StateReader& from);

 private:
  // The cell of a table of one class, or where the row begins; `bits`: the visible weight, or size and capacity.
  struct Payload {
    std::uint32_t first = kNew;
    std::uint32_t bits = 0;

    std::uint32_t row_size() const noexcept { return bits & 0xFFFFFF; }
  };
  struct Entry {
    std::uint32_t label;
    float visible;  // the weight unless masked
  };
  static constexpr std::uint32_t kNew = 0xFFFFFFFF;

  bool has_seen() const noexcept { return classes_ == 1 && min_updates_ > 0; }
  /// Where the cell is, made if it is not there.
  std::uint32_t place_of(Payload& payload, std::uint32_t label);
  /// What scores is as the cell says.
  void show(std::uint64_t feature, Payload& payload, std::uint32_t at);
  void remember(std::uint64_t feature, std::uint32_t label, std::uint32_t at);
  void move_marks(std::uint32_t from, std::uint32_t count, std::uint32_t to);
  float visible(const TrainingCell& cell) const noexcept { return cell.updates < min_updates_ ? 0.0F : cell.weight; }
  std::uint32_t row_cell(Payload& payload, std::uint32_t label);
  void refresh();
  bool fits(const Payload& payload) const noexcept;

  std::uint32_t classes_;
  std::uint32_t min_updates_;
  bool is_closed_ = false;
  OpenTable<Payload> table_;
  OpenTable<float> seen_;  // one class and a threshold: the weights of those that are not masked
  base::LargeVector<TrainingCell> cells_;
  base::LargeVector<Entry> entries_;  // beside the cells, for rows
  // Where changes are tracked: how often they had been asked for when a cell last changed, from 1; and those cells.
  std::uint32_t asked_ = 0;
  base::LargeVector<std::uint32_t> changed_;
  std::vector<EarlierCell> earlier_;
};

}  // namespace espalier::learning
