#include "parsing/graph_training.h"

#include <algorithm>
#include <span>

#include "espalier/error.h"
#include "parsing/graph_model.h"
#include "parsing/heavy_features.h"
#include "parsing/kept_models.h"
#include "parsing/training_run.h"

namespace espalier::parsing {
namespace {

/// All that the stages of a graph parser share.
class GraphTraining final : public TrainingRun {
 public:
  GraphTraining(const TrainRequest& request, const Control& control);

  const features::Encoder& encoder() const override { return programs_.encoder(); }
  bool asks_heads() const override { return filters_by_heads(options_.filtered); }
  TrainedParser run(const TrainingData& data) override {
    load(data);
    if (options_.epochs == 0 && !has_dev()) choose_epochs();
    train_filter();
    train_trees_and_labels();
    parts_.heaviest = find_heaviest(*model(), train_, arcs_);
    return finish(options_.epochs, [&](model_file::Writer& writer) { add_graph_sections(writer, parts_); });
  }

 private:
  void load(const TrainingData& data);
  void choose_epochs();
  void train_filter();
  void find_candidates();
  void find_candidates_by_heads();
  void train_trees_and_labels();
  void refill();
  void train_labels(std::span<const std::vector<std::int32_t>> heads);
  void train_trees();
  void freeze(const learning::Trainer& trainer, const GraphProblem& problem);
  std::unique_ptr<const GraphModel> model() const;

