// Times something for a while: rounds of passes.
//
// Idea: a pass over a small file takes less than a timer interrupt, and its extremes tell of the machine alone; passes
// are therefore gathered to rounds that are long enough to be compared. Only what a pass says it took counts, so that
// it may lay out its data anew in between.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "parsing/watch.h"

namespace espalier::api {

inline constexpr std::size_t kFewestRounds = 3;
inline constexpr double kLongestRound = 0.01;  // seconds; a single pass may take longer

/// Calls pass() (which gives the seconds it took) for about `seconds`, and gives the mean of each round's passes.
/// tell(elapsed seconds) is called after each round, and may throw to end it.
template <class Pass, class Tell>
std::vector<double> timed_rounds(double seconds, Pass&& pass, Tell&& tell) {
  const double round = std::min(kLongestRound, seconds / 10);
  std::vector<double> rounds;
  const parsing::Stopwatch watch;
  do {
    double sum = 0;
    std::size_t passes = 0;
    // A clock that stands still must not hold us here.
    for (; passes == 0 || (sum < round && watch.seconds() < seconds); ++passes) sum += pass();
    rounds.push_back(sum / static_cast<double>(passes));
    tell(watch.seconds());
  } while (rounds.size() < kFewestRounds || watch.seconds() < seconds);
  return rounds;
}

}  // namespace espalier::api
