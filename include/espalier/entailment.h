// Espalier: does a text say what a hypothesis says? Decided by their two parses alone.
//
// Both are read as statements: who does something, to whom, what is described by what, what belongs to whom. The
// passive, relative clauses, participles, coordination and apposition are taken apart on the way, so that "the letters
// written by Anna" and "Anna wrote letters" state the same. The text entails the hypothesis where all statements of the
// hypothesis are among its own: rules in the manner of the PETE task (parser evaluation by textual entailment). They
// know English and the relations of Universal Dependencies; there are no synonyms, no knowledge of the world and no
// reference of pronouns, so that what is right or wrong is the parser's doing as far as can be.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "espalier/ensemble.h"
#include "espalier/error.h"
#include "espalier/evaluation.h"
#include "espalier/report.h"
#include "espalier/sentence.h"
#include "espalier/treebank.h"

namespace espalier {

/// A text and a hypothesis. Those that are read have no control characters, and single spaces for white space.
struct EntailmentPair {
  std::string id;
  std::string text;
  std::string hypothesis;
  std::optional<bool> gold;  ///< entailed or not, where it is known
  std::string group;         ///< what results are broken down by: `task` of RTE, `phenomenon` of our tables
  Place place;
};

/// How pairs are written: `rte` is the XML of the RTE challenges 1 to 3, `tsv` a table whose first line names its
/// columns: id, text, hypothesis, and perhaps answer and phenomenon (or task). Empty: guessed from the first character.
struct PairOptions {
  std::string format;
  Limits limits;
};

/// Reads all pairs of a file (`-`: standard input; compressed ones are recognised). Throws Error kInput, naming the
/// line, for anything else than pairs with different ids.
std::vector<EntailmentPair> read_pairs(const std::string& path, const PairOptions& options = {},
                                       const Control& control = {});
/// The same from memory; `name` is for messages.
std::vector<EntailmentPair> parse_pairs(std::string_view bytes, const std::string& name,
                                        const PairOptions& options = {});

/// One statement of the hypothesis, and what the text has to say to it.
struct StatementFinding {
  std::string statement;  ///< `'kissed' has the object 'Mary'`
  bool found = false;
  std::string because;  ///< the construction that it was found in, or what the text says instead
};

struct EntailmentDecision {
  bool entailed = false;
  std::vector<StatementFinding> findings;  ///< in the order of the hypothesis; never empty where that has words

  std::size_t found() const noexcept;
  /// All findings in one line, those that are missing first.
  std::string explanation() const;
};

struct EntailmentOptions {
  /// The share of the hypothesis's statements that the text must have; 1: all of them.
  double share = 1;
  /// Agents of the passive are not marked as such (obl:agent), so that any phrase with `by` is taken for one.
  bool by_is_agent = false;
};

/// Decides a pair from parses (any number of sentences each). Sentences without heads state nothing.
EntailmentDecision decide(std::span<const Sentence> text, std::span<const Sentence> hypothesis,
                          const EntailmentOptions& options = {});

/// Parses the pairs and decides them; decisions are in the order of the pairs, the same on any number of threads.
/// `by_is_agent` is found out from the labels of the models. Throws Error kUsage for models without a stage that is
/// needed, and for parsers of constituents.
std::vector<EntailmentDecision> entail(const std::vector<EntailmentPair>& pairs, const Ensemble& models,
                                       const EntailmentOptions& options = {}, const Control& control = {});

/// How decisions agree with the gold answers; pairs without one do not count.
struct EntailmentScore {
  std::string group;               ///< empty: all
  std::size_t pairs = 0;           ///< with a gold answer
  std::size_t gold_entailed = 0;   ///< of them
  std::size_t said_entailed = 0;   ///< of them
  std::size_t right_entailed = 0;  ///< both
  std::size_t right = 0;

  double accuracy() const noexcept;  ///< in percent, as the following
  Interval interval() const;         ///< 95 % of the accuracy, after Wilson
  double precision() const noexcept;
  double recall() const noexcept;
  double f1() const noexcept;
  double majority() const noexcept;  ///< the accuracy of giving the more frequent answer to all
};

/// The score of all pairs, then those of the groups in the order of their first pairs (none where there is one group).
std::vector<EntailmentScore> score_entailment(const std::vector<EntailmentPair>& pairs,
                                              const std::vector<EntailmentDecision>& decisions);

/// What a model or an ensemble of them answered to all pairs.
struct EntailmentRun {
  std::string name;
  std::vector<EntailmentDecision> decisions;
};

/// Two runs against the gold answers.
struct EntailmentComparison {
  std::string first;
  std::string second;
  std::size_t only_first = 0;  ///< pairs that only the first has right
  std::size_t only_second = 0;
  double p = 1;  ///< of McNemar's exact test, two-sided
};
/// Every run with every later one.
std::vector<EntailmentComparison> compare_entailment(const std::vector<EntailmentPair>& pairs,
                                                     const std::vector<EntailmentRun>& runs);

/// A row for each pair and run: answer, gold answer, explanation.
report::Table entailment_table(const std::vector<EntailmentPair>& pairs, const std::vector<EntailmentRun>& runs);
/// A row for each run and group.
report::Table entailment_scores(const std::vector<EntailmentPair>& pairs, const std::vector<EntailmentRun>& runs);
report::Table comparison_table(const std::vector<EntailmentComparison>& comparisons);

}  // namespace espalier
