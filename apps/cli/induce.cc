// induce: a treebank in, a feature file out, found by the machine; a line for every cycle on the way.
#include <fmt/format.h>

#include <charconv>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

#include "cli/progress_bar.h"
#include "cli/recipe_arguments.h"
#include "cli/resumable.h"
#include "cli/text_table.h"
#include "cli/verb.h"
#include "espalier/induction.h"

namespace espalier::cli {
namespace {

using Json = nlohmann::ordered_json;

struct InduceArguments {
  InduceRequest request;
  RecipeArguments recipe;
  std::string lengths;  // of templates, `2:4`
  std::string log;
  std::string plot;
};

/// What is told while the cycles run: a table on stderr for people, JSON lines on stdout for programs, the log file.
class InduceLog {
 public:
  InduceLog(const Common& common, std::shared_ptr<ProgressBar> bar, std::string file)
      : common_(common), bar_(std::move(bar)), file_(std::move(file)) {}

  void cycle(const InductionCycle& row);
  void skipped(const std::vector<Error>& sentences) {
    if (bar_ != nullptr) bar_->wipe();
    say_skipped(common_, sentences);
  }
  /// `recipe`: as it was named.
  void done(const InductionResult& result, const std::string& recipe);

 private:
  void tell(const std::string& line) {
    if (common_.quiet) return;
    if (bar_ != nullptr) bar_->wipe();
    fmt::print(stderr, "{}\n", line);
  }

