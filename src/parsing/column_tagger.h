// A tagger of one column: for every word one class, from left to right.
//
// Idea: one linear choice a word among the candidates of its lexicon, by templates that may look at the words around
// it, at columns decided before, and at what was decided for the words to the left: `given(before(w))`. Nothing is
// searched: the first choice stays (greedy), and training goes through sentences with its own choices, so that it meets
// its own mistakes. Any column will do whose values are few enough to be classes: tags, whole FEATS, rules of lemmas,
// chunks.
// Cost: features × candidates a word; a word with one candidate is not looked at, and what a frequent word says by
// itself is not added up again (column_cache.h).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "features/extractor.h"
#include "learning/frozen_labels.h"
#include "learning/trainer.h"
#include "parsing/column_cache.h"
#include "parsing/column_lexicon.h"
#include "parsing/feature_sums.h"

namespace espalier::parsing {

/// Scratch of one thread and column; the cache makes it one of one tagger, too.
struct ColumnScratch {
  features::Extractor extractor;
  features::Extractor own;
  ColumnCache cache;
  ColumnCache::Word loose;  // one that is not kept
  std::vector<std::int32_t> places;
  std::vector<std::int32_t> wholes;   // scores by class
  std::vector<float> scores;          // the same in training
  std::vector<std::uint64_t> values;  // what is decided, by node; 0: nothing yet
  std::vector<std::int32_t> classes;  // by node; -1: none
};

/// What `given` says of a node.
struct GivenState {
  std::span<const std::uint64_t> values;
  std::uint64_t operator()(std::uint8_t, std::int32_t node) const noexcept {
    return node < 0 ? features::kNone : values[static_cast<std::size_t>(node)];
  }
};

/// The places that a program of a column looks at from a word.
inline void find_places(const features::Program& program, std::int32_t word, std::vector<std::int32_t>& places) {
  places.clear();
  for (const features::PlaceSlot& slot : program.slots()) {
    places.push_back(std::max(word - static_cast<std::int32_t>(slot.functions.size()), -1));
  }
}

/// For columns whose every class fits every word.
struct AnyClass {
  bool operator()(std::uint16_t, std::int32_t) const noexcept { return true; }
};

class ColumnTagger {
 public:
  /// Both must outlive it.
  ColumnTagger(const ColumnPrograms& programs, const ColumnLexicon& lexicon, learning::FrozenLabels weights)
      : programs_(programs), lexicon_(lexicon), weights_(weights) {}

  /// Decides every word into scratch.classes and scratch.values, but those that have a value there already.
  /// fits(class, node): whether the class can be that of the word, by its form alone; a word that none fits has class
  /// -1.
  template <class Fits = AnyClass>
  void tag(const features::Encoded& sentence, ColumnScratch& scratch, const Fits& fits = {}) const;

  const learning::FrozenLabels& weights() const noexcept { return weights_; }

 private:
  void start(const features::Encoded& sentence, ColumnScratch& scratch) const;
  /// scratch.wholes of the candidates become what the word alone gives them.
  void score_own(std::span<const std::uint16_t> candidates, std::int32_t node, ColumnScratch& scratch) const;
  /// Adds what is around the word.
  void score_around(std::int32_t node, ColumnScratch& scratch) const;
  /// What the cache knows of the word or shall know. Where it is open, scratch.wholes has what the word alone says.
  template <class Fits>
  const ColumnCache::Word& look_up(const features::Encoded& sentence, std::int32_t node, ColumnScratch& scratch,
                                   const Fits& fits) const;
  template <class Fits>
  std::int32_t choose(const features::Encoded& sentence, std::int32_t node, ColumnScratch& scratch,
                      const Fits& fits) const;

  const ColumnPrograms& programs_;
  const ColumnLexicon& lexicon_;
  learning::FrozenLabels weights_;
};

/// Learning a column: sentences with a class by node (-1: unknown, not learned from). Steps are those of a word, not of
/// a sentence: the smallest that mends the choice, at most options.step (PA-I), so the rule of the learner is
/// kPerceptron.
class ColumnProblem final : public learning::Problem {
 public:
  ColumnProblem(const features::Program& program, const ColumnLexicon& lexicon,
                std::span<const features::Encoded> sentences, std::span<const std::vector<std::int32_t>> gold,
                const learning::LearnerOptions& options, int workers);

  /// Starts from these weights; features that have none are not learned.
  void start_from(std::span<const learning::RowWeight> rows);

