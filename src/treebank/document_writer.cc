#include "treebank/document_writer.h"

#include <iterator>
#include <utility>

namespace espalier::treebank {

void Pieces::clear() {
  prologue.clear();
  joined.clear();
  single.clear();
  sentences = 0;
}

void Pieces::add(const Format& format, const Sentence& sentence, const WriteOptions& options) {
  if (sentences == 0) {
    prologue.clear();
    format.prologue(&sentence, options, prologue);
  }
  if (format.is_composed() || format.has_joints()) {
    std::string piece;
    format.piece(sentence, options, piece);
    if (format.is_composed()) {
      single.push_back(std::move(piece));
    } else {
      join(format, piece, joined);
    }
  } else {
    const std::size_t before = joined.size();
    try {
      format.piece(sentence, options, joined);
    } catch (...) {
      joined.resize(before);  // of a sentence that the format cannot hold nothing is left
      throw;
    }
  }
  ++sentences;
}

void join(const Format& format, std::string_view piece, std::string& joined) {
  Format::Joint joint;
  if (!joined.empty() && !piece.empty()) joint = format.joint(joined, piece);
  joined.resize(joined.size() - joint.drop);
  joined.append(joint.insert).append(piece.substr(joint.skip));
}

std::unique_ptr<base::ByteSink> open_output(const std::string& path, const Control& control) {
  base::SinkOptions options;
  options.stop = control.stop;
  return base::open_sink(path, options);
}

bool can_be_parted(const Format& format, const WriteOptions& options) {
  WriteOptions settled = options;
  format.settle(nullptr, settled);
  std::string frame;
  format.prologue(nullptr, settled, frame);
  format.epilogue(settled, frame);
  return frame.empty() && !format.is_composed();
}

DocumentWriter::DocumentWriter(std::unique_ptr<base::ByteSink> sink, const Format& format, WriteOptions options,
                               bool is_part)
    : sink_(std::move(sink)), format_(format), options_(std::move(options)), is_part_(is_part) {}

void DocumentWriter::write(Pieces& pieces) {
  if (pieces.sentences == 0) return;
  if (!started_) sink_->write(pieces.prologue);
  started_ = true;
  if (format_.has_joints() && is_part_) {
    join(format_, pieces.joined, held_);
  } else if (format_.has_joints()) {
    hold(pieces.joined);
  } else {
    sink_->write(pieces.joined);
  }
  composed_.insert(composed_.end(), std::make_move_iterator(pieces.single.begin()),
                   std::make_move_iterator(pieces.single.end()));
  sink_->flush();
}

// Writes what is held as the next bytes let it be, and holds those.
void DocumentWriter::hold(std::string& next) {
  if (next.empty()) return;
  const Format::Joint joint = format_.joint(held_, next);
  sink_->write(std::string_view(held_).substr(0, held_.size() - joint.drop));
  held_.assign(joint.insert).append(next, joint.skip);
}

void DocumentWriter::close() {
  std::string tail;
  if (is_part_) {
    tail = std::move(held_);
  } else if (!held_.empty()) {
    const Format::Joint joint = format_.joint(held_, {});
    held_.resize(held_.size() - joint.drop);
    sink_->write(held_.append(joint.insert));
  }
  if (!started_) format_.prologue(nullptr, options_, tail);
  if (format_.is_composed()) format_.compose(composed_, options_, tail);
  format_.epilogue(options_, tail);
  sink_->write(tail);
  sink_->commit();
}

std::string document_of(std::span<const Sentence> sentences, const Format& format, const WriteOptions& options) {
  std::string out;
  DocumentWriter writer(base::memory_sink(out), format, options);
  Pieces pieces;
  for (const Sentence& sentence : sentences) pieces.add(format, sentence, options);
  writer.write(pieces);
  writer.close();
  return out;
}

}  // namespace espalier::treebank
