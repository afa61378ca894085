#include "parsing/column_tagger.h"

#include <algorithm>
#include <array>

#include "parsing/learn_choice.h"

namespace espalier::parsing {

void ColumnTagger::start(const features::Encoded& sentence, ColumnScratch& scratch) const {
  const features::Program& around = programs_.around;
  scratch.cache.start();
  scratch.own.start(programs_.own, sentence);
  if (around.reads_first_anchor_alone()) {
    scratch.extractor.start(around, sentence);
  } else {
    scratch.extractor.prepare(around, sentence);
  }
  // Classes that are no candidates gather what they get; they are set to nothing when they become some.
  scratch.wholes.assign(std::max<std::size_t>(lexicon_.classes(), 2), 0);
  scratch.classes.assign(static_cast<std::size_t>(sentence.words()) + 1, -1);
  scratch.values[0] = features::kRoot;
}

void ColumnTagger::score_own(std::span<const std::uint16_t> candidates, std::int32_t node,
                             ColumnScratch& scratch) const {
  for (const std::uint16_t label : candidates) scratch.wholes[label] = 0;
  if (programs_.own.empty()) return;
  scratch.own.prepare_at(node);
  add_features(weights_, scratch.own, scratch.wholes.data(), std::array{node});
}

void ColumnTagger::score_around(std::int32_t node, ColumnScratch& scratch) const {
  if (programs_.around.reads_first_anchor_alone()) scratch.extractor.prepare_at(node);
  find_places(programs_.around, node, scratch.places);
  add_features(weights_, scratch.extractor, scratch.wholes.data(), scratch.places, GivenState{scratch.values});
}

ColumnProblem::ColumnProblem(const features::Program& program, const ColumnLexicon& lexicon,
                             std::span<const features::Encoded> sentences,
                             std::span<const std::vector<std::int32_t>> gold, const learning::LearnerOptions& options,
                             int workers)
    : program_(program),
      lexicon_(lexicon),
      sentences_(sentences),
      gold_(gold),
      margin_(static_cast<float>(options.margin)),
      longest_step_(static_cast<float>(options.step)),
      table_(std::max<std::uint32_t>(lexicon.classes(), 2), options.min_updates),
      scratch_(static_cast<std::size_t>(workers)) {}

void ColumnProblem::start_from(std::span<const learning::RowWeight> rows) {
  table_.start_from(rows);
  table_.close();
}

void ColumnProblem::solve(std::size_t index, int worker, learning::Outcome& out) {
  ColumnScratch& scratch = scratch_[static_cast<std::size_t>(worker)];
  const features::Encoded& sentence = sentences_[index];
  scratch.extractor.prepare(program_, sentence);
  scratch.scores.assign(table_.classes(), 0);
  scratch.values.assign(static_cast<std::size_t>(sentence.words()) + 1, features::kNone);
  scratch.values[0] = features::kRoot;
  for (std::int32_t node = 1; node <= sentence.words(); ++node) {
    const std::int32_t truth = gold_[index][static_cast<std::size_t>(node)];
    if (truth < 0) continue;
    std::int32_t best = truth;
    const auto candidates = lexicon_.candidates(sentence, node, false);
    const auto wanted = static_cast<std::uint16_t>(truth);
    if (candidates.size() > 1 && std::binary_search(candidates.begin(), candidates.end(), wanted)) {
      for (const std::uint16_t label : candidates) scratch.scores[label] = 0;
      find_places(program_, node, scratch.places);
      const auto features = scratch.extractor.features(scratch.places, GivenState{scratch.values});
      table_.add_scores(features, scratch.scores.data());
      best = best_candidate(candidates, scratch.scores, [](std::uint16_t) { return true; });
      out.loss += best != truth ? 1 : 0;
      learn_choice(features, scratch.scores, candidates, wanted, margin_, out, longest_step_);
    }
    scratch.values[static_cast<std::size_t>(node)] = lexicon_.value(static_cast<std::uint32_t>(best));
  }
}

}  // namespace espalier::parsing
