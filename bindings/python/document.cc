#include "python/document.h"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "espalier/constituency.h"
#include "espalier/document.h"
#include "espalier/error.h"
#include "espalier/treebank.h"

namespace espalier::python {
namespace {

/// Finds tokens in their text, one after the other. Between them, and in them where a form has a space, there is white
/// space alone, so that each character of a form is the next of its kind in the text.
class RangeFinder {
 public:
  explicit RangeFinder(std::string_view text) : text_(text) {}

  /// Not known where the form is not of this text.
  Range next(std::string_view form) {
    std::size_t begin = std::string_view::npos;
    std::size_t at = at_;
    for (std::size_t i = 0; i < form.size();) {
      const std::string_view character = form.substr(i, size_at(form, i));
      i += character.size();
      if (character == " ") continue;
      const std::size_t found = text_.find(character, at);
      if (found == std::string_view::npos) return {};
      if (begin == std::string_view::npos) begin = found;
      at = found + character.size();
    }
    if (begin == std::string_view::npos) return {};
    at_ = at;
    const std::int32_t first = count_to(begin);
    return {first, count_to(at)};
  }

 private:
  static bool is_start(char c) noexcept { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }
  static std::size_t size_at(std::string_view text, std::size_t at) noexcept {
    std::size_t size = 1;
    while (at + size < text.size() && !is_start(text[at + size])) ++size;
    return size;
  }
  std::int32_t count_to(std::size_t byte) {
    for (; counted_ < byte; ++counted_) characters_ += is_start(text_[counted_]) ? 1 : 0;
    return characters_;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t counted_ = 0;
  std::int32_t characters_ = 0;
};

void find_ranges(const Sentence& sentence, RangeFinder& finder, std::vector<Range>& ranges) {
  auto token = sentence.multiword_tokens().begin();
  for (std::int32_t node = 1; node <= sentence.size();) {
    if (token != sentence.multiword_tokens().end() && token->first == node) {
      ranges.insert(ranges.end(), static_cast<std::size_t>(token->last - token->first) + 1,
                    finder.next(sentence.text(token->form)));
      node = token->last + 1;
      ++token;
    } else {
      ranges.push_back(finder.next(sentence.form(node)));
      ++node;
    }
  }
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
  if (name == "head")
    return numbers(document, [&](std::size_t i, std::int32_t node) { return sentences[i].head(node); });
  if (name == "id") return numbers(document, [](std::size_t, std::int32_t node) { return node; });
  if (name == "sentence") return numbers(document, [](std::size_t i, auto) { return static_cast<std::int32_t>(i); });
  if (name == "start")
    return numbers(document, [&](std::size_t i, std::int32_t node) { return document.range(i, node).begin; });
  if (name == "end")
    return numbers(document, [&](std::size_t i, std::int32_t node) { return document.range(i, node).end; });
  for (std::size_t column = 0; column < kNames.size(); ++column) {
    if (name == kNames[column]) return ids(document, static_cast<Column>(column));
  }
  std::vector<std::string> names(kNames.begin(), kNames.end());
  names.insert(names.end(), {"head", "id", "sentence", "start", "end"});
  throw Error(ErrorKind::kUsage, "there is no column '" + name + "'" + did_you_mean(name, names));
}

}  // namespace

void Document::add(const Sentence& sentence) {
  if (spare.empty()) {
    sentences.push_back(sentence);
    return;
  }
  spare.back() = sentence;
  sentences.push_back(std::move(spare.back()));
  spare.pop_back();
}

void Document::clear() noexcept {
  text.clear();
  if (spare.empty()) spare.swap(sentences);
  sentences.clear();
  firsts.clear();
  has_rule_heads = false;
  columns.clear();
  ranges.clear();
}

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

Range Document::range(std::size_t sentence, std::int32_t node) const {
  if (text.empty()) return {};
  if (ranges.empty()) {
    ranges.reserve(words());
    RangeFinder finder(text);
    for (const Sentence& each : sentences) find_ranges(each, finder, ranges);
  }
  return ranges[firsts[sentence] + static_cast<std::size_t>(node) - 1];
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
