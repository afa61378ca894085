#include "parsing/span_training.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "espalier/error.h"
#include "parsing/embedded_recipes.h"
#include "parsing/model_sections.h"
#include "parsing/span_model.h"

namespace espalier::parsing {
namespace {

// Few classes, and contexts that say more than the word: no word is confined to what it had.
constexpr std::uint32_t kNever = std::numeric_limits<std::uint32_t>::max();

class SpanRun {
 public:
  SpanRun(std::span<const Sentence> sentences, std::span<const features::ExtraColumns> columns,
          const SpanOptions& options, base::Team& team, const Watch& watch)
      : sentences_(sentences), columns_(columns), options_(options), team_(team), watch_(watch) {}

  TrainedColumns run() {
    programs_ = SpanPrograms(features::parse_features(options_.features.empty() ? span_features() : options_.features,
                                                      span_schemas(), "columns.features"));
    put(kSpanFeatures, features::to_text(programs_.sections(), span_schemas()));
    const std::vector<std::string> names = columns_.empty() ? column_names() : columns_[0].names;
    if (names.size() > kSpanColumns) put(kOtherNames, pack_labels({names.begin() + kSpanColumns, names.end()}));
    result_.predicted.resize(sentences_.size());
    encoded_.resize(sentences_.size());
    team_.run(sentences_.size(), [&](std::size_t i, int) {
      result_.predicted[i].names = names;
      clear_columns(result_.predicted[i], sentences_[i].size());
      programs_.encoder().encode(sentences_[i], encoded_[i], &result_.predicted[i]);
    });
    bool is_empty = true;
    for (std::size_t column = 0; column < names.size(); ++column) {
      if (!has_column(column)) continue;
      is_empty = false;
      learn(prepare(column));
    }
    if (is_empty) throw Error(ErrorKind::kInput, "the columns have nothing to learn");
    return std::move(result_);
  }

 private:
  struct Task {
    std::size_t column;
    GoldColumn gold;
    LearnedLexicon lexicon;
    std::vector<Brackets> brackets;  // by class, of clauses
  };

  void put(const std::string& name, std::string bytes) { result_.sections.emplace_back(name, std::move(bytes)); }

  bool has_column(std::size_t column) const {
    return std::any_of(columns_.begin(), columns_.end(), [&](const features::ExtraColumns& columns) {
      const auto& values = columns.values[column];
      return std::any_of(values.begin(), values.end(), [](const std::string& value) { return !value.empty(); });
    });
  }

  Task prepare(std::size_t column) {
    std::vector<std::vector<std::string>> texts;
    texts.reserve(columns_.size());
    for (const features::ExtraColumns& columns : columns_) texts.push_back(columns.values[column]);
    GoldColumn gold = number_classes(texts, true);
    model_file::Writer writer;
    const std::string folder = span_folder(column);
    add_lexicon_sections(writer, folder, gold.names, encoded_, gold.classes, programs_.keys(), {kNever, kNever});
    LearnedLexicon lexicon(writer, folder, programs_.keys(), result_.sections);
    std::vector<Brackets> brackets;
    if (is_clause(column)) brackets = bracket_classes(gold.names);
    return {column, std::move(gold), std::move(lexicon), std::move(brackets)};
  }

  /// One thread's work.
  std::string learn_weights(const Task& task, std::span<const std::vector<std::int32_t>> gold, std::size_t part,
                            const std::string& what) const {
    base::Team team(1);
    const Watch watch = watch_.within(fmt::format("{}-{}", task.column, part));
    const bool nests = is_clause(task.column);
    const ColumnOptions& options = options_.of(task.column);
    learning::LearnerOptions learner;
    // Word by word the problem measures the steps itself.
    learner.rule = nests ? learning::StepRule::kMira : learning::StepRule::kPerceptron;
    learner.step = nests ? options_.clause_step : options_.step;
    learner.margin = nests ? options_.clause_margin : options_.margin;
    learner.batch = options_.batch;
    learner.seed = options_.seed;
    learner.min_updates = options.min_updates;
    if (nests) {
      ClauseProblem problem(programs_, task.brackets, encoded_, gold, learner, team.size());
      return learn_column(problem, problem.table(), learner, options, team, watch, what);
    }
    ColumnProblem problem(programs_.column(task.column).all, *task.lexicon, encoded_, gold, learner, team.size());
    return learn_column(problem, problem.table(), learner, options, team, watch, what);
  }

