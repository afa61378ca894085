// Ranks that learn together: iterative parameter mixing.
//
// Idea: every rank has weights of its own and goes through its share of the examples. Now and then all tell each other
// which cells they have changed and by how much, and each cell becomes what it was plus the mean of these changes, over
// the ranks that have changed it: over all ranks, what one of them alone has seen would be learned that many times more
// slowly, and most features are seen by few. Sums, of which averages are made, are linear in the changes and mixed in
// the same way: the average that comes out is that of the mean of the ranks' weights over time.
// Invariant: after mix() all ranks have the same cells, to the bit, since each adds the same numbers in the same order;
// what each has between two mixes depends on the number of ranks alone, not on their speed.
// Cost: a sort of the cells that have changed, and 32 bytes for each of them from every rank to every other.
// Paper: McDonald, Hall and Mann 2010.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "espalier/ranks.h"
#include "learning/training_table.h"

namespace espalier::learning {

class Mixer {
 public:
  /// From now on what the tables are taught is shared by mix(). All must outlive it. REQUIRES that all ranks' tables
  /// have the same cells.
  Mixer(Ranks& ranks, std::vector<TrainingTable*> tables);

  Ranks& ranks() const { return ranks_; }
  std::size_t rank() const { return static_cast<std::size_t>(ranks_.rank()); }
  std::size_t size() const { return static_cast<std::size_t>(ranks_.size()); }
  /// Collective.
  void mix();

 private:
  void put_changes(std::size_t table, std::string& out) const;
  void take_changes(std::size_t table, std::vector<std::string_view>& left);

  Ranks& ranks_;
  std::vector<TrainingTable*> tables_;
  std::vector<std::vector<EarlierCell>> earlier_;  // by table, as they were at the last mix
};

}  // namespace espalier::learning
