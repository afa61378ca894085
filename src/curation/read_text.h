// Parsed sentences as one row of words: what statements are made from.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "espalier/sentence.h"

namespace espalier::curation {

/// No word: the head of a root; somebody whom the text does not name.
inline constexpr std::int32_t kNobody = -1;

struct ReadWord {
  std::string form;   ///< as written
  std::string lower;  ///< the form in lower case
  std::string lemma;  ///< in lower case, with its particle ("give up"); the lower form where there is none
  std::string upos;
  std::string xpos;
  std::string feats;
  std::string relation;  ///< with its subtype
  std::int32_t head = kNobody;
  std::vector<std::int32_t> children;

  /// The relation, or one of its subtypes.
  bool is(std::string_view deprel) const noexcept {
    return relation.starts_with(deprel) && (relation.size() == deprel.size() || relation[deprel.size()] == ':');
  }
  bool is_past_participle() const;
  bool is_present_participle() const;
  bool is_nominal() const { return upos == "NOUN" || upos == "PROPN" || upos == "PRON" || upos == "NUM"; }
};

/// Words of all sentences, one after the other.
class ReadText {
 public:
  explicit ReadText(std::span<const Sentence> sentences);

  std::int32_t size() const noexcept { return static_cast<std::int32_t>(words_.size()); }
  const ReadWord& operator[](std::int32_t word) const { return words_[static_cast<std::size_t>(word)]; }

  /// The first child with this relation, or kNobody.
  std::int32_t child(std::int32_t word, std::string_view deprel) const;
  bool has(std::int32_t word, std::string_view deprel) const { return child(word, deprel) != kNobody; }
  /// The prepositions of a word, "out of"; empty where it has none.
  std::string preposition(std::int32_t word) const;
  /// Names that stand for the same: the first word with this name.
  std::int32_t referent(std::int32_t word) const;
  /// The same word: lemmas or forms are the same.
  static bool same(const ReadWord& a, const ReadWord& b) { return a.lemma == b.lemma || a.lower == b.lower; }
  /// The word itself, or a name that it is the first word of, has this word in it.
  bool goes_by(std::int32_t word, const ReadWord& name) const;

 private:
  void add(const Sentence& sentence);

  std::vector<ReadWord> words_;
};

}  // namespace espalier::curation
