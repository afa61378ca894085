// Arc marginals over all trees, crossing arcs allowed, without a single subtraction.
//
// The weight of a tree is the product of the weights exp(score) of its arcs. By the matrix-tree theorem (Tutte 1984;
// for parsing Koo et al., Smith and Smith, McDonald and Satta, all 2007) the sum over all trees is a determinant, and
// the marginals come from its inverse. The determinant loses digits where two words much prefer each other, so we read
// it as a random walk instead: from a word go to one of its heads, in proportion to the weights of its arcs.
//
//   * Eliminating a word k from the walk leads every way through k past it: w(h → m) += w(k → m) · w(h → k) / D(k),
//   D(k)
//     being the sum of the weights into k. The product of all D is the sum over trees (Gaussian elimination in the form
//     of Grassmann, Taksar and Heyman 1985: additions, products and quotients of positive numbers, so all digits are
//     good).
//   * A tree has the arc h → m when the walk from h comes to the root before it meets m. With escape(h) the probability
//     of that, P(h → m) = w(h → m) · escape(h) / the same summed over all heads of m.
//   * Eliminating all words but m gives the escapes from m by substitution. Halves of the words share eliminations:
//   keep
//     one half, eliminate the other, go on in the kept half; then the other way round.
//   * A single root: weights of arcs from the root are multiplied by t = 2^-332. Trees with r roots are then t^r times
//     less likely, and as no digits are lost nothing but the trees of one root remains. (Where those are themselves
//     that unlikely, the expected number of roots shows it.)
//
// Cost: O(n³), the halvings included: a level costs a quarter of the one above.
// Limits: where the weights leave the range of a double (some 290 powers of ten, 190 with a single root), the best tree
// stands for all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "decoding/arc_set.h"

namespace espalier::decoding {

/// One a thread; memory is kept between calls.
class MatrixTree {
 public:
  /// Writes the probability of each arc and returns the log of the sum over all trees. `best` is the best tree.
  /// REQUIRES that it is one over the arcs, and that arcs.words() > 0.
  double marginals(const ArcSet& arcs, std::span<const float> scores, Roots roots, std::span<const std::int32_t> best,
                   std::span<float> probabilities);

 private:
  // A square of entering weights over some of the words: row m holds the root's, then that of each word in `words`.
  struct Level {
    std::vector<std::int32_t> words;
    std::vector<double> weights;
    std::size_t stride = 0;
    double* row(std::size_t index) noexcept { return weights.data() + index * stride; }
  };
  struct Elimination {
    std::int32_t word;
    std::size_t level;
    std::size_t steps;  // where its probabilities begin in steps_
    std::size_t count;  // the words it may go to: the first of its level
  };

  double set_weights(Roots roots);
  void solve(std::size_t level, std::size_t size);
  void copy_half(const Level& from, std::size_t size, std::size_t begin, std::size_t count, Level& to) const;
  void eliminate_last(std::size_t level, std::size_t last);
  void finish(std::size_t level);
  void substitute(std::int32_t word);
  double expected_roots() const;
  void take_best_tree();

  const ArcSet* arcs_ = nullptr;
  std::span<const std::int32_t> best_;
  std::span<float> probabilities_;
  std::span<const float> scores_;
  double log_sum_ = 0;
  bool has_sum_ = false;
  bool is_lost_ = false;  // out of range
  std::vector<double> arc_weights_;
  std::vector<Level> levels_;
  std::vector<Elimination> eliminated_;
  std::vector<double> steps_;
  std::vector<double> escape_;  // by node
};

}  // namespace espalier::decoding
