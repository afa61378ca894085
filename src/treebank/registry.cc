// All formats by name, and guessing which one a file is in.
#include <algorithm>
#include <array>
#include <string>

#include "treebank/format.h"

namespace espalier::treebank {
namespace {

struct Extension {
  std::string_view suffix;
  std::string_view format;
};

constexpr std::array kExtensions = {
    Extension{".conllu", "conllu"}, Extension{".conllx", "conllx"},   Extension{".conll", "conllx"},
    Extension{".mrg", "penn"},      Extension{".penn", "penn"},       Extension{".ptb", "penn"},
    Extension{".native", "native"}, Extension{".tbk", "native"},      Extension{".discbracket", "discbracket"},
    Extension{".json", "json"},     Extension{".jsonl", "json"},      Extension{".ndjson", "json"},
    Extension{".txt", "text"},      Extension{".triples", "triples"}, Extension{".svg", "svg"},
    Extension{".html", "html"},     Extension{".tex", "latex"},       Extension{".tree", "tree"},
};

std::string_view without_compression(std::string_view path) {
  for (const std::string_view suffix : {".gz", ".xz", ".zst"}) {
    if (path.ends_with(suffix)) return path.substr(0, path.size() - suffix.size());
  }
  return path;
}

const Format* by_extension(std::string_view path) {
  const std::string_view name = without_compression(path);
  for (const auto& [suffix, format] : kExtensions) {
    if (name.ends_with(suffix)) return &format_named(format);
  }
  return nullptr;
}

// `index=word` directly after a tag tells discbracket from penn.
const Format* bracket_format(std::string_view bytes) {
  std::size_t at = bytes.find(' ');
  while (at != std::string_view::npos && at + 1 < bytes.size()) {
    const std::size_t end = bytes.find_first_of(" ()", at + 1);
    const std::string_view leaf = bytes.substr(at + 1, end == std::string_view::npos ? end : end - at - 1);
    if (!leaf.empty()) {
      const std::size_t digits = std::min(leaf.find_first_not_of("0123456789"), leaf.size());
      return digits > 0 && digits < leaf.size() && leaf[digits] == '=' ? &discbracket_format() : &penn_format();
    }
    at = bytes.find(' ', at + 1);
  }
  return &penn_format();
}

const Format* by_content(std::string_view bytes) {
  const std::size_t start = bytes.find_first_not_of(" \t\r\n");
  if (start == std::string_view::npos) return &conllu_format();  // nothing in it is right in any format
  const char first = bytes[start];
  if (first == '(') return bracket_format(bytes.substr(start));
  if (first == '{') return &json_format();
  if (first == '<' || bytes.substr(start).starts_with("word\t")) return &native_format();
  if (first == '#') return &conllu_format();
  const std::string_view line = bytes.substr(start, bytes.find('\n', start) - start);
  const bool has_columns = std::count(line.begin(), line.end(), '\t') >= 7;
  return has_columns && first >= '0' && first <= '9' ? &conllu_format() : nullptr;
}

}  // namespace

const std::vector<const Format*>& all_formats() {
  static const std::vector<const Format*> formats = {
      &text_format(), &conllu_format(),  &conllx_format(), &penn_format(), &native_format(), &discbracket_format(),
      &json_format(), &triples_format(), &svg_format(),    &html_format(), &tree_format(),   &latex_format()};
  return formats;
}

const Format& format_named(std::string_view name) {
  std::vector<std::string> names;
  for (const Format* format : all_formats()) {
    if (format->name() == name) return *format;
    names.emplace_back(format->name());
  }
  std::string list;
  for (const std::string& known : names) list += (list.empty() ? "" : ", ") + known;
  throw Error(ErrorKind::kUsage,
              "unknown format '" + std::string(name) + "'" + did_you_mean(name, names) + "; there are " + list);
}

const Format* guess_format(std::string_view path, std::string_view first_bytes) {
  const Format* format = by_extension(path);
  return format != nullptr ? format : by_content(first_bytes);
}

bool is_enough_to_guess(std::string_view path, std::string_view first_bytes) {
  if (by_extension(path) != nullptr) return true;
  const std::size_t start = first_bytes.find_first_not_of(" \t\r\n");
  // Brackets are told apart by a leaf, which may be on a later line; all else by the first line.
  return start != std::string_view::npos && first_bytes[start] != '(' &&
         first_bytes.find('\n', start) != std::string_view::npos;
}

}  // namespace espalier::treebank

namespace espalier {

std::string format_of_path(const std::string& path, const std::string& otherwise) {
  const treebank::Format* format = treebank::by_extension(path);
  return format == nullptr ? otherwise : std::string(format->name());
}

}  // namespace espalier
