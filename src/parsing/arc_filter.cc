#include "parsing/arc_filter.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/random.h"

namespace espalier::parsing {
namespace {

/// Probabilities below this change nothing worth the time.
constexpr float kNegligible = 1e-3F;
constexpr std::size_t kBatch = 16;
constexpr double kRate = 0.15;

std::uint64_t reach_key(std::uint64_t head_tag, std::uint64_t word_tag, bool to_the_right) {
  return features::finish(head_tag * 3 + word_tag * 5 + (to_the_right ? 7 : 11));
}

}  // namespace

void fill_arcs(std::int32_t words, decoding::ArcSet& arcs, std::span<const std::int32_t> must) {
  arcs.start(words);
  for (std::int32_t word = 1; word <= words; ++word) {
    const std::int32_t low = std::max(1, word - kReach);
    const std::int32_t high = std::min(words, word + kReach);
    const std::int32_t needed = must.empty() ? -1 : must[static_cast<std::size_t>(word)];
    arcs.add_head(0);
    if (needed > 0 && needed < low) arcs.add_head(needed);
    for (std::int32_t head = low; head <= high; ++head) {
      if (head != word) arcs.add_head(head);
    }
    if (needed > high) arcs.add_head(needed);
    arcs.end_word();
  }
}

void ReachTable::add(std::uint64_t head_tag, std::uint64_t word_tag, bool to_the_right, std::int32_t distance) {
  std::uint64_t& longest = table_.insert(reach_key(head_tag, word_tag, to_the_right));
  longest = std::max(longest, static_cast<std::uint64_t>(distance));
}

std::int32_t ReachTable::find(std::uint64_t head_tag, std::uint64_t word_tag, bool to_the_right) const {
  const std::uint64_t* longest = table_.find(reach_key(head_tag, word_tag, to_the_right));
  return longest == nullptr ? 0 : static_cast<std::int32_t>(std::min<std::uint64_t>(*longest, kReach));
}

std::vector<TagReach> ReachTable::entries() const {
  std::vector<TagReach> list;
  for (const auto& slot : table_.slots()) {
    if (slot.key != 0) list.push_back({slot.key, slot.payload});
  }
  std::sort(list.begin(), list.end(), [](const TagReach& a, const TagReach& b) { return a.tags < b.tags; });
  return list;
}

ReachTable ReachTable::from(std::span<const TagReach> entries) {
  ReachTable table;
  for (const TagReach& entry : entries) {
    if (entry.tags != 0) table.table_.insert(entry.tags) = entry.distance;
  }
  return table;
}

struct ArcFilter::Push {
  std::uint32_t cell;
  float amount;
};

void ArcFilter::find_reach(std::uint32_t tags, const features::Encoded& sentence, FilterScratch& scratch) const {
  const auto nodes = static_cast<std::size_t>(sentence.words()) + 1;
  const std::uint64_t* column = sentence.of(tags);
  scratch.tags.clear();
  scratch.tag_of.resize(nodes);
  for (std::size_t node = 0; node < nodes; ++node) {
    const auto found = std::find(scratch.tags.begin(), scratch.tags.end(), column[node]);
    scratch.tag_of[node] = static_cast<std::uint32_t>(found - scratch.tags.begin());
    if (found == scratch.tags.end()) scratch.tags.push_back(column[node]);
  }
  const std::size_t count = scratch.tags.size();
  scratch.reach.resize(count * count * 2);
  for (std::size_t h = 0; h < count; ++h) {
    for (std::size_t m = 0; m < count; ++m) {
      for (const bool right : {false, true}) {
        scratch.reach[(h * count + m) * 2 + (right ? 1 : 0)] = reach_.find(scratch.tags[h], scratch.tags[m], right);
      }
    }
  }
}

void ArcFilter::score_heads(std::int32_t word, std::int32_t words, std::int32_t must, FilterScratch& scratch) const {
  const std::size_t count = scratch.tags.size();
  const std::int32_t* reach = scratch.reach.data() + std::size_t{scratch.tag_of[static_cast<std::size_t>(word)]} * 2;
  const std::int32_t high = std::min(words, word + kReach);
  scratch.open.clear();
  scratch.scores.clear();
  for (std::int32_t head = 0; head <= high; ++head) {
    if (head == 1) head = std::max(1, word - kReach);
    if (head == word) continue;
    const std::int32_t* sides = reach + std::size_t{scratch.tag_of[static_cast<std::size_t>(head)]} * count * 2;
    const bool within = head < word ? word - head <= sides[1] || head == 0 : head - word <= sides[0];
    if (!within && head != must) continue;
    const std::int32_t places[] = {head, word};
    float sum = 0;
    for (const std::uint64_t feature : scratch.extractor.features(places)) sum += weights_[cell(feature)];
    scratch.open.push_back(head);
    scratch.scores.push_back(sum);
  }
}

void ArcFilter::choose_heads(std::int32_t word, std::int32_t must, FilterScratch& scratch) const {
  const auto margin = static_cast<float>(-std::log(options_.keep));
  const auto& scores = scratch.scores;
  const float threshold = *std::max_element(scores.begin(), scores.end()) - margin;
  auto& chosen = scratch.chosen;
  chosen.clear();
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (scores[i] >= threshold) chosen.push_back(static_cast<std::int32_t>(i));
  }
  if (static_cast<std::int32_t>(chosen.size()) > options_.most) {
    std::nth_element(chosen.begin(), chosen.begin() + options_.most, chosen.end(), [&](std::int32_t a, std::int32_t b) {
      const float x = scores[static_cast<std::size_t>(a)];
      const float y = scores[static_cast<std::size_t>(b)];
      return x != y ? x > y : a < b;
    });
    chosen.resize(static_cast<std::size_t>(options_.most));
  }
  for (std::int32_t& head : chosen) head = scratch.open[static_cast<std::size_t>(head)];
  chosen.push_back(word - 1);
  if (must >= 0) chosen.push_back(must);
  std::sort(chosen.begin(), chosen.end());
  chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
}

