#include "treebank/format.h"

namespace espalier::treebank {

void fail(const RecordContext& context, std::size_t line, const std::string& reason) {
  throw Error(ErrorKind::kInput, Place{std::string(context.file), line, 0}, reason);
}

std::size_t Format::preamble_end(std::string_view, bool) const { return 0; }

std::size_t Format::record_end(std::string_view bytes, std::size_t, bool at_end) const {
  return at_end ? bytes.size() : kMore;
}

// As where a record is a line.
std::size_t Format::next_record(std::string_view bytes) const {
  const std::size_t end = bytes.find('\n');
  return end == std::string_view::npos ? kMore : end + 1;
}

bool Format::parse(std::string_view, const RecordContext&, Sentence&) const {
  throw Error(ErrorKind::kUsage, "format '" + std::string(name()) + "' can be written but not read");
}

void Format::settle(const Sentence*, WriteOptions&) const {}

void Format::prologue(const Sentence*, const WriteOptions&, std::string&) const {}

void Format::piece(const Sentence&, const WriteOptions&, std::string&) const {
  throw Error(ErrorKind::kUsage, "format '" + std::string(name()) + "' can be read but not written");
}

void Format::epilogue(const WriteOptions&, std::string&) const {}

Format::Joint Format::joint(std::string_view, std::string_view) const { return {}; }

void Format::compose(const std::vector<std::string>& pieces, const WriteOptions&, std::string& out) const {
  for (const std::string& piece : pieces) out += piece;
}

}  // namespace espalier::treebank
