// The label stage: given a tree, the relation of every word to its head.
//
// Idea: one linear choice an arc, by the [label] templates, which may look anywhere in the tree and, for words decided
// already, at their labels: `deprel(x)`. Words are labelled from the root down and, below a head, from left to right,
// so the labels of the head and of the sibling before are known when a word's turn comes. Training goes through the
// true trees with the labels predicted so far, so that it meets its own mistakes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "features/extractor.h"
#include "learning/frozen_labels.h"
#include "learning/frozen_rows.h"
#include "learning/trainer.h"
#include "parsing/feature_sums.h"
#include "parsing/label_use.h"
#include "parsing/sure_labels.h"
#include "parsing/tree_links.h"

namespace espalier::parsing {

/// Scratch of one thread.
struct LabelScratch {
  features::Extractor extractor;
  TreeLinks links;
  std::vector<std::int32_t> places;
  std::vector<std::int32_t> order;   // words, from the root down
  std::vector<float> scores;         // by label
  std::vector<std::int32_t> wholes;  // the same, for tables of integers
  std::vector<std::int32_t> labels;  // by node, -1: not yet
};

/// The order in which words are labelled: heads before dependents, and those of a head from left to right.
void label_order(const TreeLinks& links, std::int32_t words, std::vector<std::int32_t>& order);

/// What the state attribute `deprel` says of a node.
inline std::uint64_t label_value(std::span<const std::int32_t> labels, std::int32_t node) noexcept {
  if (node < 0) return features::kNone;
  return features::number_value(static_cast<std::uint64_t>(labels[static_cast<std::size_t>(node)]) + 2);
}

/// The state attributes of [label].
struct LabelState {
  std::span<const std::int32_t> labels;
  std::uint64_t operator()(std::uint8_t, std::int32_t node) const noexcept { return label_value(labels, node); }
};

/// Features of the arc into `word`, with the labels so far.
std::span<const std::uint64_t> label_features(const features::Program& program, std::span<const std::int32_t> heads,
                                              std::int32_t word, LabelScratch& scratch);

/// Prepares the scratch for a tree: links, order, sums.
void start_labels(const features::Program& program, const features::Encoded& sentence,
                  std::span<const std::int32_t> heads, LabelScratch& scratch);

/// The scores that a table adds to.
inline std::vector<float>& scores_for(const learning::FrozenRows&, LabelScratch& scratch) { return scratch.scores; }
inline std::vector<std::int32_t>& scores_for(const learning::FrozenLabels&, LabelScratch& scratch) {
  return scratch.wholes;
}

/// The first of the best. In two passes, neither of which depends on the one before it step by step.
template <class Number>
std::int32_t best_label(const std::vector<Number>& scores) noexcept {
  Number most = scores[0];
  for (const Number score : scores) most = std::max(most, score);
  return static_cast<std::int32_t>(std::find(scores.begin(), scores.end(), most) - scores.begin());
}

/// Labels every word of a tree into scratch.labels; `allowed` (a label by word, -1: free; or empty) are kept, and where
/// one is sure nothing is asked.
template <class Rows>
void assign_labels(const features::Program& program, const features::Encoded& sentence,
                   std::span<const std::int32_t> heads, const Rows& rows, const LabelUse& use, LabelScratch& scratch,
                   std::span<const std::int32_t> allowed = {}, const SureLabels& sure = {});

/// The label stage as a problem for the learner: sentences with heads and labels (-1: unknown, not learned from).
class LabelProblem final : public learning::Problem {
 public:
  LabelProblem(const features::Program& program, std::span<const features::Encoded> sentences,
               std::span<const std::vector<std::int32_t>> heads, std::span<const std::vector<std::int32_t>> labels,
               const LabelUse& use, const SureLabels& sure, double margin, std::uint32_t min_updates, int workers);

  std::size_t examples() const override { return sentences_.size(); }
  std::vector<learning::TrainingTable*> tables() override { return {&table_}; }
  void solve(std::size_t index, int worker, learning::Outcome& out) override;

  const learning::TrainingTable& table() const noexcept { return table_; }

 private:
  const features::Program& program_;
  std::span<const features::Encoded> sentences_;
  std::span<const std::vector<std::int32_t>> heads_;
  std::span<const std::vector<std::int32_t>> labels_;
  const LabelUse& use_;
  const SureLabels& sure_;
  float margin_;
  learning::TrainingTable table_;
  std::vector<LabelScratch> scratch_;
};

template <class Rows>
void assign_labels(const features::Program& program, const features::Encoded& sentence,
                   std::span<const std::int32_t> heads, const Rows& rows, const LabelUse& use, LabelScratch& scratch,
                   std::span<const std::int32_t> allowed, const SureLabels& sure) {
  start_labels(program, sentence, heads, scratch);
  for (const std::int32_t word : scratch.order) {
    const auto at = static_cast<std::size_t>(word);
    if (!allowed.empty() && allowed[at] >= 0) {
      scratch.labels[at] = allowed[at];
      continue;
    }
    if (const std::int32_t label = sure.find(sentence, heads[at], word); label >= 0) {
      scratch.labels[at] = label;
      continue;
    }
    auto& scores = scores_for(rows, scratch);
    scores = use.start<typename std::remove_reference_t<decltype(scores)>::value_type>(heads[at]);
    if constexpr (std::is_same_v<Rows, learning::FrozenLabels>) {
      scratch.links.resolve(program, heads[at], word, scratch.places);
      add_features(rows, scratch.extractor, scores.data(), scratch.places, LabelState{scratch.labels});
    } else {
      rows.add_scores(label_features(program, heads, word, scratch), scores.data());
    }
    scratch.labels[at] = best_label(scores);
  }
}

}  // namespace espalier::parsing
