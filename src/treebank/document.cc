#include "espalier/document.h"

#include "treebank/document_writer.h"

namespace espalier {

std::string to_string(std::span<const Sentence> sentences, const WriteOptions& options) {
  return treebank::document_of(sentences, treebank::format_named(options.format), options);
}

std::string text_of(const Sentence& sentence) {
  if (const auto text = sentence.comment("text")) return std::string(*text);
  WriteOptions options;
  options.format = "text";
  std::string text = to_string(sentence, options);
  while (text.ends_with('\n') || text.ends_with(' ')) text.pop_back();
  return text;
}

bool shows_constituents(std::string_view format) noexcept {
  return format == "penn" || format == "native" || format == "discbracket";
}

}  // namespace espalier
