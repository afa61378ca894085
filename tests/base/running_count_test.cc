#include "base/running_count.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace espalier::base {
namespace {

TEST(RunningCount, GivesTheSumOfTheTurnsBefore) {
  RunningCount count;
  EXPECT_EQ(count.take(0, 3), 0U);
  EXPECT_EQ(count.take(1, 0), 3U);
  EXPECT_EQ(count.take(2, 5), 3U);
  EXPECT_EQ(count.take(3, 1), 8U);
}

TEST(RunningCount, LaterTurnsWait) {
  constexpr std::size_t kThreads = 8;
  RunningCount count;
  std::vector<std::size_t> before(kThreads);
  std::vector<std::thread> threads;
  for (std::size_t turn = kThreads; turn-- > 0;) {
    threads.emplace_back([&, turn] { before[turn] = count.take(turn, turn + 1); });
  }
  for (std::thread& thread : threads) thread.join();
  // 1 + 2 + … + turn.
  for (std::size_t turn = 0; turn < kThreads; ++turn) EXPECT_EQ(before[turn], turn * (turn + 1) / 2);
}

}  // namespace
}  // namespace espalier::base
