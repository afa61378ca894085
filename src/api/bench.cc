// Measures a model stage by stage; a further stage is a row in Bench::stages().
//
// Parsing writes labels behind the texts of a sentence, so every pass starts from fresh copies, which are made while
// the clock stands. The copies keep their memory: what is asked for after the first pass is the parser's own wish.
#include "espalier/bench.h"

#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <limits>

#include "api/model_body.h"
#include "api/rounds.h"
#include "base/descriptor.h"
#include "base/team.h"
#include "evaluation/attachment.h"
#include "parsing/watch.h"
#include "treebank/format.h"

namespace espalier {
namespace {

struct Stage {
  std::string name;
  int threads = 1;
  bool takes_words = true;
  std::size_t bytes = 0;
  std::function<void()> prepare = {};  // not timed
  std::function<void()> run = {};
};

/// On processors: by this thread, or by all of the process.
double processor_seconds(bool of_all) {
  timespec time{};
  constexpr double kNano = 1e-9;
  if (clock_gettime(of_all ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_THREAD_CPUTIME_ID, &time) != 0) return 0;
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * kNano;
}

/// Both clocks, running only while the stage does.
struct Clocks {
  double wall = 0;
  double processor = 0;

  /// The seconds that `run` took.
  double time(const Stage& stage) {
    const double before = processor_seconds(stage.threads > 1);
    const parsing::Stopwatch watch;
    stage.run();
    const double seconds = watch.seconds();
    processor += processor_seconds(stage.threads > 1) - before;
    wall += seconds;
    return seconds;
  }
};

Spread rate(std::uint64_t amount, const Spread& seconds) {
  const auto per_second = [&](double time) { return time > 0 ? static_cast<double>(amount) / time : 0; };
  return {per_second(seconds.median), per_second(seconds.high), per_second(seconds.low)};
}

/// As read from our own bytes: bounds were for the files that they come from.
ReadOptions unbounded_conllu() {
  ReadOptions options;
  options.format = "conllu";
  constexpr std::size_t kAny = std::numeric_limits<std::size_t>::max() / 2;
  options.limits = {kAny, kAny, kAny, kAny};
  return options;
}

/// UAS and LAS of the sentences that came with heads.
void score(const std::vector<Sentence>& gold, const std::vector<Sentence>& parsed, BenchResult& result) {
  evaluation::DocumentOptions options;
  options.official_labels = true;
  evaluation::Document truth("gold", options);
  evaluation::Document found("parsed", options);
  for (std::size_t i = 0; i < gold.size(); ++i) {
    if (!gold[i].has_dependencies()) continue;
    truth.add(gold[i]);
    found.add(parsed[i]);
  }
  result.scored_words = truth.words();
  if (truth.words() == 0) return;
  evaluation::Vocabulary vocabulary;
  truth.adopt(vocabulary);
  found.adopt(vocabulary);
  const evaluation::Alignment alignment = evaluation::align_equal(truth, found, vocabulary);
  for (const Measure& each : evaluation::score_conllx(truth, found, alignment, vocabulary, {}).sum()) {
    if (each.name == "UAS") result.uas = each.value();
    if (each.name == "LAS") result.las = each.value();
  }
}

class Bench {
 public:
  Bench(const Model& model, std::vector<Sentence> sentences, const BenchOptions& options, const Control& control)
      : sentences_(std::move(sentences)),
        options_(options),
        control_(control),
        parser_(model, options.parse),
        team_(control.threads) {
    for (const Sentence& sentence : sentences_) {
      format_.piece(sentence, write_, text_);
      result_.words += static_cast<std::size_t>(sentence.size());
    }
    result_.sentences = sentences_.size();
    result_.bytes = text_.size();
    result_.model_bytes = model.body().file->size();
    if (result_.words == 0) throw Error(ErrorKind::kInput, "there is no sentence to measure with");
  }

  BenchResult run() {
    copy();
    parse();
    score(sentences_, parsed_, result_);
    for (const Stage& stage : stages()) result_.stages.push_back(measured(stage));
    result_.counts = parser_.counts();
    return std::move(result_);
  }

 private:
  std::vector<Stage> stages() {
    std::vector<Stage> list;
    if (!options_.model_file.empty()) list.push_back({.name = "load", .takes_words = false, .run = [this] { load(); }});
    list.push_back({.name = "read", .bytes = text_.size(), .run = [this] { read([](const Sentence&) {}); }});
    list.push_back({.name = "parse", .prepare = [this] { copy(); }, .run = [this] { parse(); }});
    if (team_.size() > 1) {
      list.push_back({.name = "parse",
                      .threads = team_.size(),
                      .prepare = [this] { copy(); },
                      .run = [this] { parse_together(); }});
    }
    list.push_back({.name = "write", .bytes = text_.size(), .run = [this] { write_all(); }});
    list.push_back({.name = "whole", .bytes = text_.size(), .run = [this] { do_all(); }});
    return list;
  }