  GraphOptions options_;
  GraphPrograms programs_;
  decoding::Roots roots_ = decoding::Roots::kOne;
  ArcFilter filter_;
  std::vector<decoding::ArcSet> arcs_;
  GraphParts parts_;
  bool has_labels_ = true;  // the label stage is trained, so that labels can be scored
};

GraphTraining::GraphTraining(const TrainRequest& request, const Control& control)
    : TrainingRun(request, control),
      options_(graph_options(request.recipe, request.seed)),
      programs_(features::parse_features(request.recipe.features(), graph_schemas(), request.recipe.features_from())) {
  if (programs_.program(GraphSection::kArc).empty()) {
    throw Error(ErrorKind::kUsage, "the feature file has no templates in [arc]");
  }
  if (!programs_.program(GraphSection::kRuntime).empty() &&
      (!options_.joint || options_.crossing || options_.order > 1)) {
    throw Error(ErrorKind::kUsage, "[runtime] templates need decoder = eisner, order = 1 and labels = joint");
  }
}

void GraphTraining::load(const TrainingData& data) {
  TrainingRun::load(data, programs_.encoder(), options_.lift);
  parts_.label_use = label_use_;
  roots_ = roots(options_.roots);
}

void GraphTraining::choose_epochs() {
  // A run on nine tenths says how many epochs are best; the real one then takes all sentences.
  GraphTraining trial(request_, watch_.control());
  trial.keep_in(watch_.place().within("trial"));
  trial.roots_ = roots_;
  trial.take_part_of(*this, programs_.encoder());
  trial.parts_.label_use = label_use_;
  trial.train_filter();
  trial.train_trees_and_labels();
  options_.epochs = trial.options_.epochs;
}

void GraphTraining::train_filter() {
  if (options_.filtered == GraphFilter::kArcs) {
    const Stopwatch watch;
    const std::uint64_t total = train_.sentences.size() * static_cast<std::uint64_t>(options_.filter.epochs);
    filter_ = learn_once(
        watch_.place(), "filter", [&](const auto& section) { return unpack_filter(section, options_.filter); },
        [&] {
          return ArcFilter::train(programs_.program(GraphSection::kPrune), programs_.tags(), train_.encoded,
                                  train_.heads, options_.filter, team_,
                                  [&](std::size_t done) { watch_.tell("arc filter", done, total); });
        });
    EpochLine line;
    line.stage = "filter";
    line.epoch = options_.filter.epochs;
    line.seconds = watch.seconds();
    report(line);
    parts_.filter = filter_.weights();
    parts_.reach = filter_.reach().entries();
  }
  find_candidates();
}

void GraphTraining::find_candidates() {
  if (filters_by_heads(options_.filtered)) return find_candidates_by_heads();
  arcs_.resize(train_.sentences.size());
  std::vector<FilterScratch> scratch(static_cast<std::size_t>(team_.size()));
  team_.run(train_.sentences.size(), [&](std::size_t i, int worker) {
    if (options_.filtered == GraphFilter::kArcs) {
      filter_.filter(programs_.program(GraphSection::kPrune), programs_.tags(), train_.encoded[i],
                     scratch[static_cast<std::size_t>(worker)], arcs_[i], train_.heads[i]);
    } else {
      fill_arcs(train_.encoded[i].words(), arcs_[i], train_.heads[i]);
    }
  });
}

void GraphTraining::find_candidates_by_heads() {
  const std::vector<HeadAnswers> truth =
      options_.filters_by_truth ? answer_truly(train_.head_classes, train_.sentences) : std::vector<HeadAnswers>();
  arcs_ = filter_by_heads(train_.head_classes, options_.filters_by_truth ? truth : train_.head_answers, train_.heads,
                          head_filter(options_.filtered, options_.filter.keep), roots_, team_);
}

void GraphTraining::train_trees_and_labels() {
  // Labels learn from true trees, so they can come first, and trees be scored with labels after every epoch; unless
  // heads are unknown: then the trees learned fill them in for the labels.
  const bool labels_last = !options_.joint && train_.unknown > 0;
  if (labels_last)
    parts_.label_rows = learning::FrozenRows::freeze({});
  else if (!options_.joint)
    train_labels(train_.heads);
  has_labels_ = !labels_last;
  train_trees();
  if (train_.unknown > 0 && options_.partial == PartialRule::kLatent) {
    for (int round = 0; round < options_.refills; ++round) refill();
  }
  if (!labels_last) return;
  train_labels(complete_heads(*model()));
  has_labels_ = true;
  if (has_dev()) best_ = score(*model());
}

void GraphTraining::refill() {
  // The averaged model knows more than the weights did that filled in the heads while it was learning.
  std::vector<std::vector<std::int32_t>> known = complete_heads(*model());
  known.swap(train_.heads);
  find_candidates();
  train_trees();
  known.swap(train_.heads);
}

void GraphTraining::train_labels(std::span<const std::vector<std::int32_t>> heads) {
  parts_.label_rows = learning::FrozenRows::freeze(TrainingRun::train_labels(
      programs_.program(GraphSection::kLabel), heads, options_.labels, options_.label_epochs));
}

void GraphTraining::freeze(const learning::Trainer& trainer, const GraphProblem& problem) {
  std::vector<std::pair<std::uint64_t, float>> weights;
  problem.table().visit([&](std::uint64_t feature, std::uint32_t, const learning::TrainingCell& cell) {
    if (const float weight = trainer.result(cell); weight != 0) weights.emplace_back(feature, weight);
  });
  parts_.weights = learning::FrozenTable::freeze(std::move(weights));
  if (!options_.joint) return;
  parts_.arc_rows = learning::FrozenRows::freeze(trained_rows(trainer, problem.rows()));
}

void GraphTraining::train_trees() {
  parts_.settings.order = options_.order;
  parts_.settings.crossing = options_.crossing ? 1 : 0;
  parts_.settings.joint = options_.joint ? 1 : 0;
  parts_.settings.one_root = roots_ == decoding::Roots::kOne ? 1 : 0;
  parts_.settings.filtered = static_cast<std::uint8_t>(options_.filtered);
  parts_.settings.unlifts = options_.marks_lifts() ? 1 : 0;
  parts_.settings.keep = options_.filter.keep;
  parts_.settings.most = options_.filter.most;
  parts_.settings.bits = options_.filter.bits;
  parts_.features = features::to_text(programs_.sections(), graph_schemas());
  parts_.labels = labels_.names();
  GraphProblem problem(programs_, options_, roots_, train_, arcs_, use_, team_.size());
  learning::Trainer trainer(problem, options_.trees, team_);
  EpochPlan plan;
  plan.stage = "trees";
  plan.epochs = options_.epochs;
  plan.most = options_.most_epochs;
  plan.patience = options_.patience;
  plan.by_labels = has_labels_;
  plan.features = [&] { return problem.table().features() + problem.rows().features(); };
  plan.freeze = [&] { freeze(trainer, problem); };
  plan.frozen = {&parts_.weights, &parts_.arc_rows};
  plan.model = [&] { return model(); };
  options_.epochs = run_epochs(plan, trainer);
}

std::unique_ptr<const GraphModel> GraphTraining::model() const {
  model_file::Writer writer;
  add_graph_sections(writer, parts_);
  return std::make_unique<GraphModel>(model_file::File::from_bytes(writer.bytes()));
}

}  // namespace

std::unique_ptr<ParserTraining> make_graph_training(const TrainRequest& request, const Control& control) {
  return std::make_unique<GraphTraining>(request, control);
}

}  // namespace espalier::parsing