  const Common& common_;
  std::shared_ptr<ProgressBar> bar_;
  std::string file_;
  std::vector<InductionCycle> rows_;
};

void print_json(const Json& line) { print(line.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n"); }

Json json_of(const std::optional<double>& value) { return value ? Json(*value) : Json(); }

std::string percent(const std::optional<double>& value) { return value ? fmt::format("{:.2f}", *value) : "–"; }

void InduceLog::cycle(const InductionCycle& row) {
  rows_.push_back(row);
  // The whole file each time: whoever looks at it, or cuts the run, has all rows so far.
  if (!file_.empty()) write_file(file_, report::render(induction_table(rows_), report::TableFormat::kTsv));
  if (common_.json) {
    print_json({{"cycle", row.cycle},
                {"templates", row.templates},
                {"induced", row.induced},
                {"examples", row.examples},
                {"features", row.features},
                {"kept", row.kept},
                {"wrong", json_of(row.wrong)},
                {"UAS", json_of(row.uas)},
                {"LAS", json_of(row.las)},
                {"seconds", row.seconds}});
  }
  if (rows_.size() == 1) {
    const std::string header =
        "cycle  templates  induced   examples   features       kept      %  wrong %     UAS     LAS        s";
    tell(header);
    std::string line = rule(header.size());
    line.pop_back();
    tell(line);
  }
  tell(fmt::format("{:>5}  {:>9}  {:>7}  {:>9}  {:>9}  {:>9}  {:>5.1f}  {:>7}  {:>6}  {:>6}  {:>7.1f}", row.cycle,
                   row.templates, row.induced, row.examples, row.features, row.kept, row.kept_percent(),
                   percent(row.wrong), percent(row.uas), percent(row.las), row.seconds));
}

void InduceLog::done(const InductionResult& result, const std::string& recipe) {
  const InductionCycle& chosen = result.cycles[result.chosen];
  if (common_.json) {
    print_json({{"file", common_.output}, {"cycle", chosen.cycle}, {"templates", chosen.templates}});
  }
  if (bar_ != nullptr) bar_->wipe();
  say(common_, fmt::format("{}: {} templates, those of cycle {}; 'train --recipe {} --cycles 0 --features {}' learns "
                           "from them",
                           common_.output, chosen.templates, chosen.cycle, recipe, common_.output));
}

void demand_sense(const Common& common, const InduceArguments& arguments) {
  const char* see = "; see 'espalier help induce'";
  const TrainRequest& training = arguments.request.training;
  if (training.train.empty()) {
    throw Error(ErrorKind::kUsage, fmt::format("induce: no treebank to learn from is given{}", see));
  }
  if (common.output == "-") {
    throw Error(ErrorKind::kUsage,
                fmt::format("induce: where shall the templates go? -o FILE names their file, e.g. -o {}.features{}",
                            std::filesystem::path(training.train.front()).stem().string(), see));
  }
  if (arguments.request.patience > 0 && training.dev.empty()) {
    throw Error(ErrorKind::kUsage, "induce: --patience compares scores on a development set; name it with --dev");
  }
  if (!training.dev_columns.empty() && (training.columns.empty() || training.dev.empty())) {
    throw Error(ErrorKind::kUsage, "induce: --dev-columns scores what --columns learns on --dev; both are needed");
  }
  demand_place(common.output);
  for (const std::string& path : {arguments.log, arguments.plot}) {
    if (!path.empty() && path != "-") demand_place(path);
  }
}

// `2:4`, or `3` for 3:3.
void set_lengths(Recipe& recipe, const std::string& lengths) {
  const std::size_t colon = lengths.find(':');
  const std::string shortest = lengths.substr(0, colon);
  const std::string longest = colon == std::string::npos ? shortest : lengths.substr(colon + 1);
  const auto number = [&](const std::string& text) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < 1) {
      throw Error(
          ErrorKind::kUsage,
          fmt::format("induce: --template-length takes the fewest and the most terms, such as 2:4, not '{}'", lengths));
    }
    return value;
  };
  if (number(shortest) > number(longest)) {
    throw Error(ErrorKind::kUsage,
                fmt::format("induce: --template-length {}: the first number is the larger one", lengths));
  }
  recipe.set("shortest", shortest);
  recipe.set("longest", longest);
}

// The recipe that is meant where none is named.
std::string recipe_name(const RecipeArguments& arguments) {
  if (!arguments.recipe.empty()) return arguments.recipe;
  const std::string parser = value_of(arguments, "parser").value_or("graph");
  return parser == "graph" ? "s-ifis" : Recipe::name_for(parser);
}

InduceRequest request_of(const Common& common, const InduceArguments& arguments) {
  InduceRequest request = arguments.request;
  TrainRequest& training = request.training;
  RecipeArguments named = arguments.recipe;
  named.recipe = recipe_name(arguments.recipe);
  training.recipe = recipe_of(named);
  Recipe& recipe = training.recipe;
  // Recipes for training alone do not say how often.
  const bool is_said = value_of(arguments.recipe, "cycles") || !recipe.uses("cycles") || recipe.number("cycles") > 0;
  if (!is_said) recipe.set("cycles", "1");
  if (!arguments.lengths.empty()) set_lengths(training.recipe, arguments.lengths);
  if (!training.columns.empty() && training.dev_columns.empty() && !training.dev.empty()) {
    training.dev_columns = columns_beside(training.dev);
  }
  training.read = common.read_options();
  training.seed = common.seed;
  request.state = state_file(common);
  return request;
}

int run(const Common& common, const InduceArguments& arguments) {
  demand_sense(common, arguments);
  InduceRequest request = request_of(common, arguments);
  tell_of_state(common, request.resume, "cycles");
  const auto bar = progress_bar(common);
  const Control control = Verb::control(common, bar);
  InduceLog log(common, bar, arguments.log);
  request.on_cycle = [&log](const InductionCycle& row) { log.cycle(row); };
  request.training.on_skipped = [&log](const std::vector<Error>& skipped) { log.skipped(skipped); };
  run_resumable(common, bar, "cycles", [&] {
    const InductionResult result = induce(request, control);
    deliver(common, result.features);
    if (!arguments.plot.empty()) write_file(arguments.plot, induction_plot(result.cycles));
    log.done(result, recipe_name(arguments.recipe));
  });
  return 0;
}

void add_own_options(CLI::App& app, InduceArguments& arguments) {
  InduceRequest& request = arguments.request;
  app.add_option("--template-length", arguments.lengths,
                 "The fewest and the most terms of an induced template (default: 2:4)")
      ->option_text("N:M");
  app.add_option("--patience", request.patience, "End after so many cycles without a better score on DEV; 0: never")
      ->option_text("N")
      ->capture_default_str();
  app.add_flag("--resume", request.resume,
               "Go on where a run that was cut had come to; it leaves what it found in FILE.state");
  app.add_option("--log", arguments.log, "A table with a row a cycle, written after each")->option_text("FILE.tsv");
  app.add_option("--plot", arguments.plot, "Scores and sizes over the cycles, drawn")->option_text("FILE.svg");
}

}  // namespace

void register_induce(CLI::App& root) {
  Verb verb(
      root, "induce", "Finds templates for a parser in treebanks",
      "  espalier induce train.conllu -o my.features\n"
      "  espalier induce train.conllu --cycles 3 --min-updates 3 --count-prob 0.9 --log cycles.tsv -o my.features\n"
      "  espalier induce train.conllu --dev dev.conllu --cycles 9 --patience 2 --plot cycles.svg -o my.features\n"
      "  espalier induce train.conllu --features basic.features --template-length 2:3 -o my.features\n"
      "  espalier induce train.conllu --cycles 3 --resume -o my.features\n"
      "  espalier induce train.conllu --parser transition --most-templates 40 --trees 10 -o my.features\n"
      "  espalier train train.conllu --only parser --recipe s-ifis --cycles 0 --features my.features -o my.model\n\n"
      "The same data, options and seed give the same templates, on any number of threads, in one run or several.\n");
  const auto arguments = std::make_shared<InduceArguments>();
  TrainRequest& training = arguments->request.training;
  CLI::App& app = verb.app();
  app.add_option("TRAIN", training.train, "Treebanks to learn from, with their tags")->option_text("...");
  verb.takes_limits().uses_threads().uses_seed().gives_json().gives_file("");
  app.get_option("--output")->description("The feature file to write, whole or not at all");
  app.get_option("--json")->description("Cycles on stdout, a JSON object a line");
  app.add_option(
         "--dev", training.dev,
         "Treebank to score each cycle on; the best list is kept. A parser is trained for each: this takes time")
      ->option_text("DEV");
  add_column_options(app, training);
  add_recipe_option(app, arguments->recipe, "s-ifis, or that of --parser");
  add_features_option(app, arguments->recipe, "The basic templates, in [arc] or [move], instead of the recipe's");
  add_own_options(app, *arguments);
  add_training_options(
      app, arguments->recipe, "Options that recipes set too; the default holds where neither says",
      {"parser",         "tags",          "folds",   "system", "cycles",     "min-updates", "count-prob", "margin",
       "most-templates", "trees",         "pays",    "search", "learn-from", "section",     "heads",      "asks",
       "least-cases",    "select-epochs", "learner", "step",   "epochs",     "filter",      "filter-by",  "keep"});
  verb.runs([arguments](const Common& common) { return run(common, *arguments); });
}

}  // namespace espalier::cli
