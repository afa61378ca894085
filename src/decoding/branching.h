// Maximum branching: the best tree over a set of arcs, crossing arcs allowed.
//
// Idea: every word takes its best head; when that is a tree it is the best one, and in a trained parser it mostly is.
// Otherwise the cycles are contracted (Chu and Liu 1965, Edmonds 1967). A walk goes from a node to the node of its best
// head until it meets the root, a finished node, or itself; a cycle becomes one node whose entering arcs are those of
// its members, each less the score of the arc that it would replace. Nodes are opened again in the end, the last one
// first.
//
// Invariant: the list of arcs entering a contracted node holds at most one arc a node outside, the best. Lists are
// threaded through the arcs and are built only for words that do meet a cycle.
// Cost: a contraction reads the lists of its members, so O(n²) when dense, as Tarjan 1977, and O(arcs · nesting of the
// cycles) when sparse; O(arcs) when the greedy choice is a tree.
//
// A single root, exactly: weights are pairs (−1 for an arc from the root, else 0; score), compared first by the former.
// Such pairs are added, subtracted and compared like numbers (Z × R in lexicographic order is an ordered group), and
// the algorithm does nothing else with weights: so it finds the tree with the fewest arcs from the root, and the best
// among those. There is a tree of one root exactly when the fewest is one. No large constant is involved, hence no
// rounding.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "decoding/arc_set.h"
#include "decoding/index.h"

namespace espalier::decoding {

/// Finds best trees. One a thread; memory is kept between calls.
class Branching {
 public:
  /// Writes the head of every word (heads[0] = -1) of the best tree; false when the arcs hold no tree, heads are then
  /// undefined. Of equal trees the same one is found each time. REQUIRES scores.size() = arcs.size(), heads.size() =
  /// arcs.words() + 1, finite scores.
  bool best(const ArcSet& arcs, std::span<const float> scores, Roots roots, std::span<std::int32_t> heads);

 private:
  struct Weight {
    std::int32_t roots = 0;  // −1 for an arc from the root where roots are counted
    double score = 0;
    bool operator<(const Weight& other) const noexcept {
      return roots != other.roots ? roots < other.roots : score < other.score;
    }
    Weight operator-(const Weight& other) const noexcept { return {roots - other.roots, score - other.score}; }
  };
  // Nodes are the root, the words, then the contracted ones in order of their making.
  struct Node {
    std::int32_t best = -1;    // the chosen entering arc
    std::int32_t word = 0;     // the word that it enters
    std::int32_t list = -1;    // first entering arc of a contracted node
    std::int32_t inside = -1;  // the contracted node that holds this one
    std::int32_t walk = 0;     // the walk that met it, or 0
    bool is_open = false;      // its inner arcs are settled
    Weight weight;             // of the best arc
  };
  struct Entry {
    Weight weight;
    std::int32_t arc;
    std::int32_t word;
    std::int32_t next;
  };

  bool choose_greedily(Roots roots);
  bool solve();
  bool walk_from(std::int32_t word);
  std::int32_t contract(std::int32_t start);
  void gather(std::int32_t start, std::int32_t into);
  void merge(std::int32_t member, std::int32_t into);
  void insert(std::int32_t entry, std::int32_t into);
  void choose_best(std::int32_t contracted);
  void open_all();
  void write_heads(std::span<std::int32_t> heads) const;
  std::int32_t outermost(std::int32_t node) noexcept;
  Node& node(std::int32_t index) noexcept { return nodes_[to_index(index)]; }
  Entry& entry(std::int32_t index) noexcept { return entries_[to_index(index)]; }

  const ArcSet* arcs_ = nullptr;
  std::span<const float> scores_;
  Roots roots_ = Roots::kAny;  // kOne: arcs from the root are counted
  std::vector<Node> nodes_;
  std::vector<std::int32_t> group_;    // by node: union-find, towards the outermost node
  std::vector<Entry> entries_;         // by arc; only those in a list are set
  std::vector<std::int32_t> seen_;     // by node: the entry from there in the list under construction, or -1
  std::vector<std::int32_t> members_;  // of the cycle under contraction
  std::vector<std::int32_t> mark_;     // by word: the walk of the cycle test
};

}  // namespace espalier::decoding
