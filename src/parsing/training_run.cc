#include "parsing/training_run.h"

#include <algorithm>
#include <cmath>

#include "base/spread.h"
#include "espalier/error.h"
#include "parsing/kept_models.h"

namespace espalier::parsing {
namespace {

constexpr std::size_t kHeldOut = 10;  // one sentence in so many, where epochs are to be chosen without development data

std::vector<std::unique_ptr<Workspace>> make_workspaces(const ParserModel& model, int count) {
  std::vector<std::unique_ptr<Workspace>> workspaces;
  workspaces.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) workspaces.push_back(model.make_workspace());
  return workspaces;
}

/// Means of what several have learned are behind what one has learned from as many sentences, the more so the more they
/// are. More epochs make up for that, and each is as many times shorter as there are ranks.
int epochs_of_ranks(int epochs, int ranks) {
  constexpr double kForTwiceAsMany = 0.25;
  return static_cast<int>(std::lround(epochs * (1 + kForTwiceAsMany * std::log2(ranks))));
}

}  // namespace

std::vector<learning::RowWeight> trained_rows(const learning::Trainer& trainer, const learning::TrainingTable& table) {
  std::vector<learning::RowWeight> rows;
  table.visit([&](std::uint64_t feature, std::uint32_t label, const learning::TrainingCell& cell) {
    if (const float weight = trainer.result(cell); weight != 0) rows.push_back({feature, label, weight});
  });
  return rows;
}

std::optional<ParserScore> score_of(const TrainedParser& trained) {
  if (trained.scores.empty()) return std::nullopt;
  ParserScore out;
  for (const model_file::NamedScore& each : trained.scores) {
    if (each.name == "dev UAS" || each.name == "dev UF1") out.shape = each.value;
    if (each.name == "dev LAS" || each.name == "dev LF1") out.labelled = each.value;
  }
  return out;
}

TrainingRun::TrainingRun(const TrainRequest& request, const Control& control)
    : request_(request), watch_(control), team_(control.threads) {}

void TrainingRun::load(const TrainingData& data, const features::Encoder& encoder,
                       const std::optional<LiftMarking>& lift) {
  train_ = make_training_set(lifted(data.train, lift), encoder, labels_, true, data.train_columns);
  if (train_.unknown == train_.words) throw Error(ErrorKind::kInput, "no word of the training data has a head");
  if (labels_.size() == 0) labels_.add("dep");
  dev_ = make_training_set(data.dev, encoder, labels_, false, data.dev_columns);
  train_.head_classes = dev_.head_classes = data.head_classes;
  train_.head_answers = data.train_heads;
  dev_.head_answers = data.dev_heads;
  label_use_ = find_label_use(train_, labels_);
  use_ = LabelUse(label_use_);
}

void TrainingRun::take_part_of(const TrainingRun& whole, const features::Encoder& encoder) {
  labels_ = whole.labels_;
  label_use_ = whole.label_use_;
  use_ = whole.use_;
  std::vector<Sentence> rest;
  std::vector<Sentence> held;
  std::vector<features::ExtraColumns> rest_columns;
  std::vector<features::ExtraColumns> held_columns;
  std::vector<HeadAnswers> rest_heads;
  std::vector<HeadAnswers> held_heads;
  for (std::size_t i = 0; i < whole.train_.sentences.size(); ++i) {
    const bool is_held = i % kHeldOut == kHeldOut - 1;
    (is_held ? held : rest).push_back(whole.train_.sentences[i]);
    if (const auto* columns = whole.train_.columns_of(i)) (is_held ? held_columns : rest_columns).push_back(*columns);
    if (const auto* heads = whole.train_.heads_of(i).answers) (is_held ? held_heads : rest_heads).push_back(*heads);
  }
  if (held.empty() || rest.empty())
    throw Error(ErrorKind::kUsage, "epochs = auto needs at least ten sentences, or --dev");
  train_ = make_training_set(std::move(rest), encoder, labels_, false, rest_columns);
  dev_ = make_training_set(std::move(held), encoder, labels_, false, held_columns);
  train_.head_classes = dev_.head_classes = whole.train_.head_classes;
  train_.head_answers = std::move(rest_heads);
  dev_.head_answers = std::move(held_heads);
}

