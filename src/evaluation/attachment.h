// Scores of dependency trees: those of CoNLL-X and those of the CoNLL 2018 shared task.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "evaluation/alignment.h"
#include "evaluation/document.h"
#include "evaluation/tally.h"

namespace espalier::evaluation {

/// Which words count: all, or those that a list of relations, of forms or of words names.
struct WordFilter {
  bool omit_punctuation = false;
  std::vector<std::string> relevant;        ///< relations
  std::vector<std::string> relevant_forms;  ///< as Document::form() has them, sorted
  /// A flag for each gold word, or nothing. Of the output's words their counterparts are meant.
  std::vector<std::uint8_t> relevant_words;

  bool is_limited() const noexcept { return !relevant.empty() || !relevant_forms.empty() || !relevant_words.empty(); }
  bool is_open() const noexcept { return !omit_punctuation && !is_limited(); }
};

/// A flag for each word of either side: it counts.
struct CountedWords {
  std::vector<std::uint8_t> gold;
  std::vector<std::uint8_t> system;
};

/// The gold words that count: they do not depend on a system. Adopted documents only, here and below.
std::vector<std::uint8_t> counted_gold_words(const Document& gold, const Vocabulary& vocabulary,
                                             const WordFilter& filter);
CountedWords counted_words(const Document& gold, const Document& system, const Alignment& alignment,
                           const Vocabulary& vocabulary, const WordFilter& filter);

/// What the scores ask of an aligned pair of words, in one place.
class PairView {
 public:
  PairView(const Document& gold, const Document& system, const Alignment& alignment)
      : gold_(gold), system_(system), alignment_(alignment) {}

  bool same(Field field, std::size_t g, std::size_t s) const noexcept {
    return gold_.id(field, g) == system_.id(field, s);
  }
  /// The output's head is the counterpart of the gold head, or both words are roots (or both have no head at all).
  bool same_head(std::size_t g, std::size_t s) const noexcept {
    const std::int32_t gold = gold_.head(g);
    const std::int32_t system = system_.head(s);
    if (gold < 0 || system < 0) return gold == system;
    return alignment_.to_gold[static_cast<std::size_t>(system)] == gold;
  }

 private:
  const Document& gold_;
  const Document& system_;
  const Alignment& alignment_;
};

/// What is right of a gold word.
enum AttachmentBit : std::uint8_t { kHeadRight = 1, kBothRight = 2 };

/// A system's words beside those of the gold standard: what breakdowns and analyses start from.
struct Judgement {
  Judgement(const Document& gold_document, const Document& system_document, const Alignment& words,
            const Vocabulary& texts, const WordFilter& filter);

  bool is_aligned(std::size_t g) const noexcept { return alignment.to_system[g] != Alignment::kNone; }

  const Document& gold;
  const Document& system;
  const Alignment& alignment;
  const Vocabulary& vocabulary;
  CountedWords counted;
  std::vector<std::uint8_t> right;  ///< of each gold word its AttachmentBits
};

/// UAS, LAS, LA, UEM, LEM, Root. REQUIRES an alignment by align_equal().
Tallies score_conllx(const Document& gold, const Document& system, const Alignment& alignment,
                     const Vocabulary& vocabulary, const WordFilter& filter);

/// Tokens, Sentences, Words, UPOS, XPOS, UFeats, AllTags, Lemmas, UAS, LAS, CLAS, MLAS, BLEX.
Tallies score_conll18(const Document& gold, const Document& system, const Alignment& alignment,
                      const Vocabulary& vocabulary, const WordFilter& filter);

}  // namespace espalier::evaluation
