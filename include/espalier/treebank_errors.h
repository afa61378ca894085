// Espalier: errors in treebanks, found by parsers, or by comparing places that should be the same.
//
// Parsers: where two of different families, trained on the treebank, both differ from it, there is a candidate; what
// the first says is proposed, and kept where a third parser says it too. Cross-validated (the default), no parser has
// seen the sentences that it judges. In dependency treebanks words are looked at, in treebanks of constituents spans of
// words, which have a bracket or none; there all three parse constituents, and the second reads sentences from the last
// word to the first. Variation: the same words in the same context, annotated in different ways; of dependencies.
// Lemmas, tags and features are taken from the files as they are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "espalier/report.h"
#include "espalier/sentence.h"
#include "espalier/trainer.h"

namespace espalier {

/// What to make wrong on purpose, to see how much of it is found.
struct InjectionRequest {
  /// Of all words or brackets, or of all sentences where trees are injected; 0: nothing.
  double share = 0;
  bool heads = true;   ///< wrong heads, with the label that goes with them; brackets taken away, or with an edge moved
  bool labels = true;  ///< wrong labels of right heads, or of brackets
  /// Instead: whole trees, each that of another sentence of the same length with no arc in common; dependencies only.
  bool trees = false;
};

struct ErrorRequest {
  std::vector<std::string> treebanks;
  ReadOptions read;
  /// Two that detect, of different kinds, and one that decides; or three of constituents. None: those of
  /// default_error_parsers() or default_bracket_parsers().
  std::vector<Recipe> parsers;
  /// Look at constituents, or at dependencies. Nothing: as the parsers do; without any, at what the first sentence has.
  std::optional<bool> constituents;
  std::string heads;  ///< head rules of parsers of constituents; empty: as their recipes say
  /// The treebank is cut into so many parts, each judged by parsers that learned from the others. 0 or 1: parsers judge
  /// what they learned from.
  std::size_t folds = 5;
  bool agree = false;           ///< both that detect must propose the same
  std::optional<double> least;  ///< the lowest score that a suspect may have
  std::size_t most = 0;         ///< the longest list; 0: as long as it is
  InjectionRequest inject;
  std::uint64_t seed = 1;
  /// Where what parsers said so far is kept, as TrainRequest has it; empty: nowhere.
  std::string state;
  double checkpoint = 60;
  bool resume = false;  ///< go on from `state`, if it is there
  /// Called once all is read, with the sentences that were left out under `read.skip_invalid`, if there are any.
  std::function<void(const std::vector<Error>&)> on_skipped;
};

/// Names of recipes: fast ones of three families.
std::vector<std::string> default_error_parsers();
/// The same of constituents: with a beam, with a beam from the last word to the first, greedy.
std::vector<std::string> default_bracket_parsers();

/// A head and the name of the arc. Of a bracket, the label alone, `S+VP` where two are over the same words; empty:
/// none.
struct Attachment {
  std::int32_t head = kNoHead;
  std::string deprel;

