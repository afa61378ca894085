// How fast treebanks are read and written on one core, without the disk: bytes in memory to sentences to bytes in
// memory.
//
//   scripts/build bench && build/bench/conllu_bench
//
// The text is the samples repeated to about 64 MB, or the file named by ESPALIER_BENCH_FILE repeated so.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <string>

#include "base/byte_source.h"
#include "base/unicode.h"
#include "treebank/record_stream.h"

namespace espalier::treebank {
namespace {

constexpr std::size_t kBytes = std::size_t{64} << 20;

const std::string& text() {
  static const std::string bytes = [] {
    std::string once;
    if (const char* file = std::getenv("ESPALIER_BENCH_FILE"); file != nullptr) {
      once = base::read_all(*base::open_source(file));
    } else {
      for (const char* language : {"en", "pt", "fr", "de", "es", "cs", "ru", "ar", "zh"}) {
        once +=
            base::read_all(*base::open_source(std::string(ESPALIER_SOURCE_DIR) + "/samples/" + language + ".conllu"));
      }
    }
    std::string all;
    while (all.size() < kBytes) all += once;
    return all;
  }();
  return bytes;
}

template <class Each>
void read(const Format& format, Each each) {
  RecordStream stream(base::memory_source(text()), "bench", &format, {});
  Sentence sentence;
  for (Block block; stream.next(block);) {
    for (const Record& record : block.records) {
      if (parse_record(format, block.text(record), stream.context(record), sentence)) each(sentence);
    }
  }
}

void report(benchmark::State& state) {
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * static_cast<std::int64_t>(text().size()));
}

void BM_Utf8(benchmark::State& state) {
  text();
  for (auto _ : state) benchmark::DoNotOptimize(base::find_invalid_utf8(text()));
  report(state);
}
BENCHMARK(BM_Utf8)->Unit(benchmark::kMillisecond);

void BM_ConlluCut(benchmark::State& state) {
  text();
  for (auto _ : state) {
    RecordStream stream(base::memory_source(text()), "bench", &conllu_format(), {});
    std::size_t records = 0;
    for (Block block; stream.next(block);) records += block.records.size();
    benchmark::DoNotOptimize(records);
  }
  report(state);
}
BENCHMARK(BM_ConlluCut)->Unit(benchmark::kMillisecond);

void BM_ConlluRead(benchmark::State& state) {
  text();
  for (auto _ : state) {
    std::int64_t words = 0;
    read(conllu_format(), [&](const Sentence& sentence) { words += sentence.size(); });
    benchmark::DoNotOptimize(words);
  }
  report(state);
}
BENCHMARK(BM_ConlluRead)->Unit(benchmark::kMillisecond);

void BM_ConlluReadWrite(benchmark::State& state) {
  text();
  std::string out;
  for (auto _ : state) {
    read(conllu_format(), [&](const Sentence& sentence) {
      if (out.size() > (std::size_t{1} << 20)) out.clear();
      conllu_format().piece(sentence, {}, out);
    });
    benchmark::DoNotOptimize(out.data());
  }
  report(state);
}
BENCHMARK(BM_ConlluReadWrite)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace espalier::treebank
