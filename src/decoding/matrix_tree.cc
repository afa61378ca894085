#include "decoding/matrix_tree.h"

#include <algorithm>
#include <cmath>

#include "decoding/index.h"

namespace espalier::decoding {
namespace {

constexpr int kRootExponent = -332;
constexpr double kLeast = 1e-290;  // products of two or three weights below it are still digits, not zeros

}  // namespace

double MatrixTree::marginals(const ArcSet& arcs, std::span<const float> scores, Roots roots,
                             std::span<const std::int32_t> best, std::span<float> probabilities) {
  arcs_ = &arcs;
  scores_ = scores;
  best_ = best;
  probabilities_ = probabilities;
  const auto words = to_index(arcs.words());
  // Each level halves the words; a child is built from its parent's rows, so all must be there before.
  std::size_t depth = 1;
  for (std::size_t size = words; size > 1; size = (size + 1) / 2) ++depth;
  if (levels_.size() < depth) levels_.resize(depth);
  const double scale = set_weights(roots);
  eliminated_.clear();
  steps_.clear();
  escape_.assign(words + 1, 0);
  escape_[0] = 1;
  log_sum_ = scale;
  has_sum_ = false;
  is_lost_ = false;
  solve(0, words);
  if (is_lost_ || (roots == Roots::kOne && expected_roots() > 1.0001)) take_best_tree();
  return log_sum_;
}

// Weights are relative to the best arc of their word; returns the log of what was divided out of every tree.
double MatrixTree::set_weights(Roots roots) {
  const std::int32_t words = arcs_->words();
  Level& all = levels_[0];
  all.stride = to_index(words) + 1;
  all.words.resize(to_index(words));
  all.weights.assign(all.stride * to_index(words), 0);
  arc_weights_.resize(to_index(arcs_->size()));
  double scale = roots == Roots::kOne ? -kRootExponent * std::log(2.0) : 0;
  for (std::int32_t word = 1; word <= words; ++word) {
    const std::size_t row = to_index(word) - 1;
    all.words[row] = word;
    const auto begin = to_index(arcs_->begin(word));
    const auto end = to_index(arcs_->end(word));
    const double most = *std::max_element(scores_.begin() + static_cast<std::ptrdiff_t>(begin),
                                          scores_.begin() + static_cast<std::ptrdiff_t>(end));
    scale += most;
    for (std::size_t arc = begin; arc < end; ++arc) {
      const std::int32_t head = arcs_->head(static_cast<std::int32_t>(arc));
      double weight = std::exp(scores_[arc] - most);
      if (head == 0 && roots == Roots::kOne) weight = std::ldexp(weight, kRootExponent);
      arc_weights_[arc] = weight;
      all.row(row)[head] = weight;
    }
  }
  return scale;
}

// The depth of this recursion is the logarithm of the number of words.
void MatrixTree::solve(std::size_t level, std::size_t size) {
  if (size == 1) {
    finish(level);
    return;
  }
  const std::size_t half = (size + 1) / 2;
  const std::size_t done = eliminated_.size();
  const std::size_t steps = steps_.size();
  for (const std::size_t begin : {std::size_t{0}, half}) {
    const std::size_t kept = begin == 0 ? half : size - half;
    copy_half(levels_[level], size, begin, kept, levels_[level + 1]);
    for (std::size_t last = size; last-- > kept;) eliminate_last(level + 1, last);
    solve(level + 1, kept);
    eliminated_.resize(done);
    steps_.resize(steps);
  }
}

// The words from `begin` on come first, the others, which are to go, behind them.
void MatrixTree::copy_half(const Level& from, std::size_t size, std::size_t begin, std::size_t count, Level& to) const {
  to.stride = size + 1;
  to.words.resize(size);
  to.weights.resize(size * to.stride);
  const auto source = [&](std::size_t i) { return i < count ? begin + i : (begin == 0 ? i : i - count); };
  for (std::size_t m = 0; m < size; ++m) {
    to.words[m] = from.words[source(m)];
    const double* const old = from.weights.data() + source(m) * from.stride;
    double* const row = to.row(m);
    row[0] = old[0];
    for (std::size_t h = 0; h < size; ++h) row[h + 1] = old[source(h) + 1];
  }
}

void MatrixTree::eliminate_last(std::size_t level, std::size_t last) {
  Level& at = levels_[level];
  double* const own = at.row(last);
  double sum = 0;
  for (std::size_t h = 0; h <= last; ++h) sum += own[h];
  if (sum < kLeast) {
    is_lost_ = true;
    sum = 1;
  }
  if (!has_sum_) log_sum_ += std::log(sum);
  eliminated_.push_back({at.words[last], level, steps_.size(), last});
  for (std::size_t h = 0; h <= last; ++h) {
    own[h] /= sum;
    steps_.push_back(own[h]);
  }
  for (std::size_t m = 0; m < last; ++m) {
    double* const row = at.row(m);
    const double through = row[last + 1];
    if (through == 0) continue;
    // row[m + 1], a way back to where it began, is no way; it is never read.
    for (std::size_t h = 0; h <= last; ++h) row[h] += through * own[h];
  }
}

void MatrixTree::finish(std::size_t level) {
  const double from_root = levels_[level].row(0)[0];
  if (from_root < kLeast) {
    is_lost_ = true;
    return;
  }
  if (!has_sum_) log_sum_ += std::log(from_root);
  has_sum_ = true;
  substitute(levels_[level].words[0]);
}

void MatrixTree::substitute(std::int32_t word) {
  escape_[to_index(word)] = 0;
  for (std::size_t i = eliminated_.size(); i-- > 0;) {
    const Elimination& gone = eliminated_[i];
    const double* const step = steps_.data() + gone.steps;
    const std::int32_t* const to = levels_[gone.level].words.data();
    double sum = step[0];
    for (std::size_t h = 0; h < gone.count; ++h) sum += step[h + 1] * escape_[to_index(to[h])];
    escape_[to_index(gone.word)] = sum;
  }
  double total = 0;
  for (std::int32_t arc = arcs_->begin(word); arc < arcs_->end(word); ++arc) {
    total += arc_weights_[to_index(arc)] * escape_[to_index(arcs_->head(arc))];
  }
  for (std::int32_t arc = arcs_->begin(word); arc < arcs_->end(word); ++arc) {
    const double share = arc_weights_[to_index(arc)] * escape_[to_index(arcs_->head(arc))];
    probabilities_[to_index(arc)] = static_cast<float>(share / total);
  }
}

double MatrixTree::expected_roots() const {
  double sum = 0;
  for (std::int32_t arc = 0; arc < arcs_->size(); ++arc) {
    if (arcs_->head(arc) == 0) sum += probabilities_[to_index(arc)];
  }
  return sum;
}

void MatrixTree::take_best_tree() {
  log_sum_ = 0;
  for (std::int32_t word = 1; word <= arcs_->words(); ++word) {
    for (std::int32_t arc = arcs_->begin(word); arc < arcs_->end(word); ++arc) {
      const bool is_best = arcs_->head(arc) == best_[to_index(word)];
      probabilities_[to_index(arc)] = is_best ? 1.0F : 0.0F;
      if (is_best) log_sum_ += scores_[to_index(arc)];
    }
  }
}

}  // namespace espalier::decoding
