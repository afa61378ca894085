// Raw text: sentences one after the other, a blank line before a new document or paragraph, no other line break.
//
// What is between two sentences depends on both: a space unless the first one's last token says otherwise, a blank line
// if the second starts a paragraph. So a piece carries both wishes, its own space at the end and the blank line at its
// start, and joint() lets the blank line win; at the ends of the document neither is wanted.
#include "treebank/format.h"
#include "treebank/surface_text.h"

namespace espalier::treebank {
namespace {

constexpr std::string_view kBreak = "\n\n";

class TextFormat final : public Format {
 public:
  std::string_view name() const override { return "text"; }
  bool can_read() const override { return false; }

  void piece(const Sentence& sentence, const WriteOptions& options, std::string& out) const override {
    if (starts_paragraph(sentence)) out += kBreak;
    out += sentence_text(sentence, options.spaces);
    // Sentences are set apart even where words are not.
    if (!sentence.empty() && !space_after(last_misc(sentence), true).empty()) out += ' ';
  }

  bool has_joints() const override { return true; }

  Joint joint(std::string_view before, std::string_view after) const override {
    const bool breaks = after.starts_with(kBreak);
    Joint joint;
    if ((breaks || after.empty()) && before.ends_with(' ')) joint.drop = 1;
    if (breaks && before.empty()) joint.skip = kBreak.size();
    return joint;
  }

  void epilogue(const WriteOptions&, std::string& out) const override { out += '\n'; }
};

}  // namespace

const Format& text_format() {
  static const TextFormat format;
  return format;
}

}  // namespace espalier::treebank
