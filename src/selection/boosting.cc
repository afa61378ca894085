#include "selection/boosting.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <set>

#include "base/spread.h"

namespace espalier::selection {
namespace {

constexpr std::size_t kRefresh = 8;    // rounds after which all short templates are measured again
constexpr std::size_t kAllOf = 2;      // conditions of those; of longer ones, only what promises most is measured
constexpr std::size_t kLooked = 300;   // groups whose templates are measured
constexpr std::size_t kMeasured = 40;  // groups that are at a time
constexpr int kLooks = 40;             // times at most that those at the top are looked at, where the booster chooses
constexpr std::size_t kAtOnce = 64;    // measurements between two words about progress
constexpr std::size_t kTurns = 4;      // of each rank at least, where several measure
constexpr std::size_t kFewest = 4;     // measurements of such a turn
constexpr double kShareOfAll = 0.5;    // of the time of a round, what is measured of all, and what of some
constexpr double kShareOfLooks = 0.85;

/// Merits and errors, for other ranks: what measurements give. No error is not a number.
std::string packed(const std::vector<GroupWorth>& worths) {
  std::vector<double> numbers;
  for (const GroupWorth& each : worths) {
    numbers.push_back(each.merit);
    numbers.push_back(each.error.value_or(std::numeric_limits<double>::quiet_NaN()));
  }
  return base::bytes_of(numbers);
}

std::vector<GroupWorth> unpacked(std::string_view bytes) {
  const std::vector<double> numbers = base::numbers_of(bytes);
  std::vector<GroupWorth> out;
  for (std::size_t i = 0; i + 1 < numbers.size(); i += 2) {
    GroupWorth& each = out.emplace_back();
    each.merit = numbers[i];
    if (!std::isnan(numbers[i + 1])) each.error = numbers[i + 1];
  }
  return out;
}

class Boosting {
 public:
  Boosting(Booster& booster, TemplatePool pool, BoostState& state, base::Team& team, const BoostHooks& hooks)
      : booster_(booster), pool_(std::move(pool)), state_(state), team_(team), hooks_(hooks) {
    for (const BoostRound& round : state.rounds) {
      booster_.take(round.group, team_);
      pool_.take(round.group);
    }
  }

  /// False: nothing is worth taking, or it was enough.
  bool round() {
    std::optional<BoostRound> found = hooks_.choose ? choose() : best();
    if (!found) return false;
    BoostRound& round = state_.rounds.emplace_back(std::move(*found));
    round.fit = booster_.take(round.group, team_);
    pool_.take(round.group);
    return !hooks_.watch || hooks_.watch(state_);
  }

 private:
  /// What the booster finds best. What a group promises is a bound, and a loose one where its templates tell the same:
  /// so groups are measured in blocks, down from those that promise most, as long as a block brings a better one.
  std::optional<BoostRound> best() {
    std::vector<TemplateGroup> groups = pool_.groups();
    std::size_t block = groups.size();
    if (booster_.is_bounded()) {
      groups = most_promising(std::move(groups), kLooked, kLooked, kLooks);
      block = kMeasured;
    }
    std::optional<BoostRound> best;
    for (std::size_t begin = 0; begin < groups.size(); begin += block) {
      const std::span here = std::span(groups).subspan(begin, std::min(block, groups.size() - begin));
      const std::vector<GroupWorth> worths = measure(here, booster_.is_bounded() ? kShareOfLooks : 0, 1);
      const auto found = std::max_element(worths.begin(), worths.end(),
                                          [](const GroupWorth& a, const GroupWorth& b) { return a.merit < b.merit; });
      if (found->merit <= (best ? best->worth.merit : 0)) break;
      best = BoostRound{here[static_cast<std::size_t>(found - worths.begin())], *found, {}};
    }
    return best;
  }

  std::optional<BoostRound> choose() {
    std::vector<TemplateGroup> groups = pool_.groups();
    const std::size_t among = hooks_.choose_among == 0 ? groups.size() : hooks_.choose_among;
    if (groups.size() > among) groups = most_promising(std::move(groups), std::max(kLooked, among), among, 1);
    const std::optional<GroupChoice> chosen = hooks_.choose(groups);
    if (!chosen) return std::nullopt;
    BoostRound round{groups[chosen->group], booster_.measure(std::span(&groups[chosen->group], 1), team_).front(), {}};
    round.worth.score = chosen->score;
    return round;
  }

  std::vector<GroupWorth> measure(std::span<const TemplateGroup> groups, double from, double to) {
    const std::size_t block = block_of(groups.size());
    const auto here = [&](std::size_t i) {
      return groups.subspan(i * block, std::min(block, groups.size() - i * block));
    };
    std::vector<std::vector<GroupWorth>> found((groups.size() + block - 1) / block);
    base::SpreadWork work;
    work.work = [&](std::size_t i, int /*worker*/) {
      const double done = static_cast<double>(i) / static_cast<double>(found.size());
      if (hooks_.progress) hooks_.progress(state_.rounds.size(), from + (to - from) * done);
      found[i] = booster_.measure(here(i), team_);
    };
    work.pack = [&](std::size_t i) { return packed(found[i]); };
    work.unpack = [&](std::size_t i, std::string_view bytes) { found[i] = unpacked(bytes); };
    base::spread(hooks_.ranks, one_, found.size(), work);
    std::vector<GroupWorth> worths;
    worths.reserve(groups.size());
    for (const auto& some : found) worths.insert(worths.end(), some.begin(), some.end());
    return worths;
  }

