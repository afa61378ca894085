// entail: pairs of text and hypothesis in, decisions with their reasons out, and how many are right.
#include <fmt/format.h>

#include <filesystem>

#include "cli/model_folders.h"
#include "cli/progress_bar.h"
#include "cli/recipe_arguments.h"
#include "cli/template_verb.h"
#include "cli/verb.h"
#include "espalier/entailment.h"
#include "espalier/models.h"

namespace espalier::cli {
namespace {

struct EntailArguments {
  std::vector<std::string> models;
  EntailmentOptions options;
  bool vote = false;
  bool wrong = false;
  bool tsv = false;
};

/// All files as one list; an id that two files have gets the name of its file before it.
std::vector<EntailmentPair> read_all_pairs(const Common& common) {
  std::vector<EntailmentPair> all;
  const PairOptions options{common.from, common.limits};
  for (const std::string& input : common.inputs) {
    std::vector<EntailmentPair> pairs = read_pairs(input, options, Verb::control(common, nullptr));
    for (EntailmentPair& each : pairs) {
      if (common.inputs.size() > 1) each.id = fmt::format("{}:{}", input, each.id);
      all.push_back(std::move(each));
    }
  }
  return all;
}

std::string name_of(const std::string& model) { return std::filesystem::path(model).stem().string(); }

std::vector<EntailmentRun> run_models(const Common& common, const EntailArguments& arguments,
                                      const std::vector<EntailmentPair>& pairs) {
  const auto installed = installed_models(model_folders());
  std::vector<Model> models;
  models.reserve(arguments.models.size());
  for (const std::string& name : arguments.models) models.push_back(Model::load(find_model(name, installed)));
  std::vector<EntailmentRun> runs;
  const auto bar = progress_bar(common);
  const auto add = [&](const std::string& name, const Ensemble& ensemble) {
    runs.push_back({name, entail(pairs, ensemble, arguments.options, Verb::control(common, bar))});
  };
  if (arguments.vote) {
    add("vote", Ensemble(models));
  } else {
    for (std::size_t i = 0; i < models.size(); ++i) add(name_of(arguments.models[i]), models[i]);
  }
  if (bar != nullptr) bar->wipe();
  return runs;
}

Json decision_json(const EntailmentPair& pair, const EntailmentDecision& decision) {
  Json out = {{"id", pair.id}, {"entailed", decision.entailed}};
  out["gold"] = pair.gold ? Json(*pair.gold) : Json();
  if (!pair.group.empty()) out["group"] = pair.group;
  out["found"] = decision.found();
  out["asked"] = decision.findings.size();
  out["statements"] = Json::array();
  for (const StatementFinding& each : decision.findings) {
    out["statements"].push_back(Json{{"statement", each.statement}, {"found", each.found}, {"because", each.because}});
  }
  return out;
}

Json score_json(const EntailmentScore& score) {
  const Interval interval = score.interval();
  return {{"pairs", score.pairs},         {"right", score.right},
          {"accuracy", score.accuracy()}, {"interval", {interval.low, interval.high}},
          {"majority", score.majority()}, {"precision", score.precision()},
          {"recall", score.recall()},     {"f1", score.f1()}};
}

Json run_json(const std::vector<EntailmentPair>& pairs, const EntailmentRun& run) {
  Json out = {{"model", run.name}, {"pairs", Json::array()}};
  for (std::size_t i = 0; i < pairs.size(); ++i) out["pairs"].push_back(decision_json(pairs[i], run.decisions[i]));
  const std::vector<EntailmentScore> scores = score_entailment(pairs, run.decisions);
  if (scores.front().pairs == 0) return out;
  out["score"] = score_json(scores.front());
  out["groups"] = Json::object();
  for (std::size_t i = 1; i < scores.size(); ++i) out["groups"][scores[i].group] = score_json(scores[i]);
  return out;
}

Json result_json(const std::vector<EntailmentPair>& pairs, const std::vector<EntailmentRun>& runs) {
  Json out = {{"models", Json::array()}};
  for (const EntailmentRun& each : runs) out["models"].push_back(run_json(pairs, each));
  out["comparisons"] = Json::array();
  for (const EntailmentComparison& each : compare_entailment(pairs, runs)) {
    out["comparisons"].push_back(Json{{"first", each.first},
                                      {"second", each.second},
                                      {"only_first", each.only_first},
                                      {"only_second", each.only_second},
                                      {"p", each.p}});
  }
  return out;
}

/// Scores where there are gold answers; empty where there are none.
std::string summary_of(const std::vector<EntailmentPair>& pairs, const std::vector<EntailmentRun>& runs) {
  if (score_entailment(pairs, runs.front().decisions).front().pairs == 0) return {};
  std::string out = report::render(entailment_scores(pairs, runs), report::TableFormat::kText);
  if (runs.size() < 2) return out;
  return out + "\n" + report::render(comparison_table(compare_entailment(pairs, runs)), report::TableFormat::kText);
}

/// A pair a paragraph, for people: what is decided, and for each statement why.
std::string in_paragraphs(const std::vector<EntailmentPair>& pairs, const std::vector<EntailmentRun>& runs) {
  std::string out;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const EntailmentPair& pair = pairs[i];
    out += fmt::format("{}\n  text        {}\n  hypothesis  {}\n", pair.id, pair.text, pair.hypothesis);
    for (const EntailmentRun& run : runs) {
      const EntailmentDecision& decision = run.decisions[i];
      out += fmt::format("  {}{}", decision.entailed ? "YES" : "NO", runs.size() > 1 ? " (" + run.name + ")" : "");
      if (pair.gold && *pair.gold != decision.entailed) out += ", which is wrong";
      out += '\n';
      for (const StatementFinding& each : decision.findings) {
        out += fmt::format("    {} {}: {}\n", each.found ? "+" : "-", each.statement, each.because);
      }
    }
    out += '\n';
  }
  return out;
}

/// Only pairs that some run has wrong.
void keep_wrong(std::vector<EntailmentPair>& pairs, std::vector<EntailmentRun>& runs) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    bool wrong = false;
    for (const EntailmentRun& run : runs) wrong |= pairs[i].gold && *pairs[i].gold != run.decisions[i].entailed;
    if (!wrong) continue;
    std::swap(pairs[kept], pairs[i]);
    for (EntailmentRun& run : runs) std::swap(run.decisions[kept], run.decisions[i]);
    ++kept;
  }
  pairs.resize(kept);
  for (EntailmentRun& run : runs) run.decisions.resize(kept);
}

