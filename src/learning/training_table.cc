#include "learning/training_table.h"

#include <algorithm>
#include <array>
#include <bit>

namespace espalier::learning {
namespace {

constexpr std::size_t kBlock = 128;  // features looked up at a time

// A row's size and capacity share a word, capacities being powers of two, with whether any of its weights is visible:
// while a table is trained with a threshold most rows are not, and are then not even fetched. A row that is selected
// says so, and its cells come with their counters at the threshold: with cells for all classes instead, rows would be
// as long as there are classes, most of them zeros that every score adds up.
constexpr std::uint32_t kVisible = 1U << 31;
constexpr std::uint32_t kSelected = 1U << 30;
constexpr std::uint32_t kMostPower = 25;  // sizes have 24 bits
/// One more than the power of two that the capacity is; 0: no room.
constexpr std::uint32_t row_power(std::uint32_t bits) noexcept { return bits >> 24 & 0x3F; }
/// REQUIRES a power of kMostPower at most.
constexpr std::uint32_t row_capacity(std::uint32_t bits) noexcept {
  const std::uint32_t power = row_power(bits);
  return power == 0 ? 0 : 1U << (power - 1);
}
constexpr std::uint32_t pack_row(std::uint32_t size, std::uint32_t capacity) noexcept {
  return size | (static_cast<std::uint32_t>(std::countr_zero(capacity)) + 1) << 24;
}

bool is_before(const Change& a, const Change& b) noexcept {
  return a.feature != b.feature ? a.feature < b.feature : a.label < b.label;
}

constexpr int kMostBuckets = 10;  // as a power of two
constexpr std::size_t kFewChanges = 32;

/// For lists that are short.
void insertion_sort(Change* first, Change* end) noexcept {
  for (Change* at = first; at < end; ++at) {
    const Change change = *at;
    Change* to = at;
    for (; to > first && is_before(change, to[-1]); --to) *to = to[-1];
    *to = change;
  }
}

/// Stable: amounts of the same feature are added in the order given, so the sum is the same everywhere. Features are
/// hashes: their highest bits deal them out evenly, and little is left to sort.
void sort_changes(std::vector<Change>& changes, std::vector<Change>& scratch) {
  if (changes.size() <= kFewChanges) return insertion_sort(changes.data(), changes.data() + changes.size());
  const int bits = std::min(static_cast<int>(std::bit_width(changes.size())) - 2, kMostBuckets);
  const auto bucket = [&](const Change& change) { return change.feature >> (64 - bits); };
  std::array<std::uint32_t, (1 << kMostBuckets) + 1> ends{};
  for (const Change& change : changes) ++ends[bucket(change) + 1];
  const std::size_t buckets = std::size_t{1} << bits;
  for (std::size_t i = 1; i <= buckets; ++i) ends[i] += ends[i - 1];
  scratch.resize(std::max(scratch.size(), changes.size()));
  // Each place where a bucket begins becomes the place where it ends.
  for (const Change& change : changes) scratch[ends[bucket(change)]++] = change;
  std::uint32_t first = 0;
  for (std::size_t i = 0; i < buckets; ++i) {
    Change* const begin = scratch.data() + first;
    Change* const end = scratch.data() + ends[i];
    if (ends[i] - first <= kFewChanges)
      insertion_sort(begin, end);
    else
      std::stable_sort(begin, end, is_before);
    first = ends[i];
  }
  std::copy_n(scratch.begin(), changes.size(), changes.begin());
}

}  // namespace

void merge_changes(std::vector<Change>& changes, std::vector<Change>& scratch) {
  sort_changes(changes, scratch);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < changes.size();) {
    Change sum = changes[i++];
    for (; i < changes.size() && changes[i].feature == sum.feature && changes[i].label == sum.label; ++i) {
      sum.amount += changes[i].amount;
    }
    if (sum.amount != 0) changes[kept++] = sum;
  }
  changes.resize(kept);
}

