// gold_bound FILE…: how much of a treebank a projective parser could get right at most: the tree that Eisner's
// algorithm finds when every true arc scores one. Prints percentages of words, with and without punctuation.
#include <fmt/format.h>

#include <vector>

#include "base/unicode.h"
#include "decoding/eisner.h"
#include "espalier/error.h"
#include "espalier/treebank.h"

int main(int argc, char** argv) try {
  namespace decoding = espalier::decoding;
  for (int i = 1; i < argc; ++i) {
    decoding::Eisner eisner;
    decoding::ArcSet arcs;
    std::vector<float> scores;
    std::vector<std::int32_t> heads;
    std::size_t words[2] = {0, 0};
    std::size_t right[2] = {0, 0};
    for (const espalier::Sentence& sentence : espalier::read_treebank(argv[i])) {
      arcs.fill(sentence.size());
      scores.assign(static_cast<std::size_t>(arcs.size()), 0);
      for (std::int32_t word = 1; word <= sentence.size(); ++word) {
        const std::int32_t arc = arcs.find(sentence.head(word), word);
        if (arc >= 0) scores[static_cast<std::size_t>(arc)] = 1;
      }
      heads.resize(static_cast<std::size_t>(sentence.size()) + 1);
      if (!eisner.best(arcs, scores, decoding::Roots::kAny, heads)) continue;
      for (std::int32_t word = 1; word <= sentence.size(); ++word) {
        const bool is_right = heads[static_cast<std::size_t>(word)] == sentence.head(word);
        const int kinds = espalier::base::is_all_punctuation(sentence.form(word)) ? 1 : 2;
        for (int kind = 0; kind < kinds; ++kind) {
          ++words[kind];
          right[kind] += is_right ? 1U : 0U;
        }
      }
    }
    fmt::print("{}\t{:.2f}\t{:.2f}\n", argv[i], 100.0 * static_cast<double>(right[0]) / static_cast<double>(words[0]),
               100.0 * static_cast<double>(right[1]) / static_cast<double>(words[1]));
  }
  return 0;
} catch (const espalier::Error& error) {
  fmt::print(stderr, "gold_bound: {}\n", error.what());
  return espalier::exit_code(error.kind());
}
