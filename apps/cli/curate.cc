// curate: treebanks in, lists of what is perhaps wrong in them out, or the treebanks with corrections.
#include "cli/curate.h"

#include <fmt/format.h>

#include "cli/recipe_arguments.h"
#include "espalier/treebank_errors.h"

namespace espalier::cli {
namespace {

struct ErrorArguments {
  ErrorRequest request;
  std::vector<std::string> parsers = default_error_parsers();
  std::vector<std::string> injected = {"heads", "labels"};
  double least = 0;
  CLI::Option* has_least = nullptr;
  bool apply = false;
  std::string report;
  std::size_t cases = 300;
};

bool writes_trees(const Common& common, const ErrorArguments& arguments) {
  if (!common.to.empty()) return common.to == "conllu";
  return arguments.apply || format_of_path(common.output, "tsv") == "conllu";
}

InjectionRequest injection_of(const ErrorArguments& arguments) {
  InjectionRequest inject = arguments.request.inject;
  inject.heads = inject.labels = inject.trees = false;
  for (const std::string& each : arguments.injected) {
    if (each == "heads") inject.heads = true;
    if (each == "labels") inject.labels = true;
    if (each == "trees") inject.trees = true;
  }
  if (inject.trees && (inject.heads || inject.labels)) {
    throw Error(ErrorKind::kUsage, "curate errors: --injected takes heads, labels or both, or trees");
  }
  return inject;
}

ErrorRequest request_of(const Common& common, const ErrorArguments& arguments) {
  if (arguments.apply && common.to == "tsv") {
    throw Error(ErrorKind::kUsage, "curate errors: --apply corrects trees, and TSV has none; leave one of both out");
  }
  if (common.output != "-") demand_place(common.output);
  if (!arguments.report.empty() && arguments.report != "-") demand_place(arguments.report);
  ErrorRequest request = arguments.request;
  request.treebanks = common.inputs;
  request.read = common.read_options();
  request.seed = common.seed;
  request.inject = injection_of(arguments);
  if (arguments.has_least->count() > 0) request.least = arguments.least;
  for (const std::string& each : arguments.parsers) request.parsers.push_back(Recipe::load(each));
  return request;
}

Json attachment_json(const Attachment& attachment) {
  return {{"head", attachment.head}, {"deprel", attachment.deprel}};
}

Json suspect_json(const ErrorResult& result, const Suspect& suspect) {
  const Sentence& sentence = result.sentences[suspect.sentence];
  Json out = {{"score", suspect.score},
              {"evidence", suspect.evidence},
              {"file", suspect.place.file},
              {"line", suspect.place.line},
              {"sent_id", std::string(sentence.comment("sent_id").value_or(""))},
              {"id", suspect.word},
              {"form", std::string(sentence.form(suspect.word))},
              {"treebank", attachment_json(suspect.gold)},
              {"proposed", attachment_json(suspect.proposed)}};
  for (std::size_t i = 0; i < suspect.said.size(); ++i) {
    out["parsers"][result.parsers[i].name] = attachment_json(suspect.said[i]);
  }
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
  Json out = {{"words", result.words},
              {"candidates", result.candidates},
              {"no_agreement", result.no_agreement},
              {"decided_gold", result.decided_gold},
              {"decided_other", result.decided_other},
              {"left_off", result.left_off}};
  out["parsers"] = Json::array();
  for (const ErrorParser& each : result.parsers) {
    out["parsers"].push_back(Json{{"name", each.name}, {"UAS", each.uas}, {"LAS", each.las}});
  }
  if (result.injection) out["injection"] = injection_json(*result.injection);
  out["suspects"] = Json::array();
  for (const Suspect& each : result.suspects) out["suspects"].push_back(suspect_json(result, each));
  return out;
}

std::string summary_of(const ErrorResult& result) {
  std::string out;
  for (const ErrorParser& each : result.parsers) {
    out += fmt::format("{} agrees with {:.2f} % of heads, {:.2f} % with labels\n", each.name, each.uas, each.las);
  }
  out += "\n" + report::render(error_counts(result), report::TableFormat::kText);
  if (!result.injection) return out;
  const InjectionResult& injection = *result.injection;
  out += fmt::format("\n{} words made wrong, {} of them in the list, {} as they were\n", injection.words,
                     injection.found, injection.mended);
  if (!injection.points.empty()) {
    out += "\n" + report::render(injection_table(injection), report::TableFormat::kText);
  }
  if (injection.best) {
    out += fmt::format("\nbest cut: score {:.2f}, {} words: recall {:.1f} %, precision {:.1f} %\n",
                       injection.best->score, injection.best->rank, injection.best->recall, injection.best->precision);
  }
  return out;
}

std::string trees_of(const Common& common, const ErrorArguments& arguments, const ErrorResult& result) {
  std::vector<Sentence> sentences = result.sentences;
  if (arguments.apply) {
    const CorrectionCounts counts = correct(result.suspects, sentences);
    say(common, fmt::format("{} corrections made, {} left out, as there would be no tree with as many roots",
                            counts.made, counts.left_out));
  } else {
    suggest(result.suspects, sentences);
  }
  std::string out;
  for (const Sentence& each : sentences) out += to_string(each);
  return out;
}

int run_errors(const Common& common, const ErrorArguments& arguments) {
  ErrorRequest request = request_of(common, arguments);
  const auto bar = progress_bar(common);
  request.on_skipped = tells_skipped(common, bar);
  const ErrorResult result = find_errors(request, Verb::control(common, bar));
  if (bar != nullptr) bar->wipe();
  deliver_all(
      common,
      [&] {
        return writes_trees(common, arguments) ? trees_of(common, arguments, result)
                                               : report::render(error_table(result), report::TableFormat::kTsv);
      },
      [&] { return result_json(result); }, summary_of(result));
  if (!arguments.report.empty()) write_file(arguments.report, error_page(result, arguments.cases));
  return 0;
}

void add_injection_options(CLI::App& app, ErrorArguments& arguments) {
  app.add_option("--inject", arguments.request.inject.share,
                 "Make this share of the words wrong first, and tell how many of them are found; the treebank's own "
                 "errors count as found wrongly")
      ->option_text("SHARE")
      ->check(CLI::Range(0.0, 0.5))
      ->capture_default_str();
  app.add_option("--injected", arguments.injected,
                 "What is made wrong: heads, labels, of the kinds that parsers confuse; or trees: a share of the "
                 "sentences has the tree of another one, with no arc in common")
      ->option_text("heads,labels|trees")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::IsMember({"heads", "labels", "trees"}));
}

void add_error_options(CLI::App& app, ErrorArguments& arguments) {
  ErrorRequest& request = arguments.request;
  app.add_option("--parsers", arguments.parsers,
                 "Recipes: two that detect, of different kinds, and one that decides (default: transition, "
                 "graph-fast, token)")
      ->option_text("A,B,C")
      ->delimiter(',')
      ->allow_extra_args(false);
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
               "Write the treebank with corrections, but those that would leave no tree with as many roots");
  app.add_option("--report", arguments.report, "A page with both trees of each suspect, to look through")
      ->option_text("FILE.html");
  app.add_option("--cases", arguments.cases, "Suspects on that page, at most")->option_text("N")->capture_default_str();
}