TrainingTable::TrainingTable(std::uint32_t classes, std::uint32_t min_updates)
    : classes_(classes), min_updates_(min_updates) {}

float TrainingTable::score(std::span<const std::uint64_t> features) const noexcept {
  float sum = 0;
  if (has_seen()) {
    for (const std::uint64_t feature : features) seen_.prefetch(feature);
    for (const std::uint64_t feature : features) {
      if (const float* weight = seen_.find(feature)) sum += *weight;
    }
    return sum;
  }
  for (const std::uint64_t feature : features) table_.prefetch(feature);
  for (const std::uint64_t feature : features) {
    if (const Payload* payload = table_.find(feature)) sum += std::bit_cast<float>(payload->bits);
  }
  return sum;
}

void TrainingTable::add_scores(std::span<const std::uint64_t> features, float* scores) const noexcept {
  // Slots, then rows, then sums: each is on its way while the one before is worked on.
  std::array<Payload, kBlock> rows;
  for (; !features.empty(); features = features.subspan(std::min(kBlock, features.size()))) {
    const auto block = features.first(std::min(kBlock, features.size()));
    for (const std::uint64_t feature : block) table_.prefetch(feature);
    std::size_t found = 0;
    for (const std::uint64_t feature : block) {
      const Payload* payload = table_.find(feature);
      if (payload == nullptr || (payload->bits & kVisible) == 0) continue;
      __builtin_prefetch(entries_.data() + payload->first);
      rows[found++] = *payload;
    }
    for (std::size_t row = 0; row < found; ++row) {
      const Entry* entry = entries_.data() + rows[row].first;
      for (std::uint32_t i = 0; i < rows[row].row_size(); ++i) scores[entry[i].label] += entry[i].visible;
    }
  }
}

void TrainingTable::prefetch_row(std::uint64_t feature) const noexcept {
  const Payload* payload = table_.find(feature);
  if (payload == nullptr || payload->first == kNew) return;
  __builtin_prefetch(cells_.data() + payload->first);
  if (classes_ > 1) __builtin_prefetch(entries_.data() + payload->first);
}

std::uint32_t TrainingTable::row_cell(Payload& payload, std::uint32_t label) {
  const std::uint32_t size = payload.row_size();
  std::uint32_t capacity = row_capacity(payload.bits);
  for (std::uint32_t i = 0; i < size; ++i) {
    if (entries_[payload.first + i].label == label) return payload.first + i;
  }
  if (size == capacity) {
    // A full row moves to the end, twice as long; what it leaves is not used again, so at most half is lost.
    capacity = capacity == 0 ? 1 : capacity * 2;
    const auto to = static_cast<std::uint32_t>(cells_.size());
    cells_.resize(cells_.size() + capacity);
    entries_.resize(cells_.size(), Entry{0, 0});
    if (size > 0) {
      std::copy_n(cells_.begin() + payload.first, size, cells_.begin() + to);
      std::copy_n(entries_.begin() + payload.first, size, entries_.begin() + to);
      if (asked_ > 0) move_marks(payload.first, size, to);
    }
    payload.first = to;
  }
  entries_[payload.first + size] = {label, 0};
  if ((payload.bits & kSelected) != 0) cells_[payload.first + size].updates = min_updates_;
  payload.bits = pack_row(size + 1, capacity) | (payload.bits & (kVisible | kSelected));
  return payload.first + size;
}

void TrainingTable::apply(const Change& change, std::uint64_t now, bool counted) {
  if (is_closed_ && table_.find(change.feature) == nullptr) return;
  Payload& payload = table_.insert(change.feature);
  const std::uint32_t at = place_of(payload, change.label);
  if (asked_ > 0) remember(change.feature, change.label, at);
  TrainingCell& cell = cells_[at];
  cell.weight += change.amount;
  cell.sum += static_cast<double>(change.amount) * static_cast<double>(now - 1);
  cell.updates += counted ? 1 : 0;
  show(change.feature, payload, at);
}

