// curate usefulness: a treebank in, a list of sentences out, those that a parser gains most by first.
#include <fmt/format.h>

#include "cli/curate.h"
#include "cli/recipe_arguments.h"
#include "cli/resumable.h"
#include "espalier/usefulness.h"

namespace espalier::cli {
namespace {

struct UsefulnessArguments {
  UsefulnessExperimentRequest request;
  std::string recipe = default_usefulness_recipe();
  std::string by;
  std::string cost = "sentences";
  bool experiment = false;
  std::vector<CLI::Option*> of_experiment;
};

UsefulnessExperimentRequest request_of(const Common& common, const UsefulnessArguments& arguments) {
  const auto demand = [](bool holds, const std::string& otherwise) {
    if (!holds) throw Error(ErrorKind::kUsage, "curate usefulness: " + otherwise);
  };
  UsefulnessExperimentRequest request = arguments.request;
  for (const CLI::Option* each : arguments.of_experiment) {
    demand(arguments.experiment || each->count() == 0, each->get_name() + " is for --experiment");
  }
  demand(!arguments.experiment || (request.base.unannotated.empty() && arguments.by.empty()),
         "--experiment takes a part of the treebank to be unannotated, and tries all rules; leave --unannotated and "
         "--by out");
  demand(arguments.by != "su" || request.base.unannotated.empty(),
         "su is measured with annotated sentences; leave --by su or --unannotated out");
  demand(arguments.experiment || arguments.by.empty() || arguments.by == "su" || !request.base.unannotated.empty(),
         "--by " + arguments.by + " ranks sentences that are not annotated; name them with --unannotated");
  demand(!request.base.resume || common.output != "-",
         "--resume goes on from FILE.state beside the list; name that with -o FILE");
  if (common.output != "-") {
    demand_place(common.output);
    request.base.state = state_file(common);
  }
  request.base.treebanks = common.inputs;
  request.base.read = common.read_options();
  request.base.seed = common.seed;
  request.base.recipe = Recipe::load(arguments.recipe);
  request.base.cost = annotation_cost_named(arguments.cost);
  if (!arguments.by.empty()) request.base.by = pick_rule_named(arguments.by);
  return request;
}

Json interval_json(const std::optional<Interval>& interval) {
  return interval ? Json::array({interval->low, interval->high}) : Json();
}

Json mean_json(const RunMean& mean) { return {{"mean", mean.value}, {"interval", interval_json(mean.interval)}}; }

Json counts_json(const UsefulnessCounts& counts) {
  return {{"train", counts.train},
          {"test", counts.test},
          {"candidates", counts.candidates},
          {"trainings", counts.trainings},
          {"LAS", counts.base},
          {"mean", counts.mean},
          {"sd", counts.deviation},
          {"training_sets_correlate", json_of(counts.training_sets_correlate)},
          {"test_sets_correlate", json_of(counts.test_sets_correlate)},
          {"length_correlates", json_of(counts.length_correlates)}};
}

Json sentence_json(const UsefulnessResult& result, const RankedSentence& sentence) {
  Json out = {{"score", sentence.score},     {"gain", sentence.gain},       {"words", sentence.words},
              {"file", sentence.place.file}, {"line", sentence.place.line}, {"sent_id", sentence.sentence_name},
              {"text", sentence.text}};
  if (sentence.usefulness_class) out["class"] = *sentence.usefulness_class;
  if (result.by == PickRule::kVoted) out["votes"] = sentence.votes;
  return out;
}

Json result_json(const UsefulnessResult& result) {
  Json out = {{"by", std::string(name_of(result.by))}, {"cost", std::string(name_of(result.cost))}};
  if (result.counts.candidates > 0) out["su"] = counts_json(result.counts);
  out["sentences"] = Json::array();
  for (const RankedSentence& each : result.sentences) out["sentences"].push_back(sentence_json(result, each));
  return out;
}

Json point_json(const SelectionPoint& point) {
  return {{"equal", std::string(name_of(point.cost))},
          {"size", point.size},
          {"by", std::string(name_of(point.rule))},
          {"sentences", point.sentences},
          {"words", point.words},
          {"gains", point.gains},
          {"gain", mean_json(point.gain)},
          {"over_random", mean_json(point.over_random)},
          {"ratio", json_of(point.ratio)},
          {"ratio_interval", interval_json(point.ratio_interval)}};
}

Json experiment_json(const UsefulnessExperiment& result) {
  Json out = {{"su", counts_json(result.counts)},
              {"runs", result.runs},
              {"pool", result.pool},
              {"test", result.test},
              {"LAS", result.base}};
  out["class_4_holds"] = result.class_4_holds ? Json(*result.class_4_holds) : Json();
  out["best"] = Json::array();
  for (const BestAgainstRandom& each : result.best) {
    out["best"].push_back(Json{{"size", each.size},
                               {"best", each.best},
                               {"random", mean_json(each.random)},
                               {"best_elsewhere", each.best_elsewhere},
                               {"random_elsewhere", mean_json(each.random_elsewhere)}});
  }
  out["points"] = Json::array();
  for (const SelectionPoint& each : result.points) out["points"].push_back(point_json(each));
  return out;
}

std::string text_of(const report::Table& table) { return report::render(table, report::TableFormat::kText); }

std::string summary_of(const UsefulnessResult& result) {
  std::string out = result.counts.candidates > 0 ? text_of(usefulness_counts(result.counts)) + "\n" : "";
  return out + fmt::format("{} sentences, by {}, a cost of {}\n", result.sentences.size(), name_of(result.by),
                           name_of(result.cost));
}

std::string summary_of(const UsefulnessExperiment& result) {
  std::string out = text_of(usefulness_counts(result.counts));
  out +=
      "\nGains in points of LAS by the best sentences and by random ones, on the test sets that su was measured on, "
      "and elsewhere\n\n" +
      text_of(best_against_random_table(result));
  if (result.class_4_holds) {
    const auto& held = *result.class_4_holds;
    out += fmt::format(
        "\nOf what words vote into class 4, {:.0f} % is in 1, {:.0f} % in 2, {:.0f} % in 3, {:.0f} % in 4\n", held[0],
        held[1], held[2], held[3]);
  }
  return out + fmt::format("\n{} runs, {} sentences to pick from, {} to test on; LAS {:.2f} before\n", result.runs,
                           result.pool, result.test, result.base);
}

void work(const Common& common, const UsefulnessArguments& arguments, const UsefulnessExperimentRequest& request,
          const std::shared_ptr<ProgressBar>& bar) {
  const Control control = Verb::control(common, bar);
  const auto format = report::TableFormat::kTsv;
  if (arguments.experiment) {
    const UsefulnessExperiment result = measure_selection(request, control);
    if (bar != nullptr) bar->wipe();
    const bool has_file = common.output != "-";
    deliver_all(
        common,
        [&] {
          return has_file ? report::render(selection_points_table(result), format)
                          : text_of(selection_points_table(result));
        },
        [&] { return experiment_json(result); }, summary_of(result));
    return;
  }
  const UsefulnessResult result = rank_sentences(request.base, control);
  if (bar != nullptr) bar->wipe();
  deliver_all(
      common, [&] { return report::render(usefulness_table(result), format); }, [&] { return result_json(result); },
      summary_of(result));
}

int run(const Common& common, const UsefulnessArguments& arguments) {
  UsefulnessExperimentRequest request = request_of(common, arguments);
  const auto bar = progress_bar(common);
  request.base.on_skipped = tells_skipped(common, bar);
  const auto all = [&] { work(common, arguments, request, bar); };
  if (request.base.state.empty()) {
    all();
    return 0;
  }
  tell_of_state(common, request.base.resume, "trainings");
  run_resumable(common, bar, "trainings", all);
  return 0;
}

void add_size_options(CLI::App& app, UsefulnessRequest& request) {
  const auto add = [&](const char* name, std::size_t& size, const char* what) {
    app.add_option(name, size, what)->option_text("N")->capture_default_str();
  };
  add("--train-size", request.train,
      "Sentences of each of the two training sets, at most; 0: 30 % of the treebank, which is the most in any case");
  add("--test-size", request.test, "The same of each of the two test sets; 0: 10 %");
  add("--candidates", request.candidates, "The same of sentences whose usefulness is measured; 0: 20 %");
}

void add_experiment_options(CLI::App& app, UsefulnessArguments& arguments) {
  UsefulnessExperimentRequest& request = arguments.request;
  app.add_flag("--experiment", arguments.experiment,
               "Tell what each rule is worth, with a part of the treebank taken to be unannotated");
  const auto add = [&](const char* name, std::size_t& value, const char* what, std::size_t least) {
    arguments.of_experiment.push_back(app.add_option(name, value, what)
                                          ->option_text("N")
                                          ->check(CLI::Range(least, std::size_t{1'000'000}))
                                          ->capture_default_str());
  };
  add("--runs", request.runs, "Runs of the experiment, each with other training sentences and another pool", 1);
  add("--pool", request.pool, "Sentences to pick from in a run, at most; 0: a quarter of the treebank", 0);
  add("--draws", request.draws, "Random picks in a run, whose gains are averaged", 1);
  arguments.of_experiment.push_back(app.add_option("--sizes", request.sizes, "Sentences to pick (default: 20,50)")
                                        ->option_text("N,N,...")
                                        ->delimiter(',')
                                        ->allow_extra_args(false));
}

void add_options(CLI::App& app, UsefulnessArguments& arguments) {
  app.add_option("--unannotated", arguments.request.base.unannotated,
                 "Sentences to rank: with tags, trees in it are not looked at")
      ->option_text("POOL.conllu ...")
      ->allow_extra_args(false);
  app.add_option(
         "--by", arguments.by,
         "su: measured, of the treebank's own sentences; predicted: what is new or doubtful, by weights learned "
         "from su, without repetitions; voted: classes that words vote for (default: su, with --unannotated "
         "predicted)")
      ->option_text("su|predicted|voted|random|longest|least-confident")
      ->check(CLI::IsMember({"su", "predicted", "voted", "random", "longest", "least-confident"}));
  app.add_option("--cost", arguments.cost, "What annotation is paid by: a list by gain, or by gain for each word")
      ->option_text("sentences|words")
      ->check(CLI::IsMember({"sentences", "words"}))
      ->capture_default_str();
  app.add_option("--recipe", arguments.recipe, "Of the parser that is trained for each sentence: a fast one")
      ->option_text("NAME|FILE.toml")
      ->capture_default_str();
  add_size_options(app, arguments.request.base);
  app.add_flag("--resume", arguments.request.base.resume,
               "Go on where a run that was cut had come to; it leaves what it found in FILE.state beside -o FILE");
  add_experiment_options(app, arguments);
}

}  // namespace

void register_usefulness(CLI::App& curate) {
  Verb verb(curate, "usefulness", "Ranks sentences by what a parser gains by their annotation",
            "  espalier curate usefulness train.conllu -o useful.tsv\n"
            "  espalier curate usefulness train.conllu --unannotated pool.conllu -o next.tsv\n"
            "  espalier curate usefulness train.conllu --unannotated pool.conllu --cost words --by least-confident\n"
            "  espalier curate usefulness train.conllu --experiment --runs 10 --sizes 20,50\n\n"
            "Tags, lemmas and features are taken from the files. The same data, options and seed give the same list, "
            "on any number of threads and ranks, in one run or several.\n");
  const auto arguments = std::make_shared<UsefulnessArguments>();
  verb.takes_files("TREEBANK").gives_file("").uses_threads().uses_seed().gives_json().uses_ranks();
  verb.app().get_option("--output")->description("The list as TSV, written whole or not at all; - is standard output");
  add_options(verb.app(), *arguments);
  verb.runs([arguments](const Common& common) { return run(common, *arguments); });
}

}  // namespace espalier::cli
