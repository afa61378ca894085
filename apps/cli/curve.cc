// curve: treebanks in, a table of scores over training sizes out, and what more data would bring.
#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "cli/progress_bar.h"
#include "cli/recipe_arguments.h"
#include "cli/resumable.h"
#include "cli/template_verb.h"
#include "cli/verb.h"
#include "espalier/curation.h"

namespace espalier::cli {
namespace {

struct CurveArguments {
  CurveRequest request;
  RecipeArguments recipe;
  std::vector<std::string> recipes;
  std::string sizes = "auto";
  bool tokens = false;
  bool sentences = false;
  std::string plot;
};

constexpr const char* kHeader = "recipe                sentences    words  repeat   score   shape        s";

bool has_file(const Common& common) { return common.output != "-"; }

void demand_sense(const Common& common, const CurveArguments& arguments) {
  demand_treebank("curve", arguments.request.training);
  if (arguments.request.training.dev.empty()) {
    throw Error(ErrorKind::kUsage, "curve: parsers are scored on a development set; name it with --dev");
  }
  if (arguments.request.resume && !has_file(common)) {
    throw Error(ErrorKind::kUsage, "curve: --resume goes on from FILE.state beside the table; name that with -o FILE");
  }
  if (has_file(common)) demand_place(common.output);
  if (!arguments.plot.empty() && arguments.plot != "-") demand_place(arguments.plot);
}

// `100,200,all`, or `auto`.
void set_sizes(const std::string& sizes, CurveRequest& request) {
  if (sizes == "auto") return;
  for (std::size_t begin = 0; begin <= sizes.size();) {
    const std::size_t end = std::min(sizes.find(',', begin), sizes.size());
    const std::string item = sizes.substr(begin, end - begin);
    begin = end + 1;
    if (item == "all") {
      request.whole = true;
      continue;
    }
    std::size_t size = 0;
    const auto [stop, fault] = std::from_chars(item.data(), item.data() + item.size(), size);
    if (fault != std::errc() || stop != item.data() + item.size() || size == 0) {
      throw Error(ErrorKind::kUsage,
                  fmt::format("curve: --sizes takes numbers and 'all' between commas, or 'auto', not '{}'", sizes));
    }
    request.sizes.push_back(size);
  }
}

CurveRequest request_of(const Common& common, const CurveArguments& arguments) {
  CurveRequest request = arguments.request;
  complete_training(common, request.training);
  set_sizes(arguments.sizes, request);
  request.unit = arguments.tokens ? CurveUnit::kWords : CurveUnit::kSentences;
  std::vector<std::string> names = arguments.recipes;
  if (names.empty()) names.push_back(Recipe::name_for(""));
  for (const std::string& name : names) {
    RecipeArguments named = arguments.recipe;
    named.recipe = name;
    request.recipes.push_back({name, recipe_of(named)});
  }
  if (has_file(common)) request.state = state_file(common);
  return request;
}

Json interval_json(const std::optional<Interval>& interval) {
  return interval ? Json::array({interval->low, interval->high}) : Json();
}

// What never comes is null.
Json estimate_json(const CurveEstimate& estimate) {
  return {{"value", estimate.value}, {"interval", interval_json(estimate.interval)}};
}

Json point_json(const CurveResult& result, const CurvePoint& point) {
  return {{"recipe", result.recipes[point.recipe]},
          {"size", point.size},
          {"sentences", point.sentences},
          {"words", point.words},
          {"repeats", point.repeats},
          {"score", point.score},
          {"sd", json_of(point.deviation)},
          {"band", interval_json(point.band)},
          {"shape", point.shape},
          {"seconds", point.seconds}};
}

Json fit_json(const CurveResult& result, const CurveFit& fit) {
  const std::string& name = result.recipes[fit.recipe];
  if (!fit.is_there) return {{"recipe", name}, {"why_not", fit.why_not}};
  return {{"recipe", name},
          {"a", fit.a},
          {"b", fit.b},
          {"c", fit.c},
          {"residual", fit.residual},
          {"at_double", estimate_json(fit.at_double)},
          {"at_fourfold", estimate_json(fit.at_fourfold)},
          {"one_more", estimate_json(fit.one_more)}};
}

Json result_json(const CurveResult& result) {
  Json out = {{"unit", result.unit == CurveUnit::kWords ? "words" : "sentences"},
              {"measure", result.brackets ? "LF1" : "LAS"}};
  for (const char* part : {"points", "fits", "crossings", "matches"}) out[part] = Json::array();
  for (const CurvePoint& each : result.points) out["points"].push_back(point_json(result, each));
  for (const CurveFit& each : result.fits) out["fits"].push_back(fit_json(result, each));
  for (const CurveCrossing& each : result.crossings) {
    out["crossings"].push_back(Json{{"before", result.recipes[each.before]},
                                    {"after", result.recipes[each.after]},
                                    {"size", each.size},
                                    {"beyond", each.beyond},
                                    {"share", json_of(each.share)}});
  }
  for (const CurveMatch& each : result.matches) {
    out["matches"].push_back(
        Json{{"better", result.recipes[each.better]}, {"worse", result.recipes[each.worse]}, {"size", each.size}});
  }
  return out;
}

std::string text_of(const CurveResult& result) {
  std::string out = report::render(curve_table(result), report::TableFormat::kText);
  const report::Table fits = curve_fit_table(result);
  if (!fits.rows.empty()) {
    out += "\nerror = a · size^-b + c, in percent, and what it says of more data\n\n";
    out += report::render(fits, report::TableFormat::kText);
  }
  const std::vector<std::string> findings = curve_findings(result);
  if (!findings.empty()) out += "\n";
  for (const std::string& each : findings) out += each + "\n";
  return out;
}

void deliver_result(const Common& common, const CurveArguments& arguments, const CurveResult& result) {
  if (has_file(common)) deliver(common, report::render(curve_table(result), report::TableFormat::kTsv));
  deliver_beside(arguments.plot, [&] { return curve_plot(result); });
  print(common.json ? result_json(result).dump(2, ' ', false, Json::error_handler_t::replace) + "\n" : text_of(result));
}

int run(const Common& common, const CurveArguments& arguments) {
  demand_sense(common, arguments);
  CurveRequest request = request_of(common, arguments);
  const auto bar = progress_bar(common);
  const Control control = Verb::control(common, bar);
  StepLog log(common, bar, "");
  request.on_run = [&](const CurveRun& run) {
    log.show(kHeader,
             fmt::format("{:<20}  {:>9}  {:>7}  {:>6}  {:>6.2f}  {:>6.2f}  {:>7.1f}", request.recipes[run.recipe].name,
                         run.sentences, run.words, run.repeat + 1, run.score, run.shape, run.seconds));
  };
  request.training.on_skipped = [&log](const std::vector<Error>& skipped) { log.skipped(skipped); };
  const auto work = [&] {
    const CurveResult result = learning_curve(request, control);
    if (bar != nullptr) bar->wipe();
    deliver_result(common, arguments, result);
  };
  if (!has_file(common)) {
    work();
    return 0;
  }
  tell_of_state(common, request.resume, "trainings");
  run_resumable(common, bar, "trainings", work);
  return 0;
}

void add_own_options(CLI::App& app, CurveArguments& arguments) {
  CurveRequest& request = arguments.request;
  app.add_option("--recipe", arguments.recipes,
                 "Kind of parser, templates and options, built in or from a file; several are compared, each with the "
                 "same sentences (default: transition)")
      ->option_text("NAME|FILE.toml ...")
      ->delimiter(',')
      ->allow_extra_args(false);
  app.add_option("--sizes", arguments.sizes,
                 "Parts of the treebank to learn from, all is the whole; auto: the whole, a half, a quarter and so on "
                 "down to about 100 sentences")
      ->option_text("N,N,...,all|auto")
      ->capture_default_str();
  app.add_option("--repeats", request.repeats,
                 "Trainings of each size, with other sentences and another seed. Bands need two, and are good from "
                 "three on")
      ->option_text("N")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  CLI::Option* tokens = app.add_flag("--tokens", arguments.tokens, "Sizes are counted in words");
  app.add_flag("--sentences", arguments.sentences, "Sizes are counted in sentences, as they are by default")
      ->excludes(tokens);
  app.add_flag("--resume", request.resume,
               "Go on where a run that was cut had come to; it leaves what it found in FILE.state beside -o FILE");
  app.add_option("--plot", arguments.plot, "Points, bands and fitted curves, drawn")->option_text("FILE.svg");
}

}  // namespace

void register_curve(CLI::App& root) {
  Verb verb(root, "curve", "Shows what more training data bring",
            "  espalier curve train.conllu --dev dev.conllu\n"
            "  espalier curve train.conllu --dev dev.conllu --recipe transition --recipe graph-best --repeats 5 "
            "-o curve.tsv --plot curve.svg\n"
            "  espalier curve train.conllu --dev dev.conllu --tokens --sizes 5000,10000,20000,40000,all --tags gold\n"
            "  espalier curve train.mrg --dev dev.mrg --recipe constituency-best --resume -o curve.tsv\n\n"
            "The same data, options and seed give the same scores, on any number of threads and ranks, in one run or "
            "several.\n");
  const auto arguments = std::make_shared<CurveArguments>();
  TrainRequest& training = arguments->request.training;
  CLI::App& app = verb.app();
  app.add_option("TRAIN", training.train, "Treebanks to learn from")->option_text("...");
  verb.takes_limits().uses_threads().uses_seed().gives_json().gives_file("").uses_ranks();
  app.get_option("--output")
      ->description("The table as TSV, written whole or not at all, beside what is printed")
      ->option_text("FILE.tsv");
  app.get_option("--threads")
      ->description("Trainings side by side; 0: as many as cores. The output never depends on it");
  app.add_option("--dev", training.dev, "Treebank to score all parsers on")->option_text("DEV");
  add_column_options(app, training);
  add_own_options(app, *arguments);
  add_training_options(app, arguments->recipe, "Options that recipes set too, for all recipes",
                       {"tags", "folds", "epochs", "beam"});
  verb.runs([arguments](const Common& common) { return run(common, *arguments); });
}

}  // namespace espalier::cli
