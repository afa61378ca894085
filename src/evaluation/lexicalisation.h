// How much of a treebank's arcs is between words that a parser has met, and how good it is there.
//
// Idea: a parser knows a word when the treebank that it learned from has its form often enough for the features that
// name it to be in the model. An arc of the gold standard is fully lexicalised when both of its words are known, half
// when one is, not at all when neither is; scores of the three tell what words bring beyond tags. The artificial root
// is always known.
// Cost: one pass over the lexicon, one look-up for each word of the gold standard.
// Paper: Carreras, Surdeanu and Màrquez 2006 (On the Degree of Lexicalization, Table 8).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "espalier/analysis.h"
#include "evaluation/attachment.h"

namespace espalier::evaluation {

/// Forms in lower case, as Document::form() has them.
class Lexicon {
 public:
  /// `least`: how often a form must be there to be known.
  explicit Lexicon(std::size_t least) : least_(least) {}

  void add(const Sentence& sentence);
  bool has(const std::string& form) const;
  std::size_t least() const noexcept { return least_; }
  /// That are known.
  std::size_t forms() const noexcept;

 private:
  std::size_t least_;
  std::unordered_map<std::string, std::size_t> counts_;
};

/// Reads treebanks whole. Throws Error kUsage for a `least` of 0, kInput where they have no word that often.
Lexicon load_lexicon(const std::vector<std::string>& files, std::size_t least, const ReadOptions& read,
                     const Control& control);

/// Over gold words that count and have a head; adopted documents only.
Lexicalisation lexicalisation_of(const Judgement& judgement, const Lexicon& lexicon);

}  // namespace espalier::evaluation
