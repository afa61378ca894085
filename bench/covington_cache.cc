// covington_cache TRAIN DEV [RECIPE]: is Covington's quadratic system faster than the linear ones once static
// features are kept? One row a system and way of looking up: words parsed, configurations, those in which the model is
// asked, features looked up, microseconds of processor time a word (the best of a few runs, one thread), and attachment
// scores. `plain` looks every template up in every configuration; `kept` looks templates that see one word up once for
// each word and classifier. Every system is measured with the templates of its own recipe; with RECIPE, all with its
// templates and split.
#include <fmt/format.h>

#include <ctime>

#include "espalier/error.h"
#include "espalier/trainer.h"
#include "espalier/treebank.h"
#include "model_file/file.h"
#include "parsing/local_model.h"
#include "parsing/pipeline_training.h"

namespace {

using espalier::Sentence;

constexpr int kRuns = 5;

struct Measured {
  espalier::ParseCounts counts;
  double seconds = 0;
  double uas = 0;
  double las = 0;
};

/// Parses everything once; the counts and scores are the same each time.
Measured run_once(const espalier::parsing::LocalModel& model, const std::vector<Sentence>& gold, bool keeps) {
  espalier::parsing::LocalWorkspace workspace;
  workspace.scorer.set_keeping(keeps);
  std::vector<Sentence> parsed = gold;
  const std::clock_t start = std::clock();
  for (Sentence& sentence : parsed) model.parse(sentence, {}, workspace);
  Measured out;
  out.seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  out.counts = workspace.counts;
  std::size_t heads = 0;
  std::size_t labels = 0;
  for (std::size_t i = 0; i < gold.size(); ++i) {
    for (std::int32_t word = 1; word <= gold[i].size(); ++word) {
      ++out.counts.words;
      const bool is_right = parsed[i].head(word) == gold[i].head(word);
      heads += is_right ? 1 : 0;
      labels += is_right && parsed[i].deprel(word) == gold[i].deprel(word) ? 1 : 0;
    }
  }
  out.uas = 100 * static_cast<double>(heads) / static_cast<double>(out.counts.words);
  out.las = 100 * static_cast<double>(labels) / static_cast<double>(out.counts.words);
  return out;
}

void print_row(const std::string& system, bool keeps, const Measured& best) {
  const auto per_word = [&](std::uint64_t count) {
    return static_cast<double>(count) / static_cast<double>(best.counts.words);
  };
  fmt::print("| {} | {} | {} | {:.2f} | {:.2f} | {:.2f} | {:.2f} | {:.2f} | {:.2f} |\n", system,
             keeps ? "kept" : "plain", best.counts.words, per_word(best.counts.configurations),
             per_word(best.counts.decisions), per_word(best.counts.lookups),
             1e6 * best.seconds / static_cast<double>(best.counts.words), best.uas, best.las);
}

void measure(const espalier::Recipe& recipe, const std::string& train, const std::vector<Sentence>& gold) {
  espalier::TrainRequest request;
  request.train = {train};
  request.recipe = recipe;
  request.only = {espalier::Stage::kTrees};
  const espalier::parsing::LocalModel model(
      espalier::model_file::File::from_bytes(espalier::parsing::train_pipeline(request, {})));
  Measured best[2];
  // Turn by turn, so that a busy moment of the machine does not fall on one way alone.
  for (int run = 0; run < kRuns; ++run) {
    for (const bool keeps : {false, true}) {
      const Measured each = run_once(model, gold, keeps);
      if (run == 0 || each.seconds < best[keeps].seconds) best[keeps] = each;
    }
  }
  for (const bool keeps : {false, true}) print_row(recipe.get("system"), keeps, best[keeps]);
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc < 3) throw espalier::Error(espalier::ErrorKind::kUsage, "usage: covington_cache TRAIN DEV [RECIPE]");
  const std::vector<Sentence> gold = espalier::read_treebank(argv[2]);
  fmt::print("| system | features | words | configurations | asked | lookups | µs a word | UAS | LAS |\n");
  fmt::print("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n");
  for (const char* name : {"mdparser", "malt-eager", "malt-standard"}) {
    espalier::Recipe recipe = espalier::Recipe::load(name);
    if (argc > 3) {
      const espalier::Recipe other = espalier::Recipe::load(argv[3]);
      recipe.set_features(other.features(), other.features_from());
      for (const char* option : {"split", "split-least"}) recipe.set(option, other.get(option));
    }
    measure(recipe, argv[1], gold);
  }
  return 0;
} catch (const espalier::Error& error) {
  fmt::print(stderr, "covington_cache: {}\n", error.what());
  return espalier::exit_code(error.kind());
}
