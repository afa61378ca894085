// What a feature costs: to extract it, and to look it up in a frozen table or in the standard library's.
//
//   scripts/build bench && build/bench/features_bench
#include <benchmark/benchmark.h>

#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/random.h"
#include "features/extractor.h"
#include "learning/frozen_table.h"
#include "learning/open_table.h"
#include "parsing/graph_schema.h"

namespace espalier {
namespace {

constexpr std::int32_t kWords = 24;
constexpr std::size_t kSentences = 64;
constexpr std::size_t kFeatures = 1'000'000;

/// Words of a long-tailed vocabulary, tags and features of a small one.
Sentence draw_sentence(base::Random& random) {
  static const std::vector<std::string> kTags{"NOUN", "VERB", "ADJ", "ADP", "DET", "PUNCT", "PROPN", "ADV"};
  Sentence sentence;
  for (std::int32_t i = 0; i < kWords; ++i) {
    const std::uint64_t rank = random.below(1 + random.below(20'000));
    const std::int32_t node = sentence.add_word("word" + std::to_string(rank));
    const std::string& tag = kTags[rank % kTags.size()];
    sentence.set(node, Column::kUpos, tag);
    sentence.set(node, Column::kXpos, tag + std::to_string(rank % 3));
    sentence.set(node, Column::kFeats, rank % 2 == 0 ? "Gender=Fem|Number=Sing" : "Number=Plur");
  }
  return sentence;
}

std::string read_recipe(const std::string& name) {
  std::ifstream file(ESPALIER_SOURCE_DIR "/recipes/" + name + ".features");
  return {std::istreambuf_iterator<char>(file), {}};
}

void set_rate(benchmark::State& state, double features) {
  state.counters["features"] = features / static_cast<double>(state.iterations());
  state.counters["per_feature"] =
      benchmark::Counter(features, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

// All arcs of a sentence, from the text of the words on.
void BM_Extract(benchmark::State& state, const std::string& recipe) {
  const auto& schemas = parsing::graph_schemas();
  const parsing::GraphPrograms programs(features::parse_features(read_recipe(recipe), schemas, recipe));
  const features::Program& program = programs.program(parsing::GraphSection::kArc);
  base::Random random(1);
  std::vector<Sentence> sentences;
  for (std::size_t i = 0; i < kSentences; ++i) sentences.push_back(draw_sentence(random));
  features::Encoded encoded;
  features::Extractor extractor;
  std::size_t next = 0;
  double total = 0;
  for (auto _ : state) {
    programs.encoder().encode(sentences[next++ % kSentences], encoded);
    extractor.prepare(program, encoded);
    std::size_t found = 0;
    for (std::int32_t m = 1; m <= kWords; ++m) {
      for (std::int32_t h = 0; h <= kWords; ++h) {
        if (h == m) continue;
        const std::int32_t places[] = {h, m};
        const auto features = extractor.features(places);
        benchmark::DoNotOptimize(features.data());
        found += features.size();
      }
    }
    total += static_cast<double>(found);
  }
  set_rate(state, total);
}
BENCHMARK_CAPTURE(BM_Extract, carreras, std::string("carreras"))->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(BM_Extract, s_ifis_basic, std::string("s-ifis-basic"))->Unit(benchmark::kMicrosecond);

// One step of a transition parser: many places, of which each template reads a few.
void BM_ExtractStep(benchmark::State& state, bool finished) {
  const features::Schema schema{"step", {"s0", "s1", "s2", "b0", "b1", "b2"}, {"left", "right"}, {"label"}};
  std::vector<features::Template> templates;
  for (const char* text : {"lower(s0) & upos(s0)",
                           "lower(b0) & upos(b0)",
                           "upos(b1) & upos(b2)",
                           "upos(s0) & upos(b0)",
                           "lower(s0) & upos(b0)",
                           "upos(s0) & lower(b0)",
                           "lower(s0) & lower(b0)",
                           "upos(s1) & upos(s0)",
                           "lower(s1) & upos(s0)",
                           "upos(s1) & lower(s0)",
                           "upos(s0) & upos(s1) & upos(b0)",
                           "upos(s0) & upos(b0) & upos(b1)",
                           "upos(s0) & upos(b0) & upos(b1) & upos(b2)",
                           "upos(s2) & upos(s1) & upos(s0)",
                           "upos(left(s0)) & upos(s0) & upos(b0)",
                           "upos(right(s0)) & upos(s0) & upos(b0)",
                           "upos(left(b0)) & upos(s0) & upos(b0)",
                           "lower(left(s0)) & upos(s0)",
                           "lower(right(s0)) & upos(s0)",
                           "lower(left(b0)) & upos(b0)",
                           "dist(s0,b0) & upos(s0) & upos(b0)",
                           "dist(s0,b0) & lower(s0)",
                           "dist(s0,b0) & lower(b0)",
                           "feats(s0) & feats(b0)",
                           "feats(s0) & upos(b0)",
                           "upos(s0) & feats(b0)",
                           "suffix.3(s0) & upos(b0)",
                           "upos(s0-1) & upos(s0) & upos(b0)",
                           "upos(s0) & upos(s0+1) & upos(b0)",
                           "label(left(s0)) & upos(s0) & upos(b0)",
                           "label(right(s0)) & upos(s0) & upos(b0)",
                           "label(left(b0)) & upos(s0) & upos(b0)"}) {
    templates.push_back(features::parse_template(text, schema));
  }
  features::ColumnSet columns;
  const features::Program program(schema, templates, columns);
  base::Random random(1);
  features::Encoded encoded;
  features::Encoder(columns).encode(draw_sentence(random), encoded);
  features::Extractor extractor;
  extractor.prepare(program, encoded);
  std::vector<std::vector<std::int32_t>> steps(kSentences);
  for (auto& places : steps) {
    for (std::size_t i = 0; i < program.slots().size(); ++i) {
      places.push_back(static_cast<std::int32_t>(random.below(kWords + 2)) - 1);
    }
  }
  const auto label = [](std::uint8_t, std::int32_t node) { return features::kRoot + static_cast<std::uint64_t>(node); };
  std::size_t next = 0;
  for (auto _ : state) {
    const auto& places = steps[next++ % steps.size()];
    benchmark::DoNotOptimize((finished ? extractor.features(places, label) : extractor.sums(places, label)).data());
    benchmark::ClobberMemory();
  }
  set_rate(state, static_cast<double>(state.iterations() * program.size()));
}
BENCHMARK_CAPTURE(BM_ExtractStep, features, true);
BENCHMARK_CAPTURE(BM_ExtractStep, sums, false);

/// A table's worth of features, and questions in batches as an arc asks them; `known` in a hundred are in the table.
struct Questions {
  static constexpr std::size_t kBatch = 100;
  std::vector<std::pair<std::uint64_t, float>> weights;
  std::vector<std::uint64_t> asked;

  explicit Questions(std::int64_t known) {
    base::Random random(2);
    for (std::size_t i = 0; i < kFeatures; ++i) {
      weights.emplace_back(random.next(), static_cast<float>(random.uniform()) - 0.5F);
    }
    for (std::size_t i = 0; i < kFeatures; ++i) {
      const bool hit = random.below(100) < static_cast<std::uint64_t>(known);
      asked.push_back(hit ? weights[random.below(kFeatures)].first : random.next());
    }
  }
};

/// Times score(batch of features) -> float.
template <class Score>
void ask(benchmark::State& state, const Questions& questions, const Score& score) {
  std::size_t at = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(score(std::span(questions.asked).subspan(at, Questions::kBatch)));
    at = at + Questions::kBatch == kFeatures ? 0 : at + Questions::kBatch;
  }
  set_rate(state, static_cast<double>(state.iterations()) * Questions::kBatch);
}

void BM_FrozenTable(benchmark::State& state) {
  const Questions questions(state.range(0));
  const std::string bytes = learning::FrozenTable::freeze(questions.weights);
  struct alignas(64) Line {
    char bytes[64];
  };
  std::vector<Line> aligned(bytes.size() / sizeof(Line));
  std::memcpy(aligned.data(), bytes.data(), bytes.size());
  const learning::FrozenTable table(std::as_bytes(std::span(aligned)));
  ask(state, questions, [&](auto features) { return table.score(features); });
  state.counters["bytes"] = static_cast<double>(bytes.size()) / kFeatures;
}
BENCHMARK(BM_FrozenTable)->Arg(20)->Arg(80);

void BM_OpenTable(benchmark::State& state) {
  const Questions questions(state.range(0));
  learning::OpenTable<float> table;
  for (const auto& [feature, weight] : questions.weights) table.insert(feature) = weight;
  ask(state, questions, [&](auto features) {
    for (const std::uint64_t feature : features) table.prefetch(feature);
    float sum = 0;
    for (const std::uint64_t feature : features) {
      const float* weight = table.find(feature);
      sum += weight == nullptr ? 0 : *weight;
    }
    return sum;
  });
  state.counters["bytes"] = static_cast<double>(table.memory()) / kFeatures;
}
BENCHMARK(BM_OpenTable)->Arg(20)->Arg(80);

void BM_UnorderedMap(benchmark::State& state) {
  const Questions questions(state.range(0));
  std::unordered_map<std::uint64_t, float> table(questions.weights.begin(), questions.weights.end());
  ask(state, questions, [&](auto features) {
    float sum = 0;
    for (const std::uint64_t feature : features) {
      const auto found = table.find(feature);
      sum += found == table.end() ? 0 : found->second;
    }
    return sum;
  });
}
BENCHMARK(BM_UnorderedMap)->Arg(20)->Arg(80);

}  // namespace
}  // namespace espalier
