// Paired bootstrap (Efron and Tibshirani 1993; Koehn 2004 for systems over sentences; the shifted two-sided p-value as
// in Berg-Kirkpatrick, Burkett and Klein 2012) and McNemar's test (McNemar 1947; the correction is Edwards' of 1948).
//
// Idea: scores are ratios of sums over sentences, so a resample needs sums of counts only. Each resample has a
// generator of its own, seeded by its number: threads may share the work in any way and the numbers stay the same.
// Cost: resamples × sentences × systems × measures additions; counts of a sentence lie together in memory.
#include "evaluation/significance.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <new>
#include <thread>

#include "base/ordered_map.h"
#include "base/random.h"

namespace espalier::evaluation {
namespace {

constexpr std::size_t kCounts = 3;  // gold, system, correct: what Measure::value() is made of
// The usual bound: from there on the corrected chi-square is close to the exact test.
constexpr std::uint64_t kExactBelow = 25;
// 2^-n is a normal double up to there; beyond, the greatest term of the tail is made from logarithms.
constexpr std::uint64_t kPlainBelow = 1000;

/// For each sentence the counts of all systems on all measures, side by side.
class CountTable {
 public:
  explicit CountTable(const std::vector<Tallies>& systems)
      : sentences_(systems.front().sentences()),
        measures_(systems.front().names().size()),
        width_(systems.size() * measures_ * kCounts),
        counts_(sentences_ * width_) {
    for (std::size_t s = 0; s < sentences_; ++s) {
      std::uint32_t* row = counts_.data() + s * width_;
      for (const Tallies& system : systems) {
        for (std::size_t m = 0; m < measures_; ++m) {
          const Tally& tally = system.at(s, m);
          *row++ = tally.gold;
          *row++ = tally.system;
          *row++ = tally.correct;
        }
      }
    }
  }
  std::size_t sentences() const noexcept { return sentences_; }
  std::size_t width() const noexcept { return width_; }

  void draw(base::Random& random, std::vector<std::uint64_t>& sums) const {
    std::fill(sums.begin(), sums.end(), std::uint64_t{0});
    for (std::size_t i = 0; i < sentences_; ++i) {
      const std::uint32_t* row = counts_.data() + random.below(sentences_) * width_;
      for (std::size_t k = 0; k < width_; ++k) sums[k] += row[k];
    }
  }

 private:
  std::size_t sentences_;
  std::size_t measures_;
  std::size_t width_;
  std::vector<std::uint32_t> counts_;
};

class Bootstrap {
 public:
  Bootstrap(const std::vector<Tallies>& systems, const BootstrapOptions& options, const Control& control)
      : names_(systems.front().names()), table_(systems), options_(options), control_(control) {
    values_.assign(systems.size(), {});
    for (auto& system : values_) system.assign(names_.size(), std::vector<double>(options.resamples));
  }

  Resampled run() {
    if (table_.sentences() == 0) return std::move(values_);
    std::vector<std::jthread> helpers;
    for (int i = 1; i < base::thread_count(control_.threads); ++i) helpers.emplace_back([this] { help(); });
    work(true);
    helpers.clear();  // joins
    if (is_stopped()) throw Error(ErrorKind::kInterrupted, "interrupted");
    return std::move(values_);
  }

 private:
  bool is_stopped() const { return control_.stop != nullptr && control_.stop->load(); }

  /// Without memory for its sums a thread leaves the work to others, having taken none; the caller's tells.
  void help() noexcept {
    try {
      work(false);
    } catch (const std::bad_alloc&) {
    }
  }

  void work(bool reports) {
    std::vector<std::uint64_t> sums(table_.width());
    for (std::size_t r = next_++; r < options_.resamples && !is_stopped(); r = next_++) {
      // The product keeps the seeds of neighbouring experiments far apart, the sum those of neighbouring resamples.
      base::Random random(options_.seed * 0x9E3779B97F4A7C15U + r);
      table_.draw(random, sums);
      const std::uint64_t* at = sums.data();
      for (auto& system : values_) {
        for (std::size_t m = 0; m < names_.size(); ++m, at += kCounts) {
          system[m][r] = measure_value(names_[m].kind, static_cast<double>(at[0]), static_cast<double>(at[1]),
                                       static_cast<double>(at[2]));
        }
      }
      if (reports && control_.progress) control_.progress({"resampling", r + 1, options_.resamples});
    }
  }

