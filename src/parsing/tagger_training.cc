#include "parsing/tagger_training.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/spread.h"
#include "espalier/error.h"
#include "parsing/embedded_recipes.h"
#include "parsing/model_sections.h"
#include "parsing/tagger_model.h"

namespace espalier::parsing {
namespace {

/// The text that is a word's class in a column.
std::string class_text(const Sentence& sentence, std::int32_t node, TagStage stage) {
  if (stage == TagStage::kLemma) return LemmaRule::between(sentence.form(node), sentence.lemma(node)).text();
  return std::string(sentence.get(node, tag_stage_info(stage).column));
}

bool has_column(std::span<const Sentence> sentences, TagStage stage) {
  return std::any_of(sentences.begin(), sentences.end(), [&](const Sentence& sentence) {
    for (std::int32_t node = 1; node <= sentence.size(); ++node) {
      if (!sentence.get(node, tag_stage_info(stage).column).empty()) return true;
    }
    return false;
  });
}

GoldColumn read_gold(std::span<const Sentence> sentences, TagStage stage, base::Team& team) {
  std::vector<std::vector<std::string>> texts(sentences.size());
  team.run(sentences.size(), [&](std::size_t i, int) {
    for (std::int32_t node = 0; node <= sentences[i].size(); ++node) {
      texts[i].push_back(node == 0 ? std::string() : class_text(sentences[i], node, stage));
    }
  });
  // A word without a tag has not been tagged; the other columns may be empty for good.
  return number_classes(texts, stage == TagStage::kUpos);
}

class TaggerRun {
 public:
  TaggerRun(std::span<const Sentence> train, const TaggerOptions& options, base::Team& team, const Watch& watch)
      : sentences_(train), options_(options), team_(team), watch_(watch) {}

  std::vector<std::pair<std::string, std::string>> run() {
    programs_ = TaggerPrograms(features::parse_features(
        options_.features.empty() ? tagger_features() : options_.features, tagger_schemas(), "tagger.features"));
    encoded_.resize(sentences_.size());
    team_.run(sentences_.size(), [&](std::size_t i, int) { programs_.encoder().encode(sentences_[i], encoded_[i]); });
    put(kTagFeatures, features::to_text(programs_.sections(), tagger_schemas()));
    std::vector<Task> tasks;
    for (const TagStage stage : kAllTagStages) {
      if (has_column(sentences_, stage)) tasks.push_back(prepare(stage));
    }
    if (tasks.empty()) throw Error(ErrorKind::kInput, "the training data has no tags, features or lemmas to learn");
    for (Task& task : tasks) learn(task);
    return std::move(sections_);
  }

 private:
  struct Task {
    TagStage stage;
    GoldColumn gold;
    LearnedLexicon lexicon;
  };

  void put(const std::string& name, std::string bytes) { sections_.emplace_back(name, std::move(bytes)); }
  const ColumnOptions& options_of(TagStage stage) const { return options_.columns[static_cast<std::size_t>(stage)]; }

  /// A dictionary that no template reads is left empty.
  LexiconLimits limits_of(TagStage stage) const {
    LexiconLimits limits = options_of(stage).limits;
    if (!programs_.dictionary(stage)) limits.dictionary = std::numeric_limits<std::uint32_t>::max();
    return limits;
  }

  /// Dictionaries of all columns are there before the first is learned.
  Task prepare(TagStage stage) {
    GoldColumn gold = read_gold(sentences_, stage, team_);
    model_file::Writer writer;
    const std::string folder = tag_folder(stage);
    if (stage == TagStage::kUpos && programs_.kin()) {
      writer.add(folder + kTagKin, kSectionVersion,
                 learn_kin(*programs_.kin(), encoded_, gold.classes, programs_.kin_columns()));
    }
    add_lexicon_sections(writer, folder, gold.names, encoded_, gold.classes, programs_.keys(stage), limits_of(stage));
    LearnedLexicon lexicon(writer, folder, programs_.keys(stage), sections_);
    if (const auto column = programs_.dictionary(stage)) {
      fill_dictionary_of_others(*column, encoded_, gold.classes, programs_.keys(stage), limits_of(stage));
    }
    return {stage, std::move(gold), std::move(lexicon)};
  }

