// Espalier: what a treebank is worth to parsers, and what more of it would be.
//
// A learning curve: parsers trained from parts of a treebank, small to whole, and scored on the same development data.
// The parts of one repeat lie in one another, and all recipes learn from the same ones, so that parsers are compared
// pairwise. A power law through the points tells what more sentences would bring.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "espalier/evaluation.h"
#include "espalier/report.h"
#include "espalier/trainer.h"

namespace espalier {

enum class CurveUnit : std::uint8_t { kSentences, kWords };

struct CurveRecipe {
  std::string name;  ///< in tables; those of one curve differ
  Recipe recipe;
};

/// One parser that was trained and scored.
struct CurveRun {
  std::size_t recipe = 0;  ///< its place in the request
  std::size_t size = 0;    ///< as asked for, in the unit of the curve
  std::size_t repeat = 0;  ///< 0, 1, 2, …
  std::size_t sentences = 0;
  std::size_t words = 0;
  double shape = 0;  ///< on the development data, in percent: UAS, or F of unlabelled brackets
  double score = 0;  ///< the same with labels
  double seconds = 0;
};

struct CurveRequest {
  /// Treebanks, columns, seed. The recipe is not looked at; development data must be there.
  TrainRequest training;
  std::vector<CurveRecipe> recipes;
  /// What each size counts. A part in words is the fewest sentences that have as many.
  CurveUnit unit = CurveUnit::kSentences;
  std::vector<std::size_t> sizes;  ///< without `whole`; if there are none at all, halves down to about 100 sentences
  bool whole = false;              ///< the whole treebank is a size, too
  std::size_t repeats = 3;         ///< of each size: other sentences, and another seed of the training
  /// A file that holds all that was trained, written whole or not at all after each training; empty: none.
  std::string state;
  /// Goes on from that file, if it is there. The result is as if there had been one run.
  bool resume = false;
  /// Called after every training, for those of the state too, always in the same order.
  std::function<void(const CurveRun&)> on_run;
};

/// All repeats of one size.
struct CurvePoint {
  std::size_t recipe = 0;
  std::size_t size = 0;
  std::size_t repeats = 0;
  double sentences = 0;  ///< means
  double words = 0;
  double shape = 0;
  double score = 0;
  double seconds = 0;
  std::optional<double> deviation;  ///< standard, of the score; of several repeats
  std::optional<Interval> band;     ///< that holds the mean of the score with 95 % (Student's t)
};

struct CurveEstimate {
  double value = 0;
  std::optional<Interval> interval;  ///< 95 %, by resampling repeats; of several repeats
};

/// What more data brings to a recipe: 100 − score = a · size^−b + c, all in percent.
struct CurveFit {
  std::size_t recipe = 0;
  bool is_there = false;
  std::string why_not;  ///< in words, where it is not there
  double a = 0;
  double b = 0;
  double c = 0;         ///< what no data take away
  bool free_c = false;  ///< else c is 0, because there are too few sizes to tell
  double residual = 0;  ///< of the points around the curve, root of the mean square, in percent
  CurveEstimate at_double;
  CurveEstimate at_fourfold;
  /// The size that is needed for one point more than the curve has at the largest size; infinite where it never comes.
  CurveEstimate one_more;
};

/// Two parsers, one of which is better with few and the other with many data.
struct CurveCrossing {
  std::size_t before = 0;  ///< recipe that is better with less
  std::size_t after = 0;   ///< recipe that is better with more
  double size = 0;
  bool beyond = false;          ///< the data do not go as far: it is what the fits say
  std::optional<double> share;  ///< of resamplings in which it is so, too
};

/// How much the better of two parsers needs to be as good as the other with all.
struct CurveMatch {
  std::size_t better = 0;
  std::size_t worse = 0;
  double size = 0;
};

struct CurveResult {
  std::vector<std::string> recipes;
  CurveUnit unit = CurveUnit::kSentences;
  bool brackets = false;           ///< scores are F of brackets
  std::vector<CurvePoint> points;  ///< by recipe, then size
  std::vector<CurveFit> fits;      ///< one a recipe
  std::vector<CurveCrossing> crossings;
  std::vector<CurveMatch> matches;
};

/// Trains all. The same request gives the same result, all but the seconds, on any number of threads, in one run or
/// several; each thread has a training of its own. Throws as train() does, kUsage for sizes or recipes that make no
/// sense and for a state of other data, kInput for a damaged one.
CurveResult learning_curve(const CurveRequest& request, const Control& control = {});

/// A row a point.
report::Table curve_table(const CurveResult& result);
/// A row a fit.
report::Table curve_fit_table(const CurveResult& result);
/// What follows, in sentences: fits that are missing, who overtakes whom, who needs how much.
std::vector<std::string> curve_findings(const CurveResult& result);
/// Points, bands and fits (dashed where there are no data) over the size, as a stand-alone SVG.
std::string curve_plot(const CurveResult& result);

}  // namespace espalier