void register_errors(CLI::App& curate) {
  Verb verb(
      curate, "errors", "Finds words that parsers trained on a treebank do not believe it",
      "  espalier curate errors train.conllu -o suspects.tsv --report suspects.html\n"
      "  espalier curate errors train.conllu --parsers malt-eager,mst2,mdparser --folds 0 --agree\n"
      "  espalier curate errors train.conllu --min-score 12 --apply -o corrected.conllu\n"
      "  espalier curate errors train.conllu --inject 0.01 -o list.tsv\n\n"
      "Tags, lemmas and features are taken from the files. The same data, options and seed give the same list, on "
      "any number of threads.\n");
  const auto arguments = std::make_shared<ErrorArguments>();
  verb.takes_files("TREEBANK").gives_file("tsv, conllu (suggestions in MISC, or with --apply corrections)");
  verb.app().get_option("--to")->check(CLI::IsMember({"tsv", "conllu"}));
  verb.uses_threads().uses_seed().gives_json();
  add_error_options(verb.app(), *arguments);
  verb.runs([arguments](const Common& common) { return run_errors(common, *arguments); });
}

struct VariationArguments {
  VariationRequest request;
  std::string against;
};

Json variation_json(const VariationResult& result, const std::optional<VariationOverlap>& both) {
  Json out = {{"sentences", result.sentences}, {"words", result.words}, {"nuclei", result.nuclei}};
  if (both) {
    out["overlap"] =
        Json{{"both", both->both}, {"errors_only", both->errors_only}, {"variation_only", both->variation_only}};
  }
  out["variants"] = Json::parse(report::render(variation_table(result), report::TableFormat::kJson));
  return out;
}