  const std::vector<MeasureName>& names_;
  CountTable table_;
  BootstrapOptions options_;
  const Control& control_;
  Resampled values_;
  std::atomic<std::size_t> next_{0};
};

void test_by_bootstrap(const std::vector<double>& first, const std::vector<double>& second, Comparison& comparison) {
  if (first.empty()) return;
  std::vector<double> differences(first.size());
  std::transform(first.begin(), first.end(), second.begin(), differences.begin(), std::minus<>());
  comparison.bootstrap_p = bootstrap_p(comparison.difference, differences);
  comparison.interval = percentile_interval(std::move(differences), kConfidence);
}

void test_by_mcnemar(const std::vector<Outcome>& first, const std::vector<Outcome>& second, std::size_t measure,
                     Comparison& comparison) {
  comparison.has_mcnemar = true;
  for (std::size_t i = 0; i < first.size(); ++i) {
    if (((first[i] | second[i]) & kUnscored) != 0) continue;
    const bool in_first = (first[i] & outcome_bit(measure)) != 0;
    const bool in_second = (second[i] & outcome_bit(measure)) != 0;
    comparison.only_first += in_first && !in_second ? 1 : 0;
    comparison.only_second += in_second && !in_first ? 1 : 0;
  }
  comparison.mcnemar_p = mcnemar_p(comparison.only_first, comparison.only_second);
}

}  // namespace

Resampled bootstrap(const std::vector<Tallies>& systems, const BootstrapOptions& options, const Control& control) {
  if (systems.empty()) return {};
  return Bootstrap(systems, options, control).run();
}

Interval percentile_interval(std::vector<double> values, double level) {
  std::sort(values.begin(), values.end());
  const auto quantile = [&values](double q) {
    const double place = q * static_cast<double>(values.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, values.size() - 1);
    return values[below] + (place - static_cast<double>(below)) * (values[above] - values[below]);
  };
  return {quantile((1 - level) / 2), quantile((1 + level) / 2)};
}

double bootstrap_p(double observed, std::span<const double> resampled) {
  // Sums in another order may differ in the last bits; what is meant to be equal must count as such.
  const double bound = std::abs(observed) - 1e-9;
  const auto far = std::count_if(resampled.begin(), resampled.end(),
                                 [&](double value) { return std::abs(value - observed) >= bound; });
  return (static_cast<double>(far) + 1) / (static_cast<double>(resampled.size()) + 1);
}

double exact_mcnemar_p(std::uint64_t only_first, std::uint64_t only_second) {
  const std::uint64_t n = only_first + only_second;
  const std::uint64_t smaller = std::min(only_first, only_second);
  if (n == 0) return 1;
  double tail = 0;
  if (n < kPlainBelow) {
    double term = std::ldexp(1.0, -static_cast<int>(n));
    for (std::uint64_t k = 0; k <= smaller; ++k) {
      tail += term;
      term *= static_cast<double>(n - k) / static_cast<double>(k + 1);
    }
    return std::min(1.0, 2 * tail);
  }
  const auto log_factorial = [](std::uint64_t k) { return std::lgamma(static_cast<double>(k) + 1); };
  double term = std::exp(log_factorial(n) - log_factorial(smaller) - log_factorial(n - smaller) -
                         static_cast<double>(n) * std::log(2.0));
  for (std::uint64_t k = smaller;; --k) {
    tail += term;
    term *= static_cast<double>(k) / static_cast<double>(n - k + 1);
    if (term <= tail * 1e-17) break;  // k = 0 included
  }
  return std::min(1.0, 2 * tail);
}

double mcnemar_p(std::uint64_t only_first, std::uint64_t only_second) {
  const std::uint64_t n = only_first + only_second;
  if (n == 0) return 1;
  const std::uint64_t smaller = std::min(only_first, only_second);
  if (n < kExactBelow) return exact_mcnemar_p(only_first, only_second);
  const double gap = std::max(0.0, static_cast<double>(n - 2 * smaller) - 1);
  return std::erfc(std::sqrt(gap * gap / static_cast<double>(n) / 2));
}

std::vector<Comparison> compare_systems(const std::vector<Tallies>& systems,
                                        const std::vector<std::vector<Measure>>& measures, const Resampled& resampled) {
  std::vector<Comparison> comparisons;
  for (std::size_t a = 0; a < systems.size(); ++a) {
    for (std::size_t b = a + 1; b < systems.size(); ++b) {
      for (std::size_t m = 0; m < measures[a].size(); ++m) {
        Comparison comparison;
        comparison.first = a;
        comparison.second = b;
        comparison.measure = measures[a][m].name;
        comparison.difference = measures[a][m].value() - measures[b][m].value();
        test_by_bootstrap(resampled[a][m], resampled[b][m], comparison);
        if ((systems[a].paired & outcome_bit(m)) != 0)
          test_by_mcnemar(systems[a].outcomes, systems[b].outcomes, m, comparison);
        comparisons.push_back(std::move(comparison));
      }
    }
  }
  return comparisons;
}

}  // namespace espalier::evaluation
