#include "curation/sentence_usefulness.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace espalier::curation {
namespace {

constexpr std::array<std::size_t, 5> kShares = {30, 30, 10, 10, 20};  // percent

SentenceSet part(std::span<const std::size_t> order, std::size_t from_percent, std::size_t percent, std::size_t most) {
  const std::size_t begin = order.size() * from_percent / 100;
  const std::size_t end = order.size() * (from_percent + percent) / 100;
  const std::size_t size = most == 0 ? end - begin : std::min(most, end - begin);
  const auto cut = order.subspan(begin, size);
  return {cut.begin(), cut.end()};
}

double mean(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) /
         static_cast<double>(std::max<std::size_t>(values.size(), 1));
}

}  // namespace

UsefulnessSets cut_sets(std::span<const std::size_t> order, const UsefulnessRequest& request) {
  const std::array<std::size_t, 5> most = {request.train, request.train, request.test, request.test,
                                           request.candidates};
  std::array<SentenceSet, 5> parts;
  std::size_t from = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    parts[i] = part(order, from, kShares[i], most[i]);
    from += kShares[i];
    if (parts[i].empty()) {
      throw Error(ErrorKind::kInput,
                  fmt::format("{} sentences are too few for two training sets, two test sets and sentences to measure",
                              order.size()));
    }
  }
  UsefulnessSets out;
  out.train = {std::move(parts[0]), std::move(parts[1])};
  out.test = {std::move(parts[2]), std::move(parts[3])};
  out.candidates = std::move(parts[4]);
  out.training_part = part(order, 0, kShares[0] + kShares[1], 0);
  return out;
}

MeasuredUsefulness measure_usefulness(const UsefulnessSets& sets, Retrainer& retrainer) {
  const std::vector<std::span<const std::size_t>> tests = {sets.test[0], sets.test[1]};
  std::vector<RetrainingTask> tasks = {{sets.train[0], tests}, {sets.train[1], tests}};
  for (const std::size_t candidate : sets.candidates) {
    for (std::size_t n = 0; n < 2; ++n) {
      RetrainingTask& task = tasks.emplace_back(RetrainingTask{sets.train[n], tests});
      task.train.push_back(candidate);
    }
  }
  const std::vector<std::vector<double>> accuracies = retrainer.accuracies(tasks);
  MeasuredUsefulness out;
  for (std::size_t n = 0; n < 2; ++n) std::copy_n(accuracies[n].begin(), 2, out.base[n].begin());
  for (std::size_t i = 0; i < sets.candidates.size(); ++i) {
    auto& differences = out.differences.emplace_back();
    double sum = 0;
    for (std::size_t n = 0; n < 2; ++n) {
      for (std::size_t m = 0; m < 2; ++m) {
        differences[n][m] = accuracies[2 + 2 * i + n][m] - out.base[n][m];
        sum += differences[n][m];
      }
    }
    out.su.push_back(sum / 4);
  }
  return out;
}

std::optional<double> correlation(std::span<const double> a, std::span<const double> b) {
  const double mean_a = mean(a);
  const double mean_b = mean(b);
  double both = 0;
  double squares_a = 0;
  double squares_b = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    both += (a[i] - mean_a) * (b[i] - mean_b);
    squares_a += (a[i] - mean_a) * (a[i] - mean_a);
    squares_b += (b[i] - mean_b) * (b[i] - mean_b);
  }
  if (squares_a <= 0 || squares_b <= 0) return std::nullopt;
  return both / std::sqrt(squares_a * squares_b);
}

UsefulnessCounts count_usefulness(const UsefulnessSets& sets, const MeasuredUsefulness& measured,
                                  const std::vector<Sentence>& sentences) {
  UsefulnessCounts out;
  out.train = sets.train[0].size();
  out.test = sets.test[0].size();
  out.candidates = sets.candidates.size();
  out.base = measured.base;
  out.mean = mean(measured.su);
  std::array<std::vector<double>, 2> by_train;
  std::array<std::vector<double>, 2> by_test;
  std::vector<double> lengths;
  double squares = 0;
  for (std::size_t i = 0; i < measured.su.size(); ++i) {
    const auto& each = measured.differences[i];
    for (std::size_t k = 0; k < 2; ++k) {
      by_train[k].push_back(each[k][0] + each[k][1]);
      by_test[k].push_back(each[0][k] + each[1][k]);
    }
    lengths.push_back(sentences[sets.candidates[i]].size());
    squares += (measured.su[i] - out.mean) * (measured.su[i] - out.mean);
  }
  out.deviation = std::sqrt(squares / static_cast<double>(std::max<std::size_t>(measured.su.size(), 2) - 1));
  out.training_sets_correlate = correlation(by_train[0], by_train[1]);
  out.test_sets_correlate = correlation(by_test[0], by_test[1]);
  out.length_correlates = correlation(measured.su, lengths);
  return out;
}

}  // namespace espalier::curation
