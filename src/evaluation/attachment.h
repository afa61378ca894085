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

/// Which words count.
struct WordFilter {
  bool omit_punctuation = false;
  std::vector<std::string> relevant;  ///< relations; empty: all

  bool is_open() const noexcept { return !omit_punctuation && relevant.empty(); }
};

/// A flag for each word of the document: it counts. Adopted documents only.
std::vector<std::uint8_t> counted_words(const Document& document, const Vocabulary& vocabulary,
                                        const WordFilter& filter);

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

/// UAS, LAS, LA, UEM, LEM, Root. REQUIRES an alignment by align_equal().
Tallies score_conllx(const Document& gold, const Document& system, const Alignment& alignment,
                     const Vocabulary& vocabulary, const WordFilter& filter);

/// Tokens, Sentences, Words, UPOS, XPOS, UFeats, AllTags, Lemmas, UAS, LAS, CLAS, MLAS, BLEX.
Tallies score_conll18(const Document& gold, const Document& system, const Alignment& alignment,
                      const Vocabulary& vocabulary, const WordFilter& filter);

}  // namespace espalier::evaluation
