// Tables of trained weights: made of any weights, then with a few bytes changed, they are refused as bad input or give
// scores; no lookup leaves them.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "espalier/error.h"
#include "learning/frozen_kernel.h"
#include "learning/frozen_labels.h"
#include "learning/frozen_moves.h"
#include "learning/frozen_rows.h"
#include "learning/frozen_table.h"
#include "tests/support/aligned_bytes.h"

namespace {

using namespace espalier::learning;

/// Takes numbers off the input; zeros when it is used up.
class Input {
 public:
  Input(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}

  bool empty() const { return size_ == 0; }
  template <class Number>
  Number take() {
    Number number{};
    const std::size_t count = std::min(size_, sizeof number);
    std::memcpy(&number, data_, count);
    data_ += count;
    size_ -= count;
    return number;
  }

 private:
  const std::uint8_t* data_;
  std::size_t size_;
};

struct Change {
  std::uint32_t at;
  std::uint8_t value;
};

std::string changed(std::string bytes, const std::vector<Change>& changes) {
  for (const Change& change : changes) bytes[change.at % bytes.size()] = static_cast<char>(change.value);
  return bytes;
}

/// Opens a table with open(bytes) and adds up features that it was made of, and some others.
template <class Number, class Open>
void look_up(const std::string& bytes, const std::vector<RowWeight>& weights, std::size_t classes, const Open& open) {
  const espalier::tests::AlignedBytes aligned(bytes);
  try {
    const auto table = open(aligned.span());
    std::vector<Number> scores(classes, 0);
    for (const RowWeight& item : weights) {
      const std::uint64_t features[] = {item.feature, item.feature + 1, ~item.feature};
      table.add_scores(features, scores.data());
    }
  } catch (const espalier::Error& error) {
    if (error.kind() != espalier::ErrorKind::kInput) std::abort();
  }
}

/// For the table of one class.
struct PlainTable {
  FrozenTable table;
  void add_scores(std::span<const std::uint64_t> features, float* score) const {
    for (const std::uint64_t feature : features) *score += table.weight(feature);
  }
};

/// Two classifiers: each weight a support vector, with a share in the decision that its class and the next make.
std::string kernel_of(const std::vector<RowWeight>& weights, std::uint32_t classes) {
  KernelModel model;
  for (std::uint32_t item = 0; item < classes; ++item) model.classes.push_back(item);
  model.rho.assign(pairs_of(classes), 0.5);
  for (const RowWeight& item : weights) {
    SupportVector& vector = model.vectors.emplace_back();
    vector.features = {item.feature, item.feature + 1};
    const std::uint32_t low = item.label + 1 < classes ? item.label : item.label - 1;
    vector.coefficients = {
        {static_cast<std::uint32_t>(pair_place(low, low + 1, classes)), static_cast<double>(item.weight)}};
  }
  return FrozenKernel::freeze(std::vector<KernelModel>{model, model}, {});
}

struct KernelTable {
  FrozenKernel kernel;
  void add_scores(std::span<const std::uint64_t> features, float* scores) const {
    KernelScratch scratch;
    for (std::size_t part = 0; part < kernel.parts(); ++part) kernel.add_scores(part, features, scratch, scores);
  }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Input input(data, size);
  const auto kind = input.take<std::uint8_t>();
  const auto wanted = input.take<std::uint16_t>();
  std::vector<Change> changes(input.take<std::uint8_t>() % 6);
  for (Change& change : changes) change = {input.take<std::uint32_t>(), input.take<std::uint8_t>()};
  std::vector<RowWeight> weights;
  const std::uint32_t kinds = 5;
  const std::uint32_t classes = kind % kinds == 0   ? 3 + wanted % 3U
                                : kind % kinds == 4 ? 2 + wanted % 20U
                                                    : 1 + wanted % 2000U;
  while (!input.empty()) {
    const auto feature = 1 + input.take<std::uint16_t>() * 0x9E3779B97F4A7C15;
    const std::uint32_t label = input.take<std::uint16_t>() % classes;
    // Features ascend by label within a row, none twice.
    const bool is_new = std::none_of(weights.begin(), weights.end(), [&](const RowWeight& item) {
      return item.feature == feature && item.label == label;
    });
    const auto weight = static_cast<float>(input.take<std::int8_t>()) / 16;
    if (is_new && weight != 0) weights.push_back({feature, label, weight});
  }
  switch (kind % kinds) {
    case 0:
      look_up<std::int32_t>(changed(FrozenMoves::freeze(weights, classes), changes), weights, classes,
                            [&](auto bytes) { return FrozenMoves(bytes, classes); });
      break;
    case 1:
      look_up<std::int32_t>(changed(FrozenLabels::freeze(weights, classes), changes), weights, classes,
                            [&](auto bytes) { return FrozenLabels(bytes, classes); });
      break;
    case 2:
      look_up<float>(changed(FrozenRows::freeze(weights), changes), weights, classes,
                     [&](auto bytes) { return FrozenRows(bytes, classes); });
      break;
    case 4:
      look_up<float>(changed(kernel_of(weights, classes), changes), weights, classes,
                     [&](auto bytes) { return KernelTable{FrozenKernel(bytes, classes)}; });
      break;
    default: {
      std::vector<std::pair<std::uint64_t, float>> plain;
      for (const RowWeight& item : weights) {
        if (item.label == 0) plain.emplace_back(item.feature, item.weight);
      }
      look_up<float>(changed(FrozenTable::freeze(plain), changes), weights, 1,
                     [&](auto bytes) { return PlainTable{FrozenTable(bytes)}; });
    }
  }
  return 0;
}
