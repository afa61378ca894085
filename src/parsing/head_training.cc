#include "parsing/head_training.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "base/spread.h"
#include "espalier/trainer.h"
#include "features/extractor.h"
#include "learning/examples.h"
#include "learning/feature_columns.h"
#include "parsing/embedded_recipes.h"
#include "parsing/head_predictor.h"
#include "parsing/kept_models.h"
#include "parsing/model_sections.h"
#include "parsing/parser_kinds.h"

namespace espalier::parsing {
namespace {

/// One of the quick parsers.
struct QuickParser {
  const char* recipe;
  const char* features;
  int epochs;
};

/// In order; of more than there may be the most frequent ones. Heads with another tag have no answer then.
std::vector<std::string> tags_of(std::span<const Sentence> sentences) {
  std::map<std::string, std::size_t, std::less<>> counts;
  for (const Sentence& sentence : sentences) {
    for (std::int32_t word = 1; word <= sentence.size(); ++word) {
      const auto found = counts.find(sentence.upos(word));
      if (found == counts.end())
        counts.emplace(sentence.upos(word), 1);
      else
        ++found->second;
    }
  }
  std::vector<std::string> tags;
  tags.reserve(counts.size());
  for (const auto& [tag, count] : counts) tags.push_back(tag);
  if (tags.size() <= HeadClasses::kMostTags) return tags;
  std::stable_sort(tags.begin(), tags.end(),
                   [&](const std::string& a, const std::string& b) { return counts[a] > counts[b]; });
  tags.resize(HeadClasses::kMostTags);
  return tags;
}

class GuessRun {
 public:
  GuessRun(std::span<const Sentence> sentences, std::span<const features::ExtraColumns> columns,
           const HeadOptions& options, const Watch& watch)
      : sentences_(sentences),
        columns_(columns),
        options_(options),
        folds_(std::min(static_cast<std::size_t>(options.guess_folds), sentences.size())),
        watch_(watch) {}

  GuessedHeads run(base::Team& team) {
    GuessedHeads out;
    out.classes = HeadClasses(tags_of(sentences_));
    out.guesses.resize(sentences_.size());
    const QuickParser graph{"graph-fast", "heads-graph.features", options_.graph_epochs};
    const QuickParser moves{"transition", "heads-moves.features", options_.move_epochs};
    // Each parser is one thread's work, and so the same on any number of them.
    watch_.tell("heads: quick parsers", 0, 1);
    // Two for each fold, and two of all sentences.
    std::vector<std::string> learned =
        base::spread_bytes(watch_.control().ranks, team, 2 * (folds_ + 1), [&](std::size_t task) {
          const QuickParser& parser = task % 2 == 0 ? graph : moves;
          const std::string part = fmt::format("{}-{}", parser.recipe, task / 2);
          return watch_.place().once(part, [&] { return learn(parser, task / 2, part); });
        });
    team.run(folds_, [&](std::size_t fold, int) { guess_fold(learned[2 * fold], learned[2 * fold + 1], fold, out); });
    out.graph = std::move(learned[2 * folds_]);
    out.moves = std::move(learned[2 * folds_ + 1]);
    watch_.tell("heads: quick parsers", 1, 1);
    return out;
  }

 private:
  /// From all sentences but those of a fold; there is none that is folds_.
  std::string learn(const QuickParser& parser, std::size_t fold, const std::string& part) const {
    TrainRequest request;
    request.only = {Stage::kTrees};
    request.recipe = Recipe::load(parser.recipe);
    request.recipe.set("epochs", std::to_string(parser.epochs));
    request.recipe.set("label-epochs", "1");
    request.recipe.set_features(std::string(embedded_file(parser.features)), parser.features);
    request.seed = options_.seed;
    Control control;
    control.threads = 1;
    control.stop = watch_.control().stop;
    TrainingData data;
    for (std::size_t i = 0; i < sentences_.size(); ++i) {
      if (i % folds_ == fold && folds_ > 1) continue;
      data.train.push_back(sentences_[i]);
      if (!columns_.empty()) data.train_columns.push_back(columns_[i]);
    }
    const auto training = make_parser_training(request, control);
    training->keep_in(watch_.place().within(part));
    return training->run(data).sections.bytes();
  }

