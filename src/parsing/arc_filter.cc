#include "parsing/arc_filter.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/random.h"

namespace espalier::parsing {
namespace {

/// A gradient step on one cell.
struct Push {
  std::uint32_t cell;
  float amount;
};

/// Probabilities below this change nothing worth the time.
constexpr float kNegligible = 1e-3F;
constexpr std::size_t kBatch = 16;
constexpr double kRate = 0.15;

}  // namespace

void fill_arcs(std::int32_t words, decoding::ArcSet& arcs) {
  arcs.start(words);
  for (std::int32_t word = 1; word <= words; ++word) {
    const std::int32_t low = std::max(1, word - kReach);
    const std::int32_t high = std::min(words, word + kReach);
    arcs.add_head(0);
    for (std::int32_t head = low; head <= high; ++head) {
      if (head != word) arcs.add_head(head);
    }
    arcs.end_word();
  }
}

void ArcFilter::score_heads(std::int32_t word, std::int32_t words, FilterScratch& scratch) const {
  scratch.scores.assign(static_cast<std::size_t>(words) + 1, -INFINITY);
  for (std::int32_t head = 0; head <= std::min(words, word + kReach); ++head) {
    if (head == word) continue;
    if (head == 1) head = std::max(1, word - kReach);
    if (head == word) continue;
    const std::int32_t places[] = {head, word};
    float sum = 0;
    for (const std::uint64_t feature : scratch.extractor.features(places)) sum += weights_[cell(feature)];
    scratch.scores[static_cast<std::size_t>(head)] = sum;
  }
}

void ArcFilter::filter(const features::Program& program, const features::Encoded& sentence, FilterScratch& scratch,
                       decoding::ArcSet& arcs, std::span<const std::int32_t> must) const {
  const std::int32_t words = sentence.words();
  scratch.extractor.prepare(program, sentence);
  const auto margin = static_cast<float>(-std::log(options_.keep));
  arcs.start(words);
  for (std::int32_t word = 1; word <= words; ++word) {
    score_heads(word, words, scratch);
    auto& scores = scratch.scores;
    scores[static_cast<std::size_t>(word)] = -INFINITY;
    const float threshold = *std::max_element(scores.begin(), scores.end()) - margin;
    auto& chosen = scratch.chosen;
    chosen.clear();
    for (std::int32_t head = 0; head <= words; ++head) {
      if (scores[static_cast<std::size_t>(head)] >= threshold) chosen.push_back(head);
    }
    if (static_cast<std::int32_t>(chosen.size()) > options_.most) {
      std::nth_element(chosen.begin(), chosen.begin() + options_.most, chosen.end(),
                       [&](std::int32_t a, std::int32_t b) {
                         const float x = scores[static_cast<std::size_t>(a)];
                         const float y = scores[static_cast<std::size_t>(b)];
                         return x != y ? x > y : a < b;
                       });
      chosen.resize(static_cast<std::size_t>(options_.most));
    }
    chosen.push_back(word - 1);
    if (!must.empty() && must[static_cast<std::size_t>(word)] >= 0)
      chosen.push_back(must[static_cast<std::size_t>(word)]);
    std::sort(chosen.begin(), chosen.end());
    chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
    for (const std::int32_t head : chosen) arcs.add_head(head);
    arcs.end_word();
  }
}

ArcFilter ArcFilter::train(const features::Program& program, std::span<const features::Encoded> sentences,
                           std::span<const std::vector<std::int32_t>> heads, const FilterOptions& options,
                           base::Team& team, const std::function<void(std::size_t)>& progress) {
  ArcFilter model(options, std::vector<float>(std::size_t{1} << options.bits));
  std::vector<FilterScratch> scratch(static_cast<std::size_t>(team.size()));
  std::vector<std::vector<Push>> pushes(kBatch);
  std::vector<std::size_t> order(sentences.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  base::Random random(options.seed);
  const auto gradient = [&](std::size_t sentence, FilterScratch& own, std::vector<Push>& out) {
    out.clear();
    const std::int32_t words = sentences[sentence].words();
    own.extractor.prepare(program, sentences[sentence]);
    for (std::int32_t word = 1; word <= words; ++word) {
      const std::int32_t gold = heads[sentence][static_cast<std::size_t>(word)];
      if (gold < 0) continue;
      model.score_heads(word, words, own);
      own.scores[static_cast<std::size_t>(word)] = -INFINITY;
      const float best = *std::max_element(own.scores.begin(), own.scores.end());
      float total = 0;
      for (float& score : own.scores) total += score = std::exp(score - best);
      for (std::int32_t head = 0; head <= words; ++head) {
        const float amount = (head == gold ? 1.0F : 0.0F) - own.scores[static_cast<std::size_t>(head)] / total;
        if (head == word || std::abs(amount) < kNegligible) continue;
        const std::int32_t places[] = {head, word};
        for (const std::uint64_t feature : own.extractor.features(places)) {
          out.push_back({static_cast<std::uint32_t>(model.cell(feature)), amount});
        }
      }
    }
  };
  const double total = static_cast<double>(options.epochs) * static_cast<double>(sentences.size());
  std::size_t seen = 0;
  for (int epoch = 0; epoch < options.epochs; ++epoch) {
    random.shuffle(order);
    for (std::size_t done = 0; done < order.size(); done += kBatch) {
      const std::size_t count = std::min(kBatch, order.size() - done);
      team.run(count, [&](std::size_t i, int worker) {
        gradient(order[done + i], scratch[static_cast<std::size_t>(worker)], pushes[i]);
      });
      const auto rate = static_cast<float>(kRate * (1 - 0.9 * static_cast<double>(seen) / total));
      for (std::size_t i = 0; i < count; ++i) {
        for (const Push& push : pushes[i]) model.weights_[push.cell] += rate * push.amount;
      }
      seen += count;
      if (progress) progress(seen);
    }
  }
  return model;
}

}  // namespace espalier::parsing
