#include "learning/row_weight.h"

#include <gtest/gtest.h>

namespace espalier::learning {
namespace {

std::vector<std::uint64_t> kept(std::size_t most) {
  // By length of the row: 5 (3, 4), 4.5, 4, 1, 1.
  std::vector<RowWeight> rows{{8, 0, 1}, {2, 1, 4}, {2, 0, -3}, {7, 2, -4.5F}, {3, 1, -1}, {5, 0, 4}};
  keep_heaviest(rows, most);
  std::vector<std::uint64_t> features;
  for (const RowWeight& row : rows) features.push_back(row.feature);
  return features;
}

TEST(KeepHeaviestTest, LongestRowsStayWhole) {
  EXPECT_EQ(kept(1), (std::vector<std::uint64_t>{2, 2}));
  EXPECT_EQ(kept(2), (std::vector<std::uint64_t>{2, 2, 7}));
  EXPECT_EQ(kept(3), (std::vector<std::uint64_t>{2, 2, 5, 7}));
}

TEST(KeepHeaviestTest, EqualOnesGoTogether) { EXPECT_EQ(kept(4), (std::vector<std::uint64_t>{2, 2, 5, 7})); }

TEST(KeepHeaviestTest, ManyOrNoLimitKeepsAll) {
  EXPECT_EQ(kept(5).size(), 6U);
  EXPECT_EQ(kept(0).size(), 6U);
}

}  // namespace
}  // namespace espalier::learning
