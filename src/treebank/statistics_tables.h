// Statistics as tables, one column (or pair of columns) for each treebank. Internal to this room.
#pragma once

#include <string>
#include <vector>

#include "espalier/report.h"
#include "espalier/statistics.h"

namespace espalier::treebank {

using Treebanks = std::vector<TreebankStatistics>;

/// Names short enough for columns: file names without folders, with as many of them as tell the files apart.
std::vector<std::string> short_names(const Treebanks& treebanks);

/// The rows that speak of all: sizes, types, trees, ambiguity, unseen forms. Rows that no treebank fills are left out.
report::Table overview_table(const Treebanks& treebanks);

/// One distribution of a treebank; null when it has none.
using Distribution = const std::vector<NamedCount>* (*)(const TreebankStatistics&);
const std::vector<NamedCount>* upos_of(const TreebankStatistics& treebank);
const std::vector<NamedCount>* xpos_of(const TreebankStatistics& treebank);
const std::vector<NamedCount>* features_of(const TreebankStatistics& treebank);
const std::vector<NamedCount>* labels_of(const TreebankStatistics& treebank);
const std::vector<NamedCount>* categories_of(const TreebankStatistics& treebank);

/// All names of a distribution, the most frequent in all treebanks together first.
std::vector<std::string> names_of(const Treebanks& treebanks, Distribution distribution);
/// Counts and shares of the `top` (0: all) most frequent, and what the rest adds up to. Empty (no rows) without data.
report::Table distribution_table(const Treebanks& treebanks, const std::string& title, Distribution distribution,
                                 std::size_t top);

/// How arc lengths are put together in tables and plots.
struct LengthBin {
  std::size_t first = 1;
  std::size_t last = 1;
  std::string name() const;
};
std::vector<LengthBin> arc_length_bins();
std::uint64_t count_in(const Spread& spread, const LengthBin& bin);
report::Table arc_length_table(const Treebanks& treebanks);

/// 100 × part / whole; not a number when whole is 0, which tables show as `–`.
double share(std::uint64_t part, std::uint64_t whole);

std::string statistics_json(const Treebanks& treebanks);

}  // namespace espalier::treebank
