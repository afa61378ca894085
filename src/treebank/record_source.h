// The records of treebanks, one file after the other, as a source of sentences (streaming.h).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "treebank/record_stream.h"

namespace espalier::treebank {

/// Some records of one file, and the sentence that they are read into.
struct RecordBatch {
  std::string name;
  base::Extent extent;
  std::size_t bytes = 0;
  std::vector<Error> skipped;

  std::shared_ptr<RecordStream> stream;
  Block block;
  Sentence sentence;
};

/// The next records of a stream; false when there are no more, nor errors to tell of.
bool next_batch(const std::shared_ptr<RecordStream>& stream, RecordBatch& batch);

/// Reads the records and calls use(sentence) for each that holds one. What is wrong with a record, or what `use` throws
/// as Error kInput, is thrown with its place or, where bad sentences are to be skipped, noted.
template <class Use>
void visit_batch(RecordBatch& batch, bool skip_invalid, const Use& use) {
  for (const Record& record : batch.block.records) {
    const RecordContext context = batch.stream->context(record);
    try {
      if (parse_record(batch.stream->format(), batch.block.text(record), context, batch.sentence)) use(batch.sentence);
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::kInput) throw;
      // What an edit complains of has no file or line yet.
      const Error placed = error.place().file.empty()
                               ? Error(error.kind(), Place{std::string(context.file), context.line, 0}, error.reason())
                               : error;
      if (!skip_invalid) throw placed;
      batch.skipped.push_back(placed);
    }
  }
}

class RecordSource {
 public:
  using Batch = RecordBatch;

  /// All must outlive it.
  RecordSource(const std::vector<std::string>& inputs, const ReadOptions& options, const Control& control)
      : inputs_(inputs), options_(options), control_(control) {}

  bool next(Batch& batch);
  template <class Use>
  void visit(Batch& batch, const Use& use) const {
    visit_batch(batch, options_.skip_invalid, use);
  }

 private:
  const std::vector<std::string>& inputs_;
  const ReadOptions& options_;
  const Control& control_;
  std::size_t next_input_ = 0;
  std::shared_ptr<RecordStream> stream_;
};

}  // namespace espalier::treebank
