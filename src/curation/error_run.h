// The search for errors of a treebank, from a request to its result.
#pragma once

#include <cstddef>
#include <cstdint>
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
  std::vector<InjectedWord> inject(NumberedTreebank& numbers);
  ErrorResult result_of(const NumberedTreebank& numbers, const std::vector<Answers>& answers,
                        const std::vector<InjectedWord>& injected);
  Suspect suspect_of(const RankedWord& word, const NumberedTreebank& numbers,
                     const std::vector<Answers>& answers) const;

  const ErrorRequest& request_;
  const Control& control_;
  parsing::MakeParserTraining make_training_;
  std::vector<TrainRequest> parsers_;
  ReadTreebank treebank_;
};

/// How well a list finds what was injected. `suspects` that were are marked.
InjectionResult measure(const std::vector<InjectedWord>& injected, const NumberedTreebank& numbers,
                        std::vector<Suspect>& suspects);

}  // namespace espalier::curation
