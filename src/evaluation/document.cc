// Loading: texts become ids as they come, column by column; what a text means to the scorer (a label without its
// subtype, a feature list without what is not universal) is worked out in adopt(), once for each different text instead
// of each word.
#include "evaluation/document.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>

#include "base/unicode.h"

namespace espalier::evaluation {
namespace {

// The sets of the CoNLL 2018 shared task; all three sorted for binary search.
constexpr std::string_view kContentRelations[] = {
    "acl",       "advcl",      "advmod", "amod",   "appos",     "ccomp",      "compound", "conj",     "csubj", "dep",
    "discourse", "dislocated", "expl",   "fixed",  "flat",      "goeswith",   "iobj",     "list",     "nmod",  "nsubj",
    "nummod",    "obj",        "obl",    "orphan", "parataxis", "reparandum", "root",     "vocative", "xcomp"};
constexpr std::string_view kFunctionalRelations[] = {"aux", "case", "cc", "clf", "cop", "det", "mark"};
constexpr std::string_view kUniversalFeatures[] = {"Abbr",    "Animacy",  "Aspect", "Case", "Definite", "Degree",
                                                   "Evident", "Foreign",  "Gender", "Mood", "NumType",  "Number",
                                                   "Person",  "Polarity", "Polite", "Poss", "PronType", "Reflex",
                                                   "Tense",   "VerbForm", "Voice"};

template <std::size_t n>
bool is_one_of(std::string_view text, const std::string_view (&sorted)[n]) {
  return std::binary_search(std::begin(sorted), std::end(sorted), text);
}

// General category Zs, which the official scorer takes out of forms; the list has not changed since Unicode 6.3.
bool is_space_separator(char32_t c) {
  return c == 0x20 || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x202F || c == 0x205F ||
         c == 0x3000;
}

void append_without_spaces(std::string& out, std::string_view form) {
  // Spaces other than U+0020 start with one of these bytes; nearly all forms have neither.
  if (form.find_first_of(" \xC2\xE1\xE2\xE3") == std::string_view::npos) {
    out.append(form);
    return;
  }
  for (std::size_t at = 0; at < form.size();) {
    const std::size_t begin = at;
    if (!is_space_separator(base::decode(form, at))) out.append(form.substr(begin, at - begin));
  }
}

bool contains(const std::vector<std::string>& list, std::string_view text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

}  // namespace

RelationKind relation_kind(std::string_view label) {
  const std::string_view plain = without_subtype(label);
  if (is_one_of(plain, kContentRelations)) return RelationKind::kContent;
  return is_one_of(plain, kFunctionalRelations) ? RelationKind::kFunctional : RelationKind::kOther;
}

std::string_view without_subtype(std::string_view label) { return label.substr(0, label.find(':')); }

std::string comparable_form(std::string_view form) {
  std::string plain;
  append_without_spaces(plain, form);
  return base::to_lower(plain);
}

std::string universal_features(std::string_view feats) {
  std::vector<std::string_view> kept;
  while (!feats.empty()) {
    const std::string_view one = feats.substr(0, feats.find('|'));
    feats.remove_prefix(std::min(one.size() + 1, feats.size()));
    if (is_one_of(one.substr(0, one.find('=')), kUniversalFeatures)) kept.push_back(one);
  }
  std::sort(kept.begin(), kept.end());
  return fmt::format("{}", fmt::join(kept, "|"));
}

bool is_listed(std::string_view label, const std::vector<std::string>& list) {
  return contains(list, label) || contains(list, without_subtype(label));
}

// A list replaces the Unicode property, it does not add to it: whoever gives one wants exactly that.
bool Document::counts_as_punctuation(const Sentence& sentence, std::int32_t node) const {
  if (options_.punctuation_forms.empty() && options_.punctuation_tags.empty()) {
    return base::is_all_punctuation(sentence.form(node));
  }
  return contains(options_.punctuation_forms, sentence.form(node)) ||
         contains(options_.punctuation_tags, sentence.upos(node)) ||
         contains(options_.punctuation_tags, sentence.xpos(node));
}

void Document::add(const Sentence& sentence) {
  const std::size_t total = words() + static_cast<std::size_t>(sentence.size());
  if (total > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max())) {
    throw Error(ErrorKind::kInput, {file_, sentence.line(), 0}, "more than 2147483647 words: score the file in parts");
  }
  sentence_begins_.push_back(words());
  sentence_lines_.push_back(sentence.line());
  add_words(sentence);
  if (options_.tokens) add_tokens(sentence);
  if (options_.confidence) add_confidences(sentence);
  if (options_.sentence_ids) {
    const auto id = sentence.comment("sent_id");
    ids_ += id && !id->empty() ? std::string(*id) : std::to_string(sentences());
    id_ends_.push_back(ids_.size());
  }
}

void Document::add_confidences(const Sentence& sentence) {
  for (std::int32_t i = 1; i <= sentence.size(); ++i) {
    float value = std::numeric_limits<float>::quiet_NaN();
    if (const auto text = attribute(sentence.misc(i), "Conf")) {
      const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), value);
      const bool is_number = error == std::errc() && end == text->data() + text->size();
      if (!is_number || !(value >= 0 && value <= 1)) {  // NaN, too
        throw Error(ErrorKind::kInput, {file_, sentence.line(), 0},
                    fmt::format("Conf of word {} is '{}', not a number from 0 to 1", i, *text));
      }
    }
    confidences_.push_back(value);
  }
}

std::size_t Document::sentence_of(std::size_t word) const noexcept {
  const auto after = std::upper_bound(sentence_begins_.begin(), sentence_begins_.end(), word);
  return static_cast<std::size_t>(after - sentence_begins_.begin()) - 1;
}

