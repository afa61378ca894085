#include "decoding/transition_system.h"

#include <algorithm>

namespace espalier::decoding {

constinit const std::array<SystemInfo, 6> kSystems{{
    {SystemKind::kArcHybrid, "arc-hybrid", "arcs to the top of the stack, from both sides", ArcHybrid::kAll, true,
     true},
    {SystemKind::kArcEager, "arc-eager", "arcs as soon as both words are met", ArcEager::kAll, true, true},
    {SystemKind::kArcStandard, "arc-standard", "arcs to words that have all their dependents", ArcStandard::kAll, true,
     false},
    {SystemKind::kSwap, "swap", "arc-standard that reorders words, for crossing arcs", Swap::kAll, false, false},
    {SystemKind::kCovington, "covington", "every two words, crossing arcs allowed", Covington::kAll, false, true},
    {SystemKind::kCovingtonProjective, "covington-projective", "every two words that no arc comes between",
     CovingtonProjective::kAll, true, false},
}};

const SystemInfo& system_info(SystemKind kind) noexcept { return kSystems[static_cast<std::size_t>(kind)]; }

const SystemInfo* find_system(std::string_view name) noexcept {
  const auto found =
      std::find_if(kSystems.begin(), kSystems.end(), [&](const auto& info) { return info.name == name; });
  return found == kSystems.end() ? nullptr : &*found;
}

SystemKind without_crossing(SystemKind kind) noexcept {
  if (kind == SystemKind::kCovington) return SystemKind::kCovingtonProjective;
  return kind == SystemKind::kSwap ? SystemKind::kArcStandard : kind;
}

std::string_view move_name(SystemKind kind, Move move) noexcept {
  const bool is_covington = kind == SystemKind::kCovington || kind == SystemKind::kCovingtonProjective;
  switch (move) {
    case Move::kLeft:
      return "left-arc";
    case Move::kRight:
      return "right-arc";
    case Move::kReduce:
      return is_covington ? "no-arc" : "reduce";
    case Move::kSwap:
      return "swap";
    case Move::kShift:
      break;
  }
  return "shift";
}

void attach_headless(Configuration& c) noexcept {
  std::int32_t head = c.roots() == Roots::kOne && c.has_root_word() ? c.node(0).right : 0;
  for (std::int32_t word = 1; c.headless() > 0; ++word) {
    if (c.has_head(word)) continue;
    c.link(head, word);
    if (c.roots() == Roots::kOne && head == 0) head = word;
  }
}

}  // namespace espalier::decoding
