// Espalier: which sentences are worth annotating.
//
// The usefulness su(s) of an annotated sentence is what a parser gains by it: acc(TR + s; TE) − acc(TR; TE), labelled
// attachment in percent, averaged over two training sets and two test sets (Volokh 2013). It is measured by training
// anew. What it is for sentences that nobody has annotated is predicted from their words. All is deterministic: the
// same request gives the same result on any number of threads.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "espalier/evaluation.h"
#include "espalier/report.h"
#include "espalier/trainer.h"

namespace espalier {

/// What comes first in a list of sentences to annotate.
enum class PickRule : std::uint8_t {
  kSu,         ///< measured usefulness; of annotated sentences only
  kPredicted,  ///< words are worth what is new or doubtful about them, by weights learned from su; picks do not repeat
               ///< one another
  kVoted,      ///< words vote for a class of usefulness, by a classifier learned from su (Volokh 2013)
  kRandom,
  kLongest,
  kLeastConfident,  ///< the parser's doubts, added up over the words
};
inline constexpr std::size_t kPickRules = 6;

/// What a sentence costs who annotates it.
enum class AnnotationCost : std::uint8_t { kSentences, kWords };

std::string_view name_of(PickRule rule);
std::string_view name_of(AnnotationCost cost);
/// Throw Error kUsage for other names than those of name_of().
PickRule pick_rule_named(std::string_view name);
AnnotationCost annotation_cost_named(std::string_view name);

struct UsefulnessRequest {
  std::vector<std::string> treebanks;
  /// Sentences with tags, to be ranked; trees in them are not looked at. None: annotated sentences are ranked by su.
  std::vector<std::string> unannotated;
  ReadOptions read;
  Recipe recipe;  ///< of the parser that is trained again and again; see default_usefulness_recipe()
  /// Sentences of each training set and each test set, and those whose usefulness is measured. No more than 30, 10 and
  /// 20 % of the treebank; 0: as many.
  std::size_t train = 100;
  std::size_t test = 400;
  std::size_t candidates = 300;
  std::optional<PickRule> by;  ///< none: predicted where there are sentences to predict it for, else su
  AnnotationCost cost = AnnotationCost::kSentences;  ///< sentences come by gain, or by gain for each of their words
  std::uint64_t seed = 1;
  /// A file that holds the accuracies of all that was trained, written whole or not at all every few seconds and at the
  /// end, however that comes; empty: none.
  std::string state;
  /// Goes on from that file, if it is there. The result is as if there had been one run.
  bool resume = false;
  /// Called once all is read, with the sentences that were left out under `read.skip_invalid`, if there are any.
  std::function<void(const std::vector<Error>&)> on_skipped;
};

/// A fast one whose trainings differ by what they learn from, hardly by chance.
std::string default_usefulness_recipe();

struct RankedSentence {
  Place place;
  std::string sentence_name;  ///< `sent_id`
  std::string text;
  std::size_t words = 0;
  /// What is measured or predicted, in points of accuracy, for su, predicted and voted; the doubts of the parser for
  /// least-confident; the length for longest; nothing for random.
  double gain = 0;
  double score = 0;  ///< by which the list is sorted: the gain, or the gain for each word; in `predicted` that of the
                     ///< sentences before it already taken
  std::optional<int> usefulness_class;  ///< 1 (worst) to 4, voted; of `su`: the quarter that it is in
  std::array<std::size_t, 4> votes{};   ///< of its words, where they voted
};

/// How much parsers gain by single sentences.
struct UsefulnessCounts {
  std::size_t train = 0;  ///< sentences of each training set
  std::size_t test = 0;
  std::size_t candidates = 0;
  std::size_t trainings = 0;                      ///< of parsers
  std::array<std::array<double, 2>, 2> base{};    ///< acc(TR; TE), by training and test set
  double mean = 0;                                ///< of su
  double deviation = 0;                           ///< standard
  std::optional<double> training_sets_correlate;  ///< su with the one training set and su with the other
  std::optional<double> test_sets_correlate;      ///< su on the one test set and on the other
  std::optional<double> length_correlates;        ///< su and the number of words
};

struct UsefulnessResult {
  UsefulnessCounts counts;
  PickRule by = PickRule::kSu;
  AnnotationCost cost = AnnotationCost::kSentences;
  std::vector<RankedSentence> sentences;  ///< the first to annotate first
};

/// Throws Error kUsage for treebanks of constituents and for rules that cannot rank what is there, kInput for bad data,
/// with its place.
UsefulnessResult rank_sentences(const UsefulnessRequest& request, const Control& control = {});

struct UsefulnessExperimentRequest {
  /// `unannotated`, `by` and `cost` are not looked at: a part of the treebank is taken to be unannotated.
  UsefulnessRequest base;
  std::size_t runs = 10;  ///< each with a training set and a pool of its own
  std::vector<std::size_t> sizes = {20, 50};
  std::size_t pool = 600;  ///< sentences to choose from, at most
  std::size_t draws = 5;   ///< of random sentences; what they bring is averaged
};

/// Of several runs.
struct RunMean {
  double value = 0;
  std::optional<Interval> interval;  ///< 95 %, where there are several runs
};

/// The best of the candidates, by su, against random ones, added to the sets that su was measured with.
struct BestAgainstRandom {
  std::size_t size = 0;
  double best = 0;            ///< gain on the very test sets that su was measured on: what the thesis reports
  RunMean random;             ///< the same of random sentences, over the draws
  double best_elsewhere = 0;  ///< gain on test sentences that su has not seen
  RunMean random_elsewhere;
};

/// What a rule's picks bring to a parser that is tested on sentences which nothing was learned from.
struct SelectionPoint {
  PickRule rule = PickRule::kRandom;
  AnnotationCost cost = AnnotationCost::kSentences;  ///< equal numbers of which
  std::size_t size = 0;  ///< sentences; where words are equal: as many words as so many sentences have on average
  double sentences = 0;  ///< picked, on average
  double words = 0;
  std::vector<double> gains;  ///< by run
  RunMean gain;
  RunMean over_random;                     ///< paired difference of the gains
  std::optional<double> ratio;             ///< to the gain of random sentences; nothing where these bring none
  std::optional<Interval> ratio_interval;  ///< 95 %, resampling runs
};

struct UsefulnessExperiment {
  UsefulnessCounts counts;
  std::size_t runs = 0;
  std::size_t pool = 0;
  std::size_t test = 0;  ///< sentences that the gains are measured on
  double base = 0;       ///< mean accuracy before anything is added
  std::vector<BestAgainstRandom> best;
  /// Of what the vote puts into class 4, the percentage that is in 1, 2, 3, 4: learned from 80 % of the candidates,
  /// asked of the others, over the runs. Nothing where nothing is put there.
  std::optional<std::array<double, 4>> class_4_holds;
  std::vector<SelectionPoint> points;  ///< by cost, size and rule
};

/// Throws as rank_sentences() does, and kUsage where the treebank is too small for the sizes.
UsefulnessExperiment measure_selection(const UsefulnessExperimentRequest& request, const Control& control = {});

/// A row for each sentence.
report::Table usefulness_table(const UsefulnessResult& result);
/// How su was measured, and what it is like.
report::Table usefulness_counts(const UsefulnessCounts& counts);
report::Table best_against_random_table(const UsefulnessExperiment& result);
/// A row for each point.
report::Table selection_points_table(const UsefulnessExperiment& result);

}  // namespace espalier
