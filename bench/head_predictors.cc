// How well the side, the tag and the distance of heads are predicted (Milanés Barroso 2016, section 3.1: 98.90
// and 95.67 for the first two, on other sentences): what each of the quick parsers says, what the predictors make of
// it, what the k best answers hold, and which tags are taken for which. With columns of chunks and clauses where PREFIX
// has them.
//
//   build/bench/head_predictors PREFIX [FEATURES]      reads PREFIX-train.conllx, PREFIX-dev.conllx,
//   PREFIX-*.clauses.tsv
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "base/byte_source.h"
#include "base/team.h"
#include "espalier/error.h"
#include "espalier/report.h"
#include "espalier/treebank.h"
#include "learning/calibration.h"
#include "parsing/head_predictor.h"
#include "parsing/head_scores.h"
#include "parsing/head_training.h"
#include "parsing/span_file.h"
#include "parsing/span_model.h"
#include "parsing/span_training.h"
#include "parsing/watch.h"
#include "selection/head_examples.h"

namespace espalier {
namespace {

using parsing::HeadQuestion;

struct Data {
  std::vector<Sentence> train;
  std::vector<Sentence> dev;
  std::vector<features::ExtraColumns> train_columns;
  std::vector<features::ExtraColumns> dev_columns;
};

Data read_data(const std::string& prefix, base::Team& team, const parsing::Watch& watch) {
  Data data;
  data.train = read_treebank(prefix + "-train.conllx");
  data.dev = read_treebank(prefix + "-dev.conllx");
  const std::string columns = prefix + "-train.clauses.tsv";
  if (!std::filesystem::exists(columns)) return data;
  const auto gold = parsing::read_columns(columns, data.train, {}, watch.control());
  parsing::TrainedColumns trained = parsing::train_columns(data.train, gold, {}, team, watch);
  data.train_columns = std::move(trained.predicted);
  model_file::Writer writer;
  trained.add_to(writer);
  const parsing::SpanModel model(model_file::File::from_bytes(writer.bytes()));
  parsing::SpanWorkspace workspace;
  for (const Sentence& sentence : data.dev) {
    model.tag(sentence, workspace);
    data.dev_columns.push_back(workspace.columns);
  }
  return data;
}

double percent(std::size_t part, std::size_t all) {
  return 100.0 * static_cast<double>(part) / static_cast<double>(all);
}

std::size_t rank_of(std::span<const float> row, std::int32_t truth) {
  return static_cast<std::size_t>(
      std::count_if(row.begin(), row.end(), [&](float each) { return each > row[static_cast<std::size_t>(truth)]; }));
}

/// What is said of the development data.
class Judge {
 public:
  Judge(const parsing::HeadModel& model, const Data& data)
      : model_(model),
        data_(data),
        graph_(model.classes()),
        sums_(model.classes()),
        moves_(model.classes()),
        predictors_(model.classes()) {}

  void run() {
    parsing::HeadWorkspace workspace;
    for (std::size_t i = 0; i < data_.dev.size(); ++i) {
      const Sentence& sentence = data_.dev[i];
      model_.predict(sentence, data_.dev_columns.empty() ? nullptr : &data_.dev_columns[i], workspace);
      graph_.add(sentence, workspace.guess.columns, {"arc-side", "arc-tag", ""});
      sums_.add(sentence, workspace.guess.columns, {"sum-side", "sum-tag", ""});
      moves_.add(sentence, workspace.guess.columns, {"move-side", "move-tag", ""});
      predictors_.add(sentence, workspace.columns);
      for (std::int32_t word = 1; word <= sentence.size(); ++word) rank(sentence, word, workspace);
    }
    print();
  }

 private:
  static constexpr std::size_t kRanks = 4;

  void rank(const Sentence& sentence, std::int32_t word, const parsing::HeadWorkspace& workspace) {
    ++words_;
    for (const HeadQuestion question : parsing::kAllHeadQuestions) {
      const std::size_t at = parsing::index_of(question);
      const std::int32_t truth =
          parsing::HeadClasses::answer(question, workspace.guess.tags, sentence.head(word), word);
      if (truth < 0) continue;
      const auto row = model_.answers(question, word, workspace);
      const std::size_t place = rank_of(row, truth);
      for (std::size_t k = place; k < kRanks; ++k) ++ranks_[at][k];
      const float best = *std::max_element(row.begin(), row.end());
      judged_[at].push_back({std::min(1.0, static_cast<double>(best)), place == 0 ? 1.0 : 0.0, 1});
    }
  }

