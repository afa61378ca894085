// S-IFIS under many settings: predictors of chunks, clauses and heads are trained once, and then a parser for every
// line of SETTINGS on what they say. A row each: UAS and LAS without punctuation, templates, features that training met
// and weights that the model has, what the filter leaves, seconds.
//
//   build/bench/sifis PREFIX SETTINGS OUT      reads PREFIX-{train,dev}.conllx and PREFIX-*.clauses.tsv if they are
//   there
//
// SETTINGS: a line each, NAME OPTION=VALUE…, options as `train` has them beside those of the recipe s-ifis,
// features=FILE (or @NAME: what the setting NAME before it found), and gold-filter=yes: the filter is told the truth
// about the heads of the development data. The feature file and the trees of the development data are left in the
// folder OUT. bench/sifis.settings has those of docs/RESULTS.md.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "base/byte_source.h"
#include "espalier/error.h"
#include "espalier/evaluation.h"
#include "espalier/treebank.h"
#include "parsing/graph_options.h"
#include "parsing/head_filter.h"
#include "parsing/parser_kinds.h"
#include "parsing/pipeline_training.h"
#include "parsing/watch.h"
#include "selection/induced_training.h"

namespace espalier {
namespace {

struct Setting {
  std::string name;
  std::vector<std::pair<std::string, std::string>> options;

  bool has(const std::string& option) const {
    return std::any_of(options.begin(), options.end(), [&](const auto& each) { return each.first == option; });
  }
};

std::vector<Setting> read_settings(const std::string& path) {
  std::vector<Setting> out;
  std::istringstream lines(base::read_all(*base::open_source(path, {})));
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    Setting setting;
    if (!(words >> setting.name) || setting.name[0] == '#') continue;
    for (std::string word; words >> word;) {
      const std::size_t equals = word.find('=');
      if (equals == std::string::npos) throw Error(ErrorKind::kUsage, word + ": not OPTION=VALUE");
      setting.options.emplace_back(word.substr(0, equals), word.substr(equals + 1));
    }
    out.push_back(std::move(setting));
  }
  return out;
}

class Sweep final : public parsing::ParserTraining {
 public:
  Sweep(const TrainRequest& request, const Control& control, const std::vector<Setting>& settings,
        std::string gold_path, std::string folder)
      : request_(request),
        control_(control),
        settings_(settings),
        gold_path_(std::move(gold_path)),
        folder_(std::move(folder)),
        first_(selection::make_training(request, control)) {}

  const features::Encoder& encoder() const override { return first_->encoder(); }
  bool asks_heads() const override { return true; }

  parsing::TrainedParser run(const parsing::TrainingData& data) override {
    fmt::print("name\tUAS\tLAS\ttemplates\tmet\tweights\trecall\tdensity\tarcs/word\tseconds\tparse words/s\n");
    parsing::TrainedParser last;  // what the pipeline goes on with, as with any other
    for (const Setting& setting : settings_) last = measure(setting, data);
    return last;
  }

 private:
  parsing::TrainedParser measure(const Setting& setting, const parsing::TrainingData& data) {
    TrainRequest request = request_;
    const bool by_truth = setting.has("gold-filter");
    const std::vector<parsing::HeadAnswers> truth =
        by_truth ? parsing::answer_truly(data.head_classes, data.dev) : std::vector<parsing::HeadAnswers>();
    const std::vector<parsing::HeadAnswers>& answers = by_truth ? truth : data.dev_heads;
    for (const auto& [option, value] : setting.options) {
      if (option == "gold-filter") continue;
      if (option == "features") {
        const std::string path = value[0] == '@' ? features_path(value.substr(1)) : value;
        request.recipe.set_features(base::read_all(*base::open_source(path, {})), path);
      } else {
        request.recipe.set(option, value);
      }
    }
    std::size_t met = 0;
    request.on_epoch = [&](const EpochLine& line) {
      if (line.stage != "labels") met = std::max(met, line.features);
      fmt::print(stderr, "{} {} {} loss {:.2f} features {} UAS {:.2f} {:.1f} s\n", setting.name, line.stage, line.epoch,
                 line.loss, line.features, line.uas, line.seconds);
    };
    const parsing::Stopwatch clock;
    parsing::TrainedParser trained = selection::make_training(request, control_)->run(data);
    const double seconds = clock.seconds();
    const auto model = parsing::open_parser(model_file::File::from_bytes(trained.sections.bytes()));
    const double speed = parse(*model, data, answers, setting.name);
    write(features_path(setting.name), model->feature_text());
    EvaluationOptions options;
    options.metrics = "conllx";
    options.punctuation = Punctuation::kOmit;
    const EvaluationResult result = evaluate(gold_path_, {trees_path(setting.name)}, options);
    std::size_t templates = 0;
    std::size_t weights = 0;
    for (const auto& [name, count] : model->sizes()) {
      if (name == "templates in [arc]") templates = count;
      if (name == "weights of parts") weights = count;
    }
    const parsing::FilterReport report = filter(request.recipe, data, answers);
    fmt::print("{}\t{:.2f}\t{:.2f}\t{}\t{}\t{}\t{:.2f}\t{:.3f}\t{:.2f}\t{:.1f}\t{:.0f}\n", setting.name,
               result.systems[0].find("UAS")->value(), result.systems[0].find("LAS")->value(), templates, met, weights,
               report.recall(), report.density(), report.arcs_a_word(), seconds, speed);
    std::fflush(stdout);
    return trained;
  }

