// From files to results: loads gold standard and systems, scores, breaks down, compares.
//
// Memory is that of the gold standard and of two systems at most; of systems already scored only the counts for each
// sentence are kept (and one outcome for each gold item), which is all that significance asks for.
#include <fmt/format.h>

#include <algorithm>
#include <future>
#include <set>

#include "base/ordered_map.h"
#include "espalier/evaluation.h"
#include "evaluation/agreement.h"
#include "evaluation/alignment.h"
#include "evaluation/attachment.h"
#include "evaluation/breakdown.h"
#include "evaluation/confusion.h"
#include "evaluation/error_analysis.h"
#include "evaluation/lexicalisation.h"
#include "evaluation/parseval.h"
#include "evaluation/relevant.h"
#include "evaluation/reliability.h"
#include "evaluation/significance.h"
#include "evaluation/suspect_list.h"

namespace espalier {
namespace evaluation {
namespace {

/// A file as it was loaded, and the sentences that could not be read.
template <class Loaded>
struct File {
  Loaded document;
  std::vector<Error> skipped;
};

/// Calls load(path, whether it is the gold standard) for all files and score(gold, system, SystemEvaluation&) for each
/// system in turn. The next file is read while one is scored, and
/// the first while the gold standard is read; with one thread everything is done in order.
template <class Load, class Prepare, class ScoreOne>
std::vector<Tallies> score_files(const std::string& gold_path, const std::vector<std::string>& paths,
                                 const Control& control, EvaluationResult& result, Load load, Prepare prepare,
                                 ScoreOne score) {
  // Loading shares nothing with scoring: files have ids of their own until score() or prepare() adopts them on this
  // thread.
  const auto policy = base::thread_count(control.threads) > 1 ? std::launch::async : std::launch::deferred;
  const auto start = [&](std::size_t i) { return std::async(policy, load, paths[i], false); };
  const auto tell = [&](std::size_t done) {
    if (control.progress) control.progress({"scoring", done, paths.size()});
  };
  tell(0);
  auto next = start(0);
  auto gold = load(gold_path, true);
  result.skipped = std::move(gold.skipped);
  prepare(gold.document, result);
  std::vector<Tallies> tallies;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    auto file = next.get();
    if (i + 1 < paths.size()) next = start(i + 1);
    SystemEvaluation& system = result.systems.emplace_back();
    system.file = paths[i];
    system.skipped = std::move(file.skipped);
    tallies.push_back(score(gold.document, file.document, system));
    system.measures = tallies.back().sum();
    tell(i + 1);
  }
  return tallies;
}

/// What words are grouped by when systems are compared.
const std::vector<std::string> kCompared = {"deprel", "upos", "length"};

/// The analyses of a system, as far as they are asked for.
void analyse(const Judgement& judgement, const EvaluationOptions& options, const std::optional<Lexicon>& lexicon,
             SystemEvaluation& system) {
  system.breakdowns = break_down(judgement, options.by);
  for (const std::string& dimension : options.confusion) {
    system.confusions.push_back(confusion_of(judgement, dimension));
  }
  if (options.errors) system.errors = analyse_errors(judgement);
  if (options.confidence) system.reliability = reliability_of(judgement);
  if (lexicon) system.lexicalisation = lexicalisation_of(judgement, *lexicon);
}

std::optional<Lexicon> lexicon_of(const EvaluationOptions& options, const Control& control) {
  if (options.lexicon.empty()) return {};
  return load_lexicon(options.lexicon, options.lexicon_least, options.read, control);
}

/// Marks the suspects of a list, where one is asked for. Throws where it has nothing to do with the gold standard.
std::optional<SuspectCount> add_suspects(const std::string& path, const Document& gold, AgreementCounter& agreement,
                                         std::vector<std::string>& notes) {
  if (path.empty()) return std::nullopt;
  const std::vector<ListedSuspect> list = load_suspects(path);
  MarkedSuspects marked = mark_suspects(list, path, gold);
  if (marked.found == 0 && !list.empty()) {
    throw Error(ErrorKind::kInput, {path, 0, 0}, "none of these suspects is in the gold standard");
  }
  if (marked.found < list.size()) {
    notes.push_back(fmt::format("{} of the {} suspects of {} are no words of the gold standard, or are listed twice.",
                                list.size() - marked.found, list.size(), path));
  }
  agreement.set_suspects(std::move(marked.words));
  return SuspectCount{path, list.size(), marked.found};
}

std::vector<Tallies> evaluate_dependencies(const std::string& gold, const std::vector<std::string>& systems,
                                           const EvaluationOptions& options, const Control& control,
                                           EvaluationResult& result) {
  const RelevantList relevant = load_relevant(options.relevant, options.relevant_files);
  const std::optional<Lexicon> lexicon = lexicon_of(options, control);
  const bool by_characters = result.metrics == "conll18";
  DocumentOptions of_gold{by_characters, by_characters, options.punctuation_forms, options.punctuation_tags};
  DocumentOptions of_systems = of_gold;
  of_gold.sentence_ids = options.errors || !relevant.words.empty() || !options.suspects.empty();
  of_systems.confidence = options.confidence;
  WordFilter filter;
  filter.omit_punctuation = options.punctuation == Punctuation::kOmit;
  Vocabulary vocabulary;
  std::optional<AgreementCounter> agreement;
  std::optional<SuspectCount> suspects;
  const auto load = [&](const std::string& path, bool is_gold) {
    std::vector<Error> skipped;
    Document document = load_document(path, is_gold ? of_gold : of_systems, options.read, control, skipped);
    return File<Document>{std::move(document), std::move(skipped)};
  };
  const auto prepare = [&](Document& document, EvaluationResult& into) {
    document.adopt(vocabulary);
    into.sentences = document.sentences();
    into.words = document.words();
    apply_relevant(relevant, document, filter);
    into.notes = unknown_entries(relevant, document, vocabulary);
    if (!options.compare) return;
    agreement.emplace(document, vocabulary, filter, kCompared);
    suspects = add_suspects(options.suspects, document, *agreement, into.notes);
  };
  const bool has_analyses = !options.by.empty() || !options.confusion.empty() || options.errors || options.confidence ||
                            options.compare || lexicon;
  const auto score = [&](const Document& reference, Document& document, SystemEvaluation& system) {
    document.adopt(vocabulary);
    const Alignment alignment = by_characters ? align_by_characters(reference, document, vocabulary)
                                              : align_equal(reference, document, vocabulary);
    if (has_analyses) {
      const Judgement judgement(reference, document, alignment, vocabulary, filter);
      analyse(judgement, options, lexicon, system);
      if (agreement) agreement->add(judgement);
    }
    return by_characters ? score_conll18(reference, document, alignment, vocabulary, filter)
                         : score_conllx(reference, document, alignment, vocabulary, filter);
  };
  std::vector<Tallies> tallies = score_files(gold, systems, control, result, load, prepare, score);
  if (agreement) {
    result.agreement = agreement->finish();
    result.agreement->suspects = std::move(suspects);
  }
  return tallies;
}

/// Sentences of at most 20 words, of at most 40, and of at most the parameters' cut-off.
std::vector<MeasureGroup> length_groups(const TreeDocument& gold, const Tallies& tallies, std::size_t cutoff) {
  std::vector<MeasureGroup> groups;
  for (const std::size_t bound : std::set<std::size_t>{20, 40, cutoff}) {
    std::vector<std::uint8_t> wanted(gold.sentences());
    for (std::size_t s = 0; s < wanted.size(); ++s) wanted[s] = scored_length(gold, s) <= bound ? 1 : 0;
    groups.push_back({fmt::format("<={}", bound), tallies.sum(&wanted)});
  }
  return groups;
}

std::vector<Tallies> evaluate_constituents(const std::string& gold, const std::vector<std::string>& systems,
                                           const EvaluationOptions& options, const Control& control,
                                           EvaluationResult& result) {
  TreeVocabulary vocabulary(options.params.empty() ? usual_params(options.punctuation) : load_params(options.params));
  if (options.punctuation == Punctuation::kOmit) vocabulary.params.delete_punctuation_words = true;
  const auto load = [&](const std::string& path, bool /*is_gold*/) {
    std::vector<Error> skipped;
    TreeDocument document = load_tree_document(path, options.read, control, skipped);
    return File<TreeDocument>{std::move(document), std::move(skipped)};
  };
  const auto prepare = [&](TreeDocument& document, EvaluationResult& into) {
    document.adopt(vocabulary);
    into.sentences = document.sentences();
    into.words = document.total_words();
    if (document.total_words() > 0 && document.total_brackets() == 0) {
      throw Error(ErrorKind::kInput, {document.file(), 0, 0}, "the gold standard has no constituents to score");
    }
  };
  const auto score = [&](const TreeDocument& reference, TreeDocument& document, SystemEvaluation& system) {
    document.adopt(vocabulary);
    ParsevalResult scored = score_parseval(reference, document, vocabulary);
    system.unscored = std::move(scored.unscored);
    system.left_out = scored.left_out;
    system.groups = length_groups(reference, scored.tallies, vocabulary.params.cutoff_length);
    return std::move(scored.tallies);
  };
  return score_files(gold, systems, control, result, load, prepare, score);
}

/// Every measure gets its interval, every pair of systems its tests.
void add_significance(const std::vector<Tallies>& tallies, const EvaluationOptions& options, const Control& control,
                      EvaluationResult& result) {
  result.resamples = options.resamples;
  result.seed = options.seed;
  if (result.sentences == 0) return;
  const Resampled resampled = bootstrap(tallies, {options.resamples, options.seed}, control);
  std::vector<std::vector<Measure>> measures;
  for (std::size_t i = 0; i < tallies.size(); ++i) {
    for (std::size_t m = 0; m < result.systems[i].measures.size(); ++m) {
      result.systems[i].measures[m].interval = percentile_interval(resampled[i][m], kConfidence);
    }
    measures.push_back(result.systems[i].measures);
  }
  result.comparisons = compare_systems(tallies, measures, resampled);
}

/// The metrics that suit the format of the gold standard.
std::string metrics_for(const std::string& gold, const EvaluationOptions& options) {
  std::string format = options.read.format;
  if (format.empty()) {
    if (gold == "-") throw Error(ErrorKind::kUsage, "a gold standard from standard input needs --metrics or --from");
    format = TreebankReader(gold, options.read).format();
  }
  if (format == "penn" || format == "discbracket" || format == "native") return "parseval";
  return format == "conllx" ? "conllx" : "conll18";
}

/// `all` spelled out: every dimension that the metrics have.
std::vector<std::string> dimensions_of(const EvaluationOptions& options, const std::string& metrics) {
  if (options.by != std::vector<std::string>{"all"}) return options.by;
  return metrics == "parseval" ? std::vector<std::string>() : breakdown_dimensions();
}

void require_for_analyses(std::size_t systems, const EvaluationOptions& options, bool is_parseval) {
  require_dimensions(options.by);
  require_dimensions(options.confusion);
  if (options.compare && (systems < 2 || systems > kMostCompared)) {
    throw Error(ErrorKind::kUsage, fmt::format("2 to {} systems can be compared, not {}", kMostCompared, systems));
  }
  if (!options.suspects.empty() && !options.compare) {
    throw Error(ErrorKind::kUsage, "suspects are counted among the words of systems compared (--compare)");
  }
  if (!is_parseval) return;
  if (!options.by.empty() || !options.relevant.empty() || !options.relevant_files.empty()) {
    throw Error(ErrorKind::kUsage, "parseval scores cannot be broken down by, or limited to, dependency relations");
  }
  if (!options.confusion.empty() || options.errors || options.compare || options.confidence ||
      !options.lexicon.empty()) {
    throw Error(ErrorKind::kUsage,
                "confusions, errors, confidence, lexicalisation and comparisons are those of dependencies: they do "
                "not go with parseval");
  }
}

void require_sound(const std::string& gold, const std::vector<std::string>& systems, const EvaluationOptions& options,
                   const std::string& metrics) {
  if (systems.empty()) throw Error(ErrorKind::kUsage, "no system to score: give a gold file and at least one other");
  const auto inputs = std::count(systems.begin(), systems.end(), "-") + (gold == "-" ? 1 : 0);
  if (inputs > 1) throw Error(ErrorKind::kUsage, "only one of the files can be standard input");
  if (options.significance && options.resamples == 0) throw Error(ErrorKind::kUsage, "at least one resample is needed");
  const bool is_parseval = metrics == "parseval";
  if (!is_parseval && metrics != "conllx" && metrics != "conll18") {
    throw Error(ErrorKind::kUsage, fmt::format("unknown metrics '{}'; there are conll18, conllx, parseval", metrics));
  }
  if (!is_parseval && !options.params.empty()) {
    throw Error(ErrorKind::kUsage, fmt::format("a parameter file is for parseval, not for {}", metrics));
  }
  require_for_analyses(systems.size(), options, is_parseval);
}

}  // namespace
}  // namespace evaluation

EvaluationResult evaluate(const std::string& gold, const std::vector<std::string>& systems,
                          const EvaluationOptions& wanted, const Control& control) {
  EvaluationResult result;
  result.metrics = wanted.metrics.empty() ? evaluation::metrics_for(gold, wanted) : wanted.metrics;
  result.gold = gold;
  EvaluationOptions options = wanted;
  options.by = evaluation::dimensions_of(wanted, result.metrics);
  for (auto* names : {&options.by, &options.confusion}) {
    std::replace(names->begin(), names->end(), std::string("labels"), std::string("deprel"));
  }
  evaluation::require_sound(gold, systems, options, result.metrics);
  const std::vector<evaluation::Tallies> tallies =
      result.metrics == "parseval" ? evaluation::evaluate_constituents(gold, systems, options, control, result)
                                   : evaluation::evaluate_dependencies(gold, systems, options, control, result);
  if (options.significance) evaluation::add_significance(tallies, options, control, result);
  return result;
}

}  // namespace espalier
