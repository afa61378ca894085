#include "parsing/graph_training.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <span>

#include "base/team.h"
#include "espalier/dependency.h"
#include "espalier/error.h"
#include "espalier/version.h"
#include "model_file/provenance.h"
#include "model_file/self_test.h"
#include "parsing/graph_model.h"
#include "parsing/heavy_features.h"
#include "parsing/watch.h"

namespace espalier::parsing {
namespace {

constexpr int kHeldOut = 10;  // one sentence in so many, where epochs are to be chosen without development data
constexpr std::size_t kSelfTestSentences = 3;
constexpr std::int32_t kSelfTestWords = 40;

struct Scores {
  double uas = 0;
  double las = 0;
};

std::string freeze_rows(const learning::Trainer& trainer, const learning::TrainingTable& table) {
  std::vector<learning::RowWeight> rows;
  table.visit([&](std::uint64_t feature, std::uint32_t label, const learning::TrainingCell& cell) {
    if (const float weight = trainer.result(cell); weight != 0) rows.push_back({feature, label, weight});
  });
  return learning::FrozenRows::freeze(std::move(rows));
}

/// All that the stages share.
class GraphTraining {
 public:
  GraphTraining(const TrainRequest& request, const Control& control)
      : request_(request),
        watch_(control),
        options_(graph_options(request.recipe, request.seed)),
        team_(control.threads) {}

  std::string run() {
    load();
    if (options_.epochs == 0 && dev_.sentences.empty()) choose_epochs();
    train_filter();
    train_trees_and_labels();
    calibrate();
    return finish();
  }

 private:
  void load();
  void choose_epochs();
  void train_filter();
  void find_candidates();
  void train_trees_and_labels();
  void refill();
  void train_labels(std::span<const std::vector<std::int32_t>> heads);
  std::vector<std::vector<std::int32_t>> complete_heads();
  void train_trees();
  void freeze(const learning::Trainer& trainer, const GraphProblem& problem);
  void calibrate();
  std::string finish();
  std::string model_bytes() const;
  Scores score(const GraphModel& model);
  void report(const EpochLine& line) const {
    if (request_.on_epoch) request_.on_epoch(line);
  }

