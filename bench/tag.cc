// tag TRAIN DEV OUT [NAME=VALUE…]: trains a tagger, tags DEV by its words alone, writes it, and prints what that
// took: training seconds, bytes of the model, tokens a second on one core. `espalier eval DEV OUT` scores the columns.
// Options: threads, epochs, step, margin, batch, updates, features (a file), folds (also times as many folds), save
// (the model to a file), load (it from one instead of training), rounds.
#include <fmt/format.h>

#include <cstdlib>
#include <ctime>
#include <fstream>
#include <map>
#include <sstream>
#include <vector>

#include "espalier/error.h"
#include "espalier/treebank.h"
#include "parsing/tagger_model.h"
#include "parsing/tagger_training.h"

namespace {

using namespace espalier;
using namespace espalier::parsing;

using Settings = std::map<std::string, std::string>;

double number(const Settings& settings, const std::string& name, double otherwise) {
  const auto found = settings.find(name);
  return found == settings.end() ? otherwise : std::strtod(found->second.c_str(), nullptr);
}

std::string read_bytes(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

TaggerOptions options_of(const Settings& settings) {
  TaggerOptions options;
  options.step = number(settings, "step", options.step);
  options.margin = number(settings, "margin", options.margin);
  options.batch = static_cast<std::size_t>(number(settings, "batch", static_cast<double>(options.batch)));
  options.draft.epochs = static_cast<int>(number(settings, "draft-epochs", options.draft.epochs));
  options.draft_folds = static_cast<int>(number(settings, "draft-folds", options.draft_folds));
  for (const TagStage stage : kAllTagStages) {
    ColumnOptions& column = options.columns[static_cast<std::size_t>(stage)];
    const std::string name(tag_stage_info(stage).name);
    column.epochs = static_cast<int>(number(settings, "epochs", column.epochs));
    column.epochs = static_cast<int>(number(settings, name + "-epochs", column.epochs));
    column.min_updates = static_cast<std::uint32_t>(number(settings, "updates", column.min_updates));
    column.min_updates = static_cast<std::uint32_t>(number(settings, name + "-updates", column.min_updates));
    column.most_weights =
        static_cast<std::size_t>(number(settings, name + "-most", static_cast<double>(column.most_weights)));
    column.limits.dictionary = static_cast<std::uint32_t>(number(settings, name + "-dict", column.limits.dictionary));
    column.limits.candidates = static_cast<std::uint32_t>(number(settings, name + "-known", column.limits.candidates));
  }
  if (const auto found = settings.find("features"); found != settings.end()) {
    options.features = read_bytes(found->second);
  }
  return options;
}

/// Of this thread, so that other programs do not count.
double processor_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

/// The best of some rounds, tagging alone.
double tokens_a_second(const TaggerModel& model, const std::vector<Sentence>& dev, int rounds) {
  const auto workspace = model.make_workspace();
  std::vector<Sentence> sentences;
  double best = 0;
  for (int round = 0; round < rounds; ++round) {
    sentences = dev;
    std::size_t words = 0;
    // The clock is asked once a round: it takes as long as some words.
    const double start = processor_seconds();
    for (Sentence& each : sentences) {
      model.tag(each, {}, *workspace);
      words += static_cast<std::size_t>(each.size());
    }
    best = std::max(best, static_cast<double>(words) / (processor_seconds() - start));
  }
  return best;
}

std::string train_model(const std::vector<Sentence>& train, const std::vector<Sentence>& dev, const Settings& settings,
                        base::Team& team) {
  const Control control;
  const Stopwatch training;
  const TrainedTagger tagger = train_tagger(train, dev, options_of(settings), team, Watch(control));
  fmt::print("train {:.1f} s ", training.seconds());
  for (const ColumnScore& score : tagger.scores)
    fmt::print(" {} {:.2f}", tag_stage_info(score.stage).name, score.right);
  fmt::print(" ");
  if (settings.contains("sizes")) {
    for (const auto& [name, section] : tagger.sections) fmt::print("\n  {} {}", name, section.size());
    fmt::print("\n");
  }
  model_file::Writer writer;
  tagger.add_to(writer);
  return writer.bytes();
}

void run(const std::string& train_path, const std::string& dev_path, const std::string& out, const Settings& settings) {
  const std::vector<Sentence> dev = read_treebank(dev_path);
  base::Team team(static_cast<int>(number(settings, "threads", 0)));
  std::vector<Sentence> train;
  std::string bytes;
  if (const auto load = settings.find("load"); load != settings.end()) {
    bytes = read_bytes(load->second);
  } else {
    train = read_treebank(train_path);
    bytes = train_model(train, dev, settings, team);
  }
  if (const auto save = settings.find("save"); save != settings.end()) {
    std::ofstream(save->second, std::ios::binary) << bytes;
  }
  const TaggerModel model(model_file::File::from_bytes(bytes));
  fmt::print(" {:.0f} kB  {:.0f} tokens/s\n", static_cast<double>(bytes.size()) / 1e3,
             tokens_a_second(model, dev, static_cast<int>(number(settings, "rounds", 5))));
  TreebankWriter treebank(out);
  const auto workspace = model.make_workspace();
  for (Sentence sentence : dev) {
    model.tag(sentence, {}, *workspace);
    treebank.write(sentence);
  }
  treebank.close();
  if (const auto folds = static_cast<int>(number(settings, "folds", 0)); folds > 1) {
    const Stopwatch watch;
    const Control control;
    jackknife(train, folds, options_of(settings), team, Watch(control));
    fmt::print("{} folds {:.1f} s\n", folds, watch.seconds());
  }
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc < 4) throw Error(ErrorKind::kUsage, "usage: tag TRAIN DEV OUT [NAME=VALUE...]");
  Settings settings;
  for (int i = 4; i < argc; ++i) {
    const std::string text = argv[i];
    const std::size_t at = text.find('=');
    settings[text.substr(0, at)] = at == std::string::npos ? "" : text.substr(at + 1);
  }
  run(argv[1], argv[2], argv[3], settings);
  return 0;
} catch (const espalier::Error& error) {
  fmt::print(stderr, "tag: {}\n", error.what());
  return espalier::exit_code(error.kind());
}
