// A treebank as columns of ids: what scoring needs of a file, and nothing else.
//
// Idea: a scorer compares texts far more often than it shows them. Every text of a word becomes an id at once, and a
// file of a million words is then a handful of arrays. Files are loaded apart from one another (on threads of their
// own), each with ids of its own; adopt() translates them into a Vocabulary that gold standard and systems share, one
// look-up for each different text. Invariant: after adopt(), two words have equal ids in a column exactly when they
// have equal texts there. Cost: about 70 bytes a word; no allocation for each word.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/interner.h"
#include "espalier/evaluation.h"
#include "espalier/sentence.h"

namespace espalier::evaluation {

/// The columns that scores compare.
enum class Field : std::uint8_t { kUpos, kXpos, kFeats, kLemma, kLabel, kForm };
inline constexpr std::size_t kFields = 6;
inline constexpr std::size_t index(Field field) { return static_cast<std::size_t>(field); }

/// Heads that are no word.
inline constexpr std::int32_t kRootHead = -1;
inline constexpr std::int32_t kUnknownHead = -2;

/// The place of a relation in the scores that know content and function words (CoNLL 2018).
enum class RelationKind : std::uint8_t { kOther, kContent, kFunctional };
RelationKind relation_kind(std::string_view label);

/// `nsubj:pass` → `nsubj`.
std::string_view without_subtype(std::string_view label);
/// The universal features of a FEATS list, sorted; the others are dropped.
std::string universal_features(std::string_view feats);
/// True for a relation that the list names, itself or, when the list has it without subtype, through its first part.
bool is_listed(std::string_view label, const std::vector<std::string>& list);

/// The ids that all files of an evaluation share.
struct Vocabulary {
  std::array<base::Interner, kFields> fields;

  std::string_view text(Field field, std::uint32_t id) const { return fields[index(field)].text(id); }
};

/// How texts are taken over; see the metrics' definitions.
struct DocumentOptions {
  bool tokens = false;           ///< surface tokens and characters, for alignment (conll18)
  bool official_labels = false;  ///< labels without subtypes, universal features only, lower-cased forms (conll18)
  std::vector<std::string> punctuation_forms;
  std::vector<std::string> punctuation_tags;
};

/// The words and tokens of a file. Words are numbered through the file; heads are such numbers, kRootHead or
/// kUnknownHead.
class Document {
 public:
  Document(std::string file, DocumentOptions options) : file_(std::move(file)), options_(std::move(options)) {}

  void add(const Sentence& sentence);
  /// Translates the ids; call once, after the last add().
  void adopt(Vocabulary& shared);

  const std::string& file() const noexcept { return file_; }
  std::size_t words() const noexcept { return heads_.size(); }
  std::size_t sentences() const noexcept { return sentence_begins_.size(); }
  std::size_t tokens() const noexcept { return token_ends_.size(); }

  /// The words of sentence s are sentence_begin(s) .. sentence_end(s) - 1.
  std::size_t sentence_begin(std::size_t s) const noexcept { return sentence_begins_[s]; }
  std::size_t sentence_end(std::size_t s) const noexcept {
    return s + 1 < sentence_begins_.size() ? sentence_begins_[s + 1] : words();
  }
  std::int32_t head(std::size_t word) const noexcept { return heads_[word]; }
  std::uint32_t id(Field field, std::size_t word) const noexcept { return columns_[index(field)][word]; }
  bool is_punctuation(std::size_t word) const noexcept { return punctuation_[word] != 0; }

  // Surface. Offsets count bytes of the text without its spaces; tokens tile that text.
  std::string_view characters() const noexcept { return characters_; }
  std::size_t token_begin(std::size_t token) const noexcept { return token == 0 ? 0 : token_ends_[token - 1]; }
  std::size_t token_end(std::size_t token) const noexcept { return token_ends_[token]; }
  std::size_t token_of(std::size_t word) const noexcept { return word_tokens_[word]; }
  std::size_t begin(std::size_t word) const noexcept { return token_begin(token_of(word)); }
  std::size_t end(std::size_t word) const noexcept { return token_end(token_of(word)); }
  /// The word shares its token with others: its own form is id(kForm), its place that of the token.
  bool is_multiword(std::size_t word) const noexcept { return multiword_[token_of(word)] != 0; }
  std::size_t sentence_token_begin(std::size_t s) const noexcept { return sentence_tokens_[s]; }
  std::size_t sentence_token_end(std::size_t s) const noexcept {
    return s + 1 < sentence_tokens_.size() ? sentence_tokens_[s + 1] : tokens();
  }
  std::size_t sentence_characters_end(std::size_t s) const noexcept {
    const std::size_t end = sentence_token_end(s);
    return end == 0 ? 0 : token_end(end - 1);
  }

  /// For messages: the line of a word (conllx) or of a token (conll18), and that of a sentence.
  std::size_t line(std::size_t item) const noexcept { return lines_[item]; }
  std::size_t sentence_line(std::size_t s) const noexcept { return sentence_lines_[s]; }

 private:
  void add_words(const Sentence& sentence);
  void add_tokens(const Sentence& sentence);
  void add_token(std::string_view form, std::size_t line);
  bool counts_as_punctuation(const Sentence& sentence, std::int32_t node) const;

  std::string file_;
  DocumentOptions options_;
  std::array<base::Interner, kFields> own_;  // emptied by adopt()
  std::array<std::vector<std::uint32_t>, kFields> columns_;
  std::vector<std::int32_t> heads_;
  std::vector<std::uint8_t> punctuation_;
  std::vector<std::size_t> sentence_begins_;
  std::vector<std::size_t> sentence_lines_;
  std::vector<std::uint32_t> lines_;
  std::string characters_;
  std::vector<std::size_t> token_ends_;
  std::vector<std::uint8_t> multiword_;
  std::vector<std::uint32_t> word_tokens_;
  std::vector<std::size_t> sentence_tokens_;
};

/// Reads a whole file.
Document load_document(const std::string& path, const DocumentOptions& options, const ReadOptions& read,
                       const Control& control, std::vector<Error>& skipped);

}  // namespace espalier::evaluation
