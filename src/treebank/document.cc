#include "espalier/document.h"

#include "treebank/document_writer.h"

namespace espalier {

std::string to_string(std::span<const Sentence> sentences, const WriteOptions& options) {
  return treebank::document_of(sentences, treebank::format_named(options.format), options);
}

bool shows_constituents(std::string_view format) noexcept {
  return format == "penn" || format == "native" || format == "discbracket";
}

}  // namespace espalier
