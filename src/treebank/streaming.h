// Sentences from a source to a document: batches are cut by one thread, read, edited and written by all, put down in
// order.
//
// A Source has
//   struct Batch               what a thread takes at a time, reusable; with the members
//     std::string name;             the file, for the progress
//     base::Extent extent;          how far it is read
//     std::size_t bytes;            of the batch, decompressed
//     std::vector<Error> skipped;   what was passed over
//   bool next(Batch&)          one thread at a time; false at the end
//   void visit(Batch&, use) const   calls use(Sentence&) for every sentence, on any thread; says where errors are
#pragma once

#include <functional>
#include <string>
#include <utility>

#include "base/ordered_map.h"
#include "espalier/treebank.h"
#include "treebank/document_writer.h"

namespace espalier::treebank {

template <class Source>
class Streaming {
 public:
  /// `edit` is done to each sentence between reading and writing, by any thread; false drops it. `is_part`: as of
  /// DocumentWriter. All must outlive this.
  Streaming(Source& source, const std::string& output, const WriteOptions& options,
            const std::function<bool(Sentence&)>& edit, const Control& control, bool is_part = false)
      : source_(source),
        edit_(edit),
        control_(control),
        write_options_(options),
        format_(format_named(options.format)),
        document_(open_output(output, control), format_, options, is_part) {}

  ConvertSummary run() {
    settle();
    base::ordered_map<Work>(
        base::thread_count(control_.threads), [&](Work& work) { return produce(work); },
        [&](Work& work) { transform(work); }, [&](Work& work) { consume(work); });
    document_.close();
    return std::move(summary_);
  }

 private:
  static constexpr std::size_t kSome = std::size_t{16} << 10;  // bytes of output worth a write of their own

  struct Work {
    typename Source::Batch batch;
    Pieces pieces;
    std::size_t words = 0;
    bool is_done = false;
  };

  // The first sentence settles what the options leave open, before pieces are made by many threads: so the first batch
  // is done here. Its sentences are written as soon as there are some: who reads the output need not wait for all.
  void settle() {
    holds_first_ = cut(first_);
    if (holds_first_) transform(first_, true);
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
    work.pieces.clear();
    work.words = 0;
    work.is_done = false;
    work.batch.skipped.clear();
    return source_.next(work.batch);
  }

  void transform(Work& work, bool writes = false) {
    if (std::exchange(work.is_done, true)) return;
    source_.visit(work.batch, [&](Sentence& sentence) {
      if (edit_ && !edit_(sentence)) return;
      if (!is_settled_) {
        format_.settle(&sentence, write_options_);
        is_settled_ = true;
      }
      work.pieces.add(format_, sentence, write_options_);
      work.words += static_cast<std::size_t>(sentence.size());
      if (writes && work.pieces.joined.size() > kSome) write(work.pieces);
    });
  }

  void write(Pieces& pieces) {
    summary_.sentences += pieces.sentences;
    document_.write(pieces);
    pieces.clear();
  }

  void consume(Work& work) {
    summary_.words += work.words;
    summary_.bytes += work.batch.bytes;
    summary_.skip(work.batch.skipped);
    write(work.pieces);
    if (control_.progress) control_.progress({work.batch.name, work.batch.extent.taken, work.batch.extent.total});
  }

  Source& source_;
  const std::function<bool(Sentence&)>& edit_;
  const Control& control_;
  WriteOptions write_options_;
  const Format& format_;
  DocumentWriter document_;
  Work first_;
  bool holds_first_ = false;
  bool is_settled_ = false;  // set before there is more than one thread
  ConvertSummary summary_;
};

}  // namespace espalier::treebank
