#include "parsing/pipeline_training.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "base/byte_source.h"
#include "espalier/error.h"
#include "espalier/ranks.h"
#include "espalier/version.h"
#include "evaluation/sentences.h"
#include "model_file/provenance.h"
#include "model_file/self_test.h"
#include "parsing/confidence_training.h"
#include "parsing/head_scores.h"
#include "parsing/head_training.h"
#include "parsing/parser_kinds.h"
#include "parsing/pipeline.h"
#include "parsing/span_training.h"
#include "parsing/tagger_training.h"
#include "parsing/watch.h"
#include "text/segmenter_training.h"
#include "treebank/document_writer.h"

namespace espalier::parsing {
namespace {

constexpr std::size_t kSelfTestSentences = 3;
constexpr std::int32_t kSelfTestWords = 40;

/// The text that a treebank was made from, as `convert --to text` has it.
std::string raw_text(std::span<const Sentence> sentences, bool spaces) {
  WriteOptions options;
  options.spaces = spaces;
  return treebank::document_of(sentences, treebank::text_format(), options);
}

/// Which stage a section of a model file belongs to; nothing for those of the whole file.
std::optional<Stage> stage_of(std::string_view section) {
  for (const auto& [folder, stage] :
       std::initializer_list<std::pair<std::string_view, Stage>>{{"text/", Stage::kTokens},
                                                                 {"tag/", Stage::kTags},
                                                                 {"graph/", Stage::kTrees},
                                                                 {"transition/", Stage::kTrees},
                                                                 {"local/", Stage::kTrees},
                                                                 {"token/", Stage::kTrees},
                                                                 {"constituency/", Stage::kTrees},
                                                                 {kHeadFolder, Stage::kTrees},
                                                                 {kConfidenceFolder, Stage::kTrees}}) {
    if (section.starts_with(folder)) return stage;
  }
  return std::nullopt;
}

bool has_tags(std::span<const Sentence> sentences) {
  return std::any_of(sentences.begin(), sentences.end(), [](const Sentence& sentence) {
    for (std::int32_t node = 1; node <= sentence.size(); ++node) {
      for (const TagStage stage : kAllTagStages) {
        if (!sentence.get(node, tag_stage_info(stage).column).empty()) return true;
      }
    }
    return false;
  });
}

/// The score is of something that the model does, not of what it is given.
bool is_earned(const PipelineModel& model, std::string_view measure) {
  if (measure == "Tokens" || measure == "Sentences" || measure == "Words") return model.has(Stage::kTokens);
  const auto tags = [&](TagStage stage) { return model.tagger() != nullptr && model.tagger()->has(stage); };
  if (measure == "UPOS" || measure == "AllTags") return tags(TagStage::kUpos);
  if (measure == "XPOS") return tags(TagStage::kXpos);
  if (measure == "UFeats") return tags(TagStage::kFeats);
  if (measure == "Lemmas") return tags(TagStage::kLemma);
  return model.has(Stage::kTrees) && !model.parser()->makes_constituents();
}

class PipelineTraining {
 public:
  PipelineTraining(const TrainRequest& request, const Control& control, const MakeParserTraining& make_training)
      : request_(request), control_(control), make_training_(make_training), watch_(control), team_(control.threads) {
    if (!request.base.empty()) base_ = model_file::File::open(request.base);
    // What is wrong with a recipe is better known before the first stage is trained.
    if (wants(Stage::kTrees)) parser_ = make_training(request, control);
  }

  std::string run() {
    TrainingData data = read_training_data(request_, control_);
    const auto checkpoint = open_checkpoint(request_, data, control_);
    return run(std::move(data), CheckpointPlace(checkpoint.get()));
  }

  std::string run(TrainingData data, const CheckpointPlace& place) {
    watch_ = Watch(control_, place);
    if (parser_) parser_->keep_in(place.within("parser"));
    prepare(std::move(data));
    if (wants(Stage::kTrees)) train_trees();
    model_file::Writer stages;
    for (model_file::Writer& stage : stages_) stages.take_all(stage);
    stages.take_all(columns_);
    stages.take_all(heads_);
    const PipelineModel model(model_file::File::from_bytes(stages.bytes(), "model"));
    score(model, gold_dev_);
    return finish(stages, {self_test_, annotate_text(model, self_test_)});
  }

