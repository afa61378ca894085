#include "parsing/local_scorer.h"

namespace espalier::parsing {
namespace {

void add_row(float* __restrict out, const float* __restrict row, std::size_t count) noexcept {
  for (std::size_t i = 0; i < count; ++i) out[i] += row[i];
}

}  // namespace

void MoveFeatures::prepare(const TransitionPrograms& programs, const features::Encoded& sentence) {
  programs_ = &programs;
  for (std::size_t place = 0; place < kMovePlaces; ++place) {
    if (has_place(place)) extractors_[place].prepare(programs.of_place(place), sentence);
  }
  rest_.prepare(programs.rest(), sentence);
}

void LocalScorer::prepare(const TransitionPrograms& programs, const features::Encoded& sentence,
                          const LocalWeights& weights) {
  weights_ = weights;
  features_.prepare(programs, sentence);
  lookups_ = 0;
  const std::size_t nodes = static_cast<std::size_t>(sentence.words()) + 2;
  part_at_.assign(nodes, weights.other);
  if (weights.split != LocalWeights::kUnread) {
    for (std::int32_t node = -1; node <= sentence.words(); ++node) {
      part_at_[static_cast<std::size_t>(node) + 1] =
          part_of(weights.parts, split_value(sentence, weights.split, node), weights.other);
    }
  }
  sums_.clear();
  for (std::size_t place = 0; place < kMovePlaces; ++place) {
    kept_[place].clear();
    if (features_.has_place(place) && keeps_ && weights.kernel == nullptr)
      kept_[place].assign(nodes * weights.parts.size(), 0);
  }
}

void LocalScorer::add(std::span<const std::uint64_t> features, std::uint64_t salt, float* scores) {
  lookups_ += features.size();
  salted_.clear();
  for (const std::uint64_t feature : features) salted_.push_back(salted(feature, salt));
  weights_.rows->add_scores(salted_, scores);
}

const float* LocalScorer::sums_of(std::size_t place, std::int32_t node, std::uint32_t part) {
  std::uint32_t& kept = kept_[place][static_cast<std::size_t>(node + 1) * weights_.parts.size() + part];
  if (kept == 0) {
    const std::size_t begin = sums_.size();
    sums_.resize(begin + weights_.classes, 0.0F);
    add(features_.of_place(place, node), weights_.parts[part].salt(), sums_.data() + begin);
    kept = static_cast<std::uint32_t>(begin / weights_.classes) + 1;
  }
  return sums_.data() + static_cast<std::size_t>(kept - 1) * weights_.classes;
}

void LocalScorer::add_kernel(const decoding::Configuration& c, std::uint32_t part) {
  gathered_.clear();
  features_.visit_all(
      c, [&](std::span<const std::uint64_t> some) { gathered_.insert(gathered_.end(), some.begin(), some.end()); });
  lookups_ += gathered_.size();
  weights_.kernel->add_scores(part, gathered_, scratch_, scores_.data());
}

std::span<const float> LocalScorer::score(const decoding::Configuration& c) {
  const std::uint32_t part = part_at(c.buffer(0));
  const std::uint64_t salt = weights_.parts[part].salt();
  const float* start = weights_.start.data() + static_cast<std::size_t>(part) * weights_.classes;
  scores_.assign(start, start + weights_.classes);
  if (weights_.kernel != nullptr) {
    add_kernel(c, part);
    return scores_;
  }
  for (std::size_t place = 0; place < kMovePlaces; ++place) {
    if (!features_.has_place(place)) continue;
    const std::int32_t node = node_at(c, place);
    if (keeps_) {
      add_row(scores_.data(), sums_of(place, node, part), weights_.classes);
    } else {
      add(features_.of_place(place, node), salt, scores_.data());
    }
  }
  add(features_.rest(c), salt, scores_.data());
  return scores_;
}

}  // namespace espalier::parsing