EpochLine TrainingRun::end_epoch(const EpochPlan& plan, const learning::EpochReport& result, EpochRecord& record) {
  const bool chooses = plan.epochs == 0;
  const int most = chooses ? plan.most : plan.epochs;
  EpochLine line;
  line.stage = plan.stage;
  line.brackets = plan.brackets;
  line.epoch = record.epochs() + 1;
  line.loss = 100 * result.loss / static_cast<double>(train_.words);
  line.features = plan.features();
  const bool is_last_enough = request_.scores_last_epoch && !chooses;
  const bool scored = has_dev() && plan.model && (line.epoch == most || !is_last_enough);
  if (line.epoch == most || scored) plan.freeze();
  if (!scored) return line;
  const Scores scores = score(*plan.model());
  line.scored = true;
  line.uas = scores.uas;
  line.las = scores.las;
  line.best = record.best_epoch == 0 || (plan.by_labels ? scores.las > record.best.las : scores.uas > record.best.uas);
  if (line.best) {
    record.best = scores;
    record.best_epoch = line.epoch;
    record.take(plan.frozen);
  }
  return line;
}

int TrainingRun::run_epochs(const EpochPlan& asked, learning::Trainer& trainer) {
  EpochPlan plan = asked;
  if (Ranks* const ranks = watch_.control().ranks; ranks != nullptr && ranks->size() > 1) {
    trainer.learn_with(*ranks, request_.mixes);
    for (int* const epochs : {&plan.epochs, &plan.most}) *epochs = epochs_of_ranks(*epochs, ranks->size());
  }
  const bool chooses = plan.epochs == 0;
  const int most = chooses ? plan.most : plan.epochs;
  const std::uint64_t total = train_.sentences.size() * static_cast<std::uint64_t>(most);
  CheckpointPart part(watch_.place(), plan.stage);
  EpochRecord record = read_record(part, trainer, plan.frozen.size());
  for (const EpochLine& line : record.lines) report(line);
  const auto is_over = [&] {
    return record.epochs() >= most ||
           (chooses && record.best_epoch > 0 && record.epochs() - record.best_epoch >= plan.patience);
  };
  while (!part.is_done() && !is_over()) {
    const Stopwatch watch;
    const double seconds = record.seconds;
    const std::uint64_t before = train_.sentences.size() * static_cast<std::uint64_t>(record.epochs());
    const auto result = trainer.epoch([&](std::size_t done) {
      record.seconds = seconds + watch.seconds();
      if (part.is_due()) part.put(packed(record, trainer));
      watch_.tell(plan.stage, before + done, total);
    });
    EpochLine line = end_epoch(plan, result, record);
    line.seconds = seconds + watch.seconds();
    record.seconds = 0;
    record.lines.push_back(line);
    report(line);
  }
  if (!part.is_done()) {
    if (record.best_epoch == 0) record.take(plan.frozen);
    if (part.is_kept()) part.finish(packed(record));
  }
  if (record.best_epoch > 0) best_ = record.best;
  record.give(plan.frozen);
  return record.best_epoch > 0 ? record.best_epoch : most;
}

std::vector<learning::RowWeight> TrainingRun::run_epochs(const std::string& stage, int epochs, bool brackets,
                                                         learning::Trainer& trainer,
                                                         const learning::TrainingTable& table) {
  std::string rows;
  EpochPlan plan;
  plan.stage = stage;
  plan.brackets = brackets;
  plan.epochs = epochs;
  plan.features = [&] { return table.features(); };
  plan.freeze = [&] { rows = packed(trained_rows(trainer, table)); };
  plan.frozen = {&rows};
  run_epochs(plan, trainer);
  return unpack_rows(rows, table.classes());
}

