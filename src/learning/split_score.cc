#include "learning/split_score.h"

#include <algorithm>
#include <type_traits>
#include <utility>

namespace espalier::learning {
namespace {

// Shares of one case may add up to a little less than it.
constexpr double kRounding = 1e-6;

template <class Count, class Code>
void count_codes(const Code* codes, const NodeCases& node, Count* counts, std::size_t stride) {
  for (std::size_t c = 0; c + 1 < node.bounds.size(); ++c) {
    Count* row = counts + c * stride;
    for (std::uint32_t i = node.bounds[c]; i < node.bounds[c + 1]; ++i) {
      if constexpr (std::is_same_v<Count, double>) {
        row[codes[node.examples[i]]] += node.shares[i];
      } else {
        ++row[codes[node.examples[i]]];
      }
    }
  }
}

/// Adds up what the values of an attribute say, and clears their counts.
template <class Count>
class ValueSums {
 public:
  ValueSums(Count* counts, std::size_t stride, std::span<Count> of_class, double min_cases,
            const InformationTable& information)
      : counts_(counts), stride_(stride), of_class_(of_class), min_cases_(min_cases), information_(information) {
    std::fill(of_class_.begin(), of_class_.end(), Count{0});
    for (std::size_t c = 0; c < of_class_.size(); ++c) missing_ += std::exchange(counts_[c * stride_], Count{0});
  }

  void take(std::size_t code) {
    Count total = 0;
    for (std::size_t c = 0; c < of_class_.size(); ++c) {
      const Count count = std::exchange(counts_[c * stride_ + code], Count{0});
      total += count;
      of_class_[c] += count;
      cells_ += information_.term(count);
    }
    if (total == 0) return;  // taken already, or not at this node
    known_ += total;
    values_ += information_.term(total);
    if (static_cast<double>(total) >= min_cases_ - kRounding) ++branches_;
  }

  SplitScore score() const {
    if (branches_ < 2) return {};
    std::int64_t classes = 0;
    for (const Count count : of_class_) classes += information_.term(count);
    const std::int64_t gain = information_.term(known_) - classes - values_ + cells_;
    if (gain < kLeastGain) return {};
    const auto all = static_cast<Count>(known_ + missing_);
    return {gain, information_.term(all) - values_ - information_.term(missing_)};
  }

 private:
  Count* counts_;
  std::size_t stride_;
  std::span<Count> of_class_;  // known cases
  double min_cases_;
  const InformationTable& information_;
  Count missing_ = 0;
  Count known_ = 0;
  std::int64_t values_ = 0;  // Σ_v X(K_v)
  std::int64_t cells_ = 0;   // Σ_vc X(k_vc)
  int branches_ = 0;         // of enough cases
};

}  // namespace

template <class Count, class Code>
SplitScore SplitScorer::score_codes(const Code* codes, const NodeCases& node, Histograms<Count>& histograms,
                                    std::size_t stride, const InformationTable& information) const {
  Count* counts = histograms.counts.data();
  count_codes(codes, node, counts, stride);
  ValueSums<Count> sums(counts, stride, histograms.of_class, min_cases_, information);
  const std::uint32_t first = node.bounds.front();
  const std::uint32_t last = node.bounds.back();
  if (last - first < stride) {
    for (std::uint32_t i = first; i < last; ++i) sums.take(codes[node.examples[i]]);
  } else {
    for (std::size_t code = 1; code < stride; ++code) sums.take(code);
  }
  return sums.score();
}

SplitScore SplitScorer::score(const CategoricalColumn& column, const NodeCases& node,
                              const InformationTable& information) {
  const std::size_t stride = static_cast<std::size_t>(column.domain()) + 1;
  return column.visit_codes([&](const auto* codes) {
    if (node.shares == nullptr) return score_codes(codes, node, whole_.room(classes_, stride), stride, information);
    return score_codes(codes, node, shared_.room(classes_, stride), stride, information);
  });
}

}  // namespace espalier::learning
