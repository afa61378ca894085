// A training in the middle, as bytes.
//
// Idea: what comes next depends on the tables, on how many examples were seen, and on the order of the present epoch,
// which its number gives. Tables are put down as they lie: cells move and rows are visited in an order that the history
// of changes made, and which decides how sums are rounded and what is kept of equals.
// Invariant: a trainer that is restored and one that was never stopped are the same to all that can be asked of them.
// Cost: the bytes of the tables, without their empty slots.
#include <bit>
#include <cmath>

#include "learning/state_reader.h"
#include "learning/trainer.h"
#include "learning/training_table.h"

namespace espalier::learning {
namespace {

constexpr std::uint64_t kMark = 0x31544154534C5045;  // EPLSTAT1

template <class T>
void put(std::string& out, const T& value) {
  static_assert(std::is_trivially_copyable_v<T>);
  out.append(reinterpret_cast<const char*>(&value), sizeof(T));
}

template <class Vector>
void put_all(std::string& out, const Vector& values) {
  out.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(typename Vector::value_type));
}

/// As many as growth makes of so many features, at most: memory is taken for what is there alone.
bool is_table_size(std::uint64_t slots, std::uint64_t used) {
  constexpr std::uint64_t kLeast = OpenTable<float>::kLeastSlots;
  return std::has_single_bit(slots) && slots >= kLeast && used <= slots / 8 * 5 && slots <= kLeast + 4 * used;
}

bool is_finite(const TrainingCell& cell) { return std::isfinite(cell.sum) && std::isfinite(cell.weight); }

}  // namespace

void TrainingTable::save(std::string& out) const {
  put(out, classes_);
  put(out, min_updates_);
  put(out, static_cast<std::uint64_t>(cells_.size()));
  put_all(out, cells_);
  if (classes_ > 1) put_all(out, entries_);
  put(out, static_cast<std::uint64_t>(table_.slots().size()));
  put(out, static_cast<std::uint64_t>(table_.size()));
  for (std::uint64_t place = 0; place < table_.slots().size(); ++place) {
    const auto& slot = table_.slots()[place];
    if (slot.key == 0) continue;
    put(out, place);
    put(out, slot.key);
    put(out, slot.payload);
  }
}

void TrainingTable::load(StateReader& from) {
  if (from.value<std::uint32_t>() != classes_ || from.value<std::uint32_t>() != min_updates_) {
    StateReader::fail("it has other classes");
  }
  const std::size_t cells = from.count(sizeof(TrainingCell));
  cells_.assign(cells, {});
  from.fill(cells_);
  for (const TrainingCell& cell : cells_) {
    if (!is_finite(cell)) StateReader::fail("a weight is not finite");
  }
  entries_.assign(classes_ > 1 ? cells : 0, Entry{0, 0});
  from.fill(entries_);
  for (const Entry& entry : entries_) {
    if (entry.label >= classes_ || !std::isfinite(entry.visible)) StateReader::fail("a row has no such class");
  }
  const auto slots = from.value<std::uint64_t>();
  const std::size_t used = from.count(2 * sizeof(std::uint64_t) + sizeof(Payload));
  if (!is_table_size(slots, used)) StateReader::fail("a table has no such size");
  base::LargeVector<OpenTable<Payload>::Slot> layout(slots);
  for (std::size_t left = used; left > 0; --left) {
    const auto place = from.value<std::uint64_t>();
    if (place >= slots || layout[place].key != 0) StateReader::fail("a feature has no place");
    layout[place].key = from.value<std::uint64_t>();
    layout[place].payload = from.value<Payload>();
    if (layout[place].key == 0 || !fits(layout[place].payload)) StateReader::fail("a feature has no weights");
  }
  table_ = {std::move(layout), used};
  // What scores is made of what is trained; nothing asks for its order.
  seen_ = OpenTable<float>();
  if (!has_seen()) return;
  for (const auto& slot : table_.slots()) {
    if (slot.key == 0) continue;
    const TrainingCell& cell = cells_[slot.payload.first];
    if (cell.updates >= min_updates_) seen_.insert(slot.key) = cell.weight;
  }
}

std::string Trainer::state() const {
  std::string out;
  put(out, kMark);
  put(out, static_cast<std::uint64_t>(order_.size()));
  for (const std::uint64_t value : {steps_, epochs_, static_cast<std::uint64_t>(done_)}) put(out, value);
  put(out, report_.loss);
  put(out, static_cast<std::uint64_t>(report_.updates));
  const auto tables = problem_.tables();
  put(out, static_cast<std::uint64_t>(tables.size()));
  for (const TrainingTable* table : tables) table->save(out);
  return out;
}

void Trainer::restore(std::string_view state) {
  StateReader from(state);
  if (from.value<std::uint64_t>() != kMark) StateReader::fail("it is none");
  if (from.value<std::uint64_t>() != order_.size()) StateReader::fail("it has other examples");
  steps_ = from.value<std::uint64_t>();
  epochs_ = from.value<std::uint64_t>();
  done_ = from.value<std::uint64_t>();
  report_.loss = from.value<double>();
  report_.updates = from.value<std::uint64_t>();
  if (done_ > order_.size()) StateReader::fail("it has seen more examples than there are");
  const auto tables = problem_.tables();
  if (from.value<std::uint64_t>() != tables.size()) StateReader::fail("it has other tables");
  for (TrainingTable* table : tables) table->load(from);
  from.finish();
  shuffle();
  std::vector<std::uint16_t> visits(order_.size(), static_cast<std::uint16_t>(epochs_));
  for (std::size_t i = 0; i < done_; ++i) ++visits[order_[i]];
  problem_.go_on(visits);
}

}  // namespace espalier::learning
