// How good extra columns are: the share of phrases, of beginnings and ends, of whole clauses, and of the words of other
// columns that are right.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "features/word_text.h"
#include "parsing/span_schema.h"

namespace espalier::parsing {

/// Counts of what is looked for, and of the words whose column is right.
struct SpanScore {
  std::size_t column = 0;  ///< by number
  std::string name;
  std::size_t gold = 0;
  std::size_t found = 0;
  std::size_t both = 0;
  std::size_t words = 0;
  std::size_t right = 0;

  /// All in percent.
  double precision() const noexcept { return share(both, found); }
  double recall() const noexcept { return share(both, gold); }
  double f1() const noexcept { return share(2 * both, gold + found); }
  double accuracy() const noexcept { return share(right, words); }

 private:
  static double share(std::size_t part, std::size_t all) noexcept {
    return all == 0 ? 0 : 100 * static_cast<double>(part) / static_cast<double>(all);
  }
};

/// Chunks are compared as phrases (their words and kind; an I- after something else begins one, as conlleval has it),
/// beginnings and ends as words with S and E, clauses as pairs of first and last word; brackets that are not balanced
/// are none, and of other columns the words with a known value. A column that the gold data does not have is left out.
/// REQUIRES as many sentences, of the same words and columns.
std::vector<SpanScore> score_columns(std::span<const features::ExtraColumns> gold,
                                     std::span<const features::ExtraColumns> found);

}  // namespace espalier::parsing
