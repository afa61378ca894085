#include "parsing/transition_training.h"

#include "espalier/error.h"
#include "parsing/beam_problem.h"
#include "parsing/heavy_moves.h"
#include "parsing/training_run.h"
#include "parsing/transition_problem.h"

namespace espalier::parsing {
namespace {

/// What is read where it lies lies right in a file.
std::shared_ptr<const model_file::File> as_file(const std::string& part) {
  model_file::Writer writer;
  writer.add("part", 1, part);
  return model_file::File::from_bytes(writer.bytes());
}

class TransitionTraining final : public TrainingRun {
 public:
  TransitionTraining(const TrainRequest& request, const Control& control);

  const features::Encoder& encoder() const override { return programs_.encoder(); }
  TrainedParser run(const TrainingData& data) override {
    load(data);
    if (options_.epochs == 0 && !has_dev()) choose_epochs();
    train();
    parts_.heaviest = find_heaviest(*model(), train_);
    return finish(options_.epochs, [&](model_file::Writer& writer) { add_transition_sections(writer, parts_); });
  }

 private:
  void load(const TrainingData& data);
  void choose_epochs();
  void train();
  void train_labels();
  std::vector<learning::RowWeight> train_greedily(int epochs);
  template <class AnyProblem>
  void train_moves(AnyProblem& problem, const learning::LearnerOptions& options);
  std::unique_ptr<const TransitionModel> model() const;

  TransitionOptions options_;
  TransitionPrograms programs_;
  decoding::Roots roots_ = decoding::Roots::kOne;
  TransitionParts parts_;
};

TransitionTraining::TransitionTraining(const TrainRequest& request, const Control& control)
    : TrainingRun(request, control),
      options_(transition_options(request.recipe, request.seed)),
      programs_(
          features::parse_features(request.recipe.features(), transition_schemas(), request.recipe.features_from()),
          pair_use(options_.beam)) {
  if (programs_.empty()) throw Error(ErrorKind::kUsage, "the feature file has no templates in [move]");
}

void TransitionTraining::load(const TrainingData& data) {
  TrainingRun::load(data, programs_.encoder(), options_.lift);
  roots_ = roots(options_.roots);
}

void TransitionTraining::choose_epochs() {
  // A run on nine tenths says how many epochs are best; the real one then takes all sentences.
  TransitionTraining trial(request_, watch_.control());
  trial.keep_in(watch_.place().within("trial"));
  trial.roots_ = roots_;
  trial.take_part_of(*this, programs_.encoder());
  trial.train();
  options_.epochs = trial.options_.epochs;
}

void TransitionTraining::train() {
  parts_.settings.system = static_cast<std::uint8_t>(options_.system);
  parts_.settings.one_root = roots_ == decoding::Roots::kOne ? 1 : 0;
  parts_.settings.unlifts = options_.marks_lifts() ? 1 : 0;
  parts_.features = features::to_text(programs_.sections(), transition_schemas());
  parts_.labels = labels_.names();
  parts_.label_use = label_use_;
  train_labels();
  parts_.settings.beam = static_cast<std::uint8_t>(options_.beam);
  parts_.settings.gap = static_cast<float>(options_.beam_gap);
  if (options_.beam == 1) {
    GreedyProblem problem(programs_, options_, roots_, train_, team_.size());
    return train_moves(problem, options_.moves);
  }
  learning::LearnerOptions learner = options_.moves;
  learner.step = options_.beam_step;
  parts_.sure_moves = freeze_sure_moves(train_, programs_.tags(), options_.system, roots_, options_.sure_moves);
  const auto file = as_file(parts_.sure_moves);
  const SureMoves sure(file->section("part"), programs_.tags());
  BeamProblem problem(programs_, options_, roots_, train_, sure, train_greedily(options_.greedy_epochs), team_.size());
  train_moves(problem, learner);
}

void TransitionTraining::train_labels() {
  parts_.sure_labels = freeze_sure_labels(train_, programs_.tags(), options_.sure_labels);
  const auto file = as_file(parts_.sure_labels);
  const SureLabels sure(file->section("part"), programs_.tags(), labels_.size());
  parts_.label_rows = learning::FrozenLabels::freeze(
      TrainingRun::train_labels(programs_.label(), train_.heads, options_.labels, options_.label_epochs, sure),
      labels_.size());
}

std::vector<learning::RowWeight> TransitionTraining::train_greedily(int epochs) {
  if (epochs == 0) return {};
  GreedyProblem problem(programs_, options_, roots_, train_, team_.size());
  learning::Trainer trainer(problem, options_.moves, team_);
  return run_epochs("greedy", epochs, false, trainer, problem.table());
}

template <class AnyProblem>
void TransitionTraining::train_moves(AnyProblem& problem, const learning::LearnerOptions& options) {
  learning::Trainer trainer(problem, options, team_);
  EpochPlan plan;
  plan.stage = "moves";
  plan.epochs = options_.epochs;
  plan.most = options_.most_epochs;
  plan.patience = options_.patience;
  plan.features = [&] { return problem.table().features(); };
  plan.freeze = [&] {
    std::vector<learning::RowWeight> rows = trained_rows(trainer, problem.table());
    learning::keep_heaviest(rows, options_.most_features);
    parts_.moves = learning::FrozenMoves::freeze(std::move(rows), problem.table().classes());
  };
  plan.frozen = {&parts_.moves};
  plan.model = [&] { return model(); };
  options_.epochs = run_epochs(plan, trainer);
}

std::unique_ptr<const TransitionModel> TransitionTraining::model() const {
  model_file::Writer writer;
  add_transition_sections(writer, parts_);
  return std::make_unique<TransitionModel>(model_file::File::from_bytes(writer.bytes()));
}

}  // namespace

std::unique_ptr<ParserTraining> make_transition_training(const TrainRequest& request, const Control& control) {
  return std::make_unique<TransitionTraining>(request, control);
}

}  // namespace espalier::parsing
