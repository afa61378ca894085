// Raw text: sentences one after the other, a blank line before a new document or paragraph, no other line break but
// those that the treebank tells of.
//
// What is between two sentences depends on both: what the first one's last token says, else a space; a blank line if
// the second starts a paragraph. So a piece carries both wishes, the blank line at its start and at its end a mark
// where its last token says nothing, and joint() puts there what is right: a space, a blank line, or at the end of the
// document a newline. No text holds the mark: readers refuse it.
#include <algorithm>

#include "treebank/format.h"
#include "treebank/surface_text.h"

namespace espalier::treebank {
namespace {

constexpr std::string_view kBreak = "\n\n";
constexpr char kUnsaid = '\0';

class TextFormat final : public Format {
 public:
  std::string_view name() const override { return "text"; }
  bool can_read() const override { return false; }

  void piece(const Sentence& sentence, const WriteOptions& options, std::string& out) const override {
    if (starts_paragraph(sentence)) out += kBreak;
    out += raw_text(sentence, options.spaces);
    // Sentences are set apart even where words are not.
    if (!sentence.empty() && !raw_space_after(last_misc(sentence))) out += kUnsaid;
  }

  bool has_joints() const override { return true; }

  Joint joint(std::string_view before, std::string_view after) const override {
    Joint joint;
    const bool breaks = after.starts_with(kBreak);
    const bool is_unsaid = !before.empty() && before.back() == kUnsaid;
    joint.drop = is_unsaid ? 1 : 0;
    if (breaks) {
      // Of the line breaks that are wanted, some may be there.
      joint.skip = before.empty()
                       ? kBreak.size()
                       : std::min(kBreak.size(), static_cast<std::size_t>(line_breaks(trailing_space(before))));
    } else if (is_unsaid) {
      joint.insert = after.empty() ? "\n" : " ";
    }
    return joint;
  }
};

}  // namespace

const Format& text_format() {
  static const TextFormat format;
  return format;
}

}  // namespace espalier::treebank
