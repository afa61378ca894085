// Pieces of work that need nothing of one another, shared out among ranks and the threads of each.
//
// Idea: who is free takes the next piece, whatever rank it is of; now and then all ranks meet and tell each other what
// they have found. After the last meeting every rank has all results, and goes on as if it had done all by itself; at
// those before, what is found can be put into a safe place. Who comes first to a meeting waits for who comes last, so
// there lies several times between two of them what the longest piece took.
// Invariant: pieces begin in the order of their numbers, and who has begun one is through with it before the meeting;
// so all below one that fails are done, and the failure of the lowest number, which every rank throws, is the one that
// a single thread would have met. Failures are results like others: nobody waits for a rank that has given up.
// Cost: alone none but Team::run. Else two gatherings a meeting, and the bytes of all results on every rank.
#pragma once

#include <cstddef>
#include <cstring>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/team.h"
#include "espalier/ranks.h"
#include "espalier/treebank.h"

namespace espalier::base {

/// What is to be done for each piece.
struct SpreadWork {
  /// Does it, on any thread of one rank; the result stays there.
  std::function<void(std::size_t piece, int worker)> work;
  /// The result as bytes, on the same thread.
  std::function<std::string(std::size_t piece)> pack;
  /// Takes the result of a piece that another rank did, on the thread of the caller.
  std::function<void(std::size_t piece, std::string_view bytes)> unpack;
  /// May be empty. Hears of each piece on every rank when its result is there: alone on the thread that did it, else
  /// on that of the caller, at a meeting. What it throws all ranks throw.
  std::function<void(std::size_t piece)> done;
};

inline constexpr double kMeetingSeconds = 30;

/// Does the pieces 0..count-1. `ranks` may be null: this process alone. Two meetings are at least so many seconds
/// apart. Collective.
void spread(Ranks* ranks, Team& team, std::size_t count, const SpreadWork& work, double seconds = kMeetingSeconds);

/// The same of work whose results are bytes: what `make` gives for each piece, on every rank. Collective.
std::vector<std::string> spread_bytes(Ranks* ranks, Team& team, std::size_t count,
                                      const std::function<std::string(std::size_t piece)>& make,
                                      double seconds = kMeetingSeconds);

/// What one rank makes, told to all; they throw what it throws. Alone, make() is just called. Collective.
std::string from_rank(Ranks* ranks, int which, const std::function<std::string()>& make);
/// What rank 0 has to do for all, such as to write a file; all throw what it throws. Collective.
void by_first(Ranks* ranks, const std::function<void()>& work);
/// The number that rank 0 has, for what clocks say. Collective.
double number_of_first(Ranks* ranks, double mine);
/// The sum of the numbers that ranks have, added in their order. Collective.
double sum_of_ranks(Ranks* ranks, double mine);

/// Numbers as bytes for another rank, and back: ranks are processes of one program on machines of one kind.
inline std::string bytes_of(std::span<const double> numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes()};
}
inline std::vector<double> numbers_of(std::string_view bytes) {
  std::vector<double> out(bytes.size() / sizeof(double));
  if (!out.empty()) std::memcpy(out.data(), bytes.data(), out.size() * sizeof(double));
  return out;
}

/// This process writes files and speaks for all.
inline bool is_first(const Ranks* ranks) { return ranks == nullptr || ranks->rank() == 0; }
/// The control of work that each rank does for itself: alone, and only the first one tells how far it is.
Control control_of_one(const Control& control);

}  // namespace espalier::base