  TrainingData data_for_parser() {
    prepare(read_training_data(request_, control_));
    return std::move(data_);
  }

  TrainedParser train_parser(TrainingData data) {
    prepare(std::move(data));
    return parser_->run(data_);
  }

 private:
  /// All that comes before the parser.
  void prepare(TrainingData data) {
    data_ = std::move(data);
    spaces_ = text::has_spaces(data_.train);
    gold_dev_ = data_.dev;
    self_test_ = self_test_input();
    origin_.options = {{"seed", std::to_string(request_.seed)}};
    if (control_.ranks != nullptr && control_.ranks->size() > 1) {
      origin_.options["ranks"] = std::to_string(control_.ranks->size());
      origin_.options["mixes"] = std::to_string(request_.mixes);
    }
    take_base();
    if (wants(Stage::kTokens)) train_tokens();
    if (wants(Stage::kTags)) train_tags();
    if (has_tagger_ && (wants(Stage::kTrees) || learns_columns()) && request_.recipe.get("tags") == "jackknife") {
      take_predicted_tags();
    }
    if (learns_columns())
      train_columns();
    else
      take_columns();
    if (wants(Stage::kTrees) && asks_heads()) train_heads();
  }

  bool wants(Stage stage) const {
    return request_.only.empty() || std::count(request_.only.begin(), request_.only.end(), stage) > 0;
  }
  model_file::Writer& sections(Stage stage) { return stages_[static_cast<std::size_t>(stage)]; }

  void train_tokens();
  void train_tags();
  void train_columns();
  void take_columns();
  bool asks_heads() const;
  void train_heads();
  std::vector<features::ExtraColumns> tag_columns(std::span<const Sentence> sentences);
  void train_trees();
  void train_confidence(const std::map<std::string, std::string>& used);
  bool learns_columns() const { return !request_.columns.empty(); }
  TaggerOptions tagger_options() const;
  int folds() const;
  void take_predicted_tags();
  void take_base();
  void score(const PipelineModel& model, std::span<const Sentence> gold);
  void score_brackets(const PipelineModel& model, std::span<const Sentence> gold);
  std::string self_test_input() const;
  std::string finish(model_file::Writer& stages, const model_file::SelfTest& test);
  void report(Stage stage, const Stopwatch& watch, std::vector<std::pair<std::string, double>> scores = {});
  void report(StageLine line, const model_file::Writer& sections, const Stopwatch& watch);

