// How long a decision tree takes to grow on examples like those of arcs: 232 attributes, Zipf-distributed values in
// domains of two to three hundred, one example in ten of the rarer class.
//
//   scripts/build bench decision_tree && build/bench/decision_tree [EXAMPLES [DEPTH [THREADS]]]
#include "learning/decision_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <vector>

#include "base/random.h"
#include "base/team.h"

namespace espalier {
namespace {

constexpr std::size_t kAttributes = 232;
// As words, tags, morphology, four counters, lemmas, chunks, clauses and predictions are, fourteen to a word.
constexpr std::uint32_t kDomains[] = {300, 17, 120, 8, 8, 8, 8, 300, 12, 2, 2, 4, 17, 3};

/// Draws by rank: the chance of rank r is proportional to 1/r.
class Zipf {
 public:
  explicit Zipf(std::uint32_t domain) {
    double sum = 0;
    for (std::uint32_t rank = 1; rank <= domain; ++rank) ends_.push_back(sum += 1.0 / rank);
  }
  std::uint32_t draw(base::Random& random) const {
    const double at = random.uniform() * ends_.back();
    return static_cast<std::uint32_t>(std::upper_bound(ends_.begin(), ends_.end(), at) - ends_.begin());
  }

 private:
  std::vector<double> ends_;
};

learning::CategoricalData make_data(std::size_t examples) {
  learning::CategoricalData data;
  base::Random random(1);
  std::vector<double> scores(examples);
  for (std::size_t a = 0; a < kAttributes; ++a) {
    const std::uint32_t domain = kDomains[a % std::size(kDomains)];
    const Zipf zipf(domain);
    // Every attribute says something, few say much; some only together with the one before.
    const double force = 2.0 / (1 + static_cast<double>(a % 40));
    std::vector<double> effect(domain);
    for (double& each : effect) each = force * (random.uniform() - 0.5);
    learning::CategoricalColumn column;
    column.reserve(examples);
    for (std::size_t i = 0; i < examples; ++i) {
      const std::uint32_t value = zipf.draw(random);
      column.push_back(value);
      const bool turned = a % 3 == 2 && data.columns[a - 1][i] % 2 == 1;
      scores[i] += turned ? -effect[value] : effect[value];
    }
    data.columns.push_back(std::move(column));
  }
  std::vector<double> sorted(scores);
  const auto cut = sorted.begin() + static_cast<std::ptrdiff_t>(examples * 9 / 10);
  std::nth_element(sorted.begin(), cut, sorted.end());
  for (const double score : scores) data.labels.push_back(score > *cut ? 1 : 0);
  return data;
}

/// Time on the clock, and time of all threads on their cores.
class Watch {
 public:
  double wall() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }
  double cores() const { return static_cast<double>(std::clock() - clock_) / CLOCKS_PER_SEC; }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::clock_t clock_ = std::clock();
};

void run(std::size_t examples, std::uint32_t depth, int threads) {
  const Watch making;
  const learning::CategoricalData data = make_data(examples);
  fmt::print("{} examples, {} attributes, made in {:.1f} s\n", examples, kAttributes, making.cores());
  base::Team team(threads);
  for (std::uint32_t limit = 2; limit <= depth; limit += 2) {
    const Watch growing;
    const learning::DecisionTree tree = learning::grow_tree(data, {.max_depth = limit}, team);
    fmt::print("depth {:2}: {:8} nodes, {:8} leaves, {:6.2f} s with {} threads, {:6.2f} s of cores\n", tree.depth(),
               tree.size(), tree.leaves(), growing.wall(), team.size(), growing.cores());
  }
}

}  // namespace
}  // namespace espalier

int main(int argc, char** argv) {
  const auto number = [&](int at, int otherwise) { return argc > at ? std::atoi(argv[at]) : otherwise; };
  espalier::run(static_cast<std::size_t>(number(1, 1'000'000)), static_cast<std::uint32_t>(number(2, 8)), number(3, 0));
}
