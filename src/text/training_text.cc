#include "text/training_text.h"

#include <algorithm>

#include "base/character_kind.h"
#include "base/unicode.h"
#include "espalier/error.h"
#include "treebank/surface_text.h"

namespace espalier::text {
namespace {

constexpr std::size_t kMostBytes = std::size_t{1} << 30;
constexpr std::size_t kWritten = 3;  // one sentence in so many

bool says_spaces(const Sentence& sentence) {
  bool says = sentence.comment("text").has_value();
  treebank::for_each_token(sentence, [&](const treebank::SurfaceToken& token) {
    says = says || attribute(token.misc, "SpaceAfter") || attribute(token.misc, "SpacesAfter");
  });
  return says;
}

bool says_where_spaces_are(std::span<const Sentence> sentences) {
  for (const Sentence& sentence : sentences) {
    bool says = false;
    treebank::for_each_token(sentence, [&](const treebank::SurfaceToken& token) {
      says = says || treebank::raw_space_after(token.misc).has_value();
    });
    if (says) return true;
  }
  return false;
}

Class class_of(std::string_view form) {
  Characters characters;
  characters.assign(form);
  const Class first = characters.size() == 0 ? Class::kEdge : characters.kind(0);
  for (std::int32_t i = 1; i < characters.size(); ++i) {
    if (characters.kind(i) != first) return Class::kEdge;
  }
  return first;
}

bool opens_bracket(std::string_view form) { return class_of(form) == Class::kOpen; }

bool closes_or_ends(std::string_view form) {
  const Class kind = class_of(form);
  return kind == Class::kPeriod || kind == Class::kComma || kind == Class::kStop || kind == Class::kClose;
}

}  // namespace

bool has_spaces(std::span<const Sentence> sentences) {
  std::size_t letters = 0;
  std::size_t unspaced = 0;
  for (const Sentence& sentence : sentences) {
    if (says_spaces(sentence)) return true;
    for (std::int32_t word = 1; word <= sentence.size(); ++word) {
      const std::string_view form = sentence.form(word);
      for (std::size_t at = 0; at < form.size();) {
        const base::CharacterKind kind = base::kind_of(base::decode(form, at));
        letters += kind >= base::CharacterKind::kLower && kind <= base::CharacterKind::kUnspaced ? 1 : 0;
        unspaced += kind == base::CharacterKind::kUnspaced ? 1 : 0;
      }
    }
  }
  return unspaced * 2 <= letters;
}

TrainingText::TrainingText(std::span<const Sentence> sentences, Spacing spacing) {
  const bool default_space = spacing == Spacing::kGuess ? has_spaces(sentences) : spacing == Spacing::kSpaces;
  std::vector<Bytes> bytes;
  const bool is_silent = default_space && !says_where_spaces_are(sentences);
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    if (is_silent && i % kWritten == kWritten - 1) {
      add_written(sentences[i], bytes);
    } else {
      add_sentence(sentences[i], default_space, bytes);
    }
  }
  characters_.assign(text_);
  place_tokens(bytes);
}

void TrainingText::start_sentence(const Sentence& sentence) {
  if (treebank::starts_paragraph(sentence) && !text_.empty()) text_ += "\n\n";
}

void TrainingText::add_sentence(const Sentence& sentence, bool default_space, std::vector<Bytes>& bytes) {
  if (sentence.empty()) return;
  start_sentence(sentence);
  std::optional<std::string> space;
  treebank::for_each_token(sentence, [&](const treebank::SurfaceToken& token) {
    add_token(sentence, token, bytes);
    space = treebank::raw_space_after(token.misc);
    space ? text_ += *space : text_.append(default_space ? 1 : 0, ' ');
  });
  // Sentences are set apart even where words are not.
  if (!space && !default_space) text_ += ' ';
}

void TrainingText::add_token(const Sentence& sentence, const treebank::SurfaceToken& token, std::vector<Bytes>& bytes) {
  const std::size_t begin = text_.size();
  text_ += treebank::raw_token(token);
  bytes.push_back({begin, text_.size()});
  sources_.push_back({&sentence, token.first, token.last});
  if (text_.size() > kMostBytes) throw Error(ErrorKind::kUsage, "the text of the treebank is longer than 1 GB");
}

// No space before what closes or ends, none after what opens; a straight quote opens and closes in turn.
void TrainingText::add_written(const Sentence& sentence, std::vector<Bytes>& bytes) {
  start_sentence(sentence);
  bool in_quotes = false;
  bool space = false;
  treebank::for_each_token(sentence, [&](const treebank::SurfaceToken& token) {
    const bool is_quote = token.form == "\"";
    const bool opens = is_quote ? !in_quotes : opens_bracket(token.form);
    const bool closes = is_quote ? in_quotes : closes_or_ends(token.form);
    in_quotes = in_quotes != is_quote;
    if (space && !closes) text_ += ' ';
    add_token(sentence, token, bytes);
    space = !opens;
  });
  text_ += ' ';
}

// From bytes to entries. A token of which no entry is left (it is white space) is none.
void TrainingText::place_tokens(const std::vector<Bytes>& bytes) {
  begins_.assign(static_cast<std::size_t>(characters_.size()) + 1, 0);
  std::int32_t entry = 0;
  const Sentence* sentence = nullptr;
  std::size_t kept = 0;
  const auto go_to = [&](std::size_t byte) {
    while (entry < characters_.size() && characters_.byte(entry) < byte) ++entry;
  };
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    go_to(bytes[i].begin);
    while (entry < characters_.size() && characters_.is_blank(entry)) ++entry;
    const std::int32_t begin = entry;
    go_to(bytes[i].end);
    std::int32_t end = entry;
    while (end > begin && characters_.is_blank(end - 1)) --end;
    if (begin >= end) continue;
    if (sources_[i].sentence != sentence) sentence_begins_.push_back(tokens_.size());
    sentence = sources_[i].sentence;
    tokens_.push_back({begin, end, kUnknownExpansion});
    begins_[static_cast<std::size_t>(begin)] = 1;
    sources_[kept++] = sources_[i];
  }
  sources_.resize(kept);
  sentence_begins_.push_back(tokens_.size());
}

void TrainingText::words(std::size_t token, std::vector<std::string_view>& out) const {
  const Source& source = sources_[token];
  out.clear();
  for (std::int32_t word = source.first; word <= source.last; ++word) out.push_back(source.sentence->form(word));
}

}  // namespace espalier::text
