// Tables of trained weights: made of any weights, then with a few bytes changed, they are refused as bad input or give
// scores; no lookup leaves them. Fast ways give what slow ones do: many features at once what they give one by one, and
// vectors what plain loops do.
#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "espalier/error.h"
#include "fuzz/input.h"
#include "learning/frozen_kernel.h"
#include "learning/frozen_labels.h"
#include "learning/frozen_moves.h"
#include "learning/frozen_rows.h"
#include "learning/frozen_table.h"
#include "tests/support/aligned_bytes.h"

namespace {

using namespace espalier::learning;

using espalier::fuzz::demand;
using espalier::fuzz::Input;

struct Change {
  std::uint32_t at;
  std::uint8_t value;
};

std::string changed(std::string bytes, const std::vector<Change>& changes) {
  for (const Change& change : changes) bytes[change.at % bytes.size()] = static_cast<char>(change.value);
  return bytes;
}

/// Features that a table was made of, and some others.
std::vector<std::uint64_t> features_of(const std::vector<RowWeight>& weights) {
  std::vector<std::uint64_t> features;
  for (const RowWeight& item : weights) {
    for (const std::uint64_t feature : {item.feature, item.feature + 1, ~item.feature}) features.push_back(feature);
  }
  return features;
}

/// Opens a table with open(bytes) and adds up features, all at once and one by one.
template <class Number, class Open>
void look_up(const std::string& bytes, const std::vector<RowWeight>& weights, std::size_t classes, const Open& open) {
  const espalier::tests::AlignedBytes aligned(bytes);
  try {
    const auto table = open(aligned.span());
    const std::vector<std::uint64_t> features = features_of(weights);
    std::vector<Number> together(classes, 0);
    std::vector<Number> apart(classes, 0);
    table.add_scores(features, together.data());
    for (const std::uint64_t& feature : features) table.add_scores(std::span(&feature, 1), apart.data());
    demand(together == apart);
  } catch (const espalier::Error& error) {
    demand(error.kind() == espalier::ErrorKind::kInput);
  }
}

/// The table of moves, with the loop for machines without vectors.
struct PlainMoves {
  std::span<const std::byte> bytes;
  FrozenMoves moves;

  void add_scores(std::span<const std::uint64_t> features, std::int32_t* scores) const {
    moves.add_scores(features, scores);
    std::vector<std::int32_t> fast(moves.classes() - 1, 0);
    std::vector<std::int32_t> slow(moves.classes() - 1, 0);
    moves.add_scores(features, fast.data());
    const auto* lines = reinterpret_cast<const MoveLine*>(bytes.data() + 64);
    const std::uint64_t count = (bytes.size() - 64) / sizeof(MoveLine);
    for (const std::uint64_t& feature : features) {
      Fetched<MoveLine> fetched{};
      fetch_plainly(std::span(&feature, 1), lines, count, std::identity{}, &fetched);
      const std::span<const Fetched<MoveLine>> one(&fetched, 1);
      moves.classes() == 3   ? add_move_lines_plainly<2>(one, slow.data())
      : moves.classes() == 4 ? add_move_lines_plainly<3>(one, slow.data())
                             : add_move_lines_plainly<4>(one, slow.data());
    }
    demand(fast == slow);
  }
};

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

/// A kernel's decisions are of all features together: they do not add up, but their order does not matter.
void look_up_kernel(const std::string& bytes, const std::vector<RowWeight>& weights, std::uint32_t classes) {
  const espalier::tests::AlignedBytes aligned(bytes);
  try {
    const FrozenKernel kernel(aligned.span(), classes);
    std::vector<std::uint64_t> features = features_of(weights);
    const auto scores_of = [&] {
      std::vector<float> scores(classes, 0);
      KernelScratch scratch;
      for (std::size_t part = 0; part < kernel.parts(); ++part) {
        kernel.add_scores(part, features, scratch, scores.data());
      }
      return scores;
    };
    const std::vector<float> forward = scores_of();
    std::reverse(features.begin(), features.end());
    demand(forward == scores_of());
  } catch (const espalier::Error& error) {
    demand(error.kind() == espalier::ErrorKind::kInput);
  }
}

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
      look_up<std::int32_t>(changed(FrozenMoves::freeze(weights, classes), changes), weights, classes, [&](auto bytes) {
        return PlainMoves{bytes, FrozenMoves(bytes, classes)};
      });
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
      look_up_kernel(changed(kernel_of(weights, classes), changes), weights, classes);
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
