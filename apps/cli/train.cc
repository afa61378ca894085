// train: a treebank in, a model out; a line for every epoch on the way.
#include <fmt/format.h>

#include <chrono>
#include <filesystem>

#include "cli/recipe_arguments.h"
#include "cli/resumable.h"
#include "cli/together.h"
#include "cli/train_log.h"
#include "cli/verb.h"
#include "espalier/trainer.h"

namespace espalier::cli {
namespace {

struct TrainArguments {
  TrainRequest request;
  RecipeArguments recipe;
  std::vector<std::string> only;  // stages; empty: all
  bool tune = false;
  bool list_recipes = false;
};

void list_recipes() {
  std::string out;
  for (const auto& [name, about] : Recipe::built_in()) out += fmt::format("{:<16} {}\n", name, about);
  print(out);
}

Stage stage_named(const std::string& name) {
  return name == "tokenizer" ? Stage::kTokens : name == "tagger" ? Stage::kTags : Stage::kTrees;
}

void demand_columns(const TrainArguments& arguments) {
  const auto& only = arguments.only;
  const bool tokens = only.size() == 1 && only.front() == "tokenizer";
  if (!arguments.request.columns.empty() && tokens) {
    throw Error(ErrorKind::kUsage,
                "train: --columns are learned with the tagger or the parser, not with --only tokenizer");
  }
  if (arguments.request.dev_columns.empty()) return;
  if (arguments.request.columns.empty() || arguments.request.dev.empty()) {
    throw Error(ErrorKind::kUsage, "train: --dev-columns scores what --columns learns on --dev; both are needed");
  }
}

void demand_sense(const Common& common, const TrainArguments& arguments) {
  const char* see = "; see 'espalier help train'";
  if (arguments.request.train.empty()) {
    throw Error(ErrorKind::kUsage, fmt::format("train: no treebank to learn from is given{}", see));
  }
  if (common.output == "-") {
    throw Error(ErrorKind::kUsage,
                fmt::format("train: where shall the model go? -o MODEL names its file, e.g. -o {}.model{}",
                            std::filesystem::path(arguments.request.train.front()).stem().string(), see));
  }
  if (arguments.tune && arguments.request.dev.empty()) {
    throw Error(ErrorKind::kUsage, "train: --tune compares scores on a development set; name it with --dev");
  }
  demand_columns(arguments);
  demand_place(common.output);
}

int run(const Common& common, const TrainArguments& arguments) {
  if (arguments.list_recipes) {
    list_recipes();
    return 0;
  }
  demand_sense(common, arguments);
  TrainRequest request = arguments.request;
  request.recipe = recipe_of(arguments.recipe);
  if (!request.columns.empty() && request.dev_columns.empty()) request.dev_columns = columns_beside(request.dev);
  request.read = common.read_options();
  request.seed = common.seed;
  for (const std::string& name : arguments.only) request.only.push_back(stage_named(name));
  request.state = state_file(common);
  tell_of_state(common, request.resume, "stages");
  const auto start = std::chrono::steady_clock::now();
  const auto bar = progress_bar(common);
  const Control control = Verb::control(common, bar);
  TrainLog log(common, bar);
  request.on_epoch = [&log](const EpochLine& line) { log.epoch(line); };
  request.on_stage = [&log](const StageLine& line) { log.stage(line); };
  request.on_skipped = [&log](const std::vector<Error>& skipped) { log.skipped(skipped); };
  run_resumable(common, bar, "parts", [&] {
    if (arguments.tune) {
      tune(request, control, [&log](const TuneLine& line) { log.tuned(line); });
      log.settled(request.recipe);
    }
    const Model model = train(request, control);
    if (is_speaker()) model.save(common.output, control);
    log.done(model, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  });
  return 0;
}

void add_origin_options(CLI::App& app, TrainRequest& request) {
  app.add_option("--language", request.language, "Language of the model, for those who meet it later")
      ->option_text("NAME");
  app.add_option("--licence", request.licence, "Licence of the model")->option_text("TEXT");
  app.add_option("--credit", request.credit, "Whom to thank for the data")->option_text("TEXT");
}

}  // namespace

void register_train(CLI::App& root) {
  Verb verb(
      root, "train", "Learns a model from treebanks",
      "  espalier train train.conllu --dev dev.conllu -o english.model\n"
      "  espalier train train.conllu --dev dev.conllu --only parser --tags gold -o parser.model\n"
      "  espalier train train.conllu --only parser --recipe transition-best --base english.model -o best.model\n"
      "  espalier train train.conllu --dev dev.conllu --recipe mst1 --epochs 10 -o fast.model\n"
      "  espalier train train.conllu --dev dev.conllu --tune -o tuned.model\n"
      "  espalier inspect english.model --features > my.features\n"
      "  espalier train train.conllu --dev dev.conllu --features my.features -o mine.model\n"
      "  espalier train x.conllx --dev dev.conllx --only tagger --columns x.clauses.tsv -o chunks.model\n"
      "  espalier train train.conllu --dev dev.conllu -o english.model --resume\n"
      "  espalier train --list-recipes\n"
      "  mpirun -n 8 espalier train train.conllu --dev dev.conllu -o english.model\n\n"
      "The same data, options and seed give the same model, byte for byte, on any number of threads. Processes that "
      "mpirun starts learn together, each from a share of the sentences; their model depends on how many they "
      "are.\n");
  const auto arguments = std::make_shared<TrainArguments>();
  CLI::App& app = verb.app();
  app.add_option("TRAIN", arguments->request.train, "Treebanks to learn from; heads may be missing (_)")
      ->option_text("...");
  verb.takes_limits().uses_threads().uses_seed().gives_json().gives_file("").uses_ranks();
  app.get_option("--output")->description("The model to write, whole or not at all")->option_text("MODEL");
  app.get_option("--json")->description("Epochs and scores on stdout, a JSON object a line");
  app.add_option("--dev", arguments->request.dev, "Treebank to score each epoch on; the best is kept")
      ->option_text("DEV");
  add_column_options(app, arguments->request);
  add_recipe_option(app, arguments->recipe, "transition, or the one for the kind that --parser names");
  app.add_flag("--list-recipes", arguments->list_recipes, "List the built-in recipes");
  add_features_option(app, arguments->recipe, "Templates, instead of the recipe's");
  app.add_option("--only", arguments->only, "Train these stages only: tokenizer, tagger, parser")
      ->option_text("STAGE,...")
      ->delimiter(',')
      ->check(CLI::IsMember({"tokenizer", "tagger", "parser"}));
  app.add_option("--base", arguments->request.base, "Take the stages that are not trained from this model")
      ->option_text("MODEL");
  app.add_flag("--tune", arguments->tune, "Search for the best margin and the like on the development set first");
  add_checkpoint_options(app, arguments->request.resume, arguments->request.checkpoint);
  app.add_option("--mixes", arguments->request.mixes,
                 "Under mpirun: how often in an epoch the processes put together what they have learned")
      ->option_text("N")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  add_origin_options(app, arguments->request);
  add_training_options(app, arguments->recipe,
                       "Options that recipes set too, for the kinds of parsers named; the default holds where neither "
                       "says");
  verb.runs([arguments](const Common& common) { return run(common, *arguments); });
}

}  // namespace espalier::cli