  static void write(const std::string& path, const std::string& text) { std::ofstream(path) << text; }
  std::string features_path(const std::string& name) const { return folder_ + "/" + name + ".features"; }
  std::string trees_path(const std::string& name) const { return folder_ + "/" + name + ".conllx"; }

  /// Words a second.
  double parse(const parsing::ParserModel& model, const parsing::TrainingData& data,
               const std::vector<parsing::HeadAnswers>& answers, const std::string& name) const {
    const auto workspace = model.make_workspace();
    std::vector<Sentence> found;
    std::size_t words = 0;
    const parsing::Stopwatch clock;
    for (std::size_t i = 0; i < data.dev.size(); ++i) {
      found.push_back(data.dev[i]);
      workspace->columns = &data.dev_columns[i];
      workspace->heads = {&data.head_classes, &answers[i]};
      model.parse(found.back(), {}, *workspace);
      words += static_cast<std::size_t>(found.back().size());
    }
    const double seconds = clock.seconds();
    TreebankWriter writer(trees_path(name));
    for (const Sentence& sentence : found) writer.write(sentence);
    writer.close();
    return static_cast<double>(words) / seconds;
  }

  parsing::FilterReport filter(const Recipe& recipe, const parsing::TrainingData& data,
                               const std::vector<parsing::HeadAnswers>& answers) const {
    const parsing::GraphOptions graph = parsing::graph_options(recipe, 1);
    parsing::FilterReport report;
    if (!parsing::filters_by_heads(graph.filtered)) return report;
    parsing::HeadFilter one;
    decoding::ArcSet arcs;
    for (std::size_t i = 0; i < data.dev.size(); ++i) {
      one.filter(data.head_classes, answers[i], parsing::head_filter(graph.filtered, graph.filter.keep),
                 graph.roots.value_or(decoding::Roots::kAny), arcs);
      report.add(arcs, data.dev[i].heads());
    }
    return report;
  }

  const TrainRequest& request_;
  const Control& control_;
  const std::vector<Setting>& settings_;
  std::string gold_path_;
  std::string folder_;
  std::unique_ptr<parsing::ParserTraining> first_;
};

void measure(const std::string& prefix, const std::string& settings_path, const std::string& folder) {
  const std::vector<Setting> settings = read_settings(settings_path);
  std::filesystem::create_directories(folder);
  TrainRequest request;
  request.recipe = Recipe::load("s-ifis");
  request.recipe.set("tags", "gold");
  request.only = {Stage::kTrees};
  request.train = {prefix + "-train.conllx"};
  request.dev = prefix + "-dev.conllx";
  if (std::filesystem::exists(prefix + "-train.clauses.tsv")) {
    request.columns = {prefix + "-train.clauses.tsv"};
    request.dev_columns = prefix + "-dev.clauses.tsv";
  }
  Control control;
  control.threads = 2;
  parsing::train_pipeline(request, control, [&](const TrainRequest& asked, const Control& with) {
    return std::make_unique<Sweep>(asked, with, settings, request.dev, folder);
  });
}

}  // namespace
}  // namespace espalier

int main(int argc, char** argv) try {
  if (argc != 4) {
    fmt::print(stderr, "usage: sifis PREFIX SETTINGS OUT\n");
    return 2;
  }
  espalier::measure(argv[1], argv[2], argv[3]);
  return 0;
} catch (const espalier::Error& error) {
  fmt::print(stderr, "sifis: {}\n", error.what());
  return espalier::exit_code(error.kind());
}
