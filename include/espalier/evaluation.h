// Espalier: how good is a parse? Scores of systems against a gold standard, broken down, compared, rendered.
//
// Three families of measures: `conllx` (attachment over equal tokens, full labels), `conll18` (attachment, tags and
// segmentation over words aligned by their characters, as in the CoNLL 2018 shared task) and `parseval` (brackets, as
// EVALB counts them). All values are in percent; functions here read files and compute, they never print.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "espalier/analysis.h"
#include "espalier/error.h"
#include "espalier/treebank.h"

namespace espalier {

/// Counts, and the ratios made from them. A ratio over nothing is 0, as in the official scorers.
struct Score {
  std::uint64_t gold = 0;     ///< items in the gold standard: what recall divides by
  std::uint64_t system = 0;   ///< items in the system's output: what precision divides by
  std::uint64_t correct = 0;  ///< items that are right
  std::uint64_t aligned = 0;  ///< items of the gold standard that have a counterpart in the output
  /// Right items as seen from the output; differs from `correct` only in breakdowns, where an item may have one key in
  /// the gold standard and another in the output.
  std::uint64_t correct_in_system = 0;

  double precision() const noexcept;         ///< percent
  double recall() const noexcept;            ///< percent
  double f1() const noexcept;                ///< percent; the harmonic mean of the two
  double aligned_accuracy() const noexcept;  ///< percent of the aligned items
};

enum class MeasureKind {
  kScore,     ///< precision, recall, F1, aligned accuracy
  kAccuracy,  ///< one percentage: correct of gold
  kAverage,   ///< correct by gold, no percentage (crossing brackets a sentence)
};

/// A confidence interval, by bootstrap over sentences.
struct Interval {
  double low = 0;
  double high = 0;
};

struct Measure {
  std::string name;
  MeasureKind kind = MeasureKind::kScore;
  Score score;
  std::optional<Interval> interval;

  /// The one number that stands for the measure: F1, accuracy or average.
  double value() const noexcept;
};

/// Measures over a part of the sentences.
struct MeasureGroup {
  std::string name;  ///< e.g. `<=40`
  std::vector<Measure> measures;
};

/// Recall counts words by their key in the gold standard, precision by their key in the output.
struct BreakdownRow {
  std::string key;
  Score unlabelled;
  Score labelled;
};

struct Breakdown {
  std::string dimension;  ///< one of breakdown_dimensions()
  std::vector<BreakdownRow> rows;
};

struct SystemEvaluation {
  std::string file;
  std::vector<Measure> measures;
  std::vector<MeasureGroup> groups;   ///< parseval: by sentence length
  std::vector<Breakdown> breakdowns;  ///< as asked for with `by`
  std::vector<Confusion> confusions;  ///< as asked for with `confusion`
  std::optional<ErrorAnalysis> errors;
  std::optional<Reliability> reliability;
  std::optional<Lexicalisation> lexicalisation;
  std::vector<Error> unscored;  ///< parseval: sentences left out because their words differ, and why
  std::size_t left_out = 0;     ///< parseval: sentences not scored, those without a parse included
  std::vector<Error> skipped;   ///< sentences that could not be read (skip_invalid)

