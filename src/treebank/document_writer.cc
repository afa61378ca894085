#include "treebank/document_writer.h"

#include <iterator>

namespace espalier::treebank {

void Pieces::clear() {
  prologue.clear();
  joined.clear();
  single.clear();
  sentences = 0;
}

void Pieces::add(const Format& format, const Sentence& sentence, const WriteOptions& options) {
  if (sentences++ == 0) format.prologue(&sentence, options, prologue);
  if (format.is_composed()) {
    format.piece(sentence, options, single.emplace_back());
  } else {
    format.piece(sentence, options, joined);
  }
}

DocumentWriter::DocumentWriter(std::unique_ptr<base::ByteSink> sink, const Format& format, WriteOptions options)
    : sink_(std::move(sink)), format_(format), options_(std::move(options)) {}

void DocumentWriter::write(Pieces& pieces) {
  if (pieces.sentences == 0) return;
  if (!started_) sink_->write(pieces.prologue);
  started_ = true;
  sink_->write(pieces.joined);
  composed_.insert(composed_.end(), std::make_move_iterator(pieces.single.begin()),
                   std::make_move_iterator(pieces.single.end()));
}

void DocumentWriter::close() {
  std::string tail;
  if (!started_) format_.prologue(nullptr, options_, tail);
  if (format_.is_composed()) format_.compose(composed_, options_, tail);
  format_.epilogue(options_, tail);
  sink_->write(tail);
  sink_->commit();
}

}  // namespace espalier::treebank
