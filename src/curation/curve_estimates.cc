// Idea: the spread of repeats says how sure a curve is. A resampling draws repeats anew at each size and fits again;
// the middle 95 % of what many resamplings say are the interval. A mean of R draws from R values spreads less than a
// mean of R trainings, by (R − 1) / R; its distance from the observed mean is stretched by as much, or two repeats
// would look far surer than they are. Invariant: a resampling draws the same repeats for all recipes, which have
// learned from the same sentences: recipes are compared pairwise. Cost: resamplings × recipes × a fit. Papers: Efron
// 1979 (bootstrap); Davison and Hinkley 1997, 2.3 and 3.10 (the stretch).
#include "curation/curve_estimates.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>

#include "base/random.h"
#include "curation/power_law.h"
#include "evaluation/significance.h"

namespace espalier::curation {
namespace {

constexpr std::size_t kResamplings = 1000;
constexpr double kFarthest = 4;       // times the largest size: as far as fits are asked who overtakes whom
constexpr int kSteps = 400;           // on the way there
constexpr double kLeastError = 1e-3;  // in percent: an exact parser has no logarithm

/// One recipe: sizes from small to large, and the scores of all repeats at each.
struct Curve {
  std::vector<double> sizes;
  std::vector<std::vector<double>> scores;

  std::vector<double> means() const {
    std::vector<double> out;
    for (const auto& each : scores) {
      double sum = 0;
      for (const double score : each) sum += score;
      out.push_back(sum / static_cast<double>(each.size()));
    }
    return out;
  }
  std::size_t repeats() const { return scores.empty() ? 0 : scores.front().size(); }
};

double mean_of(std::span<const CurveRun* const> runs, double (*value)(const CurveRun&)) {
  double sum = 0;
  for (const CurveRun* run : runs) sum += value(*run);
  return sum / static_cast<double>(runs.size());
}

CurvePoint point_of(std::span<const CurveRun* const> runs) {
  CurvePoint out;
  out.recipe = runs.front()->recipe;
  out.size = runs.front()->size;
  out.repeats = runs.size();
  out.sentences = mean_of(runs, [](const CurveRun& run) { return static_cast<double>(run.sentences); });
  out.words = mean_of(runs, [](const CurveRun& run) { return static_cast<double>(run.words); });
  out.shape = mean_of(runs, [](const CurveRun& run) { return run.shape; });
  out.score = mean_of(runs, [](const CurveRun& run) { return run.score; });
  out.seconds = mean_of(runs, [](const CurveRun& run) { return run.seconds; });
  if (runs.size() < 2) return out;
  double squares = 0;
  for (const CurveRun* run : runs) squares += (run->score - out.score) * (run->score - out.score);
  const auto count = static_cast<double>(runs.size());
  out.deviation = std::sqrt(squares / (count - 1));
  const double half = t_factor(runs.size() - 1) * *out.deviation / std::sqrt(count);
  out.band = Interval{out.score - half, out.score + half};
  return out;
}

/// Means of repeats drawn anew, one curve after the other with the same draws.
std::vector<std::vector<double>> redrawn(std::span<const Curve> curves, base::Random& random) {
  std::vector<std::vector<double>> out(curves.size());
  for (std::size_t i = 0; i < curves.front().sizes.size(); ++i) {
    const std::size_t repeats = curves.front().repeats();
    std::vector<std::size_t> drawn(repeats);
    for (std::size_t& each : drawn) each = random.below(repeats);
    const double stretch = std::sqrt(static_cast<double>(repeats) / static_cast<double>(repeats - 1));
    for (std::size_t k = 0; k < curves.size(); ++k) {
      double sum = 0;
      double all = 0;
      for (std::size_t r = 0; r < repeats; ++r) {
        sum += curves[k].scores[i][drawn[r]];
        all += curves[k].scores[i][r];
      }
      const auto count = static_cast<double>(repeats);
      out[k].push_back(all / count + stretch * (sum - all) / count);
    }
  }
  return out;
}

std::optional<PowerLaw> fit(std::span<const double> sizes, std::span<const double> scores) {
  std::vector<ErrorPoint> points;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    points.push_back({sizes[i], std::max(kLeastError, 100 - scores[i])});
  }
  return fit_power_law(points, sizes.size() >= kFewestSizesForRest);
}

/// What a curve says of more data, in the order of CurveFit.
std::array<double, 3> answers(const PowerLaw& law, double largest) {
  return {100 - law.at(2 * largest), 100 - law.at(4 * largest), law.size_for(law.at(largest) - 1)};
}

/// Where the one that is better with less and the one that is better with more are level: the score of `after` minus
/// that of `before` goes from below 0 to above. Nothing where it does not.
template <class Difference>
std::optional<double> level(double low, double high, const Difference& difference) {
  if (!(difference(low) < 0) || !(difference(high) > 0)) return std::nullopt;
  // The last change of sides is what counts: from there on one is the better.
  double right = high;
  for (int i = kSteps; i-- > 0;) {
    const double left = low * std::pow(high / low, static_cast<double>(i) / kSteps);
    if (difference(left) <= 0) {
      const double below = -difference(left);
      const double above = difference(right);
      return left * std::pow(right / left, below / (below + above));
    }
    right = left;
  }
  return std::nullopt;
}

/// Straight lines between the points over the logarithm of the size.
double between(std::span<const double> sizes, std::span<const double> scores, double size) {
  if (size <= sizes.front()) return scores.front();
  for (std::size_t i = 1; i < sizes.size(); ++i) {
    if (size > sizes[i]) continue;
    const double share = std::log(size / sizes[i - 1]) / std::log(sizes[i] / sizes[i - 1]);
    return scores[i - 1] + share * (scores[i] - scores[i - 1]);
  }
  return scores.back();
}

class Estimator {
 public:
  Estimator(std::vector<Curve> curves, CurveResult& result)
      : curves_(std::move(curves)), laws_(curves_.size()), result_(result) {
    for (const Curve& each : curves_) means_.push_back(each.means());
  }