  void guess_fold(const std::string& graph, const std::string& moves, std::size_t fold, GuessedHeads& out) const {
    const HeadGuesser guesser(out.classes, model_file::File::from_bytes(graph), model_file::File::from_bytes(moves));
    HeadGuessScratch scratch;
    for (std::size_t i = fold; i < sentences_.size(); i += folds_) {
      guesser.guess(sentences_[i], columns_.empty() ? nullptr : &columns_[i], scratch, out.guesses[i]);
    }
  }

  std::span<const Sentence> sentences_;
  std::span<const features::ExtraColumns> columns_;
  const HeadOptions& options_;
  std::size_t folds_;
  const Watch& watch_;
};

class HeadRun {
 public:
  HeadRun(std::span<const Sentence> sentences, std::span<const features::ExtraColumns> columns,
          const GuessedHeads& guessed, const HeadOptions& options, const Watch& watch)
      : sentences_(sentences),
        columns_(columns),
        guessed_(guessed),
        options_(options),
        folds_(static_cast<std::size_t>(options.folds)),
        watch_(watch),
        programs_(features::parse_features(options.features.empty() ? head_features() : options.features,
                                           head_schemas(), "heads.features")) {}

  TrainedHeads run(base::Team& team) {
    put(kHeadFeatures, features::to_text(programs_.sections(), head_schemas()));
    put(kHeadTags, pack_labels(guessed_.classes.tags()));
    put(kHeadGraph, guessed_.graph);
    put(kHeadMoves, guessed_.moves);
    std::array<Task, kHeadQuestions> tasks;
    team.run(kHeadQuestions, [&](std::size_t i, int) { prepare(kAllHeadQuestions[i], tasks[i]); });
    const std::size_t count = kHeadQuestions * (folds_ + 1);
    watch_.tell("heads: classifiers", 0, 1);
    team.run(count, [&](std::size_t i, int) { learn(tasks[i % kHeadQuestions], i / kHeadQuestions); });
    watch_.tell("heads: classifiers", 1, 1);
    std::vector<float> trust;
    for (Task& task : tasks) {
      trust.push_back(task.model.trust);
      put(head_weights_section(task.question), learning::FrozenRows::freeze(std::move(task.model.weights)));
    }
    put(kHeadTrust, pack_array(trust));
    take_predictions(tasks);
    return std::move(result_);
  }

 private:
  /// A question: an example for each word whose head is known.
  struct Task {
    HeadQuestion question = HeadQuestion::kSide;
    std::uint32_t classes = 0;
    learning::Examples examples;
    std::vector<float> priors;       // by example and class
    std::vector<std::size_t> first;  // example of each sentence, and the end
    learning::SoftmaxModel model;    // of all sentences
    std::vector<float> answers;      // by example and class: probabilities of those who did not see it
  };

  void put(const std::string& name, std::string bytes) { result_.sections.emplace_back(name, std::move(bytes)); }

  void prepare(HeadQuestion question, Task& task) const;
  void learn(Task& task, std::size_t part) const;
  void answer_fold(Task& task, const learning::SoftmaxModel& model, const std::vector<bool>& held) const;
  void take_predictions(std::span<const Task> tasks);

