// The search for errors of a treebank, from a request to its result.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "curation/injection.h"
#include "curation/numbered_treebank.h"
#include "curation/suspects.h"
#include "espalier/treebank_errors.h"
#include "parsing/pipeline_training.h"

namespace espalier::curation {

class ErrorRun {
 public:
  /// All must outlive it. Throws Error kUsage for what does not go together.
  ErrorRun(const ErrorRequest& request, const Control& control, parsing::MakeParserTraining make_training);

  ErrorResult run();

 private:
  /// Whether constituents are looked at, as far as that is known before anything is read.
  std::optional<bool> kind_asked_for() const;
  void take_parsers(bool constituents);
  /// What the answers depend on: only the same run goes on from a state.
  std::unique_ptr<parsing::Checkpoint> open_checkpoint() const;
  ErrorResult run_words();
  std::vector<InjectedWord> inject(NumberedTreebank& numbers);
  Suspect suspect_of(const RankedItem& word, const NumberedTreebank& numbers,
                     const std::vector<Answers>& answers) const;

  ErrorRequest request_;
  const Control& control_;
  parsing::MakeParserTraining make_training_;
  std::vector<TrainRequest> parsers_;
  ReadTreebank treebank_;
  std::unique_ptr<parsing::Checkpoint> checkpoint_;  // null: nothing is kept
};

/// Where the answers of parsers are kept that say what is confused, and of those that judge; `checkpoint` may be null.
inline parsing::CheckpointPlace confusion_place(parsing::Checkpoint* checkpoint) {
  return parsing::CheckpointPlace(checkpoint).within("confusions");
}
inline parsing::CheckpointPlace answer_place(parsing::Checkpoint* checkpoint) {
  return parsing::CheckpointPlace(checkpoint).within("answers");
}

inline constexpr std::size_t kConfusionFolds = 2;  ///< kinds of confusions need no good parser

/// A result with counts, and the list made as short as the request wants it.
ErrorResult begin_result(const ErrorRequest& request, Judgements& judged);

/// A place that was made wrong. Some errors make several places wrong.
struct InjectedPlace {
  std::size_t sentence = 0;
  std::int32_t word = 0;
  std::int32_t last = 0;  ///< as Suspect has it
  Attachment was;
  std::size_t error = 0;
};
std::vector<InjectedPlace> places_of(const std::vector<InjectedWord>& injected, const NumberedTreebank& numbers);

/// How well a list finds what was injected. `suspects` that were are marked.
InjectionResult measure(const std::vector<InjectedPlace>& injected, std::vector<Suspect>& suspects);

}  // namespace espalier::curation
