#include "parsing/sure_moves.h"

#include <unordered_map>
#include <vector>

#include "decoding/oracle.h"

namespace espalier::parsing {
namespace {

using decoding::Configuration;
using decoding::Move;
using decoding::MoveSet;

struct Seen {
  MoveSet moves;
  std::size_t times = 0;
};

/// Of all configurations with a choice on the true ways.
template <class System>
std::unordered_map<std::uint64_t, Seen> count(const TrainingSet& data, std::uint32_t tags, decoding::SystemKind kind,
                                              decoding::Roots roots) {
  std::unordered_map<std::uint64_t, Seen> out;
  Configuration c;
  decoding::Oracle oracle;
  for (std::size_t i = 0; i < data.encoded.size(); ++i) {
    c.reset(data.encoded[i].words(), roots);
    oracle.start(kind, data.heads[i], roots);
    while (!System::is_final(c)) {
      const Move move = oracle.next<System>(c);
      if (System::legal(c).has_many()) {
        Seen& seen = out[SureMoves::key(data.encoded[i], tags, c)];
        seen.moves.add(move);
        ++seen.times;
      }
      System::apply(c, move);
    }
  }
  return out;
}

}  // namespace

SureMoves::SureMoves(const model_file::Section& section, std::uint32_t tags)
    : tags_(tags), map_(section.bytes, decoding::kMoveKinds) {}

std::string freeze_sure_moves(const TrainingSet& data, std::uint32_t tags, decoding::SystemKind system,
                              decoding::Roots roots, std::size_t least) {
  std::vector<learning::FrozenMap<std::uint32_t>::Item> items;
  if (least > 0) {
    decoding::with_system(system, [&](auto type) {
      for (const auto& [key, seen] : count<decltype(type)>(data, tags, system, roots)) {
        if (seen.times < least || seen.moves.has_many()) continue;
        items.emplace_back(key, static_cast<std::uint16_t>(seen.moves.first()));
      }
    });
  }
  return learning::FrozenMap<std::uint32_t>::freeze(std::move(items));
}

}  // namespace espalier::parsing
