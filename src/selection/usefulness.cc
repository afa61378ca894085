#include "selection/usefulness.h"

#include <algorithm>
#include <cmath>

namespace espalier::selection {
namespace {

// Many small steps, so that what several templates could say is not said by the first alone.
constexpr int kFits = 20;
constexpr float kPart = 0.06F;

/// What one template said, of the rows of one choice.
double help(std::span<const float> said, std::span<const float> scores, std::size_t right) {
  float best = -HUGE_VALF;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (i != right) best = std::max(best, scores[i]);
  }
  double against = 0;
  double all = 0;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (i == right) continue;
    const double likely = std::exp(static_cast<double>(scores[i] - best));
    against += likely * static_cast<double>(said[i]);
    all += likely;
  }
  const double difficulty = 1 / (1 + std::exp(static_cast<double>(scores[right] - best)));
  return difficulty * (static_cast<double>(said[right]) - against / all);
}

}  // namespace

std::vector<double> usefulness_of(const Choices& choices, std::span<const AttributeSet> items) {
  Likelihood model(choices, kAllButOne);
  Likelihood::Scratch scratch = model.make_scratch();
  std::vector<std::vector<float>> said(items.size(), std::vector<float>(choices.rows()));
  for (int fit = 0; fit < kFits; ++fit) {
    for (std::size_t i = 0; i < items.size(); ++i) {
      const Likelihood::Worth worth = model.worth(items[i], scratch);
      if (worth.gain <= 0) continue;
      const std::vector<float> before = model.scores();
      model.take(items[i], worth, kPart, scratch);
      for (std::size_t row = 0; row < before.size(); ++row) said[i][row] += model.scores()[row] - before[row];
    }
  }
  std::vector<double> out;
  out.reserve(items.size());
  for (const std::vector<float>& each : said) {
    double sum = 0;
    for (std::size_t group = 0; group < choices.groups(); ++group) {
      const std::size_t begin = choices.begin(group);
      const std::size_t count = choices.end(group) - begin;
      sum += help(std::span(each).subspan(begin, count), std::span(model.scores()).subspan(begin, count),
                  choices.right(group) - begin);
    }
    out.push_back(sum / static_cast<double>(std::max<std::size_t>(choices.groups(), 1)));
  }
  return out;
}

}  // namespace espalier::selection