  const TrainRequest& request_;
  const Control& control_;
  const MakeParserTraining make_training_;
  Watch watch_;
  base::Team team_;
  std::shared_ptr<const model_file::File> base_;
  std::unique_ptr<ParserTraining> parser_;
  TrainingData data_;
  std::vector<Sentence> gold_dev_;
  std::string self_test_;  // what it is run on
  bool spaces_ = true;
  bool has_tagger_ = false;   // in this model, trained or taken
  bool has_columns_ = false;  // the same of the taggers of extra columns
  model_file::Provenance origin_;
  std::array<model_file::Writer, 3> stages_;
  model_file::Writer columns_;
  model_file::Writer heads_;
};

void PipelineTraining::report(Stage stage, const Stopwatch& watch, std::vector<std::pair<std::string, double>> scores) {
  StageLine line;
  line.stage = stage;
  line.scores = std::move(scores);
  report(std::move(line), sections(stage), watch);
}

void PipelineTraining::report(StageLine line, const model_file::Writer& sections, const Stopwatch& watch) {
  if (!request_.on_stage) return;
  line.seconds = watch.seconds();
  line.bytes = sections.size();
  request_.on_stage(line);
}

void PipelineTraining::train_tokens() {
  const Stopwatch watch;
  text::SegmenterTraining options;
  options.seed = request_.seed;
  const std::string bytes = watch_.place().once("tokens", [&] {
    const auto parts = text::train_segmenter(data_.train, options, team_, [&](int done, int all) {
      watch_.tell("tokens", static_cast<std::uint64_t>(done), static_cast<std::uint64_t>(all));
    });
    model_file::Writer writer;
    add_segmenter_sections(writer, parts);
    return writer.bytes();
  });
  const auto file = model_file::File::from_bytes(bytes);
  for (const model_file::Section& section : file->list()) {
    sections(Stage::kTokens).add(std::string(section.name), section.version, std::string(section.text()));
  }
  report(Stage::kTokens, watch);
}

void PipelineTraining::train_tags() {
  // A treebank of bare words has nothing to tag; who asks for a tagger is told so.
  if (request_.only.empty() && !has_tags(data_.train)) return;
  const Stopwatch watch;
  const TrainedTagger trained = train_tagger(data_.train, data_.dev, tagger_options(), team_, watch_.within("tags"));
  trained.add_to(sections(Stage::kTags));
  std::vector<std::pair<std::string, double>> scores;
  scores.reserve(trained.scores.size());
  for (const ColumnScore& each : trained.scores) {
    scores.emplace_back(tag_stage_info(each.stage).name, each.right);
  }
  has_tagger_ = true;
  report(Stage::kTags, watch, std::move(scores));
}

TaggerOptions PipelineTraining::tagger_options() const {
  TaggerOptions options;
  options.seed = request_.seed;
  return options;
}

int PipelineTraining::folds() const {
  // Folds of nothing teach nothing.
  return static_cast<int>(
      std::min<std::size_t>(static_cast<std::size_t>(request_.recipe.number("folds")), data_.train.size()));
}

void PipelineTraining::take_predicted_tags() {
  if (folds() >= 2) data_.train = jackknife(data_.train, folds(), tagger_options(), team_, watch_.within("jackknife"));
  const TaggerModel tagger(model_file::File::from_bytes(sections(Stage::kTags).bytes(), "tagger"));
  const auto workspace = tagger.make_workspace();
  for (Sentence& sentence : data_.dev) tagger.tag(sentence, {}, *workspace);
}

std::vector<features::ExtraColumns> PipelineTraining::tag_columns(std::span<const Sentence> sentences) {
  const SpanModel model(model_file::File::from_bytes(columns_.bytes(), "columns"));
  std::vector<features::ExtraColumns> found(sentences.size());
  std::vector<SpanWorkspace> workspaces(static_cast<std::size_t>(team_.size()));
  team_.run(sentences.size(), [&](std::size_t i, int worker) {
    SpanWorkspace& workspace = workspaces[static_cast<std::size_t>(worker)];
    model.tag(sentences[i], workspace);
    found[i] = workspace.columns;
  });
  return found;
}

/// Chunks and clauses. The parser learns from those of taggers that did not see the sentences.
void PipelineTraining::train_columns() {
  const Stopwatch watch;
  SpanOptions options;
  options.seed = request_.seed;
  options.folds = std::max(folds(), 2);
  TrainedColumns trained =
      parsing::train_columns(data_.train, data_.train_columns, options, team_, watch_.within("columns"));
  trained.add_to(columns_);
  data_.train_columns = std::move(trained.predicted);
  std::vector<features::ExtraColumns> found = tag_columns(data_.dev);
  StageLine line;
  line.stage = Stage::kTrees;
  line.columns = true;
  if (!data_.dev_columns.empty()) {
    for (const SpanScore& score : score_columns(data_.dev_columns, found)) {
      line.scores.emplace_back(score.name, score.f1());
      origin_.scores.push_back({fmt::format("dev {}", misc_key(score.column, score.name)), score.f1()});
    }
  }
  data_.dev_columns = std::move(found);
  report(std::move(line), columns_, watch);
}

/// Those of the model that the taggers are taken from: it may have seen the sentences, and is then too good on them.
void PipelineTraining::take_columns() {
  if (!has_columns_ || !wants(Stage::kTrees) || (!parser_->encoder().reads_extra() && !asks_heads())) return;
  data_.train_columns = tag_columns(data_.train);
  data_.dev_columns = tag_columns(data_.dev);
}

bool PipelineTraining::asks_heads() const {
  return parser_->asks_heads() ||
         std::any_of(kAllHeadQuestions.begin(), kAllHeadQuestions.end(), [&](HeadQuestion question) {
           return parser_->encoder().reads_extra(head_question_info(question).column);
         });
}

/// Predictors of heads. The parser learns from the answers of those that did not see the sentences.
void PipelineTraining::train_heads() {
  const Stopwatch watch;
  HeadOptions options;
  options.seed = request_.seed;
  const GuessedHeads guessed =
      guess_heads(data_.train, data_.train_columns, options, team_, watch_.within("heads/guesses"));
  TrainedHeads trained =
      parsing::train_heads(data_.train, data_.train_columns, guessed, options, team_, watch_.within("heads"));
  trained.add_to(heads_);
  data_.train_columns = std::move(trained.predicted);
  data_.train_heads = std::move(trained.answers);
  data_.head_classes = guessed.classes;
  const HeadModel model(model_file::File::from_bytes(heads_.bytes(), "heads"));
  StageLine line;
  line.stage = Stage::kTrees;
  line.heads = true;
  HeadScores scores(model.classes());
  data_.dev_columns.resize(data_.dev.size());
  data_.dev_heads.resize(data_.dev.size());
  std::vector<HeadWorkspace> workspaces(static_cast<std::size_t>(team_.size()));
  team_.run(data_.dev.size(), [&](std::size_t i, int worker) {
    HeadWorkspace& workspace = workspaces[static_cast<std::size_t>(worker)];
    model.predict(data_.dev[i], data_.dev_columns[i].names.empty() ? nullptr : &data_.dev_columns[i], workspace);
    data_.dev_columns[i] = workspace.columns;
    data_.dev_heads[i] = workspace.answers;
  });
  for (std::size_t i = 0; i < data_.dev.size(); ++i) scores.add(data_.dev[i], data_.dev_columns[i]);
  for (const HeadQuestion question : kAllHeadQuestions) {
    if (data_.dev.empty()) break;
    line.scores.emplace_back(head_question_info(question).column, scores.right(question));
    origin_.scores.push_back({fmt::format("dev {}", head_question_info(question).column), scores.right(question)});
  }
  report(std::move(line), heads_, watch);
}

void PipelineTraining::train_trees() {
  const Stopwatch watch;
  TrainedParser trained = parser_->run(data_);
  sections(Stage::kTrees) = std::move(trained.sections);
  train_confidence(trained.options);
  origin_.options.merge(trained.options);
  std::vector<std::pair<std::string, double>> scores;
  scores.reserve(trained.scores.size());
  for (const model_file::NamedScore& each : trained.scores) scores.emplace_back(each.name, each.value);
  report(Stage::kTrees, watch, std::move(scores));
}

/// From folds of the training data, where they are asked for, else from the development data. `used`: options, as the
/// parser was trained.
void PipelineTraining::train_confidence(const std::map<std::string, std::string>& used) {
  if (!request_.recipe.uses("calibration-folds")) return;
  const auto folds =
      std::min(static_cast<std::size_t>(request_.recipe.number("calibration-folds")), data_.train.size());
  std::vector<JudgedSentence> judged;
  if (folds >= 2) {
    TrainRequest request = request_;
    if (const auto epochs = used.find("epochs"); epochs != used.end()) request.recipe.set("epochs", epochs->second);
    judged = judge_folds(request, data_, folds, watch_.within("confidence"), make_training_, team_);
  } else if (!data_.dev.empty()) {
    judged = judge(*open_parser(model_file::File::from_bytes(sections(Stage::kTrees).bytes())), data_, team_);
  }
  const ConfidenceParts parts = learn_confidence(judged);
  if (!parts.calibration.empty()) add_confidence_sections(sections(Stage::kTrees), parts);
}

/// Stages that are not trained come from another model.
void PipelineTraining::take_base() {
  if (!base_) return;
  for (const model_file::Section& section : base_->list()) {
    if (section.name.starts_with(kSpanFolder) && !learns_columns()) {
      columns_.add(std::string(section.name), section.version, std::string(section.text()));
      has_columns_ = true;
    }
    const std::optional<Stage> stage = stage_of(section.name);
    if (!stage || wants(*stage)) continue;
    sections(*stage).add(std::string(section.name), section.version, std::string(section.text()));
    has_tagger_ = has_tagger_ || stage == Stage::kTags;
  }
}

std::string PipelineTraining::self_test_input() const {
  const bool is_text = wants(Stage::kTokens) || (base_ && text::SegmenterModel::is_in(*base_));
  std::vector<Sentence> chosen;
  for (const Sentence& sentence : data_.train) {
    if (sentence.size() <= kSelfTestWords) chosen.push_back(sentence);
    if (chosen.size() == kSelfTestSentences) break;
  }
  if (is_text) return raw_text(chosen, spaces_);
  std::string out;
  for (const Sentence& sentence : chosen) out += to_string(sentence);
  return out;
}

/// All stages together on the development data, from its text where there is a segmenter.
void PipelineTraining::score(const PipelineModel& model, std::span<const Sentence> gold) {
  if (gold.empty()) return;
  if (model.parser() != nullptr && model.parser()->makes_constituents()) score_brackets(model, gold);
  std::vector<Sentence> found;
  const auto workspace = model.make_workspace();
  const auto finish = [&](Sentence& sentence) {
    model.tag(sentence, model.segmenter() == nullptr, *workspace);
    if (model.parser() != nullptr) model.parse(sentence, {}, *workspace);
    found.push_back(sentence);
  };
  if (model.segmenter() != nullptr) {
    const std::string text = raw_text(gold, spaces_);
    text::BlockReader reader(base::memory_source(text), "development data");
    while (reader.next(workspace->block)) model.segment(workspace->block, {}, *workspace, finish);
  } else {
    for (Sentence sentence : gold) finish(sentence);
  }
  for (const Measure& measure : evaluation::conll18_measures(gold, found)) {
    if (is_earned(model, measure.name)) origin_.scores.push_back({"dev " + measure.name, measure.value()});
  }
}

/// On the words of the gold standard, with tags as the tagger gives them where there is one.
void PipelineTraining::score_brackets(const PipelineModel& model, std::span<const Sentence> gold) {
  std::vector<Sentence> found(gold.begin(), gold.end());
  const auto workspace = model.make_workspace();
  for (Sentence& sentence : found) {
    model.tag(sentence, true, *workspace);
    model.parse(sentence, {}, *workspace);
  }
  for (const Measure& measure : evaluation::bracket_measures(gold, found, Punctuation::kCount)) {
    if (measure.name == "Unlabelled") origin_.scores.push_back({"dev UF1", measure.value()});
    if (measure.name == "Labelled") origin_.scores.push_back({"dev LF1", measure.value()});
  }
}

std::string PipelineTraining::finish(model_file::Writer& stages, const model_file::SelfTest& test) {
  origin_.program_version = std::string(version());
  origin_.recipe = request_.recipe.name();
  origin_.language = request_.language;
  origin_.licence = request_.licence;
  origin_.credit = request_.credit;
  for (const auto& source : data_.sources) {
    origin_.data.push_back({source.name, source.sentences, source.words, source.hash});
  }
  model_file::Writer file;
  add_provenance(file, origin_);
  add_self_test(file, test);
  file.take_all(stages);
  return file.bytes();
}

}  // namespace

std::string train_pipeline(const TrainRequest& request, const Control& control,
                           const MakeParserTraining& make_training) {
  return PipelineTraining(request, control, make_training).run();
}

std::string train_pipeline(const TrainRequest& request, TrainingData data, const Control& control,
                           const MakeParserTraining& make_training, const CheckpointPlace& place) {
  return PipelineTraining(request, control, make_training).run(std::move(data), place);
}

TrainRequest for_trees(TrainRequest request) {
  request.recipe.demand_use();
  request.only = {Stage::kTrees};
  if (request.recipe.get("tags") == "jackknife") request.only.push_back(Stage::kTags);
  return request;
}

TrainedParser train_parser(const TrainRequest& request, TrainingData data, const Control& control,
                           const MakeParserTraining& make_training) {
  return PipelineTraining(request, control, make_training).train_parser(std::move(data));
}

TrainingData data_for_parser(const TrainRequest& request, const Control& control) {
  return PipelineTraining(request, control, make_parser_training).data_for_parser();
}

}  // namespace espalier::parsing
