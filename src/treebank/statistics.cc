// Files counted by several threads: each takes blocks of records and adds them to an accumulator of its own; the
// accumulators are added up at the end.
#include "espalier/statistics.h"

#include <algorithm>
#include <memory>
#include <mutex>

#include "base/ordered_map.h"
#include "treebank/record_stream.h"
#include "treebank/statistics_accumulator.h"

namespace espalier {
namespace {

using treebank::StatisticsAccumulator;

struct Collected {
  std::unique_ptr<StatisticsAccumulator> counts = std::make_unique<StatisticsAccumulator>();
  std::string format;
  std::vector<Error> skipped;
};

/// One block on its way. The accumulator stays with the slot, and a slot is in one pair of hands at a time.
struct Work {
  treebank::Block block;
  Sentence sentence;
  std::vector<Error> skipped;
  StatisticsAccumulator* counts = nullptr;
};

class Collection {
 public:
  Collection(const std::string& file, const ReadOptions& options, const Control& control)
      : options_(options),
        control_(control),
        stream_(file, options.format.empty() ? nullptr : &treebank::format_named(options.format), options, control) {}

  Collected run() {
    base::ordered_map<Work>(
        base::thread_count(control_.threads), [this](Work& work) { return produce(work); },
        [this](Work& work) { transform(work); }, [this](Work& work) { consume(work); });
    for (const auto& part : parts_) result_.counts->merge(*part);
    result_.format = stream_.format().name();
    return std::move(result_);
  }

 private:
  bool produce(Work& work) {
    if (control_.stop != nullptr && control_.stop->load()) throw Error(ErrorKind::kInterrupted, "interrupted");
    work.skipped.clear();
    const bool more = stream_.next(work.block);
    work.skipped.swap(stream_.skipped());
    if (!more) work.block.records.clear();
    if (work.counts == nullptr) {
      work.counts = parts_.emplace_back(std::make_unique<StatisticsAccumulator>()).get();
    }
    return more || !work.skipped.empty();
  }

  void transform(Work& work) const {
    for (const treebank::Record& record : work.block.records) {
      try {
        if (parse_record(stream_.format(), work.block.text(record), stream_.context(record), work.sentence)) {
          work.counts->add(work.sentence);
        }
      } catch (const Error& error) {
        if (!options_.skip_invalid || error.kind() != ErrorKind::kInput) throw;
        work.skipped.push_back(error);
      }
    }
  }

  void consume(Work& work) {
    result_.skipped.insert(result_.skipped.end(), work.skipped.begin(), work.skipped.end());
    sentences_ += work.block.records.size();
    if (control_.progress) control_.progress({"sentences", sentences_, 0});
  }

  const ReadOptions& options_;
  const Control& control_;
  treebank::RecordStream stream_;
  std::vector<std::unique_ptr<StatisticsAccumulator>> parts_;  // grown by produce() alone, one thread at a time
  std::uint64_t sentences_ = 0;
  Collected result_;
};

double percent(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

double Ambiguity::ambiguous_percent() const noexcept { return percent(ambiguous, keys); }

double Ambiguity::choices_per_token() const noexcept {
  return tokens == 0 ? 0 : static_cast<double>(choices) / static_cast<double>(tokens);
}

double DependencyStatistics::nonprojective_arcs_percent() const noexcept { return percent(nonprojective_arcs, arcs); }

double DependencyStatistics::nonprojective_sentences_percent() const noexcept {
  return percent(nonprojective_sentences, sentences);
}

double DependencyStatistics::mean_arc_length() const noexcept {
  const std::uint64_t measured = head_before.items() + head_after.items();
  return measured == 0 ? 0 : static_cast<double>(head_before.sum() + head_after.sum()) / static_cast<double>(measured);
}

std::vector<TreebankStatistics> collect_statistics(const std::vector<std::string>& files,
                                                   const StatisticsOptions& options, const Control& control) {
  Collected known;
  if (!options.against.empty()) known = Collection(options.against, options.read, control).run();
  std::vector<TreebankStatistics> out;
  for (const std::string& file : files) {
    Collected one = Collection(file, options.read, control).run();
    out.push_back(one.counts->finish(options.against.empty() ? nullptr : known.counts.get()));
    TreebankStatistics& statistics = out.back();
    statistics.file = file;
    statistics.format = one.format;
    if (statistics.unseen) statistics.unseen->against = options.against;
    statistics.skipped = std::move(one.skipped);
  }
  // What was passed over in the other treebank must not go unsaid either.
  if (!out.empty()) out[0].skipped.insert(out[0].skipped.begin(), known.skipped.begin(), known.skipped.end());
  return out;
}

}  // namespace espalier
