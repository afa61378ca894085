#include "python/document.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <unordered_map>

#include "espalier/constituency.h"
#include "espalier/document.h"
#include "espalier/error.h"
#include "espalier/treebank.h"

namespace espalier::python {
namespace {

constexpr std::string_view kRange = "TokenRange=";

std::int32_t number_at(std::string_view text) {
  std::int32_t value = -1;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

/// Reads the range and, unless it is kept, makes `misc` what it would be without it.
Range take_range(Sentence& sentence, Text& misc, bool keep) {
  const std::string_view text = sentence.text(misc);
  const std::size_t at = text.find(kRange);
  if (at == std::string_view::npos) return {};
  const std::size_t end = std::min(text.find('|', at), text.size());
  const std::string_view value = text.substr(at + kRange.size(), end - at - kRange.size());
  const Range range{number_at(value), number_at(value.substr(value.find(':') + 1))};
  if (keep) return range;
  if (end == text.size()) {
    misc.size = static_cast<std::uint32_t>(at == 0 ? 0 : at - 1);
  } else if (at == 0) {
    misc.begin += static_cast<std::uint32_t>(end + 1);
    misc.size -= static_cast<std::uint32_t>(end + 1);
  } else {
    misc = sentence.add_text(std::string(text.substr(0, at)).append(text.substr(end + 1)));
  }
  return range;
}

bool is_of_heads(const std::string& format) { return format == "conllu" || format == "conllx" || format == "triples"; }

/// A copy as the format shows it: of constituents or of heads, whichever the parser found.
Sentence edited(const Sentence& sentence, bool has_rule_heads, const std::string& format) {
  Sentence copy = sentence;
  if (shows_constituents(format) && copy.constituents().empty()) {
    to_constituents(copy);
  } else if (has_rule_heads && is_of_heads(format)) {
    copy.constituents().clear();
  } else if (has_rule_heads) {
    for (std::int32_t node = 1; node <= copy.size(); ++node) {
      copy.set_head(node, kNoHead);
      copy.set(node, Column::kDeprel, Text{});
    }
  }
  return copy;
}

DocumentPtr read_all(TreebankReader reader) {
  auto document = std::make_shared<Document>();
  for (Sentence sentence; reader.next(sentence);) document->sentences.push_back(sentence);
  document->settle();
  return document;
}

template <class NumberOf>
NumberColumn numbers(const Document& document, const NumberOf& number_of) {
  NumberColumn column;
  column.numbers.reserve(document.words());
  for (std::size_t i = 0; i < document.sentences.size(); ++i) {
    for (std::int32_t node = 1; node <= document.sentences[i].size(); ++node) {
      column.numbers.push_back(number_of(i, node));
    }
  }
  return column;
}

NumberColumn ids(const Document& document, Column which) {
  std::unordered_map<std::string_view, std::int32_t> known;
  std::vector<std::string> labels;
  NumberColumn column = numbers(document, [&](std::size_t i, std::int32_t node) {
    const std::string_view text = document.sentences[i].get(node, which);
    const auto [place, is_new] = known.emplace(text, static_cast<std::int32_t>(labels.size()));
    if (is_new) labels.emplace_back(text);
    return place->second;
  });
  column.labels = std::move(labels);
  return column;
}

NumberColumn make_column(const Document& document, const std::string& name) {
  constexpr std::array<const char*, kColumns> kNames = {"form",  "lemma",  "upos", "xpos",
                                                        "feats", "deprel", "deps", "misc"};
  const auto& sentences = document.sentences;
  const auto place = [&](std::size_t i, std::int32_t node) {
    return document.ranges.empty() ? Range{} : document.ranges[i][static_cast<std::size_t>(node)];
  };
  if (name == "head")
    return numbers(document, [&](std::size_t i, std::int32_t node) { return sentences[i].head(node); });
  if (name == "id") return numbers(document, [](std::size_t, std::int32_t node) { return node; });
  if (name == "sentence") return numbers(document, [](std::size_t i, auto) { return static_cast<std::int32_t>(i); });
  if (name == "start") return numbers(document, [&](std::size_t i, std::int32_t node) { return place(i, node).begin; });
  if (name == "end") return numbers(document, [&](std::size_t i, std::int32_t node) { return place(i, node).end; });
  for (std::size_t column = 0; column < kNames.size(); ++column) {
    if (name == kNames[column]) return ids(document, static_cast<Column>(column));
  }
  std::vector<std::string> names(kNames.begin(), kNames.end());
  names.insert(names.end(), {"head", "id", "sentence", "start", "end"});
  throw Error(ErrorKind::kUsage, "there is no column '" + name + "'" + did_you_mean(name, names));
}

}  // namespace

void Document::settle() {
  firsts.assign(1, 0);
  for (const Sentence& sentence : sentences)
    firsts.push_back(firsts.back() + static_cast<std::size_t>(sentence.size()));
}

std::size_t Document::sentence_of(std::size_t word) const {
  return static_cast<std::size_t>(std::upper_bound(firsts.begin(), firsts.end(), word) - firsts.begin()) - 1;
}

std::string Document::whole_text() const {
  if (!text.empty() || sentences.empty()) return text;
  std::string made = written(*this, sentences, "text");
  while (made.ends_with('\n')) made.pop_back();
  return made;
}

std::vector<Range> take_ranges(Sentence& sentence, bool keep) {
  std::vector<Range> ranges(static_cast<std::size_t>(sentence.size()) + 1);
  for (std::int32_t node = 1; node <= sentence.size(); ++node) {
    Text misc = sentence.row(node)[static_cast<std::size_t>(Column::kMisc)];
    ranges[static_cast<std::size_t>(node)] = take_range(sentence, misc, keep);
    sentence.set(node, Column::kMisc, misc);
  }
  // The words of a multiword token stand where it stands.
  for (MultiwordToken& token : sentence.multiword_tokens()) {
    Text misc = token.misc;
    const Range range = take_range(sentence, misc, keep);
    token.misc = misc;
    std::fill(ranges.begin() + token.first, ranges.begin() + token.last + 1, range);
  }
  return ranges;
}

std::string text_of(const Sentence& sentence) {
  if (const auto text = sentence.comment("text")) return std::string(*text);
  WriteOptions options;
  options.format = "text";
  std::string text = to_string(sentence, options);
  while (text.ends_with('\n') || text.ends_with(' ')) text.pop_back();
  return text;
}

std::string written(const Document& document, std::span<const Sentence> sentences, const std::string& format) {
  WriteOptions options;
  options.format = format;
  if (!document.has_rule_heads && !shows_constituents(format)) return to_string(sentences, options);
  std::vector<Sentence> copies;
  copies.reserve(sentences.size());
  for (const Sentence& sentence : sentences) copies.push_back(edited(sentence, document.has_rule_heads, format));
  return to_string(copies, options);
}

DocumentPtr read_text(std::string_view text, const std::string& format) {
  ReadOptions options;
  options.format = format;
  return read_all(TreebankReader::of_text(text, options));
}

DocumentPtr read_path(const std::string& path, const std::string& format) {
  ReadOptions options;
  options.format = format;
  return read_all(TreebankReader(path, options));
}

const NumberColumn& column_of(const Document& document, const std::string& name) {
  const auto found = document.columns.find(name);
  if (found != document.columns.end()) return found->second;
  return document.columns.emplace(name, make_column(document, name)).first->second;
}

}  // namespace espalier::python
