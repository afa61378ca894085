// Templates by boosting, a group a round: the one that is worth most to what is not yet right.
//
// Where the booster says so, groups are not all measured in every round. All templates of one and two conditions are,
// each alone, in the first and now and then; a longer one promises what its parts are worth. The templates of the
// groups that promise most are measured again, and the groups whose sums are then the highest as groups, block after
// block, until one brings nothing better.
// Invariant: a run that goes on from its state finds what an uncut one finds, and any number of threads and ranks does:
// ranks measure a part of the groups each.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "base/team.h"
#include "espalier/ranks.h"
#include "selection/booster.h"
#include "selection/template_pool.h"

namespace espalier::selection {

struct BoostRound {
  TemplateGroup group;  ///< what is new in it
  GroupWorth worth;
  BoostedFit fit;  ///< with it
};

/// What the next round needs to know: the rounds before it.
struct BoostState {
  std::vector<BoostRound> rounds;
  std::map<TermSet, double> merits;  ///< of templates alone, when they were measured last
};

/// Which group is taken, by what the booster does not know.
struct GroupChoice {
  std::size_t group = 0;  ///< its place
  double score = 0;
};

struct BoostHooks {
  /// Chooses among groups, those that promise most first, instead of the booster; nothing: none is worth taking.
  std::function<std::optional<GroupChoice>(std::span<const TemplateGroup>)> choose;
  /// The most groups that it has to choose from; 0: all.
  std::size_t choose_among = 0;
  /// Hears of each round when it is over; false: that was enough.
  std::function<bool(const BoostState&)> watch;
  /// How much of a round is done, 0 to 1; throw from it to stop.
  std::function<void(std::size_t round, double share)> progress;
  Ranks* ranks = nullptr;  ///< who measures with it; null: nobody
};

/// Adds rounds to the state up to `rounds`, or until nothing is worth taking.
void boost(Booster& booster, TemplatePool pool, std::size_t rounds, BoostState& state, base::Team& team,
           const BoostHooks& hooks = {});

}  // namespace espalier::selection
