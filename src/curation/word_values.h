// What the words of a sentence that is not annotated are worth to a parser.
//
// Idea: a parser learns from what it has seen too seldom for how often it will meet it, and from what it is in doubt
// about. A word has three types: its form; its tag between those of its neighbours; its tag with that of its head and
// the label, as a parser says. Of a type that is in the annotated sentences c times a share of 1 / (1 + c) is taken to
// be still unknown, and it is met f times a word in sentences like those to be parsed; m more of it are worth
// f · (1 / (1 + c) − 1 / (1 + c + m)). So odd words that come once bring little, and neither does what is well known.
// The parser's doubts are added up, too, and words as such. The gain by a sentence is a weighted sum of these five, and
// the weights are learned from sentences whose usefulness was measured: least squares around the means, none below 0,
// drawn towards weights by which each of the five explains a fifth of the gain; single sentences tell little, and what
// they do not tell should not be made up. Once a sentence is picked its types count as seen, so that the next brings
// something else.
//
// Invariant: values only fall as sentences are picked, so that one that is still the best after it was looked at anew
// is the best of all (lazy greedy). Cost: about a few looks at a sentence for each pick.
// Papers: the measure is ours; lazy greedy is Minoux 1978, and such sums are within 1 − 1/e of the best set (Nemhauser,
// Wolsey and Fisher 1978).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "curation/numbered_treebank.h"

namespace espalier::curation {

inline constexpr std::size_t kTypes = 3;            // form, tags, arc
inline constexpr std::size_t kValues = kTypes + 2;  // and doubt, words

using ValueSums = std::array<double, kValues>;

struct TypedSentence {
  std::array<std::vector<std::pair<std::uint64_t, std::uint32_t>>, kTypes> types;  ///< and how often each is there
  double doubt = 0;  ///< one less the confidence, over all words
  double words = 0;
};

/// `said`: heads and labels; gold ones of annotated sentences.
TypedSentence typed(const NumberedTreebank& numbers, const Sentence& sentence, std::size_t at,
                    const std::vector<Answer>& said);

class TypeCounts {
 public:
  /// Annotated.
  void add(const TypedSentence& sentence);
  /// Like those that will be met.
  void expect(const TypedSentence& sentence);
  /// What the sentence has of each of the five.
  ValueSums sums(const TypedSentence& sentence) const;

 private:
  struct Count {
    std::uint32_t seen = 0;
    std::uint32_t expected = 0;
  };
  std::array<std::unordered_map<std::uint64_t, Count>, kTypes> counts_;
  double expected_words_ = 0;
};

/// The weights of the five. REQUIRES as many sums as su.
ValueSums learn_values(std::span<const ValueSums> sums, std::span<const double> su);

double value_of(const ValueSums& weights, const ValueSums& sums);

struct ValuePick {
  std::size_t at = 0;
  double gain = 0;   ///< beside those picked before
  double score = 0;  ///< the gain, or the gain for each word
};

/// All sentences, the best first, given what is counted already; of equal ones the earlier.
std::vector<ValuePick> pick_by_value(std::span<const TypedSentence> sentences, TypeCounts counts,
                                     const ValueSums& weights, bool per_word);

}  // namespace espalier::curation