  bool operator==(const Attachment&) const = default;
};

/// The label of a bracket, `none` where there is none.
std::string bracket_text(const Attachment& bracket);

/// A word, or a span of words, whose annotation is perhaps wrong.
struct Suspect {
  std::size_t sentence = 0;  ///< its place in the result
  std::int32_t word = 0;     ///< the first, of a span
  std::int32_t last = 0;     ///< the last word of a span; 0: it is a word
  Place place;               ///< of the word's line; of the sentence's first, where there are constituents
  Attachment gold;
  Attachment proposed;
  std::vector<Attachment> said;  ///< by each parser
  double score = 0;              ///< log-odds that the proposal is right and the treebank is wrong, more or less
  double evidence = 0;           ///< the part of it that comes from the same words elsewhere
  bool injected = false;
};

/// How a parser and the treebank agree, in percent of words.
struct ErrorParser {
  std::string name;
  double uas = 0;  ///< of constituents: F of brackets, those over the same words being one
  double las = 0;  ///< the same with labels
};

/// The list cut after some suspects.
struct InjectionPoint {
  std::size_t rank = 0;
  double score = 0;  ///< of the last
  std::size_t found = 0;
  double recall = 0;  ///< percent of what was injected that is above the cut
  /// Percent of what is above the cut that was injected: the treebank's own errors count against it.
  double precision = 0;
};

struct InjectionResult {
  std::size_t words = 0;  ///< made wrong, or brackets
  /// Of them in the list. A bracket with an edge moved changes two spans; it is found where either is.
  std::size_t found = 0;
  std::size_t mended = 0;  ///< of these with what was there before as the proposal
  std::vector<InjectionPoint> points;
  std::optional<InjectionPoint> best;  ///< where the harmonic mean of recall and precision is highest
};

struct ErrorResult {
  std::vector<Sentence> sentences;  ///< as judged: with what was injected
  std::vector<ErrorParser> parsers;
  bool brackets = false;          ///< constituents were looked at
  std::size_t words = 0;          ///< words, or brackets of the treebank
  std::size_t candidates = 0;     ///< both that detect differ from the treebank
  std::size_t no_agreement = 0;   ///< of them given up as they propose different things (`agree`)
  std::size_t decided_gold = 0;   ///< of the rest given up as the third says what the treebank says
  std::size_t decided_other = 0;  ///< given up as it says something else again
  std::size_t left_off = 0;       ///< kept, but not in the list, which was to be shorter
  std::vector<Suspect> suspects;  ///< what is kept, the likeliest first
  std::optional<InjectionResult> injection;
};

/// The same request gives the same result on any number of threads. Throws Error kUsage for parsers that do not go
/// together and for a treebank that they are not for, kInput for bad data, with its place.
ErrorResult find_errors(const ErrorRequest& request, const Control& control = {});

/// A row for each suspect.
report::Table error_table(const ErrorResult& result);
/// How many words or spans were looked at, were candidates, were kept.
report::Table error_counts(const ErrorResult& result);
/// How well what was injected is found, by rank; the best place to cut the list in bold.
report::Table injection_table(const InjectionResult& result);
/// A stand-alone page: each suspect with both trees, to be filtered by relation and score; no more than `most` of them.
std::string error_page(const ErrorResult& result, std::size_t most);

struct CorrectionCounts {
  std::size_t made = 0;
  std::size_t left_out = 0;  ///< they would have made a cycle, another number of roots, or brackets that cross
};
/// Puts all proposals into the sentences that keep them trees with as many roots as before, the likeliest first.
/// DEPS that say what the tree says are changed with it; others stay. Constituents that are changed lose marks of
/// heads.
CorrectionCounts correct(const std::vector<Suspect>& suspects, std::vector<Sentence>& sentences);
/// Writes proposals into MISC: `Suggest=head:deprel`. Of dependencies.
void suggest(const std::vector<Suspect>& suspects, std::vector<Sentence>& sentences);

struct VariationRequest {
  std::vector<std::string> treebanks;
  ReadOptions read;
  std::size_t context = 1;  ///< words on either side that must be the same, too
  std::size_t longest = 8;  ///< from the one word of a pair to the other, in words
  std::function<void(const std::vector<Error>&)> on_skipped;
};

/// A pair of words that is annotated otherwise elsewhere, and more often so.
struct Variant {
  std::size_t sentence = 0;
  std::int32_t word = 0;  ///< the dependent, here or in most other places
  Place place;
  std::string sentence_name;
  std::string words;            ///< from the one of the pair to the other
  std::int32_t length = 0;      ///< of that, in words
  std::string has;              ///< `deprel<` where the head is before, `deprel>` where it is behind, `none`: no arc
  std::string other;            ///< what is there most often
  std::size_t count = 0;        ///< of places annotated like this one
  std::size_t other_count = 0;  ///< of places annotated in the other way
  double score = 0;             ///< log((other_count + 1/2) / (count + 1/2))
};

struct VariationResult {
  std::size_t sentences = 0;
  std::size_t words = 0;
  std::size_t nuclei = 0;         ///< strings with context that are annotated in several ways
  std::vector<Variant> variants;  ///< the most lopsided first, then the longest
};

VariationResult find_variation(const VariationRequest& request, const Control& control = {});
report::Table variation_table(const VariationResult& result);

/// What both ways of looking find.
struct VariationOverlap {
  std::size_t both = 0;
  std::size_t errors_only = 0;
  std::size_t variation_only = 0;
};
/// With a table as error_table() gives it, as TSV; words are known by file and line. Throws Error kInput where it is
/// none.
VariationOverlap overlap(const VariationResult& result, const std::string& errors_tsv);

}  // namespace espalier