  void print() const {
    report::Table table;
    table.title = "right on the development data, percent";
    table.columns = {{""},
                     {"side", report::Align::kRight},
                     {"tag", report::Align::kRight},
                     {"both", report::Align::kRight},
                     {"distance", report::Align::kRight}};
    const auto add = [&](const char* name, const parsing::HeadScores& scores, bool distance) {
      table.add({name, report::Cell::real(scores.right(HeadQuestion::kSide)),
                 report::Cell::real(scores.right(HeadQuestion::kTag)), report::Cell::real(scores.both()),
                 distance ? report::Cell::real(scores.right(HeadQuestion::kDistance)) : report::Cell()});
    };
    add("quick graph parser", graph_, false);
    add("sums of its arcs", sums_, false);
    add("quick transition parser", moves_, false);
    add("predictors", predictors_, true);
    table.add({"Milanés Barroso 2016", report::Cell::real(98.90), report::Cell::real(95.67)});
    show(table);
    report::Table ranks;
    ranks.title = "the truth is among the k most likely answers, percent";
    ranks.columns = {{"k", report::Align::kRight},
                     {"side", report::Align::kRight},
                     {"tag", report::Align::kRight},
                     {"distance", report::Align::kRight}};
    for (std::size_t k = 0; k < kRanks; ++k) {
      std::vector<report::Cell> cells = {report::Cell::integer(static_cast<std::int64_t>(k + 1))};
      for (const auto& each : ranks_) cells.push_back(report::Cell::real(percent(each[k], words_)));
      ranks.add(std::move(cells));
    }
    show(ranks);
    fmt::print("\nthe mean distance between what is said and what is true, points:");
    for (const HeadQuestion question : parsing::kAllHeadQuestions) {
      const auto buckets = learning::bucket_table(judged_[parsing::index_of(question)]);
      fmt::print(" {} {:.2f}", parsing::head_question_info(question).name, 100 * buckets.expected_error);
    }
    fmt::print("\n");
    report::Table confusion = predictors_.confusion(HeadQuestion::kTag);
    confusion.title = "tags of heads: the truth in rows, what is said in columns";
    show(confusion);
  }

  static void show(const report::Table& table) {
    fmt::print("\n{}", report::render(table, report::TableFormat::kText));
  }

  const parsing::HeadModel& model_;
  const Data& data_;
  parsing::HeadScores graph_;
  parsing::HeadScores sums_;
  parsing::HeadScores moves_;
  parsing::HeadScores predictors_;
  std::size_t words_ = 0;
  std::array<std::vector<learning::Judged>, parsing::kHeadQuestions> judged_;
  std::array<std::array<std::size_t, kRanks>, parsing::kHeadQuestions> ranks_{};
};

selection::IfisOptions ifis_options(int cycles) {
  selection::IfisOptions options;
  options.cycles = static_cast<std::size_t>(cycles);
  options.selection.epochs = 4;
  options.selection.min_updates = 3;
  options.induction.most = 60;
  return options;
}

void measure(const std::string& prefix, parsing::HeadOptions options, int cycles) {
  const Control control;
  const parsing::Watch watch(control);
  base::Team team(0);
  const Data data = read_data(prefix, team, watch);
  const parsing::Stopwatch clock;
  const parsing::GuessedHeads guessed = parsing::guess_heads(data.train, data.train_columns, options, team, watch);
  fmt::print("quick parsers: {:.1f} s\n", clock.seconds());
  if (cycles > 0) {
    options.features = selection::induce_head_features(
        data.train, guessed, options.features, ifis_options(cycles), team,
        [&](HeadQuestion question, const selection::IfisCycle& cycle) {
          fmt::print("[{}] cycle {}: {} new of {} templates, {} of {} features kept, {:.1f} s\n",
                     parsing::head_question_info(question).name, cycle.cycle, cycle.induced, cycle.templates,
                     cycle.kept, cycle.features, clock.seconds());
        });
    fmt::print("{}", options.features);
  }
  const parsing::TrainedHeads heads =
      parsing::train_heads(data.train, data.train_columns, guessed, options, team, watch);
  fmt::print("and classifiers: {:.1f} s\n", clock.seconds());
  model_file::Writer writer;
  heads.add_to(writer);
  fmt::print("model: {:.1f} MB\n", static_cast<double>(writer.size()) / 1e6);
  const parsing::HeadModel model(model_file::File::from_bytes(writer.bytes()));
  Judge(model, data).run();
}

}  // namespace
}  // namespace espalier

int main(int argc, char** argv) try {
  using namespace espalier;
  if (argc < 2) {
    fmt::print(stderr, "usage: head_predictors PREFIX [FEATURES [CYCLES]]\n");
    return 2;
  }
  parsing::HeadOptions options;
  if (argc > 2) options.features = base::read_all(*base::open_source(argv[2], {}));
  measure(argv[1], options, argc > 3 ? std::atoi(argv[3]) : 0);
  return 0;
} catch (const espalier::Error& error) {
  fmt::print(stderr, "head_predictors: {}\n", error.what());
  return espalier::exit_code(error.kind());
}
