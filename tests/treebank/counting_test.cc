// The counters against the plainest twins there are.
#include "treebank/counting.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "base/random.h"

namespace espalier::treebank {
namespace {

TEST(TextCounter, CountsAndSorts) {
  TextCounter counter;
  EXPECT_EQ(counter.add("b"), 0u);
  EXPECT_EQ(counter.add("a"), 1u);
  EXPECT_EQ(counter.add("b", 4), 0u);
  EXPECT_EQ(counter.add("c"), 2u);
  EXPECT_EQ(counter.add(""), 3u);
  EXPECT_EQ(counter.sorted(), (std::vector<NamedCount>{{"b", 5}, {"", 1}, {"a", 1}, {"c", 1}}));
  EXPECT_EQ(counter.total(), 8u);
}

TEST(TextCounter, MergeSaysWhereIdsWent) {
  TextCounter one;
  one.add("x");
  one.add("y");
  TextCounter two;
  two.add("z");
  two.add("y", 2);
  EXPECT_EQ(one.merge(two), (std::vector<std::uint32_t>{2, 1}));
  EXPECT_EQ(one.count(1), 3u);
  EXPECT_EQ(two.unseen_in(one), (Unseen{0, 0}));
  TextCounter three;
  three.add("q", 7);
  three.add("x");
  EXPECT_EQ(three.unseen_in(one), (Unseen{7, 1}));
}

TEST(PairCounter, AgreesWithAMap) {
  base::Random random(3);
  for (const std::uint64_t range : {2u, 30u, 3000u}) {
    PairCounter counter;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> twin;
    for (int i = 0; i < 20000; ++i) {
      const auto first = static_cast<std::uint32_t>(random.below(range));
      const auto second = static_cast<std::uint32_t>(random.below(range));
      counter.add(first, second);
      ++twin[{first, second}];
    }
    ASSERT_EQ(counter.entries().size(), twin.size());
    for (const auto& entry : counter.entries()) ASSERT_EQ(entry.count, (twin[{entry.first, entry.second}]));
    std::map<std::uint32_t, std::pair<std::uint64_t, std::uint64_t>> keys;  // values, tokens
    for (const auto& [pair, count] : twin) ++keys[pair.first].first, keys[pair.first].second += count;
    Ambiguity expected;
    for (const auto& [key, seen] : keys) {
      ++expected.keys;
      if (seen.first > 1) ++expected.ambiguous;
      expected.tokens += seen.second;
      expected.choices += seen.first * seen.second;
    }
    EXPECT_EQ(counter.ambiguity(range), expected);
  }
}

TEST(PairCounter, MergeTranslates) {
  PairCounter one;
  one.add(0, 1);
  PairCounter two;
  two.add(0, 0, 5);
  two.add(1, 0);
  // The other's first ids 0, 1 are 3, 0 here, and its second id 0 is 1.
  EXPECT_EQ(one.merge(two, {3, 0}, {1}), (std::vector<std::uint32_t>{1, 0}));
  EXPECT_EQ(one.entries()[0].count, 2u);
  EXPECT_EQ(one.entries()[1].first, 3u);
  EXPECT_EQ(one.entries()[1].count, 5u);
}

// The median against sorting, for all lists of up to six values below four.
TEST(Spread, MedianMeanMaxAgainstSortedLists) {
  for (std::size_t size = 1; size <= 6; ++size) {
    for (unsigned code = 0; code < 1u << (2 * size); ++code) {
      std::vector<std::size_t> list;
      Spread spread;
      for (std::size_t i = 0; i < size; ++i) {
        list.push_back(code >> (2 * i) & 3);
        add_to(spread, list.back());
      }
      std::sort(list.begin(), list.end());
      ASSERT_EQ(spread.median(), static_cast<double>(list[(size - 1) / 2] + list[size / 2]) / 2);
      ASSERT_EQ(spread.max(), list.back());
      std::size_t sum = 0;
      for (const std::size_t value : list) sum += value;
      ASSERT_EQ(spread.mean(), static_cast<double>(sum) / static_cast<double>(size));
    }
  }
}

}  // namespace
}  // namespace espalier::treebank
