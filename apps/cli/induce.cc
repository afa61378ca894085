// induce: a treebank in, a feature file out, found by the machine; a line for every cycle on the way.
#include <fmt/format.h>

#include <charconv>
#include <optional>

#include "cli/progress_bar.h"
#include "cli/recipe_arguments.h"
#include "cli/resumable.h"
#include "cli/template_verb.h"
#include "cli/verb.h"
#include "espalier/induction.h"

namespace espalier::cli {
namespace {

struct InduceArguments {
  InduceRequest request;
  RecipeArguments recipe;
  std::string lengths;  // of templates, `2:4`
  std::string log;
  std::string plot;
};

constexpr const char* kHeader =
    "cycle  templates  induced   examples   features       kept      %  wrong %     UAS     LAS        s";

void tell_cycle(StepLog& log, std::vector<InductionCycle>& rows, const InductionCycle& row) {
  rows.push_back(row);
  const Json json = {{"cycle", row.cycle},          {"templates", row.templates}, {"induced", row.induced},
                     {"examples", row.examples},    {"features", row.features},   {"kept", row.kept},
                     {"wrong", json_of(row.wrong)}, {"UAS", json_of(row.uas)},    {"LAS", json_of(row.las)},
                     {"seconds", row.seconds}};
  log.step(induction_table(rows), json, kHeader,
           fmt::format("{:>5}  {:>9}  {:>7}  {:>9}  {:>9}  {:>9}  {:>5.1f}  {:>7}  {:>6}  {:>6}  {:>7.1f}", row.cycle,
                       row.templates, row.induced, row.examples, row.features, row.kept, row.kept_percent(),
                       percent(row.wrong), percent(row.uas), percent(row.las), row.seconds));
}

/// `recipe`: as it was named.
void tell_done(StepLog& log, const std::string& output, const InductionResult& result, const std::string& recipe) {
  const InductionCycle& chosen = result.cycles[result.chosen];
  log.done({{"file", output}, {"cycle", chosen.cycle}, {"templates", chosen.templates}},
           fmt::format("{}: {} templates, those of cycle {}; 'train --recipe {} --cycles 0 --features {}' learns "
                       "from them",
                       output, chosen.templates, chosen.cycle, recipe, output));
}

void demand_sense(const Common& common, const InduceArguments& arguments) {
  const TrainRequest& training = arguments.request.training;
  demand_template_files("induce", common, training, {arguments.log, arguments.plot});
  if (arguments.request.patience > 0 && training.dev.empty()) {
    throw Error(ErrorKind::kUsage, "induce: --patience compares scores on a development set; name it with --dev");
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
  complete_training(common, training);
  request.state = state_file(common);
  return request;
}

int run(const Common& common, const InduceArguments& arguments) {
  demand_sense(common, arguments);
  InduceRequest request = request_of(common, arguments);
  tell_of_state(common, request.resume, "cycles");
  const auto bar = progress_bar(common);
  const Control control = Verb::control(common, bar);
  StepLog log(common, bar, arguments.log);
  std::vector<InductionCycle> rows;
  request.on_cycle = [&](const InductionCycle& row) { tell_cycle(log, rows, row); };
  request.training.on_skipped = [&log](const std::vector<Error>& skipped) { log.skipped(skipped); };
  run_resumable(common, bar, "cycles", [&] {
    const InductionResult result = induce(request, control);
    deliver(common, result.features);
    deliver_beside(arguments.plot, [&] { return induction_plot(result.cycles); });
    tell_done(log, common.output, result, recipe_name(arguments.recipe));
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
      "The same data, options and seed give the same templates, on any number of threads and ranks, in one run or "
      "several.\n");
  const auto arguments = std::make_shared<InduceArguments>();
  TrainRequest& training = arguments->request.training;
  CLI::App& app = verb.app();
  app.add_option("TRAIN", training.train, "Treebanks to learn from, with their tags")->option_text("...");
  verb.takes_limits().uses_threads().uses_seed().gives_json().gives_file("").uses_ranks();
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
