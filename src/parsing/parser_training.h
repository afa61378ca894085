// The training of a parser, whatever its kind: made when a recipe is known, run when the data is.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "espalier/trainer.h"
#include "model_file/provenance.h"
#include "model_file/writer.h"
#include "parsing/checkpoint.h"
#include "parsing/training_set.h"

namespace espalier::parsing {

struct TrainedParser {
  model_file::Writer sections;
  std::map<std::string, std::string> options;  ///< of the recipe, as they were used
  std::vector<model_file::NamedScore> scores;  ///< on the development data
};

/// In percent: UAS and LAS, or F of unlabelled and of labelled brackets.
struct ParserScore {
  double shape = 0;
  double labelled = 0;
};

/// Nothing where the training had nothing to score on.
std::optional<ParserScore> score_of(const TrainedParser& trained);

class ParserTraining {
 public:
  ParserTraining() = default;
  virtual ~ParserTraining() = default;
  ParserTraining(const ParserTraining&) = delete;
  ParserTraining& operator=(const ParserTraining&) = delete;

  /// What makes numbers of its sentences: says what its templates ask of words.
  virtual const features::Encoder& encoder() const = 0;
  /// It asks predictors of heads, whatever its templates ask for.
  virtual bool asks_heads() const { return false; }
  /// What it does is kept there, and not done again if it is there already. Before run().
  virtual void keep_in(const CheckpointPlace& /*place*/) {}
  virtual TrainedParser run(const TrainingData& data) = 0;
};

}  // namespace espalier::parsing
