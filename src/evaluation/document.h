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
#include <cstring>
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
/// Without spaces and in lower case.
std::string comparable_form(std::string_view form);
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
  bool sentence_ids = false;  ///< names of sentences: for lists of words, and for examples
  bool confidence = false;    ///< `Conf=` of MISC
};

/// The ids of a column's texts. Tags and labels are few and short: texts of up to eight bytes are first looked for, as
/// one number, in a small table of those seen last.
class ColumnIds {
 public:
  std::uint32_t intern(std::string_view text) {
    if (text.size() > sizeof(std::uint64_t) || text.empty()) return texts_.intern(text);
    std::uint64_t packed = 0;  // texts hold no NUL, so no two of them pack alike
    std::memcpy(&packed, text.data(), text.size());
    Recent& recent = recent_[(packed * 0x9E3779B97F4A7C15U) >> 56U];
    if (recent.packed != packed) recent = {packed, texts_.intern(text)};
    return recent.id;
  }
  const base::Interner& texts() const noexcept { return texts_; }

 private:
  struct Recent {
    std::uint64_t packed = 0;
    std::uint32_t id = 0;
  };
  base::Interner texts_;
  std::array<Recent, 256> recent_{};
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
  /// Without spaces and in lower case, whatever the metrics. Adopted documents only.
  std::string form(std::size_t word, const Vocabulary& vocabulary) const;
  /// What the output says of its own arc, from 0 to 1; NaN where it says nothing. REQUIRES options.confidence.
  float confidence(std::size_t word) const noexcept { return confidences_[word]; }

  std::size_t sentence_of(std::size_t word) const noexcept;
  /// Its `sent_id`, or its number (from 1) where it has none. REQUIRES options.sentence_ids.
  std::string_view sentence_id(std::size_t s) const noexcept {
    const std::size_t begin = s == 0 ? 0 : id_ends_[s - 1];
    return std::string_view(ids_).substr(begin, id_ends_[s] - begin);
  }

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
  void add_confidences(const Sentence& sentence);
  void add_token(std::string_view form, std::size_t line);
  bool counts_as_punctuation(const Sentence& sentence, std::int32_t node) const;

  std::string file_;
  DocumentOptions options_;
  std::array<ColumnIds, kFields> own_;  // emptied by adopt()
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
  std::vector<float> confidences_;
  std::string ids_;  // one after the other
  std::vector<std::size_t> id_ends_;
};

/// Reads a whole file.
Document load_document(const std::string& path, const DocumentOptions& options, const ReadOptions& read,
                       const Control& control, std::vector<Error>& skipped);

}  // namespace espalier::evaluation