  std::size_t examples() const override { return sentences_.size(); }
  std::vector<learning::TrainingTable*> tables() override { return {&table_}; }
  void solve(std::size_t index, int worker, learning::Outcome& out) override;

  const learning::TrainingTable& table() const noexcept { return table_; }

 private:
  const features::Program& program_;
  const ColumnLexicon& lexicon_;
  std::span<const features::Encoded> sentences_;
  std::span<const std::vector<std::int32_t>> gold_;
  float margin_;
  float longest_step_;
  learning::TrainingTable table_;
  std::vector<ColumnScratch> scratch_;
};

/// The first of the best, or -1.
template <class Number, class Fits>
std::int32_t best_candidate(std::span<const std::uint16_t> candidates, const std::vector<Number>& scores,
                            const Fits& fits) noexcept {
  std::int32_t best = -1;
  for (const std::uint16_t label : candidates) {
    if (best >= 0 && scores[label] <= scores[static_cast<std::size_t>(best)]) continue;
    if (fits(label)) best = label;
  }
  return best;
}

template <class Fits>
const ColumnCache::Word& ColumnTagger::look_up(const features::Encoded& sentence, std::int32_t node,
                                               ColumnScratch& scratch, const Fits& fits) const {
  const WordKey key = word_key(lexicon_.keys(), sentence, node);
  const ColumnCache::Place place = scratch.cache.place(key);
  if (key.form != features::FormCache::kNoForm && place.word->key == key) {
    if (place.word->decided != ColumnCache::kOpen) return *place.word;
    const auto candidates = place.word->candidates;
    for (std::size_t i = 0; i < candidates.size(); ++i) scratch.wholes[candidates[i]] = place.scores[i];
    return *place.word;
  }
  const auto candidates = lexicon_.candidates(sentence, node, true);
  const bool is_alone = programs_.around.empty();
  ColumnCache::Word word{key, candidates, ColumnCache::kOpen};
  if (candidates.size() > 1) score_own(candidates, node, scratch);
  if (candidates.size() == 1 || is_alone) word.decided = best_candidate(candidates, scratch.wholes, fits);
  if (word.decided == -1) {
    word.candidates = lexicon_.candidates(sentence, node, false);
    score_own(word.candidates, node, scratch);
    word.decided = is_alone ? best_candidate(word.candidates, scratch.wholes, fits) : ColumnCache::kOpen;
  }
  const bool is_kept = key.form != features::FormCache::kNoForm &&
                       (word.decided != ColumnCache::kOpen || word.candidates.size() <= ColumnCache::kMostCandidates);
  ColumnCache::Word& out = is_kept ? *place.word : scratch.loose;
  out = word;
  for (std::size_t i = 0; is_kept && word.decided == ColumnCache::kOpen && i < word.candidates.size(); ++i) {
    place.scores[i] = scratch.wholes[word.candidates[i]];
  }
  return out;
}

template <class Fits>
std::int32_t ColumnTagger::choose(const features::Encoded& sentence, std::int32_t node, ColumnScratch& scratch,
                                  const Fits& fits) const {
  const ColumnCache::Word& word = look_up(sentence, node, scratch, fits);
  if (word.decided != ColumnCache::kOpen) return word.decided;
  score_around(node, scratch);
  const std::int32_t best = best_candidate(word.candidates, scratch.wholes, fits);
  if (best >= 0) return best;
  const auto others = lexicon_.candidates(sentence, node, false);
  score_own(others, node, scratch);
  score_around(node, scratch);
  return best_candidate(others, scratch.wholes, fits);
}

template <class Fits>
void ColumnTagger::tag(const features::Encoded& sentence, ColumnScratch& scratch, const Fits& fits) const {
  start(sentence, scratch);
  for (std::int32_t node = 1; node <= sentence.words(); ++node) {
    const auto at = static_cast<std::size_t>(node);
    constexpr std::int32_t kAhead = 3;
    if (node + kAhead <= sentence.words()) {
      scratch.cache.prefetch(word_key(lexicon_.keys(), sentence, node + kAhead));
    }
    if (scratch.values[at] != 0) continue;
    const std::int32_t best = choose(sentence, node, scratch, [&](std::uint16_t label) { return fits(label, node); });
    scratch.classes[at] = best;
    scratch.values[at] = best < 0 ? features::kNone : lexicon_.value(static_cast<std::uint32_t>(best));
  }
}

}  // namespace espalier::parsing
