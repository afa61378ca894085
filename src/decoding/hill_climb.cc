#include "decoding/hill_climb.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "decoding/index.h"
#include "decoding/tree_score.h"

namespace espalier::decoding {
namespace {

// Less is not worth a step.
constexpr double kLeastGain = 1e-6;
constexpr double kNoTree = -std::numeric_limits<double>::infinity();

}  // namespace

double HillClimb::climb(const PartSet& parts, const PartScores& scores, Roots roots, std::span<std::int32_t> heads) {
  parts_ = &parts;
  scores_ = scores;
  roots_ = roots;
  heads_ = heads;
  link_all();
  score_ = tree_score(parts, scores, heads);
  while (sweep() || change_root() || turn_arcs()) {
    // With scores so large that gains are rounding, the sum itself must rise, or the climb could go round in circles.
    const double reached = tree_score(parts, scores, heads);
    const bool is_higher = reached > score_;
    score_ = reached;
    if (!is_higher) break;
  }
  return score_;
}

bool HillClimb::best(const PartSet& parts, const PartScores& scores, Roots roots, const ClimbOptions& options,
                     base::Random& random, std::span<std::int32_t> heads) {
  start_.resize(heads.size());
  // Trees of the chosen roots exist or do not, whatever the scores.
  if (!branching_.best(parts.arcs(), scores.arcs, roots, start_)) return false;
  double most = kNoTree;
  const auto take = [&] {
    const double reached = climb(parts, scores, roots, start_);
    if (reached <= most) return;
    most = reached;
    std::copy(start_.begin(), start_.end(), heads.begin());
  };
  if (options.from_branching) take();
  if (options.from_projective && eisner_.best(parts, scores, roots, start_)) take();
  for (int i = 0; i < options.restarts; ++i) {
    add_noise(scores.arcs, options.noise, random);
    branching_.best(parts.arcs(), noisy_, roots, start_);
    take();
  }
  if (most == kNoTree) {  // nothing else was asked for, or there is no projective tree
    branching_.best(parts.arcs(), scores.arcs, roots, start_);
    take();
  }
  score_ = most;
  return true;
}

void HillClimb::add_noise(std::span<const float> scores, float noise, base::Random& random) {
  noisy_.assign(scores.begin(), scores.end());
  for (float& score : noisy_) {
    const double uniform = std::max(random.uniform(), 1e-12);
    score -= noise * static_cast<float>(std::log(-std::log(uniform)));
  }
}

bool HillClimb::sweep() {
  bool is_better = false;
  for (std::int32_t word = 1; word <= parts_->arcs().words(); ++word) {
    if (roots_ == Roots::kOne && head(word) == 0) continue;
    double gained = kLeastGain;
    const std::int32_t to = best_head(word, gained);
    if (to < 0) continue;
    move(word, to);
    is_better = true;
  }
  return is_better;
}

// The head that gains most beyond `gained`, which is raised to that; -1 when none does.
std::int32_t HillClimb::best_head(std::int32_t word, double& gained) const {
  std::int32_t best = -1;
  for (const std::int32_t to : parts_->arcs().heads(word)) {
    if (to == head(word) || (to == 0 && roots_ == Roots::kOne) || is_below(to, word)) continue;
    const double gains = gain(word, to);
    if (!(gains > gained)) continue;
    gained = gains;
    best = to;
  }
  return best;
}

// Gives a word a head and then another word its best one, if both together help.
bool HillClimb::try_pair(std::int32_t word, std::int32_t to, std::int32_t other) {
  const std::int32_t old = head(word);
  double gained = kLeastGain - gain(word, to);
  move(word, to);
  const std::int32_t other_to = best_head(other, gained);
  if (other_to >= 0) {
    move(other, other_to);
    return true;
  }
  move(word, old);
  return false;
}

// A word becomes the root and the old root finds another head; in between there are two roots.
bool HillClimb::change_root() {
  if (roots_ == Roots::kAny) return false;
  const std::int32_t root = first(0, true);
  for (std::int32_t word = 1; word <= parts_->arcs().words(); ++word) {
    if (word != root && parts_->arcs().find(0, word) >= 0 && try_pair(word, 0, root)) return true;
  }
  return false;
}

// A word leaves its head for another, and the head, which may now come to hang below it, finds another too.
bool HillClimb::turn_arcs() {
  bool is_better = false;
  for (std::int32_t word = 1; word <= parts_->arcs().words(); ++word) {
    for (const std::int32_t to : parts_->arcs().heads(word)) {
      const std::int32_t upper = head(word);
      if (upper == 0 || to == upper || is_below(to, word)) continue;
      if (roots_ == Roots::kOne && (to == 0 || head(upper) == 0)) continue;
      is_better |= try_pair(word, to, upper);
    }
  }
  return is_better;
}

bool HillClimb::is_below(std::int32_t node, std::int32_t word) const {
  while (node > 0 && node != word) node = head(node);
  return node == word;
}

double HillClimb::value(std::int32_t of, std::int32_t sibling, std::int32_t word) const {
  return word_score(*parts_, scores_, {head(of), of, sibling, word});
}

double HillClimb::gain(std::int32_t word, std::int32_t to) const {
  const std::int32_t from = head(word);
  const Place place = find_place(word, to);
  double sum = value(to, place.inner, word) - value(from, inner(word), word);
  if (parts_->order() == 1) return sum;
  if (const std::int32_t next = outer(word); next >= 0) sum += value(from, inner(word), next) - value(from, word, next);
  if (place.outer >= 0) sum += value(to, word, place.outer) - value(to, place.inner, place.outer);
  return parts_->order() == 2 ? sum : sum + gain_below(word, to);
}

// The dependents of the word get another grandparent.
double HillClimb::gain_below(std::int32_t word, std::int32_t to) const {
  double sum = 0;
  for (const bool right : {false, true}) {
    for (std::int32_t child = first(word, right); child >= 0; child = outer(child)) {
      sum += word_score(*parts_, scores_, {to, word, inner(child), child});
      sum -= word_score(*parts_, scores_, {head(word), word, inner(child), child});
    }
  }
  return sum;
}

HillClimb::Place HillClimb::find_place(std::int32_t word, std::int32_t to) const {
  const std::int32_t distance = std::abs(word - to);
  Place place{to, first(to, word > to)};
  while (place.outer >= 0 && std::abs(place.outer - to) < distance) {
    place = {place.outer, outer(place.outer)};
  }
  return place;
}

void HillClimb::link(std::int32_t word, std::int32_t to) {
  const Place place = find_place(word, to);
  heads_[to_index(word)] = to;
  inner_[to_index(word)] = place.inner;
  outer_[to_index(word)] = place.outer;
  (place.inner == to ? first(to, word > to) : outer_[to_index(place.inner)]) = word;
  if (place.outer >= 0) inner_[to_index(place.outer)] = word;
}

void HillClimb::unlink(std::int32_t word) {
  const std::int32_t from = head(word);
  const std::int32_t before = inner(word);
  (before == from ? first(from, word > from) : outer_[to_index(before)]) = outer(word);
  if (outer(word) >= 0) inner_[to_index(outer(word))] = before;
}

void HillClimb::move(std::int32_t word, std::int32_t to) {
  unlink(word);
  link(word, to);
}

void HillClimb::link_all() {
  first_.assign(2 * heads_.size(), -1);
  outer_.assign(heads_.size(), -1);
  inner_.assign(heads_.size(), -1);
  for (std::int32_t word = 1; word < static_cast<std::int32_t>(heads_.size()); ++word) link(word, head(word));
}

}  // namespace espalier::decoding
