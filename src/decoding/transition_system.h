// Transition systems: which moves a configuration allows and what they do.
//
// A system is a type without state whose functions are inlined where they are called; with_system turns a kind known at
// run time into such a type once a sentence. What holds for all of them: as long as a configuration is not final some
// move is legal; every sequence of legal moves ends; and finish() leaves a tree in which every word has a head and,
// where the configuration asks for a single root, exactly one word hangs from node 0. With i = stack(0), j = buffer(0):
//
//   arc-hybrid    LEFT j → i, RIGHT stack(1) → i, both pop i. 2n moves. (Kuhlmann, Gómez-Rodríguez and Satta 2011)
//   arc-eager     LEFT j → i pops i; RIGHT i → j pushes j; REDUCE pops an i that has its head. At most 2n moves. Ends
//                 with the buffer; headless words are attached by finish(). (Nivre 2003)
//   arc-standard  LEFT j → i pops i; RIGHT i → j puts i in j's place. 2n - 1 moves with a single root: the last arc
//   ends
//                 it, the shift of the root that could follow is no decision. (Nivre 2004, as in MaltParser)
//   swap          arc-standard, and SWAP puts i behind j, once for each two words at most. (Nivre 2009)
//   covington     see covington.h
//
// A single root: arc-hybrid, arc-standard and swap allow the arc from 0 as the last one only; arc-eager keeps the word
// that hangs from 0 on the stack, so that 0 is not met again.
// Cost: every function is O(1), finish() O(n). All but swap and non-projective Covington make projective trees only.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>

#include "decoding/configuration.h"
#include "decoding/covington.h"

namespace espalier::decoding {

struct ArcHybrid {
  static constexpr MoveSet kAll{Move::kShift, Move::kLeft, Move::kRight};

  static MoveSet legal(const Configuration& c) noexcept {
    const bool has_front = c.buffer_size() > 0;
    const std::int32_t size = c.stack_size();
    MoveSet moves;
    moves.add_if(Move::kShift, has_front);
    moves.add_if(Move::kLeft, has_front && size > 1);
    moves.add_if(Move::kRight, size > 2 || (size == 2 && (!has_front || c.roots() == Roots::kAny)));
    return moves;
  }
  static void apply(Configuration& c, Move move) noexcept {
    if (move == Move::kShift) return c.shift();
    c.link(move == Move::kLeft ? c.buffer(0) : c.stack(1), c.stack(0));
    c.pop();
  }
  static bool is_final(const Configuration& c) noexcept { return c.headless() == 0; }
  static void finish(Configuration&) noexcept {}
};

struct ArcEager {
  static constexpr MoveSet kAll{Move::kShift, Move::kLeft, Move::kRight, Move::kReduce};

  static MoveSet legal(const Configuration& c) noexcept {
    const std::int32_t i = c.stack(0);
    const std::int32_t head = c.node(i).head;
    const bool is_one = c.roots() == Roots::kOne;
    MoveSet moves{Move::kShift};
    moves.add_if(Move::kLeft, i > 0 && head < 0);
    // Where there is to be one root the first word that hangs from 0 is never popped: on top, 0 has no dependent.
    moves.add(Move::kRight);
    moves.add_if(Move::kReduce, head > 0 || (head == 0 && !is_one));
    return moves;
  }
  static void apply(Configuration& c, Move move) noexcept {
    switch (move) {
      case Move::kShift:
        return c.shift();
      case Move::kRight:
        c.link(c.stack(0), c.buffer(0));
        return c.shift();
      case Move::kLeft:
        c.link(c.buffer(0), c.stack(0));
        return c.pop();
      default:
        return c.pop();
    }
  }
  static bool is_final(const Configuration& c) noexcept { return c.buffer_size() == 0; }
  static void finish(Configuration& c) noexcept { attach_headless(c); }
};

struct ArcStandard {
  static constexpr MoveSet kAll{Move::kShift, Move::kLeft, Move::kRight};

