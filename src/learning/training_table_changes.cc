// Which cells of a table have changed, and cells taken over from elsewhere: what ranks that learn together need.
//
// Idea: beside each cell lies when it last changed, counted in calls of take_earlier(). A change of a cell that has not
// changed since the last call puts down what the cell was. A table that does not track has none of this.
#include <algorithm>
#include <span>
#include <utility>

#include "learning/training_table.h"

namespace espalier::learning {

void TrainingTable::track_changes() {
  if (asked_ == 0) asked_ = 1;
}

void TrainingTable::remember(std::uint64_t feature, std::uint32_t label, std::uint32_t at) {
  if (changed_.size() < cells_.size()) changed_.resize(cells_.size(), 0);
  if (changed_[at] == asked_) return;
  changed_[at] = asked_;
  earlier_.push_back({feature, label, cells_[at]});
}

void TrainingTable::move_marks(std::uint32_t from, std::uint32_t count, std::uint32_t to) {
  if (changed_.size() < cells_.size()) changed_.resize(cells_.size(), 0);
  std::copy_n(changed_.begin() + from, count, changed_.begin() + to);
}

std::vector<EarlierCell> TrainingTable::take_earlier() {
  std::vector<EarlierCell> earlier = std::exchange(earlier_, {});
  std::sort(earlier.begin(), earlier.end(), [](const EarlierCell& a, const EarlierCell& b) {
    return a.feature != b.feature ? a.feature < b.feature : a.label < b.label;
  });
  ++asked_;
  return earlier;
}

const TrainingCell* TrainingTable::find(std::uint64_t feature, std::uint32_t label) const {
  const Payload* payload = table_.find(feature);
  if (payload == nullptr || payload->first == kNew) return nullptr;
  if (classes_ == 1) return &cells_[payload->first];
  const auto row = std::span(entries_).subspan(payload->first, payload->row_size());
  const auto found = std::find_if(row.begin(), row.end(), [&](const Entry& entry) { return entry.label == label; });
  return found == row.end() ? nullptr : &cells_[payload->first + static_cast<std::size_t>(found - row.begin())];
}

void TrainingTable::adopt(std::uint64_t feature, std::uint32_t label, const TrainingCell& cell) {
  Payload& payload = table_.insert(feature);
  const std::uint32_t at = place_of(payload, label);
  cells_[at] = cell;
  show(feature, payload, at);
}

}  // namespace espalier::learning
