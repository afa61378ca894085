#include "parsing/label_stage.h"

#include <algorithm>
#include <ranges>

#include "parsing/learn_choice.h"

namespace espalier::parsing {

void label_order(const TreeLinks& links, std::int32_t words, std::vector<std::int32_t>& order) {
  // Breadth first, which is all the order that is asked for.
  order.clear();
  order.reserve(static_cast<std::size_t>(words) + 1);
  const auto push_dependents = [&](std::int32_t head) {
    std::int32_t first = links.follow(TreeFunction::kLeft, head);
    if (first < 0) {
      // All on the right: walk back from the last.
      first = links.follow(TreeFunction::kRight, head);
      while (first >= 0 && links.follow(TreeFunction::kBefore, first) >= 0) {
        first = links.follow(TreeFunction::kBefore, first);
      }
    }
    for (std::int32_t word = first; word >= 0; word = links.follow(TreeFunction::kAfter, word)) order.push_back(word);
  };
  push_dependents(0);
  // The list grows as it is walked.
  std::size_t next = 0;
  while (next < order.size()) push_dependents(order[next++]);
}

void start_labels(const features::Program& program, const features::Encoded& sentence,
                  std::span<const std::int32_t> heads, LabelScratch& scratch) {
  scratch.links.build(heads);
  label_order(scratch.links, sentence.words(), scratch.order);
  scratch.labels.assign(heads.size(), -1);
  scratch.extractor.prepare(program, sentence);
}

std::span<const std::uint64_t> label_features(const features::Program& program, std::span<const std::int32_t> heads,
                                              std::int32_t word, LabelScratch& scratch) {
  scratch.links.resolve(program, heads[static_cast<std::size_t>(word)], word, scratch.places);
  return scratch.extractor.features(scratch.places, LabelState{scratch.labels});
}

LabelProblem::LabelProblem(const features::Program& program, std::span<const features::Encoded> sentences,
                           std::span<const std::vector<std::int32_t>> heads,
                           std::span<const std::vector<std::int32_t>> labels, const LabelUse& use,
                           const SureLabels& sure, double margin, std::uint32_t min_updates, int workers)
    : program_(program),
      sentences_(sentences),
      heads_(heads),
      labels_(labels),
      use_(use),
      sure_(sure),
      margin_(static_cast<float>(margin)),
      table_(std::max<std::uint32_t>(use.classes(), 2), min_updates),
      scratch_(static_cast<std::size_t>(workers)) {}

void LabelProblem::solve(std::size_t index, int worker, learning::Outcome& out) {
  LabelScratch& scratch = scratch_[static_cast<std::size_t>(worker)];
  const auto& heads = heads_[index];
  const auto& gold = labels_[index];
  start_labels(program_, sentences_[index], heads, scratch);
  for (const std::int32_t word : scratch.order) {
    const auto at = static_cast<std::size_t>(word);
    scratch.labels[at] = sure_.find(sentences_[index], heads[at], word);
    if (scratch.labels[at] >= 0) continue;
    const auto features = label_features(program_, heads, word, scratch);
    scratch.scores = use_.start(heads[at]);
    table_.add_scores(features, scratch.scores.data());
    const auto best = [&] { return std::max_element(scratch.scores.begin(), scratch.scores.end()); };
    scratch.labels[at] = static_cast<std::int32_t>(best() - scratch.scores.begin());
    if (gold[at] < 0) continue;
    out.loss += scratch.labels[at] != gold[at] ? 1 : 0;
    learn_choice(features, scratch.scores, std::views::iota(0U, use_.classes()), static_cast<std::uint32_t>(gold[at]),
                 margin_, out);
  }
}

}  // namespace espalier::parsing
