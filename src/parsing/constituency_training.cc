#include "parsing/constituency_training.h"

#include "espalier/error.h"
#include "evaluation/sentences.h"
#include "parsing/binary_trees.h"
#include "parsing/constituency_model.h"
#include "parsing/constituency_problem.h"
#include "parsing/heavy_reductions.h"
#include "parsing/training_run.h"

namespace espalier::parsing {
namespace {

class ConstituencyTraining final : public TrainingRun {
 public:
  ConstituencyTraining(const TrainRequest& request, const Control& control);

  const features::Encoder& encoder() const override { return programs_.encoder(); }
  TrainedParser run(const TrainingData& data) override {
    train_ = make_training_set(data.train, encoder(), labels_, false, data.train_columns);
    dev_ = make_training_set(data.dev, encoder(), labels_, false, data.dev_columns);
    if (options_.epochs == 0 && !has_dev()) choose_epochs();
    train();
    parts_.heaviest = find_heaviest(*model(), train_, derivations_);
    return finish(options_.epochs, [&](model_file::Writer& writer) { add_constituency_sections(writer, parts_); });
  }

 private:
  void choose_epochs();
  void find_derivations();
  void train();
  std::vector<learning::RowWeight> train_greedily(const DerivationData& data, int epochs);
  void train_actions(ReduceProblem& problem, const learning::LearnerOptions& options);
  Scores score(const ParserModel& model) override;
  std::pair<const char*, const char*> score_names() const override { return {"dev UF1", "dev LF1"}; }
  std::unique_ptr<const ConstituencyModel> model() const;

  ConstituencyOptions options_;
  HeadRules heads_;
  ConstituencyPrograms programs_;
  decoding::ReduceGrammar grammar_;
  std::vector<std::vector<decoding::Action>> derivations_;
  ConstituencyParts parts_;
};

ConstituencyTraining::ConstituencyTraining(const TrainRequest& request, const Control& control)
    : TrainingRun(request, control),
      options_(constituency_options(request.recipe, request.seed)),
      heads_(HeadRules::load(options_.heads)),
      programs_(
          features::parse_features(request.recipe.features(), constituency_schemas(), request.recipe.features_from())) {
  if (programs_.empty()) throw Error(ErrorKind::kUsage, "the feature file has no templates in [reduce]");
}

void ConstituencyTraining::choose_epochs() {
  // A run on nine tenths says how many epochs are best; the real one then takes all sentences.
  ConstituencyTraining trial(request_, watch_.control());
  trial.keep_in(watch_.place().within("trial"));
  trial.take_part_of(*this, encoder());
  trial.train();
  options_.epochs = trial.options_.epochs;
}

void ConstituencyTraining::find_derivations() {
  BinaryTreebank treebank = make_binary_treebank(train_.sentences, heads_);
  grammar_ = decoding::ReduceGrammar(treebank.rules);
  derivations_.resize(treebank.trees.size());
  for (std::size_t i = 0; i < treebank.trees.size(); ++i) derive(treebank.trees[i], grammar_, derivations_[i]);
  parts_.labels = treebank.labels.names();
  parts_.rules = std::move(treebank.rules);
  parts_.settings.has_bare_words = parts_.rules.has_bare_words ? 1 : 0;
}

void ConstituencyTraining::train() {
  find_derivations();
  parts_.settings.beam = static_cast<std::uint8_t>(options_.beam);
  parts_.settings.merges = options_.merge_states ? 1 : 0;
  parts_.settings.gap = static_cast<float>(options_.beam_gap);
  parts_.features = features::to_text(programs_.sections(), constituency_schemas());
  const DerivationData data{programs_, grammar_, options_, train_.encoded, derivations_};
  if (options_.beam == 1) {
    GreedyReduceProblem problem(data, team_.size());
    return train_actions(problem, options_.actions);
  }
  learning::LearnerOptions learner = options_.actions;
  learner.step = options_.beam_step;
  BeamReduceProblem problem(data, train_greedily(data, options_.greedy_epochs), team_.size());
  train_actions(problem, learner);
}

std::vector<learning::RowWeight> ConstituencyTraining::train_greedily(const DerivationData& data, int epochs) {
  if (epochs == 0) return {};
  GreedyReduceProblem problem(data, team_.size());
  learning::Trainer trainer(problem, options_.actions, team_);
  return run_epochs("greedy", epochs, true, trainer, problem.table());
}

void ConstituencyTraining::train_actions(ReduceProblem& problem, const learning::LearnerOptions& options) {
  learning::Trainer trainer(problem, options, team_);
  EpochPlan plan;
  plan.stage = "actions";
  plan.brackets = true;
  plan.epochs = options_.epochs;
  plan.most = options_.most_epochs;
  plan.patience = options_.patience;
  plan.features = [&] { return problem.table().features(); };
  plan.freeze = [&] {
    std::vector<learning::RowWeight> rows = trained_rows(trainer, problem.table());
    learning::keep_heaviest(rows, options_.most_features);
    parts_.weights = learning::FrozenLabels::freeze(std::move(rows), problem.table().classes());
  };
  plan.frozen = {&parts_.weights};
  plan.model = [&] { return model(); };
  options_.epochs = run_epochs(plan, trainer);
}

Scores ConstituencyTraining::score(const ParserModel& model) {
  Scores scores;
  const std::vector<Sentence> parsed = parse_dev(model);
  for (const Measure& measure : evaluation::bracket_measures(dev_.sentences, parsed, Punctuation::kCount)) {
    if (measure.name == "Unlabelled") scores.uas = measure.value();
    if (measure.name == "Labelled") scores.las = measure.value();
  }
  return scores;
}

std::unique_ptr<const ConstituencyModel> ConstituencyTraining::model() const {
  model_file::Writer writer;
  add_constituency_sections(writer, parts_);
  return std::make_unique<ConstituencyModel>(model_file::File::from_bytes(writer.bytes()));
}

}  // namespace

std::unique_ptr<ParserTraining> make_constituency_training(const TrainRequest& request, const Control& control) {
  return std::make_unique<ConstituencyTraining>(request, control);
}

}  // namespace espalier::parsing
