// Files to a file: records are cut by one thread, read, edited and written by all, put down in order.
#include "base/ordered_map.h"
#include "espalier/treebank.h"
#include "treebank/document_writer.h"
#include "treebank/record_stream.h"

namespace espalier {
namespace {

using treebank::Block;
using treebank::DocumentWriter;
using treebank::Pieces;
using treebank::RecordStream;

// One block on its way through the threads.
struct Work {
  std::shared_ptr<RecordStream> stream;
  Block block;
  std::size_t done = 0;  // records of the block
  Sentence sentence;
  Pieces pieces;
  base::Extent extent;
  ConvertSummary summary;
};

class Conversion {
 public:
  Conversion(const std::vector<std::string>& inputs, const std::string& output, const ConvertOptions& options,
             const Control& control)
      : inputs_(inputs),
        options_(options),
        control_(control),
        write_options_(options.write),
        format_(treebank::format_named(options.write.format)),
        document_(treebank::open_output(output, control), format_, options.write) {}

  ConvertSummary run() {
    settle();
    base::ordered_map<Work>(
        base::thread_count(control_.threads), [&](Work& work) { return produce(work); },
        [&](Work& work) { transform(work); }, [&](Work& work) { consume(work); });
    document_.close();
    return std::move(summary_);
  }

 private:
  // The first sentence settles what the options leave open, before pieces are made by many threads. It is read and
  // edited here, and its block goes on from there.
  void settle() {
    holds_first_ = cut(first_);
    while (holds_first_ && !is_settled_ && first_.done < first_.block.records.size()) {
      take(first_, first_.block.records[first_.done++]);
    }
    if (!is_settled_) format_.settle(nullptr, write_options_);
    is_settled_ = true;
  }

  bool produce(Work& work) {
    if (!holds_first_) return cut(work);
    std::swap(work, first_);
    holds_first_ = false;
    return true;
  }

  bool cut(Work& work) {
    if (control_.stop != nullptr && control_.stop->load()) throw Error(ErrorKind::kInterrupted, "interrupted");
    for (;;) {
      if (stream_ == nullptr) {
        if (next_input_ == inputs_.size()) return false;
        const treebank::Format* format =
            options_.read.format.empty() ? nullptr : &treebank::format_named(options_.read.format);
        stream_ = std::make_shared<RecordStream>(inputs_[next_input_++], format, options_.read, control_);
      }
      work.summary = {};
      work.pieces.clear();
      work.done = 0;
      const bool more = stream_->next(work.block);
      work.summary.skipped.swap(stream_->skipped());
      if (more || !work.summary.skipped.empty()) {
        work.stream = stream_;
        work.extent = stream_->extent();
        return true;
      }
      stream_ = nullptr;
    }
  }

  // Reads and edits one record; false when there is nothing to write of it.
  bool read(Work& work, const treebank::Record& record) const {
    const RecordStream& stream = *work.stream;
    if (!parse_record(stream.format(), work.block.text(record), stream.context(record), work.sentence)) return false;
    return !options_.edit || options_.edit(work.sentence);
  }

  void transform(Work& work) {
    work.summary.bytes = work.block.bytes.size();
    while (work.done < work.block.records.size()) take(work, work.block.records[work.done++]);
    work.summary.sentences = work.pieces.sentences;
  }

  void take(Work& work, const treebank::Record& record) {
    try {
      if (!read(work, record)) return;
      if (!is_settled_) {
        format_.settle(&work.sentence, write_options_);
        is_settled_ = true;
      }
      work.pieces.add(format_, work.sentence, write_options_);
      work.summary.words += static_cast<std::size_t>(work.sentence.size());
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::kInput) throw;
      if (!options_.read.skip_invalid) throw with_place(error, work.stream->context(record));
      work.summary.skipped.push_back(with_place(error, work.stream->context(record)));
    }
  }

  // What an edit complains of has no file or line yet.
  static Error with_place(const Error& error, const treebank::RecordContext& context) {
    if (!error.place().file.empty()) return error;
    return Error(error.kind(), Place{std::string(context.file), context.line, 0}, error.reason());
  }

  void consume(Work& work) {
    document_.write(work.pieces);
    summary_.sentences += work.summary.sentences;
    summary_.words += work.summary.words;
    summary_.bytes += work.summary.bytes;
    summary_.skipped.insert(summary_.skipped.end(), work.summary.skipped.begin(), work.summary.skipped.end());
    if (control_.progress) control_.progress({work.stream->name(), work.extent.taken, work.extent.total});
  }

  const std::vector<std::string>& inputs_;
  const ConvertOptions& options_;
  const Control& control_;
  WriteOptions write_options_;
  const treebank::Format& format_;
  DocumentWriter document_;
  Work first_;
  bool holds_first_ = false;
  bool is_settled_ = false;  // set before there is more than one thread
  std::size_t next_input_ = 0;
  std::shared_ptr<RecordStream> stream_;
  ConvertSummary summary_;
};

}  // namespace

ConvertSummary convert(const std::vector<std::string>& inputs, const std::string& output, const ConvertOptions& options,
                       const Control& control) {
  return Conversion(inputs, output, options, control).run();
}

}  // namespace espalier
