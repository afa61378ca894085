#include "espalier/treebank.h"
#include "treebank/record_stream.h"

namespace espalier {

using treebank::Block;
using treebank::RecordStream;

struct TreebankReader::Body {
  Body(const std::string& path, const ReadOptions& options, const Control& control)
      : skip_invalid(options.skip_invalid), stream(path, wanted_format(options), options, control) {}
  Body(std::unique_ptr<base::ByteSource> source, const std::string& name, const ReadOptions& options)
      : skip_invalid(options.skip_invalid), stream(std::move(source), name, wanted_format(options), options) {}

  static const treebank::Format* wanted_format(const ReadOptions& options) {
    return options.format.empty() ? nullptr : &treebank::format_named(options.format);
  }

  bool skip_invalid;
  RecordStream stream;
  Block block;
  std::size_t at = 0;  // the next record of the block
};

TreebankReader::TreebankReader(const std::string& path, const ReadOptions& options, const Control& control)
    : body_(std::make_unique<Body>(path, options, control)) {}
TreebankReader::TreebankReader(std::unique_ptr<Body> body) : body_(std::move(body)) {}
TreebankReader TreebankReader::of_text(std::string_view text, const ReadOptions& options, const std::string& name) {
  return TreebankReader(std::make_unique<Body>(base::memory_source(text), name, options));
}
TreebankReader::~TreebankReader() = default;
TreebankReader::TreebankReader(TreebankReader&&) noexcept = default;
TreebankReader& TreebankReader::operator=(TreebankReader&&) noexcept = default;

bool TreebankReader::next(Sentence& sentence) {
  Body& body = *body_;
  for (;;) {
    while (body.at < body.block.records.size()) {
      const treebank::Record& record = body.block.records[body.at++];
      try {
        if (parse_record(body.stream.format(), body.block.text(record), body.stream.context(record), sentence))
          return true;
      } catch (const Error& error) {
        if (!body.skip_invalid) throw;
        body.stream.skipped().push_back(error);
      }
    }
    body.at = 0;
    if (!body.stream.next(body.block)) return false;
  }
}

std::string_view TreebankReader::format() const { return body_->stream.format().name(); }

const std::vector<Error>& TreebankReader::skipped() const { return body_->stream.skipped(); }

std::vector<Sentence> read_treebank(const std::string& path, const ReadOptions& options) {
  std::vector<Sentence> sentences;
  TreebankReader reader(path, options);
  for (Sentence sentence; reader.next(sentence);) sentences.push_back(sentence);
  return sentences;
}

}  // namespace espalier
