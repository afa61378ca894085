// Espalier: what is wrong in a parse, and where: the analyses that `evaluate` makes when asked.
//
// Plain values. Counts are of words that count (punctuation left out, relevant words only, as the options say); a ratio
// over nothing is 0.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace espalier {

/// Words with the value `gold` in the gold standard and `system` in the output.
struct ConfusionCell {
  std::size_t gold = 0;  ///< positions in Confusion::keys
  std::size_t system = 0;
  std::uint64_t words = 0;
  std::uint64_t right_head = 0;  ///< those of them that have the right head
};

/// Over gold words that have a counterpart in the output.
struct Confusion {
  std::string dimension;          ///< one of breakdown_dimensions()
  std::vector<std::string> keys;  ///< values, the most frequent of the gold standard first
  std::uint64_t words = 0;
  std::uint64_t different = 0;             ///< words whose two values differ
  std::uint64_t different_right_head = 0;  ///< those of them that have the right head
  std::vector<ConfusionCell> cells;        ///< every pair that occurs; those that differ first, the most frequent first
};

/// A form with a tag, and what is wrong with its words.
struct WordErrors {
  std::string form;  ///< in lower case
  std::string upos;
  std::uint64_t words = 0;
  std::uint64_t wrong_heads = 0;
  std::uint64_t wrong_labels = 0;  ///< right head, wrong label
};

struct ErrorKindRow {
  std::string kind;
  std::uint64_t words = 0;            ///< gold words of this kind; 0 where it is a kind of errors alone
  std::uint64_t wrong_heads = 0;      ///< counts
  std::vector<std::string> examples;  ///< the first few: `sent_id:word`
};

/// A way to divide all wrong heads: each is of one kind.
struct ErrorDivision {
  std::string name;  ///< `attachment`, `side` or `tree`
  std::vector<ErrorKindRow> rows;
};

struct ErrorAnalysis {
  std::uint64_t words = 0;
  std::uint64_t unaligned = 0;     ///< words that the output does not have
  std::uint64_t wrong_heads = 0;   ///< of words that it has
  std::uint64_t wrong_labels = 0;  ///< right head, wrong label
  std::vector<ErrorDivision> divisions;
  /// Wrong heads by the length of the arc: rows are the gold standard's, columns the output's; names in `distances`.
  std::vector<std::string> distances;
  std::vector<std::vector<std::uint64_t>> by_distance;
  std::vector<WordErrors> forms;  ///< the forms that are wrong most often

  std::uint64_t errors() const noexcept { return unaligned + wrong_heads + wrong_labels; }
};

/// Arcs of similar confidence.
struct ConfidenceBucket {
  double low = 0;  ///< bounds: of confidence, or of rank
  double high = 0;
  double arcs = 0;  ///< of rank: parts of arcs, where several have the same confidence
  double mean = 0;  ///< confidence, in percent
  double right = 0;

  double accuracy() const noexcept { return arcs > 0 ? 100 * right / arcs : 0; }
};

/// What `Conf=` is worth: arcs of the output are right when their heads are.
struct Reliability {
  std::uint64_t arcs = 0;
  std::uint64_t right = 0;
  std::uint64_t without = 0;               ///< words that say nothing; they are in none of the figures
  std::vector<ConfidenceBucket> by_value;  ///< tenths of the scale
  std::vector<ConfidenceBucket> by_rank;   ///< tenths of the arcs, the least confident first
  double calibration_error = 0;            ///< expected: mean distance of confidence and accuracy, in points
  double errors_in_fifth = 0;              ///< percent of all wrong heads among the fifth of the least confident arcs
};

/// Gold arcs of which as many words are known.
struct LexicalisationRow {
  std::string words;  ///< `both`, `one` or `none`
  std::uint64_t arcs = 0;
  std::uint64_t heads = 0;        ///< that the output has right
  std::uint64_t attachments = 0;  ///< head and label
};

/// How many arcs of the gold standard are between words that a lexicon has. The root of a tree is always known.
struct Lexicalisation {
  std::size_t least = 1;  ///< how often a form must be in the lexicon to be known
  std::size_t forms = 0;  ///< that are
  std::uint64_t arcs = 0;
  std::vector<LexicalisationRow> rows;  ///< both, one, none
};

/// Words that each of the systems has right or wrong.
struct Overlap {
  std::vector<bool> right;        ///< for each system
  std::uint64_t heads = 0;        ///< words where exactly these have the head right
  std::uint64_t attachments = 0;  ///< the same for head and label
};

/// Two systems on the same words.
struct PairCounts {
  std::uint64_t both = 0;
  std::uint64_t only_first = 0;
  std::uint64_t only_second = 0;
  std::uint64_t neither = 0;
  double p = 1;  ///< two-sided, exact: would as uneven a split of the words that only one has right be chance?

  std::uint64_t words() const noexcept { return both + only_first + only_second + neither; }
};

struct PairRow {
  std::string key;
  PairCounts counts;
};

struct PairBreakdown {
  std::string dimension;
  std::vector<PairRow> rows;  ///< head and label; where the systems differ most first
};

/// What two systems make of a word: its head and label.
enum class PairOutcome : std::uint8_t { kBoth, kOnlyFirst, kOnlySecond, kNeither };
inline constexpr std::size_t kPairOutcomes = 4;

/// Words of one outcome, and what they are like.
struct PairGroup {
  std::uint64_t words = 0;
  std::uint64_t sentences = 0;  ///< that have such a word
  double sentence_length = 0;   ///< of these sentences, in words; the longer one is, the sooner it has such a word
  double length_by_word = 0;    ///< of the sentence of each word: what can be compared between groups
  std::uint64_t usual = 0;      ///< words of relations whose share here is half to twice that among all words
  std::uint64_t suspects = 0;   ///< words whose annotation is perhaps wrong

  double usual_share() const noexcept { return share(usual); }
  double suspect_share() const noexcept { return share(suspects); }

 private:
  double share(std::uint64_t part) const noexcept {
    return words > 0 ? 100 * static_cast<double>(part) / static_cast<double>(words) : 0;
  }
};

/// A list of words whose annotation is perhaps wrong.
struct SuspectCount {
  std::string file;
  std::uint64_t listed = 0;
  std::uint64_t found = 0;  ///< those that are words of the gold standard
};

struct PairComparison {
  std::size_t first = 0;  ///< positions in EvaluationResult::systems
  std::size_t second = 0;
  PairCounts heads;
  PairCounts attachments;                       ///< head and label
  std::array<PairGroup, kPairOutcomes> groups;  ///< by PairOutcome
  PairGroup all;
  std::vector<PairBreakdown> breakdowns;
};

struct Agreement {
  std::uint64_t words = 0;
  std::vector<Overlap> overlaps;  ///< those that occur; all right first, none right last
  std::vector<PairComparison> pairs;
  std::optional<SuspectCount> suspects;  ///< where a list of them was given
};

}  // namespace espalier