  static MoveSet legal(const Configuration& c) noexcept {
    // The root is in front when the stack is empty; it goes back before anything else.
    if (c.stack_size() == 0) return {Move::kShift};
    const bool is_last = c.buffer_size() == 1;
    const bool is_root = c.stack(0) == 0;
    MoveSet moves;
    // Without a front there would be no arcs any more.
    moves.add_if(Move::kShift, !is_last);
    moves.add_if(Move::kLeft, !is_root);
    moves.add_if(Move::kRight, !is_root || is_last || c.roots() == Roots::kAny);
    return moves;
  }
  static void apply(Configuration& c, Move move) noexcept {
    if (move == Move::kShift) return c.shift();
    const std::int32_t i = c.stack(0);
    const std::int32_t j = c.buffer(0);
    c.pop();
    if (move == Move::kLeft) return c.link(j, i);
    c.link(i, j);
    c.replace_front(i);
  }
  static bool is_final(const Configuration& c) noexcept { return c.headless() == 0; }
  static void finish(Configuration&) noexcept {}
};

struct Swap : ArcStandard {
  static constexpr MoveSet kAll{Move::kShift, Move::kLeft, Move::kRight, Move::kSwap};

  static MoveSet legal(const Configuration& c) noexcept {
    MoveSet moves = ArcStandard::legal(c);
    moves.add_if(Move::kSwap, c.stack(0) > 0 && c.stack(0) < c.buffer(0));
    return moves;
  }
  static void apply(Configuration& c, Move move) noexcept {
    if (move == Move::kSwap) return c.swap_back();
    ArcStandard::apply(c, move);
  }
};

constexpr bool makes_arc(Move move) noexcept { return move == Move::kLeft || move == Move::kRight; }

struct MoveArc {
  std::int32_t head;
  std::int32_t dependent;
};

/// The arc that a move would make. REQUIRES a legal LEFT or RIGHT.
template <class System>
MoveArc arc_of(const Configuration& c, Move move) noexcept {
  if (move == Move::kLeft) return {c.buffer(0), c.stack(0)};
  if constexpr (std::is_same_v<System, ArcHybrid>) return {c.stack(1), c.stack(0)};
  return {c.stack(0), c.buffer(0)};
}

enum class SystemKind : std::uint8_t { kArcHybrid, kArcEager, kArcStandard, kSwap, kCovington, kCovingtonProjective };

/// What can be said of a system without running it.
struct SystemInfo {
  SystemKind kind;
  std::string_view name;
  std::string_view description;
  MoveSet moves;
  bool is_projective;
  bool has_costs;  ///< there is a dynamic oracle: Oracle::costs
};

/// All systems, by kind.
extern const std::array<SystemInfo, 6> kSystems;

const SystemInfo& system_info(SystemKind kind) noexcept;
/// The system of that name, or nullptr.
const SystemInfo* find_system(std::string_view name) noexcept;

/// The system that makes no crossing arcs with the same moves, or fewer, so that what was learned for one serves the
/// other; a projective system itself.
SystemKind without_crossing(SystemKind kind) noexcept;

/// What a move is called in a system.
std::string_view move_name(SystemKind kind, Move move) noexcept;

/// Calls `call` with an object of the system's type: what it does is compiled once a system.
template <class Call>
decltype(auto) with_system(SystemKind kind, Call&& call) {
  switch (kind) {
    case SystemKind::kArcEager:
      return std::forward<Call>(call)(ArcEager{});
    case SystemKind::kArcStandard:
      return std::forward<Call>(call)(ArcStandard{});
    case SystemKind::kSwap:
      return std::forward<Call>(call)(Swap{});
    case SystemKind::kCovington:
      return std::forward<Call>(call)(Covington{});
    case SystemKind::kCovingtonProjective:
      return std::forward<Call>(call)(CovingtonProjective{});
    case SystemKind::kArcHybrid:
      break;
  }
  return std::forward<Call>(call)(ArcHybrid{});
}

}  // namespace espalier::decoding