  void run(std::uint64_t seed) {
    resample(seed);
    for (std::size_t k = 0; k < curves_.size(); ++k) result_.fits.push_back(fit_of(k));
    for (std::size_t i = 0; i < curves_.size(); ++i) {
      for (std::size_t k = i + 1; k < curves_.size(); ++k) compare(i, k);
    }
  }

 private:
  const std::vector<double>& sizes() const { return curves_.front().sizes; }
  bool has_fits() const { return sizes().size() >= kFewestSizes; }

  void resample(std::uint64_t seed) {
    if (has_fits()) {
      for (std::size_t k = 0; k < curves_.size(); ++k) laws_[k] = fit(sizes(), means_[k]);
    }
    if (curves_.front().repeats() < 2) return;
    base::Random random(seed);
    for (std::size_t i = 0; i < kResamplings; ++i) {
      resampled_.push_back(redrawn(curves_, random));
      auto& laws = resampled_laws_.emplace_back(curves_.size());
      if (!has_fits()) continue;
      for (std::size_t k = 0; k < curves_.size(); ++k) laws[k] = fit(sizes(), resampled_.back()[k]);
    }
  }

  CurveFit fit_of(std::size_t recipe) const {
    CurveFit out;
    out.recipe = recipe;
    out.free_c = sizes().size() >= kFewestSizesForRest;
    if (!laws_[recipe]) {
      out.why_not = has_fits() ? "the score does not rise with more data"
                               : "a curve needs at least three sizes; four to tell what no data take away";
      return out;
    }
    const PowerLaw& law = *laws_[recipe];
    out.is_there = true;
    out.a = law.a;
    out.b = law.b;
    out.c = law.c;
    double squares = 0;
    for (std::size_t i = 0; i < sizes().size(); ++i) {
      const double distance = 100 - means_[recipe][i] - law.at(sizes()[i]);
      squares += distance * distance;
    }
    out.residual = std::sqrt(squares / static_cast<double>(sizes().size()));
    const auto found = answers(law, sizes().back());
    const std::array<CurveEstimate*, 3> places = {&out.at_double, &out.at_fourfold, &out.one_more};
    for (std::size_t i = 0; i < found.size(); ++i) *places[i] = {found[i], interval_of(recipe, i)};
    return out;
  }

  /// Of an answer; a resampling without a curve says that more data bring nothing.
  std::optional<Interval> interval_of(std::size_t recipe, std::size_t answer) const {
    if (resampled_.empty()) return std::nullopt;
    // A quantile between a number and infinity is infinite, between two of these no number; a bound serves both.
    constexpr double kNever = std::numeric_limits<double>::max() / 4;
    std::vector<double> values;
    for (std::size_t i = 0; i < resampled_.size(); ++i) {
      const auto& law = resampled_laws_[i][recipe];
      const double last = resampled_[i][recipe].back();
      const double value = law ? answers(*law, sizes().back())[answer] : answer == 2 ? kNever : last;
      values.push_back(std::min(value, kNever));
    }
    Interval out = evaluation::percentile_interval(std::move(values), evaluation::kConfidence);
    for (double* end : {&out.low, &out.high}) {
      if (*end > kNever / 1e6) *end = std::numeric_limits<double>::infinity();
    }
    return out;
  }