  /// Measurements at a time: the same on every rank, and few enough that each has some.
  std::size_t block_of(std::size_t groups) const {
    if (hooks_.ranks == nullptr) return kAtOnce;
    const std::size_t turns = kTurns * static_cast<std::size_t>(hooks_.ranks->size());
    return std::clamp(groups / turns, kFewest, kAtOnce);
  }

  /// What a template was worth when it was measured last; else the sum of what those of one condition less were: they
  /// may tell different things.
  double promise(const TermSet& item) const {
    const auto known = state_.merits.find(item);
    if (known != state_.merits.end()) return known->second;
    double sum = 0;
    for (std::size_t i = 0; i < item.size() && item.size() > 1; ++i) {
      TermSet part = item;
      part.erase(part.begin() + static_cast<std::ptrdiff_t>(i));
      sum += promise(part);
    }
    return sum;
  }
  double promise(const TemplateGroup& group) const {
    return std::accumulate(group.begin(), group.end(), 0.0,
                           [&](double sum, const TermSet& item) { return sum + promise(item); });
  }

  /// Those that promise most, at most so many; where they promise the same, the first.
  std::vector<TemplateGroup> best_of(std::vector<TemplateGroup> groups, std::size_t most) const {
    std::vector<std::pair<double, std::size_t>> order;
    for (std::size_t i = 0; i < groups.size(); ++i) order.emplace_back(-promise(groups[i]), i);
    const std::size_t kept = std::min(most, order.size());
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(kept), order.end());
    std::vector<TemplateGroup> out;
    for (std::size_t i = 0; i < kept; ++i) out.push_back(std::move(groups[order[i].second]));
    return out;
  }

  /// The first so many, when the templates of the first so many were measured. What was measured in an earlier round
  /// promises too much, as others tell a part of it by now; in a large pool such promises would fill the top. With more
  /// looks those at the top are measured until all of them were in this round (Minoux 1978, lazy greedy search). Where
  /// parsers decide one look is enough: what promised much before is then another kind of group than what is best now,
  /// and a race is worth more among groups of many kinds.
  std::vector<TemplateGroup> most_promising(std::vector<TemplateGroup> groups, std::size_t looked, std::size_t most,
                                            int looks) {
    fresh_.clear();
    if (state_.rounds.size() % kRefresh == 0) state_.merits.clear();
    std::set<TermSet> wanted;
    for (const TemplateGroup& group : groups) {
      for (const TermSet& item : group) {
        if (item.size() <= kAllOf && !state_.merits.contains(item)) wanted.insert(item);
      }
    }
    look_at(wanted, 0, kShareOfAll);
    std::vector<TemplateGroup> top = best_of(groups, looked);
    for (int look = 0; look < looks; ++look) {
      const std::set<TermSet> stale = not_fresh(top);
      if (stale.empty()) break;
      look_at(stale, look == 0 ? kShareOfAll : kShareOfLooks, kShareOfLooks);
      top = best_of(groups, most);
    }
    if (top.size() > most) top.resize(most);  // nothing had to be looked at
    return top;
  }

  std::set<TermSet> not_fresh(const std::vector<TemplateGroup>& groups) const {
    std::set<TermSet> out;
    for (const TemplateGroup& group : groups) {
      std::copy_if(group.begin(), group.end(), std::inserter(out, out.end()),
                   [&](const TermSet& item) { return !fresh_.contains(item); });
    }
    return out;
  }

  void look_at(const std::set<TermSet>& items, double from, double to) {
    std::vector<TemplateGroup> alone;
    alone.reserve(items.size());
    for (const TermSet& item : items) alone.push_back({item});
    const std::vector<GroupWorth> worths = measure(alone, from, to);
    for (std::size_t i = 0; i < alone.size(); ++i) state_.merits[alone[i].front()] = worths[i].merit;
    fresh_.insert(items.begin(), items.end());
  }

  Booster& booster_;
  TemplatePool pool_;
  BoostState& state_;
  base::Team& team_;
  base::Team one_{1};  // who measures has the whole team
  const BoostHooks& hooks_;
  std::set<TermSet> fresh_;  // measured in this round
};

}  // namespace

void boost(Booster& booster, TemplatePool pool, std::size_t rounds, BoostState& state, base::Team& team,
           const BoostHooks& hooks) {
  Boosting boosting(booster, std::move(pool), state, team, hooks);
  while (state.rounds.size() < rounds && boosting.round()) {
  }
}

}  // namespace espalier::selection