  /// The weights of a column after its epochs.
  std::string learn_weights(const Task& task, const features::Program& program,
                            std::span<const std::vector<std::int32_t>> gold, const ColumnOptions& options,
                            base::Team& team, const Watch& watch, const std::string& what) {
    learning::LearnerOptions learner;
    learner.step = options_.step;
    learner.rule = learning::StepRule::kPerceptron;  // the problem measures the steps
    learner.margin = options_.margin;
    learner.batch = options_.batch;
    learner.seed = options_.seed;
    learner.min_updates = options.min_updates;
    const auto make_problem = [&] {
      return ColumnProblem(program, *task.lexicon, encoded_, gold, learner, team.size());
    };
    ColumnProblem first = make_problem();
    if (options.more_epochs == 0) return learn_column(first, first.table(), learner, options, team, watch, what);
    const auto rows = learn_rows(first, first.table(), learner, options, team, watch, what);
    learner.min_updates = 1;  // these have been chosen already
    ColumnProblem second = make_problem();
    second.start_from(rows);
    ColumnOptions more = options;
    more.epochs = options.more_epochs;
    return learn_column(second, second.table(), learner, more, team, watch, what);
  }

  void learn(const Task& task) {
    if (task.stage == TagStage::kUpos && !programs_.draft().all.empty()) learn_draft(task);
    const std::string_view name = tag_stage_info(task.stage).name;
    put(tag_folder(task.stage) + "weights",
        learn_weights(task, programs_.column(task.stage).all, task.gold.classes, options_of(task.stage), team_,
                      watch_.within(std::string(name)), fmt::format("tagger: {}", name)));
    if (task.stage != TagStage::kUpos) return;
    // The columns after it learn from true tags.
    team_.run(encoded_.size(),
              [&](std::size_t i, int) { programs_.encoder().encode_again(sentences_[i], Column::kUpos, encoded_[i]); });
  }

  /// The draft itself, and drafts of the training data by others that did not see it: its own would be too good.
  void learn_draft(const Task& task) {
    put(tag_folder(task.stage) + kTagDraft,
        learn_weights(task, programs_.draft().all, task.gold.classes, options_.draft, team_, watch_.within("draft"),
                      "tagger: draft"));
    const auto folds = static_cast<std::size_t>(options_.draft_folds);
    std::vector<std::vector<std::uint64_t>> drafts(sentences_.size());
    team_.run(folds, [&](std::size_t fold, int) {
      std::vector<std::vector<std::int32_t>> gold = task.gold.classes;
      for (std::size_t i = fold; i < gold.size(); i += folds) std::fill(gold[i].begin(), gold[i].end(), -1);
      base::Team alone(1);
      model_file::Writer writer;
      writer.add(kTagDraft, kSectionVersion,
                 learn_weights(task, programs_.draft().all, gold, options_.draft, alone,
                               watch_.within(fmt::format("draft-{}", fold)), ""));
      const auto file = model_file::File::from_bytes(writer.bytes());
      const std::uint32_t classes = std::max<std::uint32_t>(task.lexicon->classes(), 2);
      const ColumnTagger tagger(programs_.draft(), *task.lexicon,
                                learning::FrozenLabels(file->section(kTagDraft).bytes, classes));
      ColumnScratch scratch;
      for (std::size_t i = fold; i < drafts.size(); i += folds) {
        scratch.values.assign(gold[i].size(), 0);
        tagger.tag(encoded_[i], scratch);
        drafts[i] = scratch.values;
      }
    });
    team_.run(encoded_.size(), [&](std::size_t i, int) { fill_draft(programs_, drafts[i], encoded_[i]); });
  }