  std::span<const Sentence> sentences_;
  std::span<const features::ExtraColumns> columns_;
  const GuessedHeads& guessed_;
  const HeadOptions& options_;
  std::size_t folds_;
  const Watch& watch_;
  HeadPrograms programs_;
  TrainedHeads result_;
};

void HeadRun::prepare(HeadQuestion question, Task& task) const {
  task.question = question;
  task.classes = guessed_.classes.size(question);
  learning::Examples all(options_.min_count);
  features::Encoded encoded;
  features::Extractor extractor;
  for (std::size_t i = 0; i < sentences_.size(); ++i) {
    const HeadGuess& guess = guessed_.guesses[i];
    task.first.push_back(all.size());
    programs_.encoder().encode(sentences_[i], encoded, &guess.columns);
    extractor.prepare(programs_.program(question), encoded);
    const std::vector<float>& priors = guess.priors[index_of(question)];
    task.priors.insert(task.priors.end(), priors.begin() + task.classes, priors.end());
    for (std::int32_t word = 1; word <= sentences_[i].size(); ++word) {
      const std::int32_t truth = HeadClasses::answer(question, guess.tags, sentences_[i].head(word), word);
      // A word without a head is there to be answered, not to be learned from.
      all.add(truth < 0 ? task.classes : static_cast<std::uint32_t>(truth), extractor.features(std::span(&word, 1)));
    }
  }
  task.first.push_back(all.size());
  std::vector<bool> kept(all.features());
  for (std::uint32_t id = 0; id < all.features(); ++id) kept[id] = all.is_frequent(id);
  task.examples = learning::keep_features(all, kept);
  task.answers.resize(task.priors.size());
}

/// Part 0: all sentences; part k: all but those of fold k - 1, whose words it answers for.
void HeadRun::learn(Task& task, std::size_t part) const {
  std::vector<bool> held(task.examples.size());
  std::vector<bool> asked(part == 0 ? 0 : held.size());
  for (std::size_t i = 0; i < sentences_.size(); ++i) {
    const bool is_fold = part > 0 && i % folds_ == part - 1;
    for (std::size_t at = task.first[i]; at < task.first[i + 1]; ++at) {
      held[at] = is_fold || task.examples.label(at) >= task.classes;
      if (part > 0) asked[at] = is_fold;
    }
  }
  learning::SoftmaxOptions learner = options_.learner;
  learner.seed = options_.seed;
  learning::SoftmaxModel model = learn_once(
      watch_.place(), fmt::format("{}-{}", index_of(task.question), part),
      [&](const auto& section) { return unpack_softmax(section, task.classes); },
      [&] {
        return learning::train_softmax(task.examples, task.classes, task.priors, learner, held,
                                       [&](int) { base::check_stop(watch_.control().stop); });
      });
  if (part == 0)
    task.model = std::move(model);
  else
    answer_fold(task, model, asked);
}

void HeadRun::answer_fold(Task& task, const learning::SoftmaxModel& model, const std::vector<bool>& asked) const {
  // Words are asked through the frozen table: as they will be in the model.
  model_file::Writer writer;
  writer.add("weights", kSectionVersion, learning::FrozenRows::freeze(model.weights));
  const auto file = model_file::File::from_bytes(writer.bytes());
  const learning::FrozenRows rows(file->section("weights").bytes, task.classes);
  std::vector<std::uint64_t> features;
  for (std::size_t i = 0; i < asked.size(); ++i) {
    if (!asked[i]) continue;
    features.clear();
    for (const std::uint32_t id : task.examples.ids(i)) features.push_back(task.examples.feature(id));
    const auto row = std::span(task.answers).subspan(i * task.classes, task.classes);
    for (std::size_t c = 0; c < row.size(); ++c) row[c] = model.trust * task.priors[i * task.classes + c];
    rows.add_scores(features, row.data());
    learning::to_probabilities(row);
  }
}

void HeadRun::take_predictions(std::span<const Task> tasks) {
  result_.predicted.resize(sentences_.size());
  result_.answers.resize(sentences_.size());
  for (std::size_t i = 0; i < sentences_.size(); ++i) {
    HeadAnswers& answers = result_.answers[i];
    answers.tags = guessed_.guesses[i].tags;
    for (const Task& task : tasks) {
      std::vector<float>& own = answers.probabilities[index_of(task.question)];
      own.assign(task.classes, 0.0F);  // of the root
      own.insert(own.end(), task.answers.begin() + static_cast<std::ptrdiff_t>(task.first[i] * task.classes),
                 task.answers.begin() + static_cast<std::ptrdiff_t>(task.first[i + 1] * task.classes));
    }
    add_head_columns(guessed_.classes, columns_.empty() ? nullptr : &columns_[i], answers.probabilities,
                     sentences_[i].size(), result_.predicted[i]);
  }
}

}  // namespace

void TrainedHeads::add_to(model_file::Writer& writer) const {
  for (const auto& [name, bytes] : sections) writer.add(name, kSectionVersion, bytes);
}

std::string_view head_features() { return embedded_file("heads.features"); }

GuessedHeads guess_heads(std::span<const Sentence> sentences, std::span<const features::ExtraColumns> columns,
                         const HeadOptions& options, base::Team& team, const Watch& watch) {
  return GuessRun(sentences, columns, options, watch).run(team);
}

TrainedHeads train_heads(std::span<const Sentence> sentences, std::span<const features::ExtraColumns> columns,
                         const GuessedHeads& guessed, const HeadOptions& options, base::Team& team,
                         const Watch& watch) {
  return HeadRun(sentences, columns, guessed, options, watch).run(team);
}

}  // namespace espalier::parsing