  BenchStage measured(const Stage& stage) const {
    Clocks clocks;
    const auto pass = [&] {
      if (stage.prepare) stage.prepare();
      return clocks.time(stage);
    };
    const std::string label = stage.threads > 1 ? fmt::format("{} -j {}", stage.name, stage.threads) : stage.name;
    const parsing::Watch watch(control_);
    const auto tell = [&](double elapsed) {
      constexpr double kParts = 1000;
      const double share = std::min(1.0, elapsed / options_.seconds);
      watch.tell(label, static_cast<std::uint64_t>(share * kParts), static_cast<std::uint64_t>(kParts));
    };
    pass();
    clocks = {};
    const std::vector<double> rounds = api::timed_rounds(options_.seconds, pass, tell);
    BenchStage result;
    result.name = stage.name;
    result.threads = stage.threads;
    result.rounds = rounds.size();
    result.seconds = spread_of(rounds);
    result.cores = clocks.wall > 0 ? clocks.processor / clocks.wall : 0;
    result.words = stage.takes_words ? result_.words : 0;
    result.bytes = stage.bytes;
    if (stage.takes_words && stage.threads == 1 && options_.allocations) result.allocations = allocations(stage);
    return result;
  }

  double allocations(const Stage& stage) const {
    if (stage.prepare) stage.prepare();
    const std::uint64_t before = options_.allocations();
    stage.run();
    return static_cast<double>(options_.allocations() - before) / static_cast<double>(sentences_.size());
  }

  void load() const { const Parser parser(Model::load(options_.model_file), options_.parse); }

  template <class Use>
  void read(const Use& use) {
    TreebankReader reader = TreebankReader::of_text(text_, read_, "the sentences as CoNLL-U");
    while (reader.next(sentence_)) {
      base::check_stop(control_.stop);
      use(sentence_);
    }
  }

  void copy() { parsed_ = sentences_; }

  void parse() {
    for (Sentence& sentence : parsed_) {
      base::check_stop(control_.stop);
      parser_.parse(sentence);
    }
  }

  void parse_together() {
    team_.run(parsed_.size(), [this](std::size_t i, int) {
      base::check_stop(control_.stop);
      parser_.parse(parsed_[i]);
    });
  }

  void write_all() {
    for (const Sentence& sentence : sentences_) write(sentence);
  }

  void do_all() {
    read([this](Sentence& sentence) {
      parser_.parse(sentence);
      write(sentence);
    });
  }

  // A block at a time, as files are written.
  void write(const Sentence& sentence) {
    constexpr std::size_t kBlock = std::size_t{1} << 18;
    if (out_.size() > kBlock) out_.clear();
    format_.piece(sentence, write_, out_);
  }

  std::vector<Sentence> sentences_;
  const BenchOptions& options_;
  const Control& control_;
  const Parser parser_;
  base::Team team_;
  const treebank::Format& format_ = treebank::conllu_format();
  const ReadOptions read_ = unbounded_conllu();
  const WriteOptions write_;
  BenchResult result_;
  std::string text_;
  std::vector<Sentence> parsed_;
  Sentence sentence_;
  std::string out_;
};

}  // namespace

Spread spread_of(std::vector<double> values) {
  if (values.empty()) return {};
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  const double median = values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
  return {median, values.front(), values.back()};
}

Spread BenchStage::words_per_second() const noexcept { return rate(words, seconds); }
Spread BenchStage::bytes_per_second() const noexcept { return rate(bytes, seconds); }

const BenchStage* BenchResult::find(std::string_view name, int threads) const noexcept {
  const auto found = std::find_if(stages.begin(), stages.end(), [&](const BenchStage& stage) {
    return stage.name == name && stage.threads == threads;
  });
  return found == stages.end() ? nullptr : &*found;
}

double BenchResult::speedup() const noexcept {
  const BenchStage* one = find("parse");
  const auto many = std::find_if(stages.begin(), stages.end(),
                                 [](const BenchStage& stage) { return stage.name == "parse" && stage.threads > 1; });
  if (one == nullptr || many == stages.end() || many->seconds.median <= 0) return 0;
  return one->seconds.median / many->seconds.median;
}

BenchResult measure(const Model& model, std::vector<Sentence> sentences, const BenchOptions& options,
                    const Control& control) {
  return Bench(model, std::move(sentences), options, control).run();
}

}  // namespace espalier
