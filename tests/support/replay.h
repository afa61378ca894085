// A gold tree by the moves of the static oracle.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "decoding/oracle.h"

namespace espalier::testing {

/// One for many sentences; memory is kept.
struct Replay {
  decoding::Configuration configuration;
  decoding::Oracle oracle;
  std::vector<decoding::Move> moves;

  /// Follows the oracle from the start to the tree.
  void run(decoding::SystemKind kind, std::span<const std::int32_t> heads, decoding::Roots roots) {
    decoding::with_system(kind, [&]<class System>(System) {
      moves.clear();
      oracle.start(kind, heads, roots);
      configuration.reset(static_cast<std::int32_t>(heads.size()) - 1, roots);
      while (!System::is_final(configuration)) {
        moves.push_back(oracle.next<System>(configuration));
        System::apply(configuration, moves.back());
      }
      System::finish(configuration);
    });
  }

  /// What came out, word by word.
  bool made(std::span<const std::int32_t> heads) const {
    for (std::int32_t word = 1; word < static_cast<std::int32_t>(heads.size()); ++word) {
      if (configuration.node(word).head != heads[static_cast<std::size_t>(word)]) return false;
    }
    return true;
  }
};

}  // namespace espalier::testing
