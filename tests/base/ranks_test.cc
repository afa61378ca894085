#include "espalier/ranks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <mutex>
#include <set>

#include "tests/support/local_ranks.h"

namespace espalier {
namespace {

using ::testing::ElementsAre;

TEST(Ranks, AloneTakesAllAndHearsItself) {
  const auto ranks = solo_ranks();
  EXPECT_EQ(ranks->size(), 1);
  EXPECT_EQ(ranks->next(), 0u);
  EXPECT_EQ(ranks->next(), 1u);
  ranks->begin_counting();
  EXPECT_EQ(ranks->next(), 0u);
  EXPECT_THAT(ranks->gather("x"), ElementsAre("x"));
}

TEST(Ranks, EachPieceOfWorkGoesToOneAndAllHearTheSame) {
  std::mutex mutex;
  std::multiset<std::uint64_t> taken;
  std::vector<std::vector<std::string>> heard;
  testing::run_ranks(3, [&](Ranks& ranks) {
    for (int round = 0; round < 2; ++round) {
      ranks.begin_counting();
      for (std::uint64_t piece = ranks.next(); piece < 20; piece = ranks.next()) {
        const std::lock_guard lock(mutex);
        taken.insert(piece);
      }
    }
    auto all = ranks.gather(std::string(static_cast<std::size_t>(ranks.rank()), 'x'));
    const std::lock_guard lock(mutex);
    heard.push_back(std::move(all));
  });
  for (std::uint64_t piece = 0; piece < 20; ++piece) EXPECT_EQ(taken.count(piece), 2u);
  ASSERT_EQ(heard.size(), 3u);
  for (const auto& all : heard) EXPECT_THAT(all, ElementsAre("", "x", "xx"));
}

}  // namespace
}  // namespace espalier