std::vector<learning::RowWeight> TrainingRun::train_labels(const features::Program& program,
                                                           std::span<const std::vector<std::int32_t>> heads,
                                                           const learning::LearnerOptions& options, int epochs,
                                                           const SureLabels& sure) {
  LabelProblem problem(program, train_.encoded, heads, train_.labels, use_, sure, options.margin, options.min_updates,
                       team_.size());
  learning::Trainer trainer(problem, options, team_);
  return run_epochs("labels", epochs, false, trainer, problem.table());
}

std::vector<std::vector<std::int32_t>> TrainingRun::complete_heads(const ParserModel& model) {
  std::vector<std::vector<std::int32_t>> heads(train_.sentences.size());
  const auto workspaces = make_workspaces(model, team_.size());
  ParseOptions options;
  options.constraints = true;
  team_.run(train_.sentences.size(), [&](std::size_t i, int worker) {
    Sentence sentence = train_.sentences[i];
    Workspace& workspace = *workspaces[static_cast<std::size_t>(worker)];
    workspace.columns = train_.columns_of(i);
    workspace.heads = train_.heads_of(i);
    try {
      model.parse(sentence, options, workspace);
    } catch (const Error&) {
      // Known heads that the parser's kind of tree cannot have: the rest stays unknown.
    }
    heads[i].assign(sentence.heads().begin(), sentence.heads().end());
  });
  return heads;
}

std::vector<Sentence> TrainingRun::parse_dev(const ParserModel& model, std::size_t first, std::size_t every) {
  std::vector<Sentence> parsed;
  for (std::size_t i = first; i < dev_.sentences.size(); i += every) parsed.push_back(dev_.sentences[i]);
  const auto workspaces = make_workspaces(model, team_.size());
  team_.run(parsed.size(), [&](std::size_t i, int worker) {
    Workspace& workspace = *workspaces[static_cast<std::size_t>(worker)];
    workspace.columns = dev_.columns_of(first + i * every);
    workspace.heads = dev_.heads_of(first + i * every);
    model.parse(parsed[i], {}, workspace);
  });
  return parsed;
}

Scores TrainingRun::score(const ParserModel& model) {
  Ranks* const ranks = watch_.control().ranks;
  const auto first = static_cast<std::size_t>(ranks == nullptr ? 0 : ranks->rank());
  const auto every = static_cast<std::size_t>(ranks == nullptr ? 1 : ranks->size());
  std::size_t heads = 0;
  std::size_t labels = 0;
  const std::vector<Sentence> parsed = parse_dev(model, first, every);
  for (std::size_t i = 0; i < parsed.size(); ++i) {
    const Sentence& gold = dev_.sentences[first + i * every];
    for (std::int32_t word = 1; word <= gold.size(); ++word) {
      if (parsed[i].head(word) != gold.head(word)) continue;
      ++heads;
      labels += parsed[i].deprel(word) == gold.deprel(word) ? 1 : 0;
    }
  }
  const auto share = [&](std::size_t right) {
    return 100 * base::sum_of_ranks(ranks, static_cast<double>(right)) /
           static_cast<double>(std::max<std::size_t>(dev_.words, 1));
  };
  const double uas = share(heads);
  return {uas, share(labels)};
}

void TrainingRun::tell_scores(EpochLine line, const ParserModel& model, const Stopwatch& watch) {
  line.epoch = 1;
  if (has_dev()) {
    best_ = score(model);
    line.scored = true;
    line.best = true;
    line.uas = best_.uas;
    line.las = best_.las;
  }
  line.seconds = watch.seconds();
  report(line);
}

TrainedParser TrainingRun::finish(int epochs, const std::function<void(model_file::Writer&)>& add) const {
  TrainedParser trained;
  trained.options = request_.recipe.all();
  if (request_.recipe.uses("epochs")) trained.options["epochs"] = std::to_string(epochs);
  if (has_dev()) trained.scores = {{score_names().first, best_.uas}, {score_names().second, best_.las}};
  add(trained.sections);
  return trained;
}

}  // namespace espalier::parsing
