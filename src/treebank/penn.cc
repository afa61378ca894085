// Penn brackets: `(ROOT (S (NP (DT The) (NN tree)) (VP (VBZ grows))))`, one tree a line or over several lines. The top
// may be labelled or not. Tags become XPOS; all of the rest is in treebank/brackets.h.
#include "treebank/brackets.h"
#include "treebank/format.h"

namespace espalier::treebank {
namespace {

class PennFormat final : public Format {
 public:
  std::string_view name() const override { return "penn"; }
  std::size_t record_end(std::string_view bytes, std::size_t scanned, bool at_end) const override {
    return bracket_record_end(bytes, scanned, at_end);
  }
  std::size_t next_record(std::string_view bytes) const override { return next_bracket_record(bytes); }
  bool parse(std::string_view record, const RecordContext& context, Sentence& sentence) const override {
    return read_brackets(record, context, LeafStyle::kWord, sentence);
  }
  void piece(const Sentence& sentence, const WriteOptions& options, std::string& out) const override {
    write_brackets(sentence, LeafStyle::kWord, options, out);
  }
};

}  // namespace

const Format& penn_format() {
  static const PennFormat format;
  return format;
}

}  // namespace espalier::treebank
