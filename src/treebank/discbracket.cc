// Brackets for discontinuous constituents: `(S (VP (VB 0=Wake) (PRT 2=up)) (NP (PRP 1=me)))`. Each leaf says its place
// in the sentence, from 0; the places of a tree are 0..n-1, in any order. All of the rest is in treebank/brackets.h.
#include "treebank/brackets.h"
#include "treebank/format.h"

namespace espalier::treebank {
namespace {

class DiscbracketFormat final : public Format {
 public:
  std::string_view name() const override { return "discbracket"; }
  std::size_t record_end(std::string_view bytes, std::size_t scanned, bool at_end) const override {
    return bracket_record_end(bytes, scanned, at_end);
  }
  std::size_t next_record(std::string_view bytes) const override { return next_bracket_record(bytes); }
  bool parse(std::string_view record, const RecordContext& context, Sentence& sentence) const override {
    return read_brackets(record, context, LeafStyle::kIndexedWord, sentence);
  }
  void piece(const Sentence& sentence, const WriteOptions& options, std::string& out) const override {
    write_brackets(sentence, LeafStyle::kIndexedWord, options, out);
  }
};

}  // namespace

const Format& discbracket_format() {
  static const DiscbracketFormat format;
  return format;
}

}  // namespace espalier::treebank