std::uint32_t TrainingTable::place_of(Payload& payload, std::uint32_t label) {
  if (classes_ > 1) return row_cell(payload, label);
  if (payload.first == kNew) {
    payload.first = static_cast<std::uint32_t>(cells_.size());
    cells_.emplace_back();
  }
  return payload.first;
}

void TrainingTable::show(std::uint64_t feature, Payload& payload, std::uint32_t at) {
  const TrainingCell& cell = cells_[at];
  if (classes_ > 1) {
    entries_[at].visible = visible(cell);
    if (cell.updates >= min_updates_) payload.bits |= kVisible;
    return;
  }
  payload.bits = std::bit_cast<std::uint32_t>(visible(cell));
  // What has reached the threshold stays above it.
  if (has_seen() && cell.updates >= min_updates_) seen_.insert(feature) = cell.weight;
}

void TrainingTable::refresh() {
  if (classes_ > 1) {
    for (std::size_t i = 0; i < cells_.size(); ++i) entries_[i].visible = visible(cells_[i]);
  }
  for (const auto& slot : table_.slots()) {
    if (slot.key == 0) continue;
    if (classes_ > 1)
      table_.find(slot.key)->bits |= slot.payload.row_size() > 0 ? kVisible : 0;
    else
      show(slot.key, *table_.find(slot.key), slot.payload.first);
  }
}

/// Whether what it refers to is there.
bool TrainingTable::fits(const Payload& payload) const noexcept {
  const std::uint64_t cells = cells_.size();
  if (classes_ == 1) return payload.first < cells;
  if (row_power(payload.bits) > kMostPower) return false;
  const std::uint64_t capacity = row_capacity(payload.bits);
  if (capacity == 0) return payload.first == kNew && payload.row_size() == 0;
  return payload.row_size() <= capacity && payload.first + capacity <= cells;
}

void TrainingTable::reset_low_counters() {
  if (min_updates_ == 0) return;
  for (TrainingCell& cell : cells_) {
    if (cell.updates >= min_updates_) continue;
    if (classes_ > 1) cell = TrainingCell{};
    cell.updates = 0;
  }
}

void TrainingTable::start_from(std::span<const RowWeight> rows) {
  for (const RowWeight& row : rows) apply({row.feature, row.label, row.weight}, 1, true);
}

void TrainingTable::select(std::span<const std::uint64_t> features) {
  for (const std::uint64_t feature : features) {
    if (classes_ == 1) {
      apply({feature, 0, 0}, 1, false);
      cells_[table_.find(feature)->first].updates = min_updates_;
      continue;
    }
    if (is_closed_ && table_.find(feature) == nullptr) continue;
    Payload& payload = table_.insert(feature);
    if ((payload.bits & kSelected) != 0) continue;
    payload.bits |= kSelected;
    for (std::uint32_t i = 0; i < payload.row_size(); ++i) cells_[payload.first + i].updates = min_updates_;
  }
  refresh();
}

void TrainingTable::visit(const std::function<void(std::uint64_t, std::uint32_t, const TrainingCell&)>& visit) const {
  for (const auto& slot : table_.slots()) {
    if (slot.key == 0) continue;
    if (classes_ == 1) {
      visit(slot.key, 0, cells_[slot.payload.first]);
      continue;
    }
    for (std::uint32_t i = 0; i < slot.payload.row_size(); ++i) {
      visit(slot.key, entries_[slot.payload.first + i].label, cells_[slot.payload.first + i]);
    }
  }
}

std::size_t TrainingTable::memory() const noexcept {
  return table_.memory() + seen_.memory() + cells_.capacity() * sizeof(TrainingCell) +
         entries_.capacity() * sizeof(Entry) + changed_.capacity() * sizeof(std::uint32_t) +
         earlier_.capacity() * sizeof(EarlierCell);
}

}  // namespace espalier::learning
