#include "learning/mixer.h"

#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>

#include "espalier/error.h"

namespace espalier::learning {
namespace {

/// How a cell has changed on one rank. Ranks are processes of one program on machines of one kind, so it goes as it
/// lies.
struct Difference {
  std::uint64_t feature;
  double sum;
  float weight;
  std::uint32_t label;
  std::uint32_t updates;
  std::uint32_t none;
};
static_assert(sizeof(Difference) == 32);

std::string_view take(std::string_view& left, std::size_t size) {
  if (size > left.size()) throw Error(ErrorKind::kSystem, "what another rank has learned ends too early");
  const std::string_view taken = left.substr(0, size);
  left.remove_prefix(size);
  return taken;
}

/// The differences that one rank has told, one after the other.
class Told {
 public:
  explicit Told(std::string_view& left) {
    std::uint64_t count = 0;
    std::memcpy(&count, take(left, sizeof count).data(), sizeof count);
    left_ = take(left, count * sizeof(Difference));
    next();
  }

  bool is_over() const noexcept { return is_over_; }
  const Difference& front() const noexcept { return front_; }
  bool is_of(std::uint64_t feature, std::uint32_t label) const noexcept {
    return !is_over_ && front_.feature == feature && front_.label == label;
  }
  bool is_before(const Told& other) const noexcept {
    return front_.feature != other.front_.feature ? front_.feature < other.front_.feature
                                                  : front_.label < other.front_.label;
  }
  void next() {
    is_over_ = left_.empty();
    if (!is_over_) std::memcpy(&front_, take(left_, sizeof front_).data(), sizeof front_);
  }

 private:
  std::string_view left_;
  Difference front_{};
  bool is_over_ = false;
};

/// The one whose front comes first; null: all are over.
Told* first_of(std::vector<Told>& told) {
  Told* first = nullptr;
  for (Told& each : told) {
    if (!each.is_over() && (first == nullptr || each.is_before(*first))) first = &each;
  }
  return first;
}

/// What several ranks have made of a cell.
class Mean {
 public:
  void add(const Difference& difference) {
    weight_ += static_cast<double>(difference.weight);
    sum_ += difference.sum;
    updates_ += difference.updates;
    ranks_ += 1;
  }
  TrainingCell from(const TrainingCell& earlier) const {
    TrainingCell cell = earlier;
    cell.weight = static_cast<float>(static_cast<double>(earlier.weight) + weight_ / ranks_);
    cell.sum += sum_ / ranks_;
    cell.updates += updates_;
    return cell;
  }

 private:
  double weight_ = 0;
  double sum_ = 0;
  std::uint32_t updates_ = 0;
  double ranks_ = 0;
};

}  // namespace

Mixer::Mixer(Ranks& ranks, std::vector<TrainingTable*> tables)
    : ranks_(ranks), tables_(std::move(tables)), earlier_(tables_.size()) {
  for (TrainingTable* table : tables_) table->track_changes();
}

void Mixer::mix() {
  std::string mine;
  for (std::size_t t = 0; t < tables_.size(); ++t) {
    earlier_[t] = tables_[t]->take_earlier();
    put_changes(t, mine);
  }
  const std::vector<std::string> all = ranks_.gather(mine);
  std::vector<std::string_view> left(all.begin(), all.end());
  for (std::size_t t = 0; t < tables_.size(); ++t) take_changes(t, left);
}

void Mixer::put_changes(std::size_t table, std::string& out) const {
  const std::vector<EarlierCell>& earlier = earlier_[table];
  const auto count = static_cast<std::uint64_t>(earlier.size());
  out.reserve(out.size() + sizeof count + count * sizeof(Difference));
  out.append(reinterpret_cast<const char*>(&count), sizeof count);
  for (const auto& [feature, label, before] : earlier) {
    const TrainingCell& now = *tables_[table]->find(feature, label);
    const Difference difference{feature, now.sum - before.sum,         now.weight - before.weight,
                                label,   now.updates - before.updates, 0};
    out.append(reinterpret_cast<const char*>(&difference), sizeof difference);
  }
}

void Mixer::take_changes(std::size_t table, std::vector<std::string_view>& left) {
  std::vector<Told> told;
  told.reserve(left.size());
  for (std::string_view& each : left) told.emplace_back(each);
  auto own = earlier_[table].cbegin();
  while (const Told* const first = first_of(told)) {
    const std::uint64_t feature = first->front().feature;
    const std::uint32_t label = first->front().label;
    TrainingCell earlier;
    if (own != earlier_[table].cend() && own->feature == feature && own->label == label)
      earlier = (own++)->cell;
    else if (const TrainingCell* const cell = tables_[table]->find(feature, label))
      earlier = *cell;
    Mean mean;
    for (Told& each : told) {
      if (!each.is_of(feature, label)) continue;
      mean.add(each.front());
      each.next();
    }
    tables_[table]->adopt(feature, label, mean.from(earlier));
  }
}

}  // namespace espalier::learning
