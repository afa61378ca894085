// select: a treebank in, a feature file out, its templates chosen from all that conditions make; a line for every
// round.
#include <fmt/format.h>

#include <charconv>
#include <optional>

#include "cli/progress_bar.h"
#include "cli/recipe_arguments.h"
#include "cli/resumable.h"
#include "cli/template_verb.h"
#include "cli/verb.h"
#include "espalier/selection.h"

namespace espalier::cli {
namespace {

constexpr std::size_t kRoundsOfGroups = 8;
constexpr std::size_t kRoundsOfSingles = 40;
constexpr std::size_t kTrialsOfWrapper = 400;
constexpr std::size_t kTrialsOfGroups = 36;  // with boosting; what it promises alone is not enough

struct SelectArguments {
  SelectRequest request;
  RecipeArguments recipe;
  std::string method = "boost";
  std::string loss = "likelihood";
  std::string pool = "auto";
  std::string start = "auto";
  bool groups = false;
  std::string trials;      // empty: not said
  std::size_t rounds = 0;  // 0: not said
  std::string log;
  std::string plot;
};

constexpr const char* kHeader =
    "round  templates  error %   alpha      loss  right %   trial     dev        s  longest of those added";

void tell_round(StepLog& log, std::vector<SelectionRound>& rows, const SelectionRound& row) {
  rows.push_back(row);
  const Json json = {{"round", row.round},          {"added", row.templates},      {"templates", row.size},
                     {"error", json_of(row.error)}, {"alpha", row.alpha},          {"loss", row.loss},
                     {"accuracy", row.accuracy},    {"trial", json_of(row.trial)}, {"shape", json_of(row.shape)},
                     {"score", json_of(row.score)}, {"seconds", row.seconds}};
  log.step(selection_table(rows), json, kHeader,
           fmt::format("{:>5}  {:>9}  {:>7}  {:>6.3f}  {:>8.4f}  {:>7.2f}  {:>6}  {:>6}  {:>7.1f}  {}", row.round,
                       row.size, percent(row.error), row.alpha, row.loss, row.accuracy, percent(row.trial),
                       percent(row.score), row.seconds, row.templates.empty() ? "" : row.templates.back()));
}

void tell_done(StepLog& log, const std::string& output, const SelectionResult& result, const std::string& recipe) {
  log.done({{"file", output}, {"round", result.chosen}, {"templates", result.size}},
           fmt::format("{}: {} templates, those of round {}; 'train --recipe {} --features {}' learns from them",
                       output, result.size, result.chosen, recipe, output));
}

void demand_sense(const Common& common, const SelectArguments& arguments) {
  demand_template_files("select", common, arguments.request.training, {arguments.log, arguments.plot});
  if (arguments.groups && arguments.method == "boost-additive") {
    throw Error(ErrorKind::kUsage, "select: boost-additive takes templates one by one; --groups is for boost");
  }
}

std::string recipe_name(const RecipeArguments& arguments) {
  if (!arguments.recipe.empty()) return arguments.recipe;
  return Recipe::name_for(value_of(arguments, "parser").value_or(""));
}

SelectionMethod method_of(const std::string& name) {
  if (name == "backward") return SelectionMethod::kBackward;
  if (name == "usefulness") return SelectionMethod::kUsefulness;
  return SelectionMethod::kForward;
}

std::size_t trials_of(const SelectArguments& arguments) {
  if (arguments.trials == "all") return kAllTrials;
  if (!arguments.trials.empty()) {
    std::size_t trials = 0;
    const char* end = arguments.trials.data() + arguments.trials.size();
    const auto [stop, fault] = std::from_chars(arguments.trials.data(), end, trials);
    if (fault != std::errc() || stop != end) {
      throw Error(ErrorKind::kUsage, "select: --trials is a number or 'all', not '" + arguments.trials + "'");
    }
    return trials;
  }
  if (arguments.method == "wrapper") return kTrialsOfWrapper;
  return arguments.method == "boost" && arguments.groups && arguments.loss == "likelihood" ? kTrialsOfGroups : 0;
}

SelectRequest request_of(const Common& common, const SelectArguments& arguments) {
  SelectRequest request = arguments.request;
  TrainRequest& training = request.training;
  RecipeArguments named = arguments.recipe;
  named.recipe = recipe_name(arguments.recipe);
  training.recipe = recipe_of(named);
  complete_training(common, training);
  const bool is_additive = arguments.method == "boost-additive";
  request.method = method_of(arguments.method);
  request.pool = is_additive        ? SelectionPool::kAdditive
                 : arguments.groups ? SelectionPool::kGroups
                                    : SelectionPool::kSingles;
  request.loss = arguments.loss == "exponential" ? BoostLoss::kExponential : BoostLoss::kLikelihood;
  request.rounds = arguments.rounds > 0 ? arguments.rounds : arguments.groups ? kRoundsOfGroups : kRoundsOfSingles;
  request.trials = trials_of(arguments);
  if (arguments.pool != "auto") request.conditions = arguments.pool;
  // Votes are boosted as published, from nothing.
  const bool is_auto = arguments.start == kOwnStart && arguments.groups && request.loss == BoostLoss::kLikelihood;
  if (is_auto || (arguments.start != kOwnStart && arguments.start != "none")) request.start = arguments.start;
  request.state = state_file(common);
  return request;
}

int run(const Common& common, const SelectArguments& arguments) {
  demand_sense(common, arguments);
  SelectRequest request = request_of(common, arguments);
  tell_of_state(common, request.resume, "rounds");
  const auto bar = progress_bar(common);
  const Control control = Verb::control(common, bar);
  StepLog log(common, bar, arguments.log);
  std::vector<SelectionRound> rows;
  request.on_round = [&](const SelectionRound& row) { tell_round(log, rows, row); };
  request.training.on_skipped = [&log](const std::vector<Error>& skipped) { log.skipped(skipped); };
  run_resumable(common, bar, "rounds", [&] {
    const SelectionResult result = select_templates(request, control);
    deliver(common, result.features);
    deliver_beside(arguments.plot, [&] { return selection_plot(result.rounds); });
    tell_done(log, common.output, result, recipe_name(arguments.recipe));
  });
  return 0;
}

void add_own_options(CLI::App& app, SelectArguments& arguments) {
  SelectRequest& request = arguments.request;
  app.add_option(
         "--method", arguments.method,
         "boost: the template, or group of templates, that tells most in every round; boost-additive: one "
         "template a round, made of conditions that are in use; wrapper: what makes the best parser, by trials; "
         "backward: the recipe's templates, without those that a parser is better without; usefulness: the "
         "recipe's templates, the most useful first")
      ->option_text("boost|boost-additive|wrapper|backward|usefulness")
      ->check(CLI::IsMember({"boost", "boost-additive", "wrapper", "backward", "usefulness"}))
      ->capture_default_str();
  app.add_flag("--groups", arguments.groups,
               "A round takes a template of three conditions and all that are made of some of these");
  app.add_option("--pool", arguments.pool,
                 "Conditions to make templates of: the terms of a feature file, or of one that comes with Espalier; "
                 "auto: those of the kind of parser")
      ->option_text("FILE|auto")
      ->capture_default_str();
  app.add_option("--rounds", arguments.rounds, "How many, at most (default: 8 of groups, 40 of templates)")
      ->option_text("N")
      ->check(CLI::Range(1, 100000));
  app.add_option("--loss", arguments.loss,
                 "What boosting brings down: likelihood, with scores in the cells of decision tables, or exponential, "
                 "with votes of tables (SAMME)")
      ->option_text("likelihood|exponential")
      ->check(CLI::IsMember({"likelihood", "exponential"}))
      ->capture_default_str();
  app.add_option("--start", arguments.start,
                 "What the list begins with: a feature file, or one that comes with Espalier; auto: with --groups and "
                 "the likelihood that of the kind of parser, where it has one and --pool says nothing else; none: "
                 "nothing")
      ->option_text("FILE|auto|none")
      ->capture_default_str();
  app.add_flag("--beside", request.beside, "Keep the recipe's templates, and choose more beside them");
  app.add_option("--train-length", request.train_length,
                 "Boosting, and the first parsers on trial, look at sentences of at most N words; 0: at all")
      ->option_text("N")
      ->capture_default_str();
  app.add_option(
         "--trials", arguments.trials,
         "Parsers are trained from the N groups that promise most, on two thirds of the sentences, and the one that "
         "is best on the rest is taken; 0: the group that tells most is (default: 400 for wrapper, 36 for boost with "
         "--groups, else 0)")
      ->option_text("N|all");
  app.add_flag("--full-trials", request.full_trials,
               "wrapper, backward: every trial is a whole training; else those that do badly with little training get "
               "no more");
  app.add_flag("--resume", request.resume,
               "Go on where a run that was cut had come to; it leaves what it found in FILE.state");
  app.add_option("--log", arguments.log, "A table with a row a round, written after each")->option_text("FILE.tsv");
  app.add_option("--plot", arguments.plot, "Loss, accuracy and scores over the rounds, drawn")->option_text("FILE.svg");
}

}  // namespace

void register_select(CLI::App& root) {
  Verb verb(
      root, "select", "Chooses templates for a parser from all that can be made",
      "  espalier select train.mrg --parser constituency --groups -o my.features\n"
      "  espalier select train.mrg --parser constituency --groups --rounds 12 --log rounds.tsv --plot rounds.svg "
      "-o my.features\n"
      "  espalier select train.conllu --parser arc-eager --pool conditions.features -o my.features\n"
      "  espalier select train.mrg --parser constituency --method boost-additive --loss exponential -o b2.features\n"
      "  espalier train train.mrg --only parser --parser constituency --features my.features -o my.model\n\n"
      "The same data, options and seed give the same templates, on any number of threads and ranks, in one run or "
      "several.\n");
  const auto arguments = std::make_shared<SelectArguments>();
  TrainRequest& training = arguments->request.training;
  CLI::App& app = verb.app();
  app.add_option("TRAIN", training.train, "Treebanks to learn from, with their tags")->option_text("...");
  verb.takes_limits().uses_threads().uses_seed().gives_json().gives_file("").uses_ranks();
  app.get_option("--output")->description("The feature file to write, whole or not at all");
  app.get_option("--json")->description("Rounds on stdout, a JSON object a line");
  app.add_option("--dev", training.dev,
                 "Treebank to score each round on, and the last parsers on trial; the best list is kept")
      ->option_text("DEV");
  add_column_options(app, training);
  add_recipe_option(app, arguments->recipe, "that of --parser");
  add_features_option(app, arguments->recipe,
                      "A feature file instead of the recipe's: its other sections are kept, and where the kind of "
                      "parser has no conditions of its own the terms of the first are");
  add_own_options(app, *arguments);
  add_training_options(app, arguments->recipe, "Options that recipes set too; the default holds where neither says",
                       {"parser", "tags", "folds", "system", "section", "filter", "heads", "learner", "step", "epochs",
                        "beam", "greedy-epochs", "min-updates"});
  verb.runs([arguments](const Common& common) { return run(common, *arguments); });
}

}  // namespace espalier::cli
