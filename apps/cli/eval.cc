// eval: scores of systems against a gold standard.
#include <fmt/format.h>

#include <algorithm>

#include "cli/verb.h"
#include "espalier/evaluation.h"

namespace espalier::cli {
namespace {

struct EvalArguments {
  std::string gold;
  std::vector<std::string> systems;
  EvaluationOptions options;
  std::vector<std::string> relevant;
  std::string confusion;  // a list: as one value, it leaves the files after it alone
  bool no_punct = false;
  bool punct = false;
  std::string report;
  std::vector<std::string> minima;
};

EvaluationOptions options_of(const Common& common, const EvalArguments& arguments) {
  EvaluationOptions options = arguments.options;
  options.read = common.read_options();
  options.seed = common.seed;
  const bool listed = !options.punctuation_forms.empty() || !options.punctuation_tags.empty();
  if (arguments.no_punct || listed) options.punctuation = Punctuation::kOmit;
  if (arguments.punct) options.punctuation = Punctuation::kCount;
  // Relations have neither dots nor slashes in their names; one that has can be listed in a file.
  for (const std::string& entry : arguments.relevant) {
    const bool is_file = entry.find_first_of("./") != std::string::npos;
    (is_file ? options.relevant_files : options.relevant).push_back(entry);
  }
  for (std::size_t at = 0; at < arguments.confusion.size();) {
    const std::size_t end = std::min(arguments.confusion.find(',', at), arguments.confusion.size());
    options.confusion.push_back(arguments.confusion.substr(at, end - at));
    at = end + 1;
  }
  // A report has room for everything; the tables on stdout show what was asked for.
  if (!arguments.report.empty() && options.by.empty()) options.by = {"all"};
  return options;
}

void say_unscored(const Common& common, const SystemEvaluation& system) {
  constexpr std::size_t kShown = 20;
  for (std::size_t i = 0; i < system.unscored.size() && (i < kShown || common.verbose); ++i) {
    say(common, system.unscored[i].what());
  }
  if (system.unscored.size() > kShown && !common.verbose) {
    say(common, fmt::format("… and {} more", system.unscored.size() - kShown));
  }
}

int run(const Common& common, const EvalArguments& arguments) {
  std::vector<Minimum> minima;
  minima.reserve(arguments.minima.size());
  for (const std::string& text : arguments.minima) minima.push_back(parse_minimum(text));
  EvaluationResult result =
      evaluate(arguments.gold, arguments.systems, options_of(common, arguments), Verb::control(common));
  const std::vector<std::string> complaints = unmet(result, minima);
  say_skipped(common, result.skipped);
  for (const SystemEvaluation& system : result.systems) {
    say_skipped(common, system.skipped);
    say_unscored(common, system);
  }
  if (!arguments.report.empty()) write_file(arguments.report, to_html(result));
  if (arguments.options.by.empty()) {
    for (SystemEvaluation& system : result.systems) system.breakdowns.clear();
  }
  deliver(common, common.json ? to_json(result) : to_text(result));
  for (const std::string& complaint : complaints) say(common, complaint);
  return complaints.empty() ? 0 : 1;
}

void add_word_options(CLI::App& app, EvalArguments& arguments) {
  EvaluationOptions& options = arguments.options;
  CLI::Option* no_punct =
      app.add_flag("--no-punct", arguments.no_punct,
                   "Leave out punctuation: words of which every character is punctuation in Unicode");
  app.add_flag("--punct", arguments.punct, "Count punctuation, in parseval too")->excludes(no_punct);
  app.add_option("--punct-forms", options.punctuation_forms, "Leave out these words instead")
      ->delimiter(',')
      ->option_text("LIST");
  app.add_option("--punct-tags", options.punctuation_tags, "Leave out words with these tags (UPOS or XPOS) instead")
      ->delimiter(',')
      ->option_text("LIST");
  app.add_option(
         "--by", options.by,
         "Break attachment scores down by deprel, upos, xpos, distance, direction, length, projectivity, depth, or all")
      ->delimiter(',')
      ->option_text("LIST");
  app.add_option("--relevant", arguments.relevant,
                 "Score words with these relations only (obl stands for obl:arg too); a name with a dot or a slash is "
                 "a file that lists relations, forms (form:WORD) and words (sent_id, tab, number)")
      ->delimiter(',')
      ->option_text("LIST|FILE");
}

void add_analysis_options(CLI::App& app, EvalArguments& arguments) {
  EvaluationOptions& options = arguments.options;
  app.add_option("--confusion", arguments.confusion,
                 "What is taken for what: labels (default), upos, xpos or another dimension of --by")
      ->expected(0, 1)
      ->default_str("labels")
      ->option_text("[LIST]");
  app.add_flag("--errors", options.errors,
               "Kinds of errors, where wrong heads lie, and the words that are wrong most often");
  app.add_flag("--confidence", options.confidence,
               "Accuracy by what Conf= of MISC says (parse --confidence), calibration error");
  app.add_option("--lexicon", options.lexicon,
                 "Treebanks that the systems learned from: how many arcs have both, one or none of their words there "
                 "(degree of lexicalisation), and scores of each")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->option_text("FILES");
  app.add_option("--lexicon-min", options.lexicon_least, "Times that a word must be there to be known")
      ->check(CLI::PositiveNumber)
      ->option_text("N")
      ->capture_default_str();
  app.add_flag("--compare", options.compare,
               "Systems word by word: what only one has right, also by relation, tag and sentence length; exact test");
  app.add_option("--suspects", options.suspects,
                 "With --compare: how much of it is suspected of wrong annotation, by the list of 'curate errors'")
      ->option_text("FILE.tsv");
}

}  // namespace

void register_eval(CLI::App& root) {
  Verb verb(root, "eval", "Scores systems against a gold standard",
            "  espalier eval gold.conllu system.conllu\n"
            "  espalier eval gold.conllx system.conllx --no-punct --by deprel,distance\n"
            "  espalier eval gold.mrg system.mrg --params COLLINS.prm\n"
            "  espalier eval gold.conllu a.conllu b.conllu --significance --report report.html\n"
            "  espalier eval gold.conllu system.conllu --errors --confusion upos,labels\n"
            "  espalier eval gold.conllu a.conllu b.conllu --compare --relevant words.tsv\n"
            "  espalier eval gold.conllu system.conllu --lexicon train.conllu --lexicon-min 3\n"
            "  espalier eval gold.conllu a.conllu b.conllu --compare --suspects suspects.tsv\n"
            "  espalier eval gold.conllu system.conllu --json --min LAS=80\n");
  const auto arguments = std::make_shared<EvalArguments>();
  EvaluationOptions& options = arguments->options;
  CLI::App& app = verb.app();
  app.add_option("GOLD", arguments->gold, "The gold standard")->required()->option_text("");
  app.add_option("SYSTEM", arguments->systems, "What systems made of it; - is standard input")
      ->required()
      ->option_text("...");
  verb.takes_limits().uses_threads().uses_seed().gives_json().gives_file("");
  app.add_option("--metrics", options.metrics,
                 "conll18, conllx or parseval; by the format of the gold standard if not given")
      ->check(CLI::IsMember({"conll18", "conllx", "parseval"}));
  add_word_options(app, *arguments);
  add_analysis_options(app, *arguments);
  app.add_option("--params", options.params, "parseval: parameters of EVALB (.prm); COLLINS.prm is built in")
      ->option_text("FILE");
  app.add_flag("--significance", options.significance,
               "Confidence intervals, and tests for each pair of systems: paired bootstrap, McNemar");
  app.add_option("--resamples", options.resamples, "Of the bootstrap")->capture_default_str();
  app.add_option("--report", arguments->report, "Write a page with tables and plots")->option_text("FILE.html");
  app.add_option("--min", arguments->minima, "Exit with 1 unless every system reaches it: LAS=80, UPOS.recall=95")
      ->delimiter(',')
      ->option_text("SCORE=N");
  verb.runs([arguments](const Common& common) { return run(common, *arguments); });
}

}  // namespace espalier::cli