  const TrainRequest& request_;
  Watch watch_;
  GraphOptions options_;
  base::Team team_;
  GraphPrograms programs_;
  LabelSet labels_;
  LabelUse use_;
  TrainingSet train_;
  TrainingSet dev_;
  decoding::Roots roots_ = decoding::Roots::kOne;
  std::vector<ModelOrigin::Data> sources_;
  ArcFilter filter_;
  std::vector<decoding::ArcSet> arcs_;
  GraphParts parts_;
  bool has_labels_ = true;  // the label stage is trained, so that labels can be scored
  Scores best_;
};

void GraphTraining::load() {
  programs_ = GraphPrograms(
      features::parse_features(request_.recipe.features(), graph_schemas(), request_.recipe.features_from()));
  if (programs_.program(GraphSection::kArc).empty()) {
    throw Error(ErrorKind::kUsage, "the feature file has no templates in [arc]");
  }
  if (!programs_.program(GraphSection::kRuntime).empty() &&
      (!options_.joint || options_.crossing || options_.order > 1)) {
    throw Error(ErrorKind::kUsage, "[runtime] templates need decoder = eisner, order = 1 and labels = joint");
  }
  std::vector<Sentence> sentences;
  for (const std::string& path : request_.train) {
    std::vector<Sentence> part = read_training(path, request_.read, watch_.control());
    sources_.push_back(describe_data(path, part));
    std::move(part.begin(), part.end(), std::back_inserter(sentences));
  }
  if (sentences.empty()) throw Error(ErrorKind::kInput, "there are no sentences to train from");
  if (options_.lift) {
    for (Sentence& sentence : sentences) {
      if (sentence.has_dependencies()) projectivize(sentence, *options_.lift);
    }
  }
  train_ = make_training_set(std::move(sentences), programs_.encoder(), labels_, true);
  if (train_.unknown == train_.words) throw Error(ErrorKind::kInput, "no word of the training data has a head");
  if (labels_.size() == 0) labels_.add("dep");
  if (!request_.dev.empty()) {
    dev_ = make_training_set(read_training(request_.dev, request_.read, watch_.control()), programs_.encoder(), labels_,
                             false);
    if (dev_.sentences.empty())
      throw Error(ErrorKind::kInput, Place{request_.dev, 0, 0}, "there are no sentences in it");
  }
  parts_.label_use = find_label_use(train_, labels_);
  use_ = LabelUse(parts_.label_use);
  roots_ = options_.roots.value_or(train_.many_roots == 0 ? decoding::Roots::kOne : decoding::Roots::kAny);
}

void GraphTraining::choose_epochs() {
  // A run on nine tenths says how many epochs are best; the real one then takes all sentences.
  GraphTraining trial(request_, watch_.control());
  trial.programs_ = programs_;
  trial.labels_ = labels_;
  trial.roots_ = roots_;
  trial.use_ = use_;
  trial.parts_.label_use = parts_.label_use;
  std::vector<Sentence> rest;
  std::vector<Sentence> held;
  for (std::size_t i = 0; i < train_.sentences.size(); ++i) {
    (i % kHeldOut == kHeldOut - 1 ? held : rest).push_back(train_.sentences[i]);
  }
  if (held.empty() || rest.empty())
    throw Error(ErrorKind::kUsage, "epochs = auto needs at least ten sentences, or --dev");
  trial.train_ = make_training_set(std::move(rest), programs_.encoder(), labels_, false);
  trial.dev_ = make_training_set(std::move(held), programs_.encoder(), labels_, false);
  trial.train_filter();
  trial.train_trees_and_labels();
  options_.epochs = trial.options_.epochs;
}

void GraphTraining::train_filter() {
  if (options_.filtered) {
    const Stopwatch watch;
    const std::uint64_t total = train_.sentences.size() * static_cast<std::uint64_t>(options_.filter.epochs);
    filter_ =
        ArcFilter::train(programs_.program(GraphSection::kPrune), programs_.tags(), train_.encoded, train_.heads,
                         options_.filter, team_, [&](std::size_t done) { watch_.tell("arc filter", done, total); });
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
  arcs_.resize(train_.sentences.size());
  std::vector<FilterScratch> scratch(static_cast<std::size_t>(team_.size()));
  team_.run(train_.sentences.size(), [&](std::size_t i, int worker) {
    if (options_.filtered) {
      filter_.filter(programs_.program(GraphSection::kPrune), programs_.tags(), train_.encoded[i],
                     scratch[static_cast<std::size_t>(worker)], arcs_[i], train_.heads[i]);
    } else {
      fill_arcs(train_.encoded[i].words(), arcs_[i], train_.heads[i]);
    }
  });
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
  train_labels(complete_heads());
  has_labels_ = true;
  if (!dev_.sentences.empty()) best_ = score(GraphModel(model_file::File::from_bytes(model_bytes())));
}

void GraphTraining::refill() {
  // The averaged model knows more than the weights did that filled in the heads while it was learning.
  std::vector<std::vector<std::int32_t>> known = complete_heads();
  known.swap(train_.heads);
  find_candidates();
  train_trees();
  known.swap(train_.heads);
}

std::vector<std::vector<std::int32_t>> GraphTraining::complete_heads() {
  const GraphModel model(model_file::File::from_bytes(model_bytes()));
  std::vector<std::vector<std::int32_t>> heads(train_.sentences.size());
  std::vector<GraphWorkspace> workspaces(static_cast<std::size_t>(team_.size()));
  ParseOptions options;
  options.constraints = true;
  team_.run(train_.sentences.size(), [&](std::size_t i, int worker) {
    Sentence sentence = train_.sentences[i];
    try {
      model.parse(sentence, options, workspaces[static_cast<std::size_t>(worker)]);
    } catch (const Error&) {
      // Known heads that the parser's kind of tree cannot have: the rest stays unknown.
    }
    heads[i].assign(sentence.heads().begin(), sentence.heads().end());
  });
  return heads;
}

void GraphTraining::train_labels(std::span<const std::vector<std::int32_t>> heads) {
  LabelProblem problem(programs_.program(GraphSection::kLabel), train_.encoded, heads, train_.labels, use_,
                       options_.labels.margin, options_.labels.min_updates, team_.size());
  learning::Trainer trainer(problem, options_.labels, team_);
  const std::uint64_t total = train_.sentences.size() * static_cast<std::uint64_t>(options_.label_epochs);
  for (int epoch = 1; epoch <= options_.label_epochs; ++epoch) {
    const Stopwatch watch;
    const std::uint64_t before = train_.sentences.size() * static_cast<std::uint64_t>(epoch - 1);
    const auto result = trainer.epoch([&](std::size_t done) { watch_.tell("labels", before + done, total); });
    EpochLine line;
    line.stage = "labels";
    line.epoch = epoch;
    line.loss = 100 * result.loss / static_cast<double>(train_.words);
    line.features = problem.table().features();
    line.seconds = watch.seconds();
    report(line);
  }
  parts_.label_rows = freeze_rows(trainer, problem.table());
}

void GraphTraining::freeze(const learning::Trainer& trainer, const GraphProblem& problem) {
  std::vector<std::pair<std::uint64_t, float>> weights;
  problem.table().visit([&](std::uint64_t feature, std::uint32_t, const learning::TrainingCell& cell) {
    if (const float weight = trainer.result(cell); weight != 0) weights.emplace_back(feature, weight);
  });
  parts_.weights = learning::FrozenTable::freeze(std::move(weights));
  if (!options_.joint) return;
  parts_.arc_rows = freeze_rows(trainer, problem.rows());
}

void GraphTraining::train_trees() {
  parts_.settings.order = options_.order;
  parts_.settings.crossing = options_.crossing ? 1 : 0;
  parts_.settings.joint = options_.joint ? 1 : 0;
  parts_.settings.one_root = roots_ == decoding::Roots::kOne ? 1 : 0;
  parts_.settings.filtered = options_.filtered ? 1 : 0;
  parts_.settings.unlifts = options_.lift && *options_.lift != LiftMarking::kNone ? 1 : 0;
  parts_.settings.keep = options_.filter.keep;
  parts_.settings.most = options_.filter.most;
  parts_.settings.bits = options_.filter.bits;
  parts_.features = features::to_text(programs_.sections(), graph_schemas());
  parts_.labels = labels_.names();
  GraphProblem problem(programs_, options_, roots_, train_, arcs_, use_, team_.size());
  learning::Trainer trainer(problem, options_.trees, team_);
  const bool chooses = options_.epochs == 0;
  const int most = chooses ? options_.most_epochs : options_.epochs;
  const std::uint64_t total = train_.sentences.size() * static_cast<std::uint64_t>(most);
  int best_epoch = 0;
  GraphParts best;
  for (int epoch = 1; epoch <= most; ++epoch) {
    const Stopwatch watch;
    const std::uint64_t before = train_.sentences.size() * static_cast<std::uint64_t>(epoch - 1);
    const auto result = trainer.epoch([&](std::size_t done) { watch_.tell("trees", before + done, total); });
    EpochLine line;
    line.stage = "trees";
    line.epoch = epoch;
    line.loss = 100 * result.loss / static_cast<double>(train_.words);
    line.features = problem.table().features() + problem.rows().features();
    if (epoch == most || !dev_.sentences.empty()) freeze(trainer, problem);
    if (!dev_.sentences.empty()) {
      const Scores scores = score(GraphModel(model_file::File::from_bytes(model_bytes())));
      line.scored = true;
      line.uas = scores.uas;
      line.las = scores.las;
      line.best = best_epoch == 0 || (has_labels_ ? scores.las > best_.las : scores.uas > best_.uas);
      if (line.best) {
        best_ = scores;
        best_epoch = epoch;
        best = parts_;
      }
    }
    line.seconds = watch.seconds();
    report(line);
    if (chooses && best_epoch > 0 && epoch - best_epoch >= options_.patience) break;
  }
  if (best_epoch > 0) parts_ = std::move(best);
  if (chooses) options_.epochs = best_epoch;
}

Scores GraphTraining::score(const GraphModel& model) {
  struct Tally {
    std::size_t heads = 0;
    std::size_t labels = 0;
  };
  std::vector<Tally> tallies(static_cast<std::size_t>(team_.size()));
  std::vector<GraphWorkspace> workspaces(tallies.size());
  team_.run(dev_.sentences.size(), [&](std::size_t i, int worker) {
    Sentence sentence = dev_.sentences[i];
    model.parse(sentence, {}, workspaces[static_cast<std::size_t>(worker)]);
    Tally& tally = tallies[static_cast<std::size_t>(worker)];
    for (std::int32_t word = 1; word <= sentence.size(); ++word) {
      if (sentence.head(word) != dev_.sentences[i].head(word)) continue;
      ++tally.heads;
      tally.labels += sentence.deprel(word) == dev_.sentences[i].deprel(word) ? 1 : 0;
    }
  });
  Tally all;
  for (const Tally& tally : tallies) {
    all.heads += tally.heads;
    all.labels += tally.labels;
  }
  const auto words = static_cast<double>(std::max<std::size_t>(dev_.words, 1));
  return {100 * static_cast<double>(all.heads) / words, 100 * static_cast<double>(all.labels) / words};
}

void GraphTraining::calibrate() {
  if (dev_.sentences.empty()) return;
  const GraphModel model(model_file::File::from_bytes(model_bytes()));
  std::vector<std::vector<learning::Judged>> judged(dev_.sentences.size());
  std::vector<GraphWorkspace> workspaces(static_cast<std::size_t>(team_.size()));
  team_.run(dev_.sentences.size(), [&](std::size_t i, int worker) {
    GraphWorkspace& workspace = workspaces[static_cast<std::size_t>(worker)];
    Sentence sentence = dev_.sentences[i];
    model.parse(sentence, {}, workspace);
    const std::vector<float> probabilities = model.arc_probabilities(workspace, {});
    for (std::size_t m = 1; m < probabilities.size(); ++m) {
      const std::int32_t truth = dev_.heads[i][m];
      if (truth < 0) continue;
      judged[i].push_back({static_cast<double>(probabilities[m]), workspace.graph.heads[m] == truth ? 1.0 : 0.0, 1});
    }
  });
  std::vector<learning::Judged> all;
  for (const auto& list : judged) all.insert(all.end(), list.begin(), list.end());
  if (!all.empty()) parts_.calibration = learning::Calibration::fit(std::move(all)).points();
}

std::string GraphTraining::model_bytes() const {
  model_file::Writer writer;
  add_graph_sections(writer, parts_);
  return writer.bytes();
}

std::string GraphTraining::finish() {
  model_file::Provenance origin;
  origin.program_version = std::string(version());
  origin.recipe = request_.recipe.name();
  origin.options = request_.recipe.all();
  origin.options["epochs"] = std::to_string(options_.epochs);
  origin.options["seed"] = std::to_string(request_.seed);
  origin.language = request_.language;
  origin.licence = request_.licence;
  origin.credit = request_.credit;
  for (const auto& source : sources_) origin.data.push_back({source.name, source.sentences, source.words, source.hash});
  if (!dev_.sentences.empty()) origin.scores = {{"dev UAS", best_.uas}, {"dev LAS", best_.las}};
  const GraphModel model(model_file::File::from_bytes(model_bytes()));
  parts_.heaviest = find_heaviest(model, train_, arcs_);
  model_file::SelfTest test;
  GraphWorkspace workspace;
  std::size_t taken = 0;
  for (std::size_t i = 0; i < train_.sentences.size() && taken < kSelfTestSentences; ++i) {
    if (train_.sentences[i].size() > kSelfTestWords) continue;
    Sentence sentence = train_.sentences[i];
    test.input += to_string(sentence);
    model.parse(sentence, {}, workspace);
    test.output += to_string(sentence);
    ++taken;
  }
  model_file::Writer writer;
  add_provenance(writer, origin);
  add_self_test(writer, test);
  add_graph_sections(writer, parts_);
  return writer.bytes();
}

}  // namespace

std::string train_graph(const TrainRequest& request, const Control& control) {
  return GraphTraining(request, control).run();
}

}  // namespace espalier::parsing