  const Measure* find(std::string_view name) const noexcept;
};

/// Two systems on one measure.
struct Comparison {
  std::size_t first = 0;  ///< positions in EvaluationResult::systems
  std::size_t second = 0;
  std::string measure;
  double difference = 0;         ///< value of the first minus value of the second
  Interval interval;             ///< 95 % of the difference
  double bootstrap_p = 1;        ///< two-sided
  bool has_mcnemar = false;      ///< the measure is a sum over gold items, so McNemar's test applies
  std::uint64_t only_first = 0;  ///< gold items that only the first has right
  std::uint64_t only_second = 0;
  double mcnemar_p = 1;  ///< two-sided
};

struct EvaluationResult {
  std::string metrics;  ///< `conllx`, `conll18` or `parseval`
  std::string gold;
  std::size_t sentences = 0;  ///< of the gold standard
  std::size_t words = 0;
  std::vector<SystemEvaluation> systems;
  std::vector<Comparison> comparisons;
  std::optional<Agreement> agreement;
  std::size_t resamples = 0;  ///< 0: no significance was asked for
  std::uint64_t seed = 0;
  std::vector<Error> skipped;      ///< of the gold file (skip_invalid)
  std::vector<std::string> notes;  ///< what looks odd in the options, in sentences
};

enum class Punctuation {
  kUsual,  ///< as the metrics' official scorer: counted in conllx and conll18, left out by tag in parseval
  kCount,  ///< counted
  kOmit,   ///< left out
};

struct EvaluationOptions {
  std::string metrics;  ///< empty: by the format of the gold file
  Punctuation punctuation = Punctuation::kUsual;
  /// What counts as punctuation; both empty: words of which every character has Unicode's general category P.
  std::vector<std::string> punctuation_forms;
  std::vector<std::string> punctuation_tags;  ///< UPOS or XPOS
  /// Score only words with these relations; `obl` stands for its subtypes too, `obl:arg` for itself alone.
  std::vector<std::string> relevant;
  /// Files that list relations, forms and single words of the gold standard; added to `relevant`. A line is a relation,
  /// `form:WORD`, or `sent_id`, a tab, and the number of a word or of a range of them.
  std::vector<std::string> relevant_files;
  std::vector<std::string> by;         ///< dimensions to break the attachment scores down by; `all`: every one
  std::vector<std::string> confusion;  ///< dimensions to show what is taken for what; `labels` is `deprel`
  bool errors = false;                 ///< kinds of errors, and the words that are wrong most often
  bool compare = false;                ///< systems word by word, also by relation, tag and sentence length
  /// compare: a list that `curate errors` wrote, to tell how many of the words that only one system has right are
  /// suspected of wrong annotation; empty: none.
  std::string suspects;
  bool confidence = false;  ///< accuracy by what `Conf=` says in the output's MISC
  /// Treebanks that the systems learned from: scores of arcs whose words they have `lexicon_least` times or more, and
  /// of those whose words they do not have, whatever the case of letters.
  std::vector<std::string> lexicon;
  std::size_t lexicon_least = 1;
  std::string params;         ///< parseval: an EVALB parameter file; empty: the usual ones (COLLINS.prm)
  bool significance = false;  ///< confidence intervals, and tests for each pair of systems
  std::size_t resamples = 10'000;
  std::uint64_t seed = 1;
  ReadOptions read;
};

/// The dimensions for `by`, in the order of the manual.
const std::vector<std::string>& breakdown_dimensions();

/// Reads the files and scores each system. Throws Error kInput, naming file and line, when a file is malformed or when
/// the texts do not fit together; kUsage for options that do not exist or do not go together.
EvaluationResult evaluate(const std::string& gold, const std::vector<std::string>& systems,
                          const EvaluationOptions& options = {}, const Control& control = {});

/// Tables for terminals.
std::string to_text(const EvaluationResult& result);
/// One system: `{"LAS": {"precision": …, "recall": …, "f1": …, "aligned": …}, …}`; several: `{"systems": [{…}, …], …}`.
std::string to_json(const EvaluationResult& result);
/// A page that stands alone, with plots.
std::string to_html(const EvaluationResult& result);

/// A demand such as `LAS=80` or `UPOS.recall=95`; without a part, it is on Measure::value().
struct Minimum {
  std::string measure;
  std::string part;  ///< empty, `precision`, `recall`, `f1` or `aligned`
  double value = 0;
};

/// Throws Error kUsage when the text is not of that form.
Minimum parse_minimum(std::string_view text);

/// The demands that some system does not meet, in words; empty when all is well. Throws Error kUsage for a measure that
/// was not computed. A measure that is an average (crossing brackets) must not be above its demand.
std::vector<std::string> unmet(const EvaluationResult& result, const std::vector<Minimum>& minima);

}  // namespace espalier