  using Laws = std::vector<std::optional<PowerLaw>>;
  using Means = std::vector<std::vector<double>>;

  /// Where `after` overtakes `before`: by fits where both are there, else between the points.
  std::optional<double> overtakes(std::size_t before, std::size_t after, const Laws& laws, const Means& means) const {
    if (laws[before] && laws[after]) {
      return level(sizes().front(), kFarthest * sizes().back(),
                   [&](double size) { return laws[before]->at(size) - laws[after]->at(size); });
    }
    return level(sizes().front(), sizes().back(), [&](double size) {
      return between(sizes(), means[after], size) - between(sizes(), means[before], size);
    });
  }

  void compare(std::size_t one, std::size_t other) {
    for (const auto& [before, after] : {std::pair(one, other), std::pair(other, one)}) {
      const auto size = overtakes(before, after, laws_, means_);
      if (!size) continue;
      CurveCrossing crossing{before, after, *size, *size > sizes().back(), std::nullopt};
      if (!resampled_.empty()) {
        std::size_t times = 0;
        for (std::size_t i = 0; i < resampled_.size(); ++i) {
          times += overtakes(before, after, resampled_laws_[i], resampled_[i]) ? 1 : 0;
        }
        crossing.share = static_cast<double>(times) / static_cast<double>(resampled_.size());
      }
      result_.crossings.push_back(crossing);
    }
    match(one, other);
  }

  /// Between the points, without any fit.
  void match(std::size_t one, std::size_t other) {
    const bool is_first = means_[one].back() >= means_[other].back();
    const std::size_t better = is_first ? one : other;
    const std::size_t worse = is_first ? other : one;
    const double target = means_[worse].back();
    const auto& scores = means_[better];
    if (scores.back() == target) return;
    if (scores.front() >= target) {
      result_.matches.push_back({better, worse, sizes().front()});
      return;
    }
    const auto size =
        level(sizes().front(), sizes().back(), [&](double at) { return between(sizes(), scores, at) - target; });
    if (size) result_.matches.push_back({better, worse, *size});
  }

  std::vector<Curve> curves_;
  Laws laws_;
  Means means_;
  std::vector<Means> resampled_;
  std::vector<Laws> resampled_laws_;
  CurveResult& result_;
};

}  // namespace

double t_factor(std::size_t freedom) {
  constexpr std::array<double, 10> kFew = {12.7062, 4.3027, 3.1824, 2.7764, 2.5706,
                                           2.4469,  2.3646, 2.3060, 2.2622, 2.2281};
  if (freedom <= kFew.size()) return kFew[freedom - 1];
  // Cornish and Fisher's expansion around the normal distribution: right to four decimals from here on.
  constexpr double z = 1.959964;
  const auto n = static_cast<double>(freedom);
  const double z3 = z * z * z;
  const double z5 = z3 * z * z;
  const double z7 = z5 * z * z;
  return z + (z3 + z) / (4 * n) + (5 * z5 + 16 * z3 + 3 * z) / (96 * n * n) +
         (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * n * n * n);
}

void estimate(std::span<const CurveRun> runs, std::uint64_t seed, CurveResult& result) {
  std::map<std::pair<std::size_t, std::size_t>, std::map<std::size_t, const CurveRun*>> groups;
  for (const CurveRun& run : runs) groups[{run.recipe, run.size}][run.repeat] = &run;
  std::vector<Curve> curves(result.recipes.size());
  for (const auto& [place, repeats] : groups) {
    std::vector<const CurveRun*> all;
    for (const auto& [repeat, run] : repeats) all.push_back(run);
    result.points.push_back(point_of(all));
    Curve& curve = curves[place.first];
    curve.sizes.push_back(static_cast<double>(place.second));
    std::vector<double>& scores = curve.scores.emplace_back();
    for (const CurveRun* run : all) scores.push_back(run->score);
  }
  Estimator(std::move(curves), result).run(seed);
}

}  // namespace espalier::curation
