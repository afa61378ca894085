// train: a treebank in, a model out; a line for every epoch on the way.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

#include "cli/train_log.h"
#include "cli/verb.h"
#include "espalier/trainer.h"

namespace espalier::cli {
namespace {

struct TrainArguments {
  TrainRequest request;
  std::string recipe;  // empty: the default of the kind of parser
  std::string features;
  /// For each of training_options(): the option of the command line, and its value where it was given.
  std::vector<CLI::Option*> given;
  std::vector<std::string> values;
  std::vector<std::string> only;  // stages; empty: all
  bool tune = false;
  bool list_recipes = false;
};

void list_recipes() {
  std::string out;
  for (const auto& [name, about] : Recipe::built_in()) out += fmt::format("{:<16} {}\n", name, about);
  print(out);
}

void demand_no_folder(const std::string& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) throw Error(ErrorKind::kUsage, path + ": Is a directory");
}

std::string text_of(const std::string& path) {
  demand_no_folder(path);
  std::ifstream in(path, std::ios::binary);
  if (!in) throw Error(ErrorKind::kUsage, fmt::format("{}: {}", path, std::generic_category().message(errno)));
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

Stage stage_named(const std::string& name) {
  return name == "tokenizer" ? Stage::kTokens : name == "tagger" ? Stage::kTags : Stage::kTrees;
}

// Training takes long: what would fail at its end is better known before it.
void demand_place(const std::string& path) {
  demand_no_folder(path);
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  const std::string place = folder.empty() ? "." : folder.string();
  if (access(place.c_str(), W_OK | X_OK) != 0 && access(path.c_str(), W_OK) != 0) {
    throw Error(ErrorKind::kUsage, fmt::format("{}: {}", path, std::generic_category().message(errno)));
  }
}

// What `X.clauses.tsv` is beside `X.conllx`, compressed or not; empty: there is none.
std::string columns_beside(const std::string& treebank) {
  const std::filesystem::path path = treebank;
  const std::string file = path.filename().string();
  const std::string stem = (path.parent_path() / file.substr(0, file.find('.'))).string() + ".clauses.tsv";
  for (const char* ending : {"", ".xz", ".gz", ".zst"}) {
    std::error_code error;
    if (std::filesystem::is_regular_file(stem + ending, error)) return stem + ending;
  }
  return {};
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

// The recipe, then what the command line says over it.
Recipe recipe_of(const TrainArguments& arguments) {
  const auto options = training_options();
  const auto named =
      std::find_if(options.begin(), options.end(), [](const auto& each) { return each.name == "parser"; });
  const std::string& parser = arguments.values[static_cast<std::size_t>(named - options.begin())];
  Recipe recipe = Recipe::load(arguments.recipe.empty() ? Recipe::name_for(parser) : arguments.recipe);
  if (!arguments.features.empty()) recipe.set_features(text_of(arguments.features), arguments.features);
  const auto set_given = [&](bool kinds) {
    for (std::size_t i = 0; i < options.size(); ++i) {
      const bool says_kind = options[i].name == "parser" || options[i].name == "learner";
      if (says_kind == kinds && arguments.given[i]->count() > 0) {
        recipe.set(std::string(options[i].name), arguments.values[i]);
      }
    }
  };
  set_given(true);
  recipe.forget_unused();  // of the recipe, for another kind; what the user asks for is not forgotten
  set_given(false);
  recipe.demand_use();
  return recipe;
}

int run(const Common& common, const TrainArguments& arguments) {
  if (arguments.list_recipes) {
    list_recipes();
    return 0;
  }
  demand_sense(common, arguments);
  TrainRequest request = arguments.request;
  request.recipe = recipe_of(arguments);
  if (!request.columns.empty() && request.dev_columns.empty()) request.dev_columns = columns_beside(request.dev);
  request.read = common.read_options();
  request.seed = common.seed;
  for (const std::string& name : arguments.only) request.only.push_back(stage_named(name));
  const auto start = std::chrono::steady_clock::now();
  const auto bar = progress_bar(common);
  const Control control = Verb::control(common, bar);
  TrainLog log(common, bar);
  request.on_epoch = [&log](const EpochLine& line) { log.epoch(line); };
  request.on_stage = [&log](const StageLine& line) { log.stage(line); };
  request.on_skipped = [&log](const std::vector<Error>& skipped) { log.skipped(skipped); };
  if (arguments.tune) {
    tune(request, control, [&log](const TuneLine& line) { log.tuned(line); });
    log.settled(request.recipe);
  }
  const Model model = train(request, control);
  model.save(common.output, control);
  log.done(model, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  return 0;
}

// As the other options are described; `mst: …` begins with a value, which stays as it is typed.
std::string sentence_case(std::string_view text) {
  std::string out(text);
  const std::size_t end = out.find_first_of(" :;,");
  const bool is_value = end != std::string::npos && out[end] == ':';
  if (!is_value && !out.empty() && out[0] >= 'a' && out[0] <= 'z') out[0] = static_cast<char>(out[0] - 'a' + 'A');
  return out;
}

// `graph, local; `; nothing where all kinds of parsers take an option.
std::string parsers_of(const TrainingOption& option) {
  if (option.kinds == training_options().front().kinds) return {};
  std::string text;
  for (const char c : option.kinds) text += c == '|' ? std::string(", ") : std::string(1, c);
  return text + "; ";
}

void add_training_options(CLI::App& app, TrainArguments& arguments) {
  const auto options = training_options();
  arguments.values.resize(options.size());
  for (std::size_t i = 0; i < options.size(); ++i) {
    const TrainingOption& option = options[i];
    std::string about = sentence_case(option.meaning);
    about += fmt::format(" ({}default: {})", parsers_of(option), option.fallback);
    arguments.given.push_back(
        app.add_option("--" + std::string(option.name), arguments.values[i], about)
            ->option_text(std::string(option.values))
            ->group(
                "Options that recipes set too, for the kinds of parsers named; the default holds where neither says"));
  }
}

void add_origin_options(CLI::App& app, TrainRequest& request) {
  app.add_option("--language", request.language, "Language of the model, for those who meet it later")
      ->option_text("NAME");
  app.add_option("--licence", request.licence, "Licence of the model")->option_text("TEXT");
  app.add_option("--credit", request.credit, "Whom to thank for the data")->option_text("TEXT");
}

}  // namespace

void register_train(CLI::App& root) {
  Verb verb(root, "train", "Learns a model from treebanks",
            "  espalier train train.conllu --dev dev.conllu -o english.model\n"
            "  espalier train train.conllu --dev dev.conllu --only parser --tags gold -o parser.model\n"
            "  espalier train train.conllu --only parser --recipe transition-best --base english.model -o best.model\n"
            "  espalier train train.conllu --dev dev.conllu --recipe mst1 --epochs 10 -o fast.model\n"
            "  espalier train train.conllu --dev dev.conllu --tune -o tuned.model\n"
            "  espalier inspect english.model --features > my.features\n"
            "  espalier train train.conllu --dev dev.conllu --features my.features -o mine.model\n"
            "  espalier train x.conllx --dev dev.conllx --only tagger --columns x.clauses.tsv -o chunks.model\n"
            "  espalier train --list-recipes\n\n"
            "The same data, options and seed give the same model, byte for byte, on any number of threads.\n");
  const auto arguments = std::make_shared<TrainArguments>();
  CLI::App& app = verb.app();
  app.add_option("TRAIN", arguments->request.train, "Treebanks to learn from; heads may be missing (_)")
      ->option_text("...");
  verb.takes_limits().uses_threads().uses_seed().gives_json().gives_file("");
  app.get_option("--output")->description("The model to write, whole or not at all")->option_text("MODEL");
  app.get_option("--json")->description("Epochs and scores on stdout, a JSON object a line");
  app.add_option("--dev", arguments->request.dev, "Treebank to score each epoch on; the best is kept")
      ->option_text("DEV");
  app.add_option("--columns", arguments->request.columns,
                 "Extra columns to learn, chunks and clauses: a file for each treebank, a word a line, ID FORM POSTAG "
                 "CHUNK CSTART CEND CLAUSE between tabs")
      ->option_text("FILE.tsv,...")
      ->delimiter(',');
  app.add_option("--dev-columns", arguments->request.dev_columns,
                 "Those of the development set, to score them (default: X.clauses.tsv beside DEV, if it is there)")
      ->option_text("FILE.tsv");
  app.add_option("--recipe", arguments->recipe,
                 "Kind of parser, templates and options, built in or from a file (default: transition, or the one for "
                 "the kind that --parser names)")
      ->option_text("NAME|FILE.toml");
  app.add_flag("--list-recipes", arguments->list_recipes, "List the built-in recipes");
  app.add_option("--features", arguments->features, "Templates, instead of the recipe's")->option_text("FILE");
  app.add_option("--only", arguments->only, "Train these stages only: tokenizer, tagger, parser")
      ->option_text("STAGE,...")
      ->delimiter(',')
      ->check(CLI::IsMember({"tokenizer", "tagger", "parser"}));
  app.add_option("--base", arguments->request.base, "Take the stages that are not trained from this model")
      ->option_text("MODEL");
  app.add_flag("--tune", arguments->tune, "Search for the best margin and the like on the development set first");
  add_origin_options(app, arguments->request);
  add_training_options(app, *arguments);
  verb.runs([arguments](const Common& common) { return run(common, *arguments); });
}

}  // namespace espalier::cli
