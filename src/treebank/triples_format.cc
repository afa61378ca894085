// Stanford-style triples, `nsubj(grow-2, Trees-1)`: one relation a line, a blank line after each sentence.
#include <fmt/format.h>

#include <iterator>

#include "treebank/format.h"

namespace espalier::treebank {
namespace {

class TriplesFormat final : public Format {
 public:
  std::string_view name() const override { return "triples"; }
  bool can_read() const override { return false; }

  /// Words without a head in the sentence have no line.
  void piece(const Sentence& sentence, const WriteOptions&, std::string& out) const override {
    const auto relation = [&](std::string_view label, std::string_view form, std::int32_t head, std::int32_t word) {
      fmt::format_to(std::back_inserter(out), "{}({}-{}, {}-{})\n", label, form, head, sentence.form(word), word);
    };
    for (std::int32_t word = 1; word <= sentence.size(); ++word) {
      const std::int32_t head = sentence.head(word);
      const std::string_view label = sentence.deprel(word);
      if (head == 0) {
        relation(label.empty() ? "root" : label, "ROOT", 0, word);
      } else if (head > 0 && head <= sentence.size()) {
        relation(label.empty() ? "dep" : label, sentence.form(head), head, word);
      }
    }
    out += '\n';
  }
};

}  // namespace

const Format& triples_format() {
  static const TriplesFormat format;
  return format;
}

}  // namespace espalier::treebank