  std::span<const Sentence> sentences_;
  const TaggerOptions& options_;
  base::Team& team_;
  const Watch& watch_;
  TaggerPrograms programs_;
  std::vector<features::Encoded> encoded_;
  std::vector<std::pair<std::string, std::string>> sections_;
};

std::string bytes_of(const TrainedTagger& tagger) {
  model_file::Writer writer;
  tagger.add_to(writer);
  return writer.bytes();
}

std::vector<ColumnScore> score(const TaggerModel& model, std::span<const Sentence> dev, base::Team& team) {
  using Tally = std::array<std::size_t, kTagStages + 1>;  // words at the end
  const auto workers = static_cast<std::size_t>(team.size());
  std::vector<Tally> tallies(workers);
  std::vector<std::unique_ptr<TaggerWorkspace>> workspaces;
  for (std::size_t i = 0; i < workers; ++i) workspaces.push_back(model.make_workspace());
  team.run(dev.size(), [&](std::size_t i, int worker) {
    Tally& tally = tallies[static_cast<std::size_t>(worker)];
    Sentence tagged = dev[i];
    model.tag(tagged, {}, *workspaces[static_cast<std::size_t>(worker)]);
    tally.back() += static_cast<std::size_t>(tagged.size());
    for (const TagStage stage : kAllTagStages) {
      const Column column = tag_stage_info(stage).column;
      for (std::int32_t node = 1; node <= tagged.size(); ++node) {
        tally[static_cast<std::size_t>(stage)] += tagged.get(node, column) == dev[i].get(node, column) ? 1 : 0;
      }
    }
  });
  Tally sum{};
  for (const Tally& tally : tallies) std::transform(sum.begin(), sum.end(), tally.begin(), sum.begin(), std::plus<>());
  std::vector<ColumnScore> scores;
  for (const TagStage stage : kAllTagStages) {
    if (!model.has(stage) || sum.back() == 0) continue;
    const auto right = static_cast<double>(sum[static_cast<std::size_t>(stage)]);
    scores.push_back({stage, 100 * right / static_cast<double>(sum.back())});
  }
  return scores;
}

}  // namespace

void TrainedTagger::add_to(model_file::Writer& writer) const {
  for (const auto& [name, bytes] : sections) writer.add(name, kSectionVersion, bytes);
}

std::string_view tagger_features() { return embedded_file("tagger.features"); }

TrainedTagger train_tagger(std::span<const Sentence> train, std::span<const Sentence> dev, const TaggerOptions& options,
                           base::Team& team, const Watch& watch) {
  TrainedTagger result;
  if (!has_column(train, TagStage::kUpos) && has_column(train, TagStage::kXpos)) {
    std::vector<Sentence> swapped(train.begin(), train.end());
    for (Sentence& sentence : swapped) swap_tags(sentence);
    result.sections = TaggerRun(swapped, options, team, watch).run();
    result.sections.emplace_back(kTagFirst, kFirstIsXpos);
  } else {
    result.sections = TaggerRun(train, options, team, watch).run();
  }
  if (!dev.empty()) result.scores = score(TaggerModel(model_file::File::from_bytes(bytes_of(result))), dev, team);
  return result;
}

std::vector<Sentence> jackknife(std::span<const Sentence> train, int folds, const TaggerOptions& options,
                                base::Team& team, const Watch& watch) {
  const auto count = static_cast<std::size_t>(folds);
  const Control silent{1, {}, watch.control().stop};
  const auto taggers = base::spread_bytes(watch.control().ranks, team, count, [&](std::size_t fold) {
    std::vector<Sentence> others;
    for (std::size_t i = 0; i < train.size(); ++i) {
      if (i % count != fold) others.push_back(train[i]);
    }
    if (others.empty()) return std::string();
    base::Team alone(1);
    const std::string part = fmt::format("fold-{}", fold);
    const Watch inner(silent, watch.place().within(part));
    return watch.place().once(part, [&] { return bytes_of(train_tagger(others, {}, options, alone, inner)); });
  });
  std::vector<Sentence> result(train.begin(), train.end());
  team.run(count, [&](std::size_t fold, int) {
    if (taggers[fold].empty()) return;
    const TaggerModel model(model_file::File::from_bytes(taggers[fold]));
    const auto workspace = model.make_workspace();
    for (std::size_t i = fold; i < result.size(); i += count) model.tag(result[i], {}, *workspace);
  });
  return result;
}

}  // namespace espalier::parsing
