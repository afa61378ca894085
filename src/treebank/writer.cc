#include "espalier/treebank.h"
#include "treebank/document_writer.h"

namespace espalier {

struct TreebankWriter::Body {
  Body(const std::string& path, const WriteOptions& write_options, const Control& control)
      : options(write_options),
        format(treebank::format_named(options.format)),
        document(treebank::open_output(path, control), format, options) {}

  WriteOptions options;
  const treebank::Format& format;
  treebank::DocumentWriter document;
  treebank::Pieces pieces;
  bool is_settled = false;
};

TreebankWriter::TreebankWriter(const std::string& path, const WriteOptions& options, const Control& control)
    : body_(std::make_unique<Body>(path, options, control)) {}
TreebankWriter::~TreebankWriter() = default;
TreebankWriter::TreebankWriter(TreebankWriter&&) noexcept = default;
TreebankWriter& TreebankWriter::operator=(TreebankWriter&&) noexcept = default;

void TreebankWriter::write(const Sentence& sentence) {
  if (!body_->is_settled) body_->format.settle(&sentence, body_->options);
  body_->is_settled = true;
  body_->pieces.clear();
  body_->pieces.add(body_->format, sentence, body_->options);
  body_->document.write(body_->pieces);
}

void TreebankWriter::close() { body_->document.close(); }

void write_file(const std::string& path, std::string_view bytes, const Control& control) {
  const auto sink = treebank::open_output(path, control);
  sink->write(bytes);
  sink->commit();
}

std::string to_string(const Sentence& sentence, const WriteOptions& options) {
  std::string out;
  const treebank::Format& format = treebank::format_named(options.format);
  format.piece(sentence, options, out);
  // A lone piece touches neither a piece before nor one after.
  out.resize(out.size() - format.joint(out, {}).drop);
  out.erase(0, format.joint({}, out).skip);
  return out;
}

}  // namespace espalier
