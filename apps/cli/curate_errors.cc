// curate errors: a treebank in, a list of words or brackets out that parsers do not believe it, or the treebank
// corrected.
#include <fmt/format.h>

#include "cli/curate.h"
#include "cli/recipe_arguments.h"
#include "cli/resumable.h"
#include "espalier/treebank_errors.h"

namespace espalier::cli {
namespace {

struct ErrorArguments {
  ErrorRequest request;
  std::vector<std::string> parsers;
  std::vector<std::string> injected = {"heads", "labels"};
  double least = 0;
  CLI::Option* has_least = nullptr;
  bool apply = false;
  std::string report;
  std::size_t cases = 300;
};

/// `tsv`, `conllu` or `penn`; empty where the treebank's own trees are wanted, and nothing says which they are.
std::string format_asked_for(const Common& common, const ErrorArguments& arguments) {
  if (!common.to.empty()) return common.to;
  std::string by_name = format_of_path(common.output, "");
  if (by_name == "conllu" || by_name == "penn") return by_name;
  return arguments.apply ? "" : "tsv";
}

InjectionRequest injection_of(const ErrorArguments& arguments) {
  InjectionRequest inject = arguments.request.inject;
  inject.heads = inject.labels = inject.trees = false;
  for (const std::string& each : arguments.injected) {
    if (each == "heads" || each == "brackets") inject.heads = true;
    if (each == "labels") inject.labels = true;
    if (each == "trees") inject.trees = true;
  }
  if (inject.trees && (inject.heads || inject.labels)) {
    throw Error(ErrorKind::kUsage, "curate errors: --injected takes heads or brackets, labels or both, or trees");
  }
  return inject;
}

ErrorRequest request_of(const Common& common, const ErrorArguments& arguments) {
  if (arguments.apply && common.to == "tsv") {
    throw Error(ErrorKind::kUsage, "curate errors: --apply corrects trees, and TSV has none; leave one of both out");
  }
  const std::string format = format_asked_for(common, arguments);
  if (format == "penn" && !arguments.apply) {
    throw Error(ErrorKind::kUsage, "curate errors: brackets have no room for suggestions; --apply corrects them");
  }
  if (common.output != "-") demand_place(common.output);
  if (arguments.request.resume && common.output == "-") {
    throw Error(ErrorKind::kUsage,
                "curate errors: --resume goes on from FILE.state beside the list; name that with -o FILE");
  }
  if (!arguments.report.empty() && arguments.report != "-") demand_place(arguments.report);
  ErrorRequest request = arguments.request;
  request.treebanks = common.inputs;
  request.read = common.read_options();
  request.seed = common.seed;
  if (common.output != "-") request.state = state_file(common);
  if (format == "conllu" || format == "penn") request.constituents = format == "penn";
  request.inject = injection_of(arguments);
  if (arguments.has_least->count() > 0) request.least = arguments.least;
  for (const std::string& each : arguments.parsers) request.parsers.push_back(Recipe::load(each));
  return request;
}

Json attachment_json(const Attachment& attachment) {
  return {{"head", attachment.head}, {"deprel", attachment.deprel}};
}

/// Of a bracket its label, null where there is none.
Json bracket_json(const Attachment& bracket) { return bracket.deprel.empty() ? Json() : Json(bracket.deprel); }

Json suspect_json(const ErrorResult& result, const Suspect& suspect) {
  const Sentence& sentence = result.sentences[suspect.sentence];
  const auto said = [&](const Attachment& each) {
    return result.brackets ? bracket_json(each) : attachment_json(each);
  };
  Json out = {{"score", suspect.score},
              {"evidence", suspect.evidence},
              {"file", suspect.place.file},
              {"line", suspect.place.line},
              {"sent_id", std::string(sentence.comment("sent_id").value_or(""))},
              {"treebank", said(suspect.gold)},
              {"proposed", said(suspect.proposed)}};
  if (result.brackets) {
    out["first"] = suspect.word;
    out["last"] = suspect.last;
  } else {
    out["id"] = suspect.word;
    out["form"] = std::string(sentence.form(suspect.word));
  }
  for (std::size_t i = 0; i < suspect.said.size(); ++i) out["parsers"][result.parsers[i].name] = said(suspect.said[i]);
  if (result.injection) out["injected"] = suspect.injected;
  return out;
}

Json point_json(const InjectionPoint& point) {
  return {{"rank", point.rank},
          {"score", point.score},
          {"found", point.found},
          {"recall", point.recall},
          {"precision", point.precision}};
}

Json injection_json(const InjectionResult& injection) {
  Json out = {{"words", injection.words}, {"found", injection.found}, {"mended", injection.mended}};
  out["best"] = injection.best ? point_json(*injection.best) : Json();
  out["points"] = Json::array();
  for (const InjectionPoint& each : injection.points) out["points"].push_back(point_json(each));
  return out;
}

Json result_json(const ErrorResult& result) {
  Json out = {{result.brackets ? "brackets" : "words", result.words},
              {"candidates", result.candidates},
              {"no_agreement", result.no_agreement},
              {"decided_gold", result.decided_gold},
              {"decided_other", result.decided_other},
              {"left_off", result.left_off}};
  out["parsers"] = Json::array();
  for (const ErrorParser& each : result.parsers) {
    out["parsers"].push_back(Json{
        {"name", each.name}, {result.brackets ? "UF1" : "UAS", each.uas}, {result.brackets ? "LF1" : "LAS", each.las}});
  }
  if (result.injection) out["injection"] = injection_json(*result.injection);
  out["suspects"] = Json::array();
  for (const Suspect& each : result.suspects) out["suspects"].push_back(suspect_json(result, each));
  return out;
}

std::string summary_of(const ErrorResult& result) {
  const char* things = result.brackets ? "brackets" : "words";
  std::string out;
  for (const ErrorParser& each : result.parsers) {
    out += result.brackets
               ? fmt::format("{}: F of brackets {:.2f} %, with labels {:.2f} %\n", each.name, each.uas, each.las)
               : fmt::format("{} agrees with {:.2f} % of heads, {:.2f} % with labels\n", each.name, each.uas, each.las);
  }
  out += "\n" + report::render(error_counts(result), report::TableFormat::kText);
  if (!result.injection) return out;
  const InjectionResult& injection = *result.injection;
  out += fmt::format("\n{} {} made wrong, {} of them in the list, {} as they were\n", injection.words, things,
                     injection.found, injection.mended);
  if (!injection.points.empty()) {
    out += "\n" + report::render(injection_table(injection), report::TableFormat::kText);
  }
  if (injection.best) {
    out += fmt::format("\nbest cut: score {:.2f}, {} {}: recall {:.1f} %, precision {:.1f} %\n", injection.best->score,
                       injection.best->rank, things, injection.best->recall, injection.best->precision);
  }
  return out;
}

std::string trees_of(const Common& common, const ErrorArguments& arguments, const ErrorResult& result) {
  std::vector<Sentence> sentences = result.sentences;
  if (arguments.apply) {
    const CorrectionCounts counts = correct(result.suspects, sentences);
    say(common, fmt::format("{} corrections made, {} left out, as there would be {}", counts.made, counts.left_out,
                            result.brackets ? "brackets that cross" : "no tree with as many roots"));
  } else {
    suggest(result.suspects, sentences);
  }
  WriteOptions options;
  options.format = result.brackets ? "penn" : "conllu";
  std::string out;
  for (const Sentence& each : sentences) out += to_string(each, options);
  return out;
}

int run_errors(const Common& common, const ErrorArguments& arguments) {
  ErrorRequest request = request_of(common, arguments);
  if (common.output != "-") tell_of_state(common, request.resume, "trainings");
  const auto bar = progress_bar(common);
  request.on_skipped = tells_skipped(common, bar);
  const auto work = [&] {
    const ErrorResult result = find_errors(request, Verb::control(common, bar));
    if (bar != nullptr) bar->wipe();
    deliver_all(
        common,
        [&] {
          return format_asked_for(common, arguments) == "tsv"
                     ? report::render(error_table(result), report::TableFormat::kTsv)
                     : trees_of(common, arguments, result);
        },
        [&] { return result_json(result); }, summary_of(result));
    deliver_beside(arguments.report, [&] { return error_page(result, arguments.cases); });
  };
  common.output == "-" ? work() : run_resumable(common, bar, "trainings", work);
  return 0;
}

void add_injection_options(CLI::App& app, ErrorArguments& arguments) {
  app.add_option("--inject", arguments.request.inject.share,
                 "Make this share of the words or brackets wrong first, and tell how many of them are found; the "
                 "treebank's own errors count as found wrongly")
      ->option_text("SHARE")
      ->check(CLI::Range(0.0, 0.5))
      ->capture_default_str();
  app.add_option(
         "--injected", arguments.injected,
         "What is made wrong: heads (brackets, where there are constituents), labels, of the kinds that parsers "
         "confuse; or trees: a share of the sentences has the tree of another one, with no arc in common")
      ->option_text("heads|brackets,labels|trees")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::IsMember({"heads", "brackets", "labels", "trees"}));
}

void add_error_options(CLI::App& app, ErrorArguments& arguments) {
  ErrorRequest& request = arguments.request;
  app.add_option("--parsers", arguments.parsers,
                 "Recipes: two that detect, of different kinds, and one that decides (default: transition, "
                 "graph-fast, token; of constituents, where the second reads from the last word to the first: "
                 "constituency-best, constituency-best, constituency-fast)")
      ->option_text("A,B,C")
      ->delimiter(',')
      ->allow_extra_args(false);
  app.add_option(
         "--heads", request.heads,
         "Head rules, where constituents mark no heads: english, french, portuguese, spanish, default, or a file")
      ->option_text("NAME|FILE");
  app.add_option("--folds", request.folds,
                 "Parts of the treebank, each judged by parsers that learned from the others; 0 or 1: parsers judge "
                 "what they learned from")
      ->option_text("N")
      ->check(CLI::Range(0, 1000))
      ->capture_default_str();
  app.add_flag("--agree", request.agree, "Both parsers that detect must propose the same");
  arguments.has_least =
      app.add_option("--min-score", arguments.least, "Leave off what has a lower score")->option_text("X");
  app.add_option("--most", request.most, "Leave off what comes after so many; 0: nothing")->option_text("N");
  add_injection_options(app, arguments);
  app.add_flag("--apply", arguments.apply,
               "Write the treebank with corrections, but those that would leave no tree, or one with other roots");
  app.add_option("--report", arguments.report, "A page with both trees of each suspect, to look through")
      ->option_text("FILE.html");
  app.add_option("--cases", arguments.cases, "Suspects on that page, at most")->option_text("N")->capture_default_str();
}

}  // namespace

