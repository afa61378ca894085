// What every training has in common: its data, its threads, the table of epochs, and the model file at the end.
//
// The kinds of parsers derive from it and add their stages. Nothing here knows how a parser works: it sees a learner
// that runs epochs, and models that parse.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/team.h"
#include "decoding/arc_set.h"
#include "espalier/dependency.h"
#include "espalier/trainer.h"
#include "learning/frozen_rows.h"
#include "learning/trainer.h"
#include "model_file/writer.h"
#include "parsing/epoch_record.h"
#include "parsing/label_stage.h"
#include "parsing/parser_model.h"
#include "parsing/parser_training.h"
#include "parsing/training_set.h"
#include "parsing/watch.h"

namespace espalier::parsing {

/// How many epochs there are, and what is done after each.
struct EpochPlan {
  std::string stage;
  int epochs = 0;  ///< 0: as many as the development data wants
  int most = 0;
  int patience = 0;
  bool brackets = false;                                      ///< what is scored is brackets
  bool by_labels = true;                                      ///< the best is that of the best LAS, not UAS
  std::function<std::size_t()> features;                      ///< how many there are in the tables
  std::function<void()> freeze;                               ///< makes the weights of the moment those of the model
  std::vector<std::string*> frozen;                           ///< where it puts them; the best are there in the end
  std::function<std::unique_ptr<const ParserModel>()> model;  ///< empty: this stage is not scored
};

/// The trained weights of a table of many classes.
std::vector<learning::RowWeight> trained_rows(const learning::Trainer& trainer, const learning::TrainingTable& table);

class TrainingRun : public ParserTraining {
 public:
  void keep_in(const CheckpointPlace& place) override { watch_ = Watch(watch_.control(), place); }

 protected:
  /// All must outlive it.
  TrainingRun(const TrainRequest& request, const Control& control);

  /// Takes the data; `lift`: training trees are made projective.
  void load(const TrainingData& data, const features::Encoder& encoder, const std::optional<LiftMarking>& lift);
  /// Nine tenths of another run's sentences to train from, one tenth to score on. Throws where there are too few.
  void take_part_of(const TrainingRun& whole, const features::Encoder& encoder);

  /// Runs the epochs of a plan and tells of each, also of those that an earlier run has done. Returns the best epoch,
  /// or the last where none is scored. Several ranks run more of them, together. Of the trainer nothing should be asked
  /// then: it may not have run.
  int run_epochs(const EpochPlan& asked, learning::Trainer& trainer);
  /// The same of epochs that are not scored. Returns the weights of the only table.
  std::vector<learning::RowWeight> run_epochs(const std::string& stage, int epochs, bool brackets,
                                              learning::Trainer& trainer, const learning::TrainingTable& table);
  /// The label stage, from these heads, for the arcs whose label is not sure; returns its weights.
  std::vector<learning::RowWeight> train_labels(const features::Program& program,
                                                std::span<const std::vector<std::int32_t>> heads,
                                                const learning::LearnerOptions& options, int epochs,
                                                const SureLabels& sure = {});
  /// The training heads, unknown ones filled in by a model that keeps the known; they stay unknown in sentences whose
  /// known heads are of no tree that it could make.
  std::vector<std::vector<std::int32_t>> complete_heads(const ParserModel& model);
  virtual Scores score(const ParserModel& model);
  /// The line of an epoch that is over, with scores where the plan wants them.
  EpochLine end_epoch(const EpochPlan& plan, const learning::EpochReport& result, EpochRecord& record);
  /// What scores are called in a model's origin: that of shapes, that of labels.
  virtual std::pair<const char*, const char*> score_names() const { return {"dev UAS", "dev LAS"}; }
  /// The development sentences, parsed on all threads: every so many of them, from this one on.
  std::vector<Sentence> parse_dev(const ParserModel& model, std::size_t first = 0, std::size_t every = 1);
  /// Tells of a training without epochs: the line and, where there are development data, the model's scores on them.
  void tell_scores(EpochLine line, const ParserModel& model, const Stopwatch& watch);
  /// What the training made: the sections that `add` adds.
  TrainedParser finish(int epochs, const std::function<void(model_file::Writer&)>& add) const;

  void report(const EpochLine& line) const {
    if (request_.on_epoch) request_.on_epoch(line);
  }
  bool has_dev() const noexcept { return !dev_.sentences.empty(); }
  decoding::Roots roots(const std::optional<decoding::Roots>& asked) const noexcept {
    return asked.value_or(train_.many_roots == 0 ? decoding::Roots::kOne : decoding::Roots::kAny);
  }

  const TrainRequest& request_;
  Watch watch_;
  base::Team team_;
  LabelSet labels_;
  std::vector<std::uint8_t> label_use_;
  LabelUse use_;
  TrainingSet train_;
  TrainingSet dev_;
  Scores best_;
};

}  // namespace espalier::parsing
