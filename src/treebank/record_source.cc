#include "treebank/record_source.h"

namespace espalier::treebank {

bool next_batch(const std::shared_ptr<RecordStream>& stream, RecordBatch& batch) {
  const bool more = stream->next(batch.block);
  batch.skipped.swap(stream->skipped());
  if (!more && batch.skipped.empty()) return false;
  batch.stream = stream;
  batch.name = stream->name();
  batch.extent = stream->extent();
  batch.bytes = batch.block.bytes.size();
  return true;
}

bool RecordSource::next(Batch& batch) {
  for (;;) {
    if (stream_ == nullptr) {
      if (next_input_ == inputs_.size()) return false;
      const Format* format = options_.format.empty() ? nullptr : &format_named(options_.format);
      stream_ = std::make_shared<RecordStream>(inputs_[next_input_++], format, options_, control_);
    }
    if (next_batch(stream_, batch)) return true;
    stream_ = nullptr;
  }
}

}  // namespace espalier::treebank