std::string summary_of(const VariationResult& result, const std::optional<VariationOverlap>& both) {
  std::string out = fmt::format("{} strings are annotated in several ways; {} places are not like most\n",
                                result.nuclei, result.variants.size());
  if (!both) return out;
  report::Table table;
  table.columns = {{"words found by", report::Align::kLeft}, {"count", report::Align::kRight}};
  const auto add = [&](const char* name, std::size_t count) {
    table.add({name, report::Cell::integer(static_cast<std::int64_t>(count))});
  };
  add("both", both->both);
  add("errors alone", both->errors_only);
  add("variation alone", both->variation_only);
  return out + "\n" + report::render(table, report::TableFormat::kText);
}

int run_variation(const Common& common, const VariationArguments& arguments) {
  VariationRequest request = arguments.request;
  request.treebanks = common.inputs;
  request.read = common.read_options();
  if (common.output != "-") demand_place(common.output);
  const auto bar = progress_bar(common);
  request.on_skipped = tells_skipped(common, bar);
  const VariationResult result = find_variation(request, Verb::control(common, bar));
  if (bar != nullptr) bar->wipe();
  std::optional<VariationOverlap> both;
  if (!arguments.against.empty()) both = overlap(result, arguments.against);
  deliver_all(
      common, [&] { return report::render(variation_table(result), report::TableFormat::kTsv); },
      [&] { return variation_json(result, both); }, summary_of(result, both));
  return 0;
}

void register_variation(CLI::App& curate) {
  Verb verb(curate, "variation", "Finds the same words annotated in different ways",
            "  espalier curate variation train.conllu -o variation.tsv\n"
            "  espalier curate variation train.conllu --context 0\n"
            "  espalier curate variation train.conllu --against suspects.tsv -o variation.tsv\n");
  const auto arguments = std::make_shared<VariationArguments>();
  CLI::App& app = verb.app();
  verb.takes_files("TREEBANK").gives_file("").gives_json();
  app.get_option("--output")->description("The list as TSV, written whole or not at all; - is standard output");
  app.add_option("--context", arguments->request.context, "Words on either side that must be the same, too")
      ->option_text("N")
      ->check(CLI::Range(0, 100))
      ->capture_default_str();
  app.add_option("--longest", arguments->request.longest, "From one word of a pair to the other, in words")
      ->option_text("N")
      ->check(CLI::Range(2, 100))
      ->capture_default_str();
  app.add_option("--against", arguments->against, "A list of 'curate errors': how many words both find")
      ->option_text("FILE.tsv");
  verb.runs([arguments](const Common& common) { return run_variation(common, *arguments); });
}

}  // namespace

void register_curate(CLI::App& root) {
  CLI::App* curate =
      root.add_subcommand("curate", "Finds what is perhaps wrong in a treebank, and what should be in it next");
  curate->footer(
      "'espalier help curate errors' tells more of one.\n\nExamples:\n"
      "  espalier curate errors train.conllu -o suspects.tsv --report suspects.html\n"
      "  espalier curate variation train.conllu --against suspects.tsv -o variation.tsv\n"
      "  espalier curate usefulness train.conllu --unannotated pool.conllu -o next.tsv\n");
  curate->require_subcommand(1);
  register_errors(*curate);
  register_variation(*curate);
  register_usefulness(*curate);
}

}  // namespace espalier::cli
