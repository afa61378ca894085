// Drawings for terminals, as a format.
#include "report/escape.h"
#include "treebank/drawing.h"
#include "treebank/format.h"
#include "treebank/text_canvas.h"

namespace espalier::treebank {
namespace {

class TreeFormat final : public Format {
 public:
  std::string_view name() const override { return "tree"; }
  bool can_read() const override { return false; }

  void piece(const Sentence& sentence, const WriteOptions& options, std::string& out) const override {
    if (const std::string_view id = sentence_name(sentence); !id.empty()) {
      out += inked(report::printable(id), Ink::kTitle, options.colour) + '\n';
    }
    out += draws_constituents(sentence, options) ? draw_constituents_text(sentence, options)
                                                 : draw_arcs_text(sentence, options);
    out += '\n';
  }
};

}  // namespace

const Format& tree_format() {
  static const TreeFormat format;
  return format;
}

}  // namespace espalier::treebank