  void learn(const Task& task) {
    // The model's own taggers are learned beside those of the folds: a thread each.
    const auto folds = static_cast<std::size_t>(options_.folds);
    std::string weights;
    team_.run(folds + 1, [&](std::size_t i, int) {
      if (i == 0) {
        weights = learn_weights(task, task.gold.classes, 0, fmt::format("columns: {}", columns_[0].names[task.column]));
      } else {
        predict_fold(task, i - 1, folds);
      }
    });
    put(span_folder(task.column) + "weights", std::move(weights));
    team_.run(encoded_.size(), [&](std::size_t i, int) {
      programs_.encoder().encode_extra(sentences_[i], result_.predicted[i], encoded_[i]);
    });
  }

  /// What the others say of a fold. Nothing of the run changes but the columns of the fold.
  void predict_fold(const Task& task, std::size_t fold, std::size_t folds) {
    if (fold >= sentences_.size()) return;
    std::vector<std::vector<std::int32_t>> gold = task.gold.classes;
    for (std::size_t i = fold; i < gold.size(); i += folds) std::fill(gold[i].begin(), gold[i].end(), -1);
    model_file::Writer writer;
    writer.add("weights", kSectionVersion, learn_weights(task, gold, fold + 1, ""));
    const auto file = model_file::File::from_bytes(writer.bytes());
    const learning::FrozenLabels weights(file->section("weights").bytes,
                                         std::max<std::uint32_t>(task.lexicon->classes(), 2));
    const auto each = [&](const auto& predict) {
      for (std::size_t i = fold; i < gold.size(); i += folds) {
        predict(encoded_[i], result_.predicted[i], result_.predicted[i].values[task.column]);
      }
    };
    if (is_clause(task.column)) {
      const ClauseTagger tagger(programs_, task.brackets, weights);
      ClauseScratch<std::int32_t> scratch;
      return each([&](const auto& encoded, features::ExtraColumns& columns, std::vector<std::string>& values) {
        tagger.tag(encoded, scratch);
        take_brackets(scratch.brackets, values);
        agree_with_brackets(scratch.brackets, columns);
      });
    }
    const ColumnTagger tagger(programs_.column(task.column), *task.lexicon, weights);
    ColumnScratch scratch;
    each([&](const auto& encoded, features::ExtraColumns&, std::vector<std::string>& values) {
      scratch.values.assign(values.size(), 0);
      tagger.tag(encoded, scratch);
      take_classes(*task.lexicon, scratch, values);
    });
  }

  std::span<const Sentence> sentences_;
  std::span<const features::ExtraColumns> columns_;
  const SpanOptions& options_;
  base::Team& team_;
  const Watch& watch_;
  SpanPrograms programs_;
  std::vector<features::Encoded> encoded_;
  TrainedColumns result_;
};

}  // namespace

void TrainedColumns::add_to(model_file::Writer& writer) const {
  for (const auto& [name, bytes] : sections) writer.add(name, kSectionVersion, bytes);
}

std::string_view span_features() { return embedded_file("columns.features"); }

TrainedColumns train_columns(std::span<const Sentence> sentences, std::span<const features::ExtraColumns> columns,
                             const SpanOptions& options, base::Team& team, const Watch& watch) {
  return SpanRun(sentences, columns, options, team, watch).run();
}

}  // namespace espalier::parsing
