// Errors put into a treebank on purpose, to see how many are found.
//
// Idea: wrong values are of the kinds that parsers confuse. Where a parser that did not see the sentence differs from
// the treebank, the difference is a confusion: another label, or a head of a certain tag, side and kinship to the right
// one. Words are drawn from all alike; a word of the same tag and label is made wrong in the same way. Whole trees (as
// Volokh and Neumann did) are those of another sentence of the same length, with no arc in common.
// Invariant: heads stay a tree, and as many words hang from the root as did.
// Cost: one pass over the answers; for each word drawn a look at its sentence.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "base/random.h"
#include "curation/numbered_treebank.h"
#include "espalier/treebank_errors.h"

namespace espalier::curation {

struct InjectedWord {
  std::size_t sentence = 0;
  std::int32_t word = 0;
  Answer was;
};

/// How many to make wrong; one at least.
std::size_t share_of(double share, std::size_t all);
inline constexpr int kConfusionDraws = 8;  ///< of confusions, before another word or bracket is taken

class Confusions {
 public:
  /// Heads, labels or both, as `request` says. `treebank` must outlive it.
  Confusions(const NumberedTreebank& treebank, std::span<const Answers> answers, const InjectionRequest& request);

  std::size_t size() const noexcept { return size_; }
  /// Makes the word wrong in a way drawn; false where there is none that its sentence has room for.
  bool make_wrong(Sentence& sentence, std::size_t place, std::int32_t word, base::Random& random) const;

 private:
  enum class Kinship : std::uint8_t { kHigher, kSister, kOther };
  struct Confusion {
    std::int32_t label = -1;
    bool is_head = false;
    bool is_before = false;  // the wrong head, the word
    Kinship kinship = Kinship::kOther;
    std::int32_t tag = -1;  // of the wrong head
  };
  using Key = std::pair<std::int32_t, std::int32_t>;  // tag and label; of any label: -1

  static Kinship kinship(std::span<const std::int32_t> heads, std::int32_t word, std::int32_t head);
  void add(std::size_t sentence, std::int32_t word, const Answer& answer, const InjectionRequest& request);
  bool apply(const Confusion& confusion, Sentence& sentence, std::size_t place, std::int32_t word) const;

  const NumberedTreebank& treebank_;
  std::map<Key, std::vector<Confusion>> by_kind_;
  std::size_t size_ = 0;
};

/// Makes about `share` of the words wrong.
std::vector<InjectedWord> inject_words(double share, const NumberedTreebank& treebank, const Confusions& confusions,
                                       base::Random& random, std::vector<Sentence>& sentences);
/// Gives about `share` of the sentences wrong trees.
std::vector<InjectedWord> inject_trees(double share, const NumberedTreebank& treebank, base::Random& random,
                                       std::vector<Sentence>& sentences);

/// Whether `above` is the word or one above it, on the way to the root. REQUIRES a tree.
bool is_above(std::span<const std::int32_t> heads, std::int32_t above, std::int32_t word);

}  // namespace espalier::curation
