#include "treebank/drawing.h"

#include "base/unicode.h"
#include "report/escape.h"

namespace espalier::treebank {

bool draws_constituents(const Sentence& sentence, const WriteOptions& options) {
  return !sentence.constituents().empty() && (options.constituents || !sentence.has_dependencies());
}

std::string_view tag_under_word(const Sentence& sentence, std::int32_t word) {
  const std::string_view tag = sentence.upos(word);
  return tag.empty() ? sentence.xpos(word) : tag;
}

std::string_view drawn_label(const Sentence& sentence, std::int32_t word) {
  const std::string_view label = sentence.deprel(word);
  return label.empty() && sentence.head(word) == 0 ? "root" : label;
}

std::string_view sentence_name(const Sentence& sentence) {
  return sentence.comment("sent_id").value_or(std::string_view());
}

std::string sentence_text(const Sentence& sentence) {
  if (const auto text = sentence.comment("text")) return std::string(*text);
  std::string out;
  for (std::int32_t word = 1; word <= sentence.size(); ++word) {
    if (word > 1) out += ' ';
    out += sentence.form(word);
  }
  return out;
}

std::string drawn_category(const ConstituentTree& tree, std::int32_t node) {
  const std::string& label = tree.node(node).label;
  return label.empty() ? "·" : report::printable(label);
}

bool has_right_to_left_word(const Sentence& sentence) {
  for (std::int32_t word = 1; word <= sentence.size(); ++word) {
    if (base::is_right_to_left(sentence.form(word))) return true;
  }
  return false;
}

bool is_right_to_left(const Sentence& sentence) {
  std::int32_t right_to_left = 0;
  std::int32_t others = 0;
  for (std::int32_t word = 1; word <= sentence.size(); ++word) {
    if (base::is_right_to_left(sentence.form(word))) {
      ++right_to_left;
    } else if (!base::is_all_punctuation(sentence.form(word))) {
      ++others;
    }
  }
  return right_to_left > others;
}

}  // namespace espalier::treebank
