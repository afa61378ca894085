// Transition systems: any legal moves end in a tree, the oracle replays every tree that the system can make, and a
// beam finds what all sequences of moves over a few words hold.
#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "decoding/beam.h"
#include "decoding/oracle.h"
#include "decoding/transition_system.h"
#include "fuzz/input.h"
#include "tests/reference/move_graph.h"

namespace {

using namespace espalier::decoding;
using espalier::fuzz::demand;
using espalier::fuzz::Input;
using espalier::reference::Heads;
namespace reference = espalier::reference;

using Scores = std::array<std::int32_t, kMoveKinds>;

/// Small whole numbers, of which many are the same, by all of a configuration.
struct HashScorer {
  std::uint64_t seed;

  Scores operator()(const Configuration& c, MoveSet) const {
    Heads key = reference::heads_of(c);
    key.insert(key.end(), c.stack_nodes().begin(), c.stack_nodes().end());
    for (std::int32_t k = -1; k < c.buffer_size(); ++k) key.push_back(k < 0 ? -2 : c.buffer(k));
    std::uint64_t hash = espalier::base::hash(
        std::string_view(reinterpret_cast<const char*>(key.data()), key.size() * sizeof key[0]), seed);
    Scores scores;
    for (std::int32_t& score : scores) {
      score = static_cast<std::int32_t>(hash % 16) - 8;
      hash /= 16;
    }
    return scores;
  }
};

void demand_tree(const Heads& heads, Roots roots, bool is_projective) {
  demand(reference::is_tree(heads));
  demand(roots == Roots::kAny || heads.size() == 1 || reference::has_one_root(heads));
  demand(!is_projective || reference::is_projective(heads));
}

template <class System>
void walk(Input& input, const SystemInfo& info, Roots roots) {
  Configuration c;
  const std::int32_t words = input.below(13);
  std::int32_t steps = 0;
  for (c.reset(words, roots); !System::is_final(c); ++steps) {
    demand(steps <= 4 * (words + 1) * (words + 1));
    const MoveSet legal = System::legal(c);
    demand(!legal.empty() && (legal & System::kAll) == legal);
    auto move = legal.begin();
    for (std::int32_t skip = input.below(legal.size()); skip > 0; --skip) ++move;
    System::apply(c, *move);
  }
  System::finish(c);
  demand_tree(reference::heads_of(c), roots, info.is_projective);
}

template <class System>
void replay(Input& input, const SystemInfo& info, Roots roots) {
  const std::int32_t words = 1 + input.below(8);
  Heads gold(to_index(words) + 1, -1);
  for (std::int32_t word = 1; word <= words; ++word) gold[to_index(word)] = input.below(words + 1);
  const bool is_possible = reference::is_tree(gold) && (roots == Roots::kAny || reference::has_one_root(gold)) &&
                           (!info.is_projective || reference::is_projective(gold));
  if (!reference::is_tree(gold)) return;
  Oracle oracle;
  oracle.start(info.kind, gold, roots);
  Configuration c;
  for (c.reset(words, roots); !System::is_final(c);) {
    const Move move = oracle.next<System>(c);
    demand(System::legal(c).has(move));
    System::apply(c, move);
  }
  System::finish(c);
  const Heads made = reference::heads_of(c);
  demand_tree(made, roots, info.is_projective);
  demand(!is_possible || made == gold);
}

/// The best sum of a sequence from each state to the end.
template <class System>
std::int64_t best_of_all(const reference::MoveGraph<System>& graph, const HashScorer& scorer) {
  std::vector<std::int64_t> best;
  for (const auto& state : graph.states()) {
    std::int64_t here = state.is_final() ? 0 : std::numeric_limits<std::int64_t>::min();
    const Scores scores = scorer(state.configuration, {});
    for (std::size_t move = 0; move < kMoveKinds && !state.is_final(); ++move) {
      if (state.next[move] >= 0) here = std::max(here, scores[move] + best[to_index(state.next[move])]);
    }
    best.push_back(here);
  }
  return best.back();
}

template <class System>
const reference::MoveGraph<System>& graph_of(std::int32_t words, Roots roots) {
  static std::map<std::pair<std::int32_t, Roots>, std::unique_ptr<reference::MoveGraph<System>>> graphs;
  auto& graph = graphs[{words, roots}];
  if (!graph) graph = std::make_unique<reference::MoveGraph<System>>(words, roots);
  return *graph;
}

template <class System>
void search(Input& input, const SystemInfo& info, Roots roots) {
  const std::int32_t words = input.below(4);
  const std::int32_t width = 1 + input.below(255) * (input.flag() ? 40 : 1);
  const HashScorer scorer{espalier::base::hash(input.rest())};
  const std::int64_t wanted = best_of_all(graph_of<System>(words, roots), scorer);
  Beam<std::int32_t> beam;
  beam.start<System>(words, roots, width);
  bool is_complete = true;  // nothing was left out so far
  while (beam.step<System>(scorer)) is_complete = is_complete && static_cast<std::int32_t>(beam.items().size()) < width;
  demand(beam.items()[0].score <= wanted && (!is_complete || beam.items()[0].score == wanted));
  std::vector<Move> path;
  for (std::size_t i = 0; i < beam.items().size(); ++i) {
    const auto& item = beam.items()[i];
    demand(i == 0 || beam.items()[i - 1].score >= item.score);
    beam.path(item.link, path);
    Configuration c;
    c.reset(words, roots);
    std::int64_t sum = 0;
    for (const Move move : path) {
      demand(System::legal(c).has(move));
      sum += scorer(c, {})[static_cast<std::size_t>(move)];
      System::apply(c, move);
    }
    demand(System::is_final(c) && sum == item.score);
    demand(reference::heads_of(c) == reference::heads_of(beam.configuration(item)));
    System::finish(c);
    demand_tree(reference::heads_of(c), roots, info.is_projective);
    if (i == 20) break;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Input input(data, size);
  const SystemInfo& info = kSystems[static_cast<std::size_t>(input.below(static_cast<std::int32_t>(kSystems.size())))];
  const Roots roots = input.flag() ? Roots::kOne : Roots::kAny;
  const std::int32_t what = input.below(8);
  with_system(info.kind, [&]<class System>(System) {
    if (what < 4) {
      walk<System>(input, info, roots);
    } else if (what < 7) {
      replay<System>(input, info, roots);
    } else {
      search<System>(input, info, roots);
    }
  });
  return 0;
}
