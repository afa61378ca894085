// How long the graph decoders take, in time per word, on sentences like those of a trained and pruned parser: 24 words,
// a few open heads each, mostly near.
//
//   scripts/build bench && build/bench/decoding_bench
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/random.h"
#include "decoding/arc_set.h"
#include "decoding/branching.h"
#include "decoding/eisner.h"
#include "decoding/hill_climb.h"
#include "decoding/marginals.h"
#include "decoding/part_set.h"

namespace espalier::decoding {
namespace {

constexpr std::int32_t kWords = 24;
constexpr std::size_t kSentences = 64;

struct Case {
  ArcSet arcs;
  PartSet parts;
  PartScoreArrays scores;
};

// A random projective tree: each word of a span takes a word of the span as its head, the rest falls to both sides.
void draw_tree(base::Random& random, std::vector<std::int32_t>& heads) {
  struct Span {
    std::int32_t lo, hi, head;
  };
  std::vector<Span> open{{1, static_cast<std::int32_t>(heads.size()) - 1, 0}};
  while (!open.empty()) {
    const Span span = open.back();
    open.pop_back();
    if (span.lo > span.hi) continue;
    const auto word =
        span.lo + static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(span.hi - span.lo + 1)));
    heads[static_cast<std::size_t>(word)] = span.head;
    open.push_back({span.lo, word - 1, word});
    open.push_back({word + 1, span.hi, word});
  }
}

std::vector<float> draw_scores(base::Random& random, std::int32_t count) {
  std::vector<float> scores(static_cast<std::size_t>(count));
  for (float& score : scores) score = static_cast<float>(random.uniform());
  return scores;
}

// The gold head is always open and gets `margin` more than the others: few cycles when it is large, many when it is 0.
void fill(Case& one, base::Random& random, std::int32_t open_heads, int order, float margin) {
  std::vector<std::int32_t> gold(kWords + 1, -1);
  draw_tree(random, gold);
  std::vector<std::int32_t> heads;
  std::vector<float> bonus;
  one.arcs.start(kWords);
  for (std::int32_t word = 1; word <= kWords; ++word) {
    heads.assign(1, gold[static_cast<std::size_t>(word)]);
    while (static_cast<std::int32_t>(heads.size()) < open_heads) {
      const auto head = static_cast<std::int32_t>(random.below(kWords + 1));
      const bool near = std::abs(head - word) <= 4 || random.below(4) == 0;
      if (head != word && near && std::find(heads.begin(), heads.end(), head) == heads.end()) heads.push_back(head);
    }
    std::sort(heads.begin(), heads.end());
    for (const std::int32_t head : heads) {
      one.arcs.add_head(head);
      bonus.push_back(head == gold[static_cast<std::size_t>(word)] ? margin : 0);
    }
    one.arcs.end_word();
  }
  one.parts.build(one.arcs, order);
  one.scores.arcs = draw_scores(random, one.arcs.size());
  for (std::size_t i = 0; i < bonus.size(); ++i) one.scores.arcs[i] += bonus[i];
  one.scores.siblings = draw_scores(random, one.parts.siblings());
  one.scores.grandparents = draw_scores(random, one.parts.grandparents());
  one.scores.grands = draw_scores(random, one.parts.grands());
}

// Runs decode(case, heads) on each sentence in turn. Arguments: open heads a word, margin in tenths, order.
template <class Decode>
void run(benchmark::State& state, int order, const Decode& decode) {
  base::Random random(11);
  std::vector<Case> cases(kSentences);
  for (Case& one : cases) {
    fill(one, random, static_cast<std::int32_t>(state.range(0)), order, static_cast<float>(state.range(1)) / 10);
  }
  std::vector<std::int32_t> heads(kWords + 1);
  for (auto _ : state) {
    for (const Case& one : cases) benchmark::DoNotOptimize(decode(one, heads));
  }
  const double words = static_cast<double>(kSentences) * kWords * static_cast<double>(state.iterations());
  state.counters["per_word"] = benchmark::Counter(words, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void BM_Branching(benchmark::State& state) {
  Branching branching;
  run(state, 1, [&](const Case& one, std::vector<std::int32_t>& heads) {
    return branching.best(one.arcs, one.scores.arcs, Roots::kOne, heads);
  });
}
BENCHMARK(BM_Branching)->Args({6, 10})->Args({6, 5})->Args({6, 0})->Args({24, 5});

void BM_Eisner(benchmark::State& state) {
  Eisner eisner;
  run(state, static_cast<int>(state.range(2)), [&](const Case& one, std::vector<std::int32_t>& heads) {
    return eisner.best(one.parts, one.scores.view(), Roots::kOne, heads);
  });
}
BENCHMARK(BM_Eisner)->Args({6, 5, 1})->Args({6, 5, 2})->Args({6, 5, 3})->Args({5, 5, 3})->Args({24, 5, 1});

void BM_Marginals(benchmark::State& state) {
  Marginals marginals;
  std::vector<float> probabilities;
  run(state, static_cast<int>(state.range(2)), [&](const Case& one, std::vector<std::int32_t>&) {
    probabilities.resize(one.scores.arcs.size());
    if (state.range(3) == 0) return marginals.all_trees(one.arcs, one.scores.arcs, Roots::kOne, probabilities);
    return marginals.projective(one.parts, one.scores.view(), Roots::kOne, probabilities);
  });
}
BENCHMARK(BM_Marginals)->Args({6, 5, 1, 0})->Args({6, 5, 1, 1})->Args({6, 5, 2, 1})->Args({6, 5, 3, 1});

void BM_HillClimb(benchmark::State& state) {
  HillClimb climber;
  base::Random random(12);
  run(state, static_cast<int>(state.range(2)), [&](const Case& one, std::vector<std::int32_t>& heads) {
    return climber.best(one.parts, one.scores.view(), Roots::kOne, {}, random, heads);
  });
}
BENCHMARK(BM_HillClimb)->Args({6, 5, 2})->Args({6, 5, 3});

void BM_BuildParts(benchmark::State& state) {
  PartSet parts;
  run(state, 1, [&](const Case& one, std::vector<std::int32_t>&) {
    parts.build(one.arcs, static_cast<int>(state.range(2)));
    return parts.siblings();
  });
}
BENCHMARK(BM_BuildParts)->Args({6, 5, 2})->Args({6, 5, 3});

}  // namespace
}  // namespace espalier::decoding
