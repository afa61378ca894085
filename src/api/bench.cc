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
#include "base/byte_source.h"
#include "base/descriptor.h"
#include "base/team.h"
#include "espalier/pipeline.h"
#include "evaluation/attachment.h"
#include "parsing/watch.h"
#include "text/training_text.h"
#include "treebank/document_writer.h"

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
        stages_(model.body().stages),
        parser_(model, options.parse),
        pipeline_(model, pipeline_options(options)),
        team_(control.threads) {
    for (const Sentence& sentence : sentences_) {
      format_.piece(sentence, write_, text_);
      result_.words += static_cast<std::size_t>(sentence.size());
    }
    result_.sentences = sentences_.size();
    result_.bytes = text_.size();
    for (int i = 0; i < team_.size(); ++i) workspaces_.push_back(stages_.make_workspace());
    if (stages_.segmenter() != nullptr) take_plain_text();
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
    const auto copies = [this] { copy(); };
    if (!blocks_.empty()) {
      add_both(list, {.name = "tokenize", .bytes = plain_.size()}, [this](int threads) {
        for_each(threads, blocks_.size(), [this](std::size_t i, int worker) { tokenize(i, worker); });
      });
    }
    if (stages_.tagger() != nullptr) {
      add_both(list, {.name = "tag", .prepare = copies}, [this](int threads) {
        for_each(threads, parsed_.size(), [this](std::size_t i, int worker) { tag(i, worker); });
      });
    }
    add_both(list, {.name = "parse", .prepare = copies}, [this](int threads) {
      for_each(threads, parsed_.size(), [this](std::size_t i, int) { parser_.parse(parsed_[i]); });
    });
    list.push_back({.name = "write", .bytes = text_.size(), .run = [this] { write_all(); }});
    list.push_back({.name = "whole", .bytes = text_.size(), .run = [this] { do_all(); }});
    if (!blocks_.empty()) {
      add_both(list, {.name = "annotate", .bytes = plain_.size()}, [this](int threads) { annotate(threads); });
    }
    return list;
  }

  /// A stage on one thread and, where there are more, on all.
  void add_both(std::vector<Stage>& list, Stage stage, const std::function<void(int)>& run) const {
    stage.run = [run] { run(1); };
    list.push_back(stage);
    if (team_.size() == 1) return;
    stage.threads = team_.size();
    stage.run = [run, threads = stage.threads] { run(threads); };
    list.push_back(std::move(stage));
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

  /// Calls task(index, worker), by this thread or by the team.
  void for_each(int threads, std::size_t count, const std::function<void(std::size_t, int)>& task) {
    const auto unless_stopped = [&](std::size_t i, int worker) {
      base::check_stop(control_.stop);
      task(i, worker);
    };
    if (threads > 1) return team_.run(count, unless_stopped);
    for (std::size_t i = 0; i < count; ++i) unless_stopped(i, 0);
  }

  void parse() {
    for_each(1, parsed_.size(), [this](std::size_t i, int) { parser_.parse(parsed_[i]); });
  }

  parsing::PipelineWorkspace& workspace(int worker) { return *workspaces_[static_cast<std::size_t>(worker)]; }

  void tokenize(std::size_t block, int worker) {
    stages_.segment(blocks_[block], {}, workspace(worker), [](const Sentence&) {});
  }

  void tag(std::size_t sentence, int worker) { stages_.tag(parsed_[sentence], true, workspace(worker)); }

  // What `parse` does of a file with plain text, to the last byte that it writes.
  void annotate(int threads) {
    Control control;
    control.threads = threads;
    control.stop = control_.stop;
    pipeline_.annotate(request_, control);
  }

  static PipelineOptions pipeline_options(const BenchOptions& options) {
    PipelineOptions result;
    result.parse = options.parse;
    return result;
  }

  /// The text of the sentences, as a file would have it.
  void take_plain_text() {
    WriteOptions options;
    options.spaces = text::has_spaces(sentences_);
    plain_ = treebank::document_of(sentences_, treebank::text_format(), options);
    result_.text_bytes = plain_.size();
    text::BlockReader reader(base::memory_source(plain_), "the sentences as text");
    for (text::Block block; reader.next(block);) blocks_.push_back(block);
    request_.inputs = {{.text = plain_}};
    request_.output = "/dev/null";
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
  const parsing::PipelineModel& stages_;
  const Parser parser_;
  const Pipeline pipeline_;
  base::Team team_;
  const treebank::Format& format_ = treebank::conllu_format();
  const ReadOptions read_ = unbounded_conllu();
  const WriteOptions write_;
  BenchResult result_;
  std::string text_;   // CoNLL-U
  std::string plain_;  // and as plain text, where the model can read that
  std::vector<text::Block> blocks_;
  AnnotateRequest request_;
  std::vector<std::unique_ptr<parsing::PipelineWorkspace>> workspaces_;
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

double BenchResult::speedup(std::string_view stage) const noexcept {
  const BenchStage* one = find(stage);
  const auto many = std::find_if(stages.begin(), stages.end(),
                                 [&](const BenchStage& each) { return each.name == stage && each.threads > 1; });
  if (one == nullptr || many == stages.end() || many->seconds.median <= 0) return 0;
  return one->seconds.median / many->seconds.median;
}

BenchResult measure(const Model& model, std::vector<Sentence> sentences, const BenchOptions& options,
                    const Control& control) {
  return Bench(model, std::move(sentences), options, control).run();
}

}  // namespace espalier
