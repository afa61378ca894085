// bench: how fast a model is on this machine, stage by stage, beside how good it is on the same sentences.
#include "espalier/bench.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <nlohmann/json.hpp>

#include "cli/allocations.h"
#include "cli/model_folders.h"
#include "cli/parse_costs.h"
#include "cli/text_table.h"
#include "cli/verb.h"
#include "espalier/models.h"

namespace espalier::cli {
namespace {

using Json = nlohmann::ordered_json;
using Align = TextTable::Align;

struct BenchArguments {
  std::string model;
  std::int32_t beam = 0;
  double seconds = BenchOptions{}.seconds;
};

/// The most memory that this process has held, in bytes.
struct Memory {
  std::size_t before = 0;  ///< when the sentences were read and no model was loaded
  std::size_t peak = 0;
};

std::size_t peak_memory() {
  rusage usage{};
  if (getrusage(RUSAGE_SELF, &usage) != 0) return 0;
  constexpr std::size_t kUnit = 1024;  // of ru_maxrss on Linux
  return static_cast<std::size_t>(usage.ru_maxrss) * kUnit;
}

std::vector<Sentence> read_all(const Common& common, const Control& control) {
  std::vector<Sentence> sentences;
  std::vector<Error> skipped;
  for (const std::string& input : common.inputs) {
    TreebankReader reader(input, common.read_options(), control);
    for (Sentence sentence; reader.next(sentence);) {
      if (interrupted().load()) throw Error(ErrorKind::kInterrupted, "interrupted");
      if (!sentence.empty()) sentences.push_back(sentence);
    }
    skipped.insert(skipped.end(), reader.skipped().begin(), reader.skipped().end());
  }
  say_skipped(common, skipped);
  if (sentences.empty()) {
    throw Error(ErrorKind::kInput, Place{common.inputs.front(), 0, 0}, "there is no sentence to measure with");
  }
  return sentences;
}

std::string stage_name(const BenchStage& stage) {
  return stage.threads > 1 ? fmt::format("{} -j {}", stage.name, stage.threads) : stage.name;
}

TextTable stage_table(const BenchResult& result) {
  constexpr double kMilli = 1e3;
  constexpr double kMega = 1e6;
  TextTable table({{"stage"},
                   {"ms", Align::kRight},
                   {"min", Align::kRight},
                   {"max", Align::kRight},
                   {"rounds", Align::kRight},
                   {"cores", Align::kRight},
                   {"tokens/s", Align::kRight},
                   {"MB/s", Align::kRight},
                   {"allocations", Align::kRight}});
  for (const BenchStage& stage : result.stages) {
    const auto milliseconds = [](double seconds) { return fmt::format("{:.3f}", seconds * kMilli); };
    table.add({stage_name(stage), milliseconds(stage.seconds.median), milliseconds(stage.seconds.low),
               milliseconds(stage.seconds.high), std::to_string(stage.rounds), fmt::format("{:.2f}", stage.cores),
               stage.words > 0 ? fmt::format("{:.0f}", stage.words_per_second().median) : "",
               stage.bytes > 0 ? fmt::format("{:.1f}", stage.bytes_per_second().median / kMega) : "",
               stage.allocations ? fmt::format("{:.2f}", *stage.allocations) : ""});
  }
  return table;
}

std::string scores_text(const BenchResult& result) {
  if (result.scored_words == 0) return "none: no sentence came with heads";
  const std::string part = result.scored_words == result.words
                               ? ""
                               : fmt::format(", on the {} words that came with heads", result.scored_words);
  return fmt::format("LAS {:.2f}, UAS {:.2f}{}", result.las, result.uas, part);
}

// A row that is there when the machine had more to do than this.
void add_busy(const BenchStage& parse, TextTable& table) {
  constexpr double kAlone = 0.9;
  if (parse.cores <= 0 || parse.cores > kAlone) return;
  table.add({"busy", fmt::format("others were at work: parse had {:.2f} of a core; a whole one makes {:.0f} tokens/s",
                                 parse.cores, parse.words_per_second().median / parse.cores)});
}

std::string to_text(const Model& model, const BenchArguments& arguments, const BenchResult& result,
                    const Memory& memory) {
  TextTable head({{"", Align::kLeft}, {"", Align::kLeft}});
  const std::string beam = arguments.beam > 0 ? fmt::format(", --beam {}", arguments.beam) : "";
  head.add({"model", fmt::format("{} ({}, recipe {}{}), {}", arguments.model, model.parser_kind(),
                                 model.origin().recipe, beam, readable_bytes(result.model_bytes))});
  const std::string text =
      result.text_bytes > 0 ? fmt::format(", {} of plain text", readable_bytes(result.text_bytes)) : "";
  head.add({"data", fmt::format("{} sentences, {} words, {} of CoNLL-U{}", result.sentences, result.words,
                                readable_bytes(result.bytes), text)});
  head.add({"scores", scores_text(result)});
  TextTable tail({{"", Align::kLeft}, {"", Align::kLeft}});
  tail.add({"parsing", parse_costs(result.counts)});
  for (const BenchStage& stage : result.stages) {
    if (stage.threads == 1) continue;
    tail.add({"threads", fmt::format("{}: {} together {:.2f} times as fast as one, on {:.2f} cores", stage.name,
                                     stage.threads, result.speedup(stage.name), stage.cores)});
  }
  const BenchStage* parse = result.find("parse");
  tail.add({"allocations", parse != nullptr && parse->allocations
                               ? fmt::format("{:.2f} a sentence in the parse stage", *parse->allocations)
                               : "not counted"});
  if (parse != nullptr) add_busy(*parse, tail);
  tail.add({"memory", fmt::format("{} at most, {} of it when the sentences were read", readable_bytes(memory.peak),
                                  readable_bytes(memory.before))});
  return fmt::format("{}\n{}\n{}", head.render(), stage_table(result).render(), tail.render());
}

Json spread_json(const Spread& spread) {
  return {{"median", spread.median}, {"min", spread.low}, {"max", spread.high}};
}

Json stage_json(const BenchStage& stage) {
  Json json = {{"stage", stage.name}, {"threads", stage.threads}, {"rounds", stage.rounds}, {"cores", stage.cores}};
  json["seconds"] = spread_json(stage.seconds);
  if (stage.words > 0) json["tokens_per_second"] = spread_json(stage.words_per_second());
  if (stage.bytes > 0) json["bytes_per_second"] = spread_json(stage.bytes_per_second());
  if (stage.allocations) json["allocations_per_sentence"] = *stage.allocations;
  return json;
}

Json costs_json(const ParseCounts& counts) {
  Json json = Json::object();
  for (const auto& [name, count] : {std::pair("configurations", counts.configurations),
                                    {"decisions", counts.decisions},
                                    {"lookups", counts.lookups},
                                    {"arcs", counts.arcs},
                                    {"parts", counts.parts}}) {
    if (count > 0) json[name] = static_cast<double>(count) / static_cast<double>(counts.words);
  }
  return json;
}

Json to_json(const Model& model, const BenchArguments& arguments, const BenchResult& result, const Memory& memory) {
  Json json;
  json["model"] = {{"file", arguments.model},
                   {"parser", model.parser_kind()},
                   {"recipe", model.origin().recipe},
                   {"beam", arguments.beam},
                   {"bytes", result.model_bytes}};
  json["data"] = {{"sentences", result.sentences},
                  {"words", result.words},
                  {"bytes", result.bytes},
                  {"text_bytes", result.text_bytes}};
  json["scores"] = Json::object();
  if (result.scored_words > 0) json["scores"] = {{"UAS", result.uas}, {"LAS", result.las}};
  json["scored_words"] = result.scored_words;
  json["stages"] = Json::array();
  for (const BenchStage& stage : result.stages) json["stages"].push_back(stage_json(stage));
  json["per_word"] = costs_json(result.counts);
  if (result.speedup() > 0) json["speedup"] = result.speedup();
  json["memory"] = {{"peak", memory.peak}, {"before_model", memory.before}};
  return json;
}

int run(const Common& common, const BenchArguments& arguments) {
  if (arguments.model.empty()) {
    throw Error(ErrorKind::kUsage,
                "bench: which model? -m MODEL names one; 'espalier train' makes them; see 'espalier help bench'");
  }
  const Control control = Verb::control(common);
  std::vector<Sentence> sentences = read_all(common, control);
  Memory memory;
  memory.before = peak_memory();
  const std::string path = find_model(arguments.model, installed_models(model_folders()));
  const Model model = Model::load(path);
  BenchOptions options;
  options.parse.beam = arguments.beam;
  options.seconds = arguments.seconds;
  options.model_file = path;
  options.allocations = allocation_counter();
  const BenchResult result = measure(model, std::move(sentences), options, control);
  memory.peak = peak_memory();
  deliver(common, common.json ? to_json(model, arguments, result, memory).dump(2) + "\n"
                              : to_text(model, arguments, result, memory));
  return 0;
}

}  // namespace

void register_bench(CLI::App& root) {
  Verb verb(
      root, "bench", "Measures the speed of a model on this machine, stage by stage",
      "  espalier bench dev.conllu -m english.model\n"
      "  espalier bench dev.conllu -m english.model --seconds 5 -j 1\n"
      "  espalier bench dev.conllu -m english.model --json -o speed.json\n\n"
      "The files are read once; all stages work in memory. A row of the table is the median of the rounds, and the\n"
      "shortest and the longest of them, in milliseconds for all sentences. 'tokenize' is from the text of the\n"
      "sentences to words, 'tag' makes tags, features and lemmas, 'parse' is from the sentence as read to heads and\n"
      "labels written into it. 'whole' is read, parse and write together; 'annotate' is what 'espalier parse' does\n"
      "of plain text: all stages and CoNLL-U written. A model without a stage has no row for it.\n"
      "Where the files have heads, the scores of the model on them stand above its speed.\n");
  verb.takes_files().uses_threads().gives_json().gives_file("");
  const auto arguments = std::make_shared<BenchArguments>();
  CLI::App& app = verb.app();
  app.get_option("--threads")->description("Threads of the rows with -j N, the others are of one; 0: all cores");
  app.add_option("-m,--model", arguments->model, "The model, a file that 'espalier train' made")->option_text("MODEL");
  app.add_option("--beam", arguments->beam,
                 "How many configurations a transition parser keeps; 1: greedy, 0: as it was trained")
      ->check(CLI::Range(0, 10'000))
      ->option_text("N");
  app.add_option("--seconds", arguments->seconds,
                 "How long each stage is measured, 1 if not given; three rounds at least")
      ->check(CLI::Range(0.001, 3600.0))
      ->option_text("S")
      ->capture_default_str();
  verb.runs([arguments](const Common& common) { return run(common, *arguments); });
}

}  // namespace espalier::cli
