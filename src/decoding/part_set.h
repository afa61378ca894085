// The parts of more than one arc that a tree over an ArcSet may hold, numbered so that a score is one array read.
//
// A sibling part (h, s, m) belongs to the arc h → m and its inner sibling: s is the word between h and m that hangs
// from h and stands nearest to m, or none (m is then h's first dependent on that side). A grandparent part (g, h, m)
// adds the head of h; a grand-sibling part (g, h, s, m) has both. Arcs from the root have no grandparent.
//
// Cost: the number of parts; for a pruned set of k heads a word that is some n·k siblings and n·k² grandparents.
// Paper: McDonald and Pereira 2006 (siblings), Koo and Collins 2010 (grand-siblings, their model 1).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "decoding/arc_set.h"
#include "decoding/index.h"
#include "decoding/out_arcs.h"

namespace espalier::decoding {

/// Numbers the parts of an ArcSet, which must outlive it. Order 1: none; 2: siblings; 3: siblings, grandparents and
/// grand-siblings.
class PartSet {
 public:
  void build(const ArcSet& arcs, int order);

  const ArcSet& arcs() const noexcept { return *arcs_; }
  int order() const noexcept { return order_; }
  /// The same arcs by head. REQUIRES order() > 1.
  const OutArcs& out() const noexcept { return out_; }

  /// Sibling parts of an arc: sibling_begin(a)..sibling_begin(a+1)-1. The first has no sibling (sibling() is its head
  /// itself), the rest in order of distance from the head, nearest first.
  std::int32_t siblings() const noexcept { return static_cast<std::int32_t>(sibling_.size()); }
  std::int32_t sibling_begin(std::int32_t arc) const noexcept { return sibling_first_[to_index(arc)]; }
  std::int32_t sibling(std::int32_t part) const noexcept { return sibling_[to_index(part)]; }
  /// The number of the arc h → s; the part's own arc when it has no sibling.
  std::int32_t sibling_arc(std::int32_t part) const noexcept { return sibling_arc_[to_index(part)]; }
  /// The part of arc (h, m) with sibling s (s = h: none), or -1.
  std::int32_t find_sibling(std::int32_t arc, std::int32_t sibling) const noexcept;

  /// Grandparent parts of an arc h → m: grandparent_begin(a) + k for the k-th head open to h; none when h is the root.
  std::int32_t grandparents() const noexcept { return grandparent_first_.empty() ? 0 : grandparent_first_.back(); }
  std::int32_t grandparent_begin(std::int32_t arc) const noexcept { return grandparent_first_[to_index(arc)]; }
  /// Grand-sibling parts of a sibling part: grand_begin(p) + k for the k-th head open to h; none when h is the root.
  std::int32_t grands() const noexcept { return grand_first_.empty() ? 0 : grand_first_.back(); }
  std::int32_t grand_begin(std::int32_t part) const noexcept { return grand_first_[to_index(part)]; }

 private:
  void add_siblings(std::int32_t head, std::int32_t word, std::int32_t arc);

  const ArcSet* arcs_ = nullptr;
  int order_ = 1;
  OutArcs out_;
  std::vector<std::int32_t> sibling_first_;      // by arc, one more at the end
  std::vector<std::int32_t> sibling_;            // by sibling part
  std::vector<std::int32_t> sibling_arc_;        // by sibling part
  std::vector<std::int32_t> grandparent_first_;  // by arc, one more at the end
  std::vector<std::int32_t> grand_first_;        // by sibling part, one more at the end
};

/// What the parts of a tree are worth. Spans of the sizes that the PartSet says; those beyond its order are empty.
struct PartScores {
  std::span<const float> arcs;
  std::span<const float> siblings;
  std::span<const float> grandparents;
  std::span<const float> grands;
};

/// The same, owned.
struct PartScoreArrays {
  std::vector<float> arcs;
  std::vector<float> siblings;
  std::vector<float> grandparents;
  std::vector<float> grands;

  PartScores view() const noexcept { return {arcs, siblings, grandparents, grands}; }
};

}  // namespace espalier::decoding