std::string Document::form(std::size_t word, const Vocabulary& vocabulary) const {
  if (options_.tokens && !is_multiword(word)) {
    return base::to_lower(characters().substr(begin(word), end(word) - begin(word)));
  }
  return comparable_form(vocabulary.text(Field::kForm, id(Field::kForm, word)));
}

void Document::add_words(const Sentence& sentence) {
  static constexpr std::array<Column, kFields> kSources = {Column::kUpos,  Column::kXpos,   Column::kFeats,
                                                           Column::kLemma, Column::kDeprel, Column::kForm};
  const std::int32_t n = sentence.size();
  const auto base = static_cast<std::int32_t>(words());
  // Column by column: the table of one interner at a time stays in the cache.
  for (std::size_t f = 0; f < kFields; ++f) {
    if (f == index(Field::kForm) && options_.tokens) continue;
    for (std::int32_t i = 1; i <= n; ++i) columns_[f].push_back(own_[f].intern(sentence.get(i, kSources[f])));
  }
  for (std::int32_t i = 1; i <= n; ++i) {
    const std::int32_t head = sentence.head(i);
    if (head > n) {
      throw Error(ErrorKind::kInput, {file_, sentence.line(), 0},
                  fmt::format("the head of word {} is {}, but the sentence has {} words", i, head, n));
    }
    heads_.push_back(head < 0 ? kUnknownHead : head == 0 ? kRootHead : base + head - 1);
    punctuation_.push_back(counts_as_punctuation(sentence, i) ? 1 : 0);
  }
  if (options_.tokens) return;
  const auto first_line = static_cast<std::uint32_t>(sentence.line() + sentence.comments().size());
  for (std::int32_t i = 0; i < n; ++i) lines_.push_back(first_line + static_cast<std::uint32_t>(i));
  // Lines that are no words push those after them down.
  const auto begin = lines_.end() - n;
  for (const MultiwordToken& token : sentence.multiword_tokens()) {
    std::for_each(begin + (token.first - 1), lines_.end(), [](std::uint32_t& line) { ++line; });
  }
  for (const EmptyNode& node : sentence.empty_nodes()) {
    std::for_each(begin + std::min(node.after, n), lines_.end(), [](std::uint32_t& line) { ++line; });
  }
}

// A token is a multiword token or a word outside of them. Words inside keep their own form, as it is all they can be
// matched by; the form of any other word is its token's characters and is not kept twice.
void Document::add_tokens(const Sentence& sentence) {
  sentence_tokens_.push_back(tokens());
  const std::uint32_t no_form = own_[index(Field::kForm)].intern("");
  auto range = sentence.multiword_tokens().begin();
  auto empty = sentence.empty_nodes().begin();
  std::size_t line = sentence.line() + sentence.comments().size();
  std::int32_t inside_until = 0;
  for (std::int32_t i = 1; i <= sentence.size(); ++i, ++line) {
    for (; empty != sentence.empty_nodes().end() && empty->after < i; ++empty) ++line;
    if (range != sentence.multiword_tokens().end() && range->first == i) {
      add_token(sentence.text(range->form), line++);
      inside_until = range->last;
      multiword_.back() = 1;
      ++range;
    }
    const bool inside = i <= inside_until;
    if (!inside) add_token(sentence.form(i), line);
    columns_[index(Field::kForm)].push_back(inside ? own_[index(Field::kForm)].intern(sentence.form(i)) : no_form);
    word_tokens_.push_back(static_cast<std::uint32_t>(tokens() - 1));
  }
}

void Document::add_token(std::string_view form, std::size_t line) {
  const std::size_t before = characters_.size();
  append_without_spaces(characters_, form);
  if (characters_.size() == before) {
    throw Error(ErrorKind::kInput, {file_, line, 0}, "a token without characters cannot be aligned");
  }
  token_ends_.push_back(characters_.size());
  multiword_.push_back(0);
  lines_.push_back(static_cast<std::uint32_t>(line));
}

void Document::adopt(Vocabulary& shared) {
  std::vector<std::uint32_t> translation;
  for (std::size_t f = 0; f < kFields; ++f) {
    const auto field = static_cast<Field>(f);
    const base::Interner& own = own_[f].texts();
    translation.resize(own.size());
    for (std::uint32_t id = 0; id < own.size(); ++id) {
      const std::string_view text = own.text(id);
      base::Interner& target = shared.fields[f];
      if (field == Field::kLemma && text == "_") {
        translation[id] = target.intern("");  // the official scorer knows no literal underscore
      } else if (!options_.official_labels) {
        translation[id] = target.intern(text);
      } else if (field == Field::kLabel) {
        translation[id] = target.intern(without_subtype(text));
      } else if (field == Field::kFeats) {
        translation[id] = target.intern(universal_features(text));
      } else {
        translation[id] = field == Field::kForm ? target.intern(comparable_form(text)) : target.intern(text);
      }
    }
    for (std::uint32_t& id : columns_[f]) id = translation[id];
    own_[f] = ColumnIds();
  }
}

Document load_document(const std::string& path, const DocumentOptions& options, const ReadOptions& read,
                       const Control& control, std::vector<Error>& skipped) {
  Control quiet = control;  // several files are read at once: their progress would be told out of turn
  quiet.progress = nullptr;
  TreebankReader reader(path, read, quiet);
  Document document(path, options);
  Sentence sentence;
  while (reader.next(sentence)) document.add(sentence);
  skipped.insert(skipped.end(), reader.skipped().begin(), reader.skipped().end());
  return document;
}

}  // namespace espalier::evaluation