void ArcFilter::filter(const features::Program& program, std::uint32_t tags, const features::Encoded& sentence,
                       FilterScratch& scratch, decoding::ArcSet& arcs, std::span<const std::int32_t> must) const {
  const std::int32_t words = sentence.words();
  scratch.extractor.prepare(program, sentence);
  find_reach(tags, sentence, scratch);
  arcs.start(words);
  for (std::int32_t word = 1; word <= words; ++word) {
    const std::int32_t needed = must.empty() ? -1 : must[static_cast<std::size_t>(word)];
    score_heads(word, words, needed, scratch);
    choose_heads(word, needed, scratch);
    for (const std::int32_t head : scratch.chosen) arcs.add_head(head);
    arcs.end_word();
  }
}

void ArcFilter::add_gradient(const features::Encoded& sentence, std::span<const std::int32_t> heads,
                             FilterScratch& scratch, std::vector<Push>& out) const {
  for (std::int32_t word = 1; word <= sentence.words(); ++word) {
    const std::int32_t gold = heads[static_cast<std::size_t>(word)];
    if (gold < 0) continue;
    score_heads(word, sentence.words(), gold, scratch);
    const float best = *std::max_element(scratch.scores.begin(), scratch.scores.end());
    float total = 0;
    for (float& score : scratch.scores) total += score = std::exp(score - best);
    for (std::size_t i = 0; i < scratch.open.size(); ++i) {
      const float amount = (scratch.open[i] == gold ? 1.0F : 0.0F) - scratch.scores[i] / total;
      if (std::abs(amount) < kNegligible) continue;
      const std::int32_t places[] = {scratch.open[i], word};
      for (const std::uint64_t feature : scratch.extractor.features(places)) {
        out.push_back({static_cast<std::uint32_t>(cell(feature)), amount});
      }
    }
  }
}

ArcFilter ArcFilter::train(const features::Program& program, std::uint32_t tags,
                           std::span<const features::Encoded> sentences,
                           std::span<const std::vector<std::int32_t>> heads, const FilterOptions& options,
                           base::Team& team, const std::function<void(std::size_t)>& progress) {
  ReachTable reach;
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    const std::uint64_t* column = sentences[i].of(tags);
    for (std::int32_t word = 1; word <= sentences[i].words(); ++word) {
      const std::int32_t head = heads[i][static_cast<std::size_t>(word)];
      if (head >= 0) reach.add(column[head], column[word], head < word, std::abs(head - word));
    }
  }
  ArcFilter model(options, std::vector<float>(std::size_t{1} << options.bits), std::move(reach));
  std::vector<FilterScratch> scratch(static_cast<std::size_t>(team.size()));
  std::vector<std::vector<Push>> pushes(kBatch);
  std::vector<std::size_t> order(sentences.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  base::Random random(options.seed);
  const double total = static_cast<double>(options.epochs) * static_cast<double>(sentences.size());
  std::size_t seen = 0;
  for (int epoch = 0; epoch < options.epochs; ++epoch) {
    random.shuffle(order);
    for (std::size_t done = 0; done < order.size(); done += kBatch) {
      const std::size_t count = std::min(kBatch, order.size() - done);
      team.run(count, [&](std::size_t i, int worker) {
        FilterScratch& own = scratch[static_cast<std::size_t>(worker)];
        const std::size_t sentence = order[done + i];
        own.extractor.prepare(program, sentences[sentence]);
        model.find_reach(tags, sentences[sentence], own);
        pushes[i].clear();
        model.add_gradient(sentences[sentence], heads[sentence], own, pushes[i]);
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
