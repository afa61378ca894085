// A parser made for the moment: trained from some sentences, asked about others, thrown away.
#pragma once

#include <vector>

#include "curation/numbered_treebank.h"
#include "espalier/trainer.h"
#include "parsing/pipeline.h"
#include "parsing/pipeline_training.h"

namespace espalier::curation {

/// The request for a parser of trees that takes tags as files have them. Throws Error kUsage for what is wrong with the
/// recipe, which is better known before much else is done.
TrainRequest gold_tag_request(const Recipe& recipe, std::uint64_t seed, const Control& control,
                              const parsing::MakeParserTraining& make_training);

/// For one thread.
class FreshParser {
 public:
  /// `place`: where the training is kept that is not done yet.
  FreshParser(const TrainRequest& request, std::vector<Sentence> sentences, const Control& control,
              const parsing::MakeParserTraining& make_training, const parsing::CheckpointPlace& place = {});

  /// By node; labels in the numbers of `labels`. Heads and labels of the sentence are not looked at. Confidences take
  /// time, and are 0 where they are not asked for.
  std::vector<Answer> answers(const Sentence& sentence, const parsing::LabelSet& labels, bool confidence);
  /// The best trees, no more than k, the best first. Trees of the sentence are not looked at.
  std::vector<ParsedTree> best(const Sentence& sentence, std::size_t k) {
    return model_.parse_best(sentence, k, {}, *workspace_);
  }

 private:
  parsing::PipelineModel model_;
  std::unique_ptr<parsing::PipelineWorkspace> workspace_;
};

}  // namespace espalier::curation
