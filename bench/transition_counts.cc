// transition_counts FILE…: how many moves the oracles take, and how many pairs projective Covington looks at. One row a
// file: sentences, words, pairs seen and permissible, then moves by system. Projective systems are given the lifted
// trees, the others the trees as they are.
#include <fmt/format.h>

#include <array>

#include "espalier/dependency.h"
#include "espalier/error.h"
#include "espalier/treebank.h"
#include "tests/support/replay.h"

int main(int argc, char** argv) try {
  namespace decoding = espalier::decoding;
  fmt::print("file\tsentences\twords\tpairs\tpermissible");
  for (const decoding::SystemInfo& info : decoding::kSystems) fmt::print("\t{}", info.name);
  fmt::print("\n");
  espalier::testing::Replay replay;
  for (int i = 1; i < argc; ++i) {
    std::size_t sentences = 0;
    std::size_t words = 0;
    decoding::PairCounts pairs;
    std::array<std::size_t, decoding::kSystems.size()> moves{};
    for (const espalier::Sentence& sentence : espalier::read_treebank(argv[i])) {
      espalier::Sentence lifted = sentence;
      espalier::projectivize(lifted, espalier::LiftMarking::kNone);
      ++sentences;
      words += static_cast<std::size_t>(sentence.size());
      for (std::size_t k = 0; k < moves.size(); ++k) {
        const decoding::SystemInfo& info = decoding::kSystems[k];
        replay.run(info.kind, (info.is_projective ? lifted : sentence).heads(), decoding::Roots::kAny);
        moves[k] += replay.moves.size();
        if (info.kind != decoding::SystemKind::kCovingtonProjective) continue;
        pairs.seen += replay.configuration.pairs().seen;
        pairs.permissible += replay.configuration.pairs().permissible;
      }
    }
    fmt::print("{}\t{}\t{}\t{}\t{}", argv[i], sentences, words, pairs.seen, pairs.permissible);
    for (const std::size_t count : moves) fmt::print("\t{}", count);
    fmt::print("\n");
  }
  return 0;
} catch (const espalier::Error& error) {
  fmt::print(stderr, "transition_counts: {}\n", error.what());
  return espalier::exit_code(error.kind());
}