void register_errors(CLI::App& curate) {
  Verb verb(
      curate, "errors", "Finds words, or brackets, that parsers trained on a treebank do not believe it",
      "  espalier curate errors train.conllu -o suspects.tsv --report suspects.html\n"
      "  espalier curate errors train.conllu --parsers malt-eager,mst2,mdparser --folds 0 --agree\n"
      "  espalier curate errors train.conllu --min-score 12 --apply -o corrected.conllu\n"
      "  espalier curate errors train.conllu --inject 0.01 -o list.tsv\n"
      "  espalier curate errors train.mrg --heads english --apply -o corrected.mrg --report suspects.html\n\n"
      "Tags, lemmas and features are taken from the files. The same data, options and seed give the same list, on "
      "any number of threads and ranks.\n");
  const auto arguments = std::make_shared<ErrorArguments>();
  verb.takes_files("TREEBANK")
      .gives_file("tsv, conllu (suggestions in MISC, or with --apply corrections), penn (with --apply)");
  verb.app().get_option("--to")->check(CLI::IsMember({"tsv", "conllu", "penn"}));
  verb.uses_threads().uses_seed().gives_json().uses_ranks();
  add_error_options(verb.app(), *arguments);
  add_checkpoint_options(verb.app(), arguments->request.resume, arguments->request.checkpoint);
  verb.runs([arguments](const Common& common) { return run_errors(common, *arguments); });
}

}  // namespace espalier::cli