int run(const Common& common, const EntailArguments& arguments) {
  if (arguments.models.empty()) {
    throw Error(ErrorKind::kUsage, "entail: which model? -m MODEL names one; 'espalier models' lists the installed");
  }
  if (common.json && (arguments.tsv || arguments.wrong)) {
    throw Error(ErrorKind::kUsage, "entail: --json has all pairs and columns, it goes with neither --tsv nor --wrong");
  }
  if (common.output != "-") demand_place(common.output);
  std::vector<EntailmentPair> pairs = read_all_pairs(common);
  std::vector<EntailmentRun> runs = run_models(common, arguments, pairs);
  if (common.json) {
    deliver(common, result_json(pairs, runs).dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
    return 0;
  }
  const std::string summary = summary_of(pairs, runs);
  if (arguments.wrong) keep_wrong(pairs, runs);
  if (arguments.tsv) {
    deliver(common, report::render(entailment_table(pairs, runs), report::TableFormat::kTsv));
    if (common.output != "-") {
      print(summary);
    } else if (!common.quiet) {
      fmt::print(stderr, "{}", summary);
    }
    return 0;
  }
  deliver(common, in_paragraphs(pairs, runs) + summary);
  return 0;
}

}  // namespace

void register_entail(CLI::App& root) {
  Verb verb(
      root, "entail", "Decides whether texts say what hypotheses say, by their parses",
      "  espalier entail samples/entailment.tsv -m en_ewt\n"
      "  espalier entail pairs.xml -m en_ewt --tsv -o answers.tsv\n"
      "  espalier entail pairs.tsv -m graph.model -m eager.model --wrong\n\n"
      "A text entails a hypothesis where it has all statements of it: who does what to whom, what is described\n"
      "how, who has what. Passives, relative clauses, participles, coordination and apposition are seen through.\n"
      "Pairs are the XML of the RTE challenges, or a table whose first line names its columns: id, text,\n"
      "hypothesis, and perhaps answer (YES or NO) and phenomenon. The rules are for English models with Universal\n"
      "Dependencies. Each -m answers by itself, so that parsers can be compared; with --vote they answer as one.\n");
  const auto arguments = std::make_shared<EntailArguments>();
  CLI::App& app = verb.app();
  app.add_option("PAIRS", verb.common().inputs,
                 "Files of pairs; - or nothing: standard input (.gz .xz .zst are understood)")
      ->option_text("...");
  app.add_option("--from", verb.common().from, "Format of the pairs: rte or tsv; by their first character if not given")
      ->option_text("FORMAT");
  app.add_option("--max-line", verb.common().limits.line_bytes, "Longest text, in bytes")->capture_default_str();
  app.add_option("-m,--model", arguments->models,
                 "A model that goes from text to dependencies: a file, or an installed one")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->allow_extra_args(false)
      ->option_text("MODEL");
  app.add_flag("--vote", arguments->vote, "All models vote on the trees, as in 'espalier parse'");
  app.add_option("--share", arguments->options.share, "The share of its statements that must be found")
      ->option_text("X")
      ->check(CLI::Range(0.0, 1.0))
      ->capture_default_str();
  app.add_flag("--wrong", arguments->wrong, "Show only pairs that are decided wrongly");
  app.add_flag("--tsv", arguments->tsv, "A table with a line for each pair and model");
  verb.gives_file("").uses_threads().gives_json();
  verb.runs([arguments](const Common& common) { return run(common, *arguments); });
}

}  // namespace espalier::cli
