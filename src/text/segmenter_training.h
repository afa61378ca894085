// Trains a segmenter from a treebank.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "base/team.h"
#include "espalier/sentence.h"
#include "text/segmenter_sections.h"
#include "text/sentence_training.h"
#include "text/step_training.h"
#include "text/training_text.h"

namespace espalier::text {

struct SegmenterTraining {
  Spacing spacing = Spacing::kGuess;
  std::uint64_t seed = 1;
  StepTraining tokens;
  SentenceTraining sentences;
  StepTraining expansions;
};

/// The same parts for the same sentences and options, on any number of threads. `progress(done, all)` now and then;
/// throw from it to stop. Throws Error kInput when there is no word to learn from.
SegmenterParts train_segmenter(std::span<const Sentence> sentences, const SegmenterTraining& options, base::Team& team,
                               const std::function<void(int done, int all)>& progress = {});

}  // namespace espalier::text
