// What a lookup costs in each of the frozen tables, by the number of features in the table.
//
//   scripts/build bench && build/bench/learning_bench
//
// Questions come in batches as a parser asks them; three in five are about features of the table.
#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/random.h"
#include "features/extractor.h"
#include "learning/frozen_labels.h"
#include "learning/frozen_moves.h"
#include "learning/frozen_rows.h"
#include "learning/frozen_table.h"
#include "tests/support/aligned_bytes.h"

namespace espalier {
namespace {

constexpr std::size_t kAsked = 1 << 20;
constexpr std::size_t kBatch = 64;
constexpr std::uint64_t kKnownPercent = 60;

/// Weights with a heavy tail, as training makes them.
float draw_weight(base::Random& random) {
  const double size = -std::log(1 - random.uniform());
  return static_cast<float>(random.below(2) == 0 ? size : -size);
}

struct Questions {
  std::vector<std::uint64_t> features;
  std::vector<std::uint64_t> asked;

  explicit Questions(std::int64_t size) {
    base::Random random(1);
    for (std::int64_t i = 0; i < size; ++i) features.push_back(features::finish(random.next()));
    for (std::size_t i = 0; i < kAsked; ++i) {
      const bool known = random.below(100) < kKnownPercent;
      asked.push_back(known ? features[random.below(features.size())] : features::finish(random.next()));
    }
  }

  /// `most` different classes a feature at most.
  std::vector<learning::RowWeight> rows(std::uint32_t classes, std::uint32_t most) const {
    base::Random random(2);
    std::vector<learning::RowWeight> out;
    for (const std::uint64_t feature : features) {
      const auto first = static_cast<std::uint32_t>(random.below(classes));
      const auto count = most == classes ? most : static_cast<std::uint32_t>(1 + random.below(most));
      for (std::uint32_t k = 0; k < count; ++k) {
        out.push_back({feature, (first + 7 * k) % classes, draw_weight(random)});
      }
    }
    return out;
  }
};

/// Times score(batch).
template <class Score>
void ask(benchmark::State& state, const Questions& questions, std::size_t bytes, const Score& score) {
  std::size_t at = 0;
  for (auto _ : state) {
    score(std::span(questions.asked).subspan(at, kBatch));
    at = (at + kBatch) % kAsked;
  }
  state.counters["per_lookup"] = benchmark::Counter(static_cast<double>(state.iterations() * kBatch),
                                                    benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
  state.counters["bytes"] = static_cast<double>(bytes) / static_cast<double>(questions.features.size());
}

void sizes(benchmark::internal::Benchmark* benchmark) { benchmark->Arg(100'000)->Arg(400'000)->Arg(2'000'000); }

void BM_FrozenTable(benchmark::State& state) {
  const Questions questions(state.range(0));
  base::Random random(2);
  std::vector<std::pair<std::uint64_t, float>> weights;
  for (const std::uint64_t feature : questions.features) weights.emplace_back(feature, draw_weight(random));
  const tests::AlignedBytes bytes(learning::FrozenTable::freeze(std::move(weights)));
  const learning::FrozenTable table(bytes.span());
  ask(state, questions, bytes.span().size(), [&](auto features) { benchmark::DoNotOptimize(table.score(features)); });
}
BENCHMARK(BM_FrozenTable)->Apply(sizes);

void BM_FrozenMoves(benchmark::State& state, std::uint32_t classes) {
  const Questions questions(state.range(0));
  const tests::AlignedBytes bytes(learning::FrozenMoves::freeze(questions.rows(classes, classes), classes));
  const learning::FrozenMoves table(bytes.span(), classes);
  ask(state, questions, bytes.span().size(), [&](auto features) {
    std::int32_t scores[learning::FrozenMoves::kMostClasses]{};
    table.add_scores(features, scores);
    benchmark::DoNotOptimize(scores);
  });
  state.counters["left_out"] =
      static_cast<double>(table.left_out()) / static_cast<double>(table.left_out() + table.features());
}
BENCHMARK_CAPTURE(BM_FrozenMoves, of_3, 3U)->Apply(sizes);
BENCHMARK_CAPTURE(BM_FrozenMoves, of_4, 4U)->Apply(sizes);
BENCHMARK_CAPTURE(BM_FrozenMoves, of_5, 5U)->Apply(sizes);

template <class Score, class Table>
void ask_rows(benchmark::State& state, const Questions& questions, std::size_t bytes, const Table& table,
              std::uint32_t classes) {
  std::vector<Score> scores(classes);
  ask(state, questions, bytes, [&](auto features) {
    table.add_scores(features, scores.data());
    benchmark::DoNotOptimize(scores.data());
    benchmark::ClobberMemory();
  });
}

void BM_FrozenRows(benchmark::State& state, std::uint32_t classes, std::uint32_t most) {
  const Questions questions(state.range(0));
  const tests::AlignedBytes bytes(learning::FrozenRows::freeze(questions.rows(classes, most)));
  const learning::FrozenRows table(bytes.span(), classes);
  ask_rows<float>(state, questions, bytes.span().size(), table, classes);
}
BENCHMARK_CAPTURE(BM_FrozenRows, of_3, 3U, 3U)->Apply(sizes);
BENCHMARK_CAPTURE(BM_FrozenRows, 7_of_40, 40U, 7U)->Apply(sizes);

void BM_FrozenLabels(benchmark::State& state, std::uint32_t classes, std::uint32_t most) {
  const Questions questions(state.range(0));
  const tests::AlignedBytes bytes(learning::FrozenLabels::freeze(questions.rows(classes, most), classes));
  const learning::FrozenLabels table(bytes.span(), classes);
  ask_rows<std::int32_t>(state, questions, bytes.span().size(), table, classes);
}
BENCHMARK_CAPTURE(BM_FrozenLabels, 7_of_40, 40U, 7U)->Apply(sizes);
BENCHMARK_CAPTURE(BM_FrozenLabels, 7_of_400, 400U, 7U)->Apply(sizes);

}  // namespace
}  // namespace espalier
