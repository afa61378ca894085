// What a test of one attribute tells about the class at one node of a decision tree: C4.5's gain and split information.
//
// Idea: the cases of a node lie by class, so that counting the values of an attribute in one class is a plain histogram
// over a stretch of case numbers; the column itself is read with gaps, but ascending. Then one pass over the values (or
// over the cases again, where these are fewer) adds up the terms n·log2 n and clears the histograms.
// With K known cases of N, K_v of value v, k_c of class c and k_vc of both, X(n) = n·log2 n:
//   N·gain = [X(K) - Σ_c X(k_c)] - [Σ_v X(K_v) - Σ_vc X(k_vc)]: the information over known cases, so that a missing
//     value lowers it, as C4.5 does (K/N of the gain among known cases);
//   N·split = X(N) - Σ_v X(K_v) - X(N - K): missing values are one more branch.
// Cost: cases + min(cases, values)·classes.
// Paper: Quinlan, C4.5: Programs for Machine Learning, 1993, chapters 2 and 3.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "learning/categorical.h"
#include "learning/information.h"

namespace espalier::learning {

/// The cases of a node: numbers of examples, by class, ascending in each.
struct NodeCases {
  const std::uint32_t* examples = nullptr;
  const double* shares = nullptr;         ///< beside the examples; null: all count 1
  std::span<const std::uint32_t> bounds;  ///< class c has examples[bounds[c]] to examples[bounds[c + 1] - 1]
};

/// In units of InformationTable, over all cases of the node.
struct SplitScore {
  std::int64_t gain = 0;  ///< 0: the test tells nothing, or may not be made
  std::int64_t split = 0;
};

/// Less gain than this over all cases of a node is rounding.
inline constexpr std::int64_t kLeastGain = 1 << 18;  // 2⁻¹⁰ bits

/// One a thread: the histograms are its memory.
class SplitScorer {
 public:
  /// A test must have two branches of `min_cases` cases at least.
  SplitScorer(std::uint32_t classes, double min_cases) : classes_(classes), min_cases_(min_cases) {}

  SplitScore score(const CategoricalColumn& column, const NodeCases& node, const InformationTable& information);

 private:
  template <class Count>
  struct Histograms {
    std::vector<Count> counts;    // by class, then code; all 0 between calls
    std::vector<Count> of_class;  // scratch

    Histograms& room(std::uint32_t classes, std::size_t stride) {
      if (counts.size() < classes * stride) counts.resize(classes * stride);
      of_class.resize(classes);
      return *this;
    }
  };

  template <class Count, class Code>
  SplitScore score_codes(const Code* codes, const NodeCases& node, Histograms<Count>& histograms, std::size_t stride,
                         const InformationTable& information) const;

  std::uint32_t classes_;
  double min_cases_;
  Histograms<std::uint32_t> whole_;
  Histograms<double> shared_;
};

}  // namespace espalier::learning
