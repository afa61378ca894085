#include "base/team.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace espalier::base {
namespace {

TEST(TeamTest, EveryIndexOnce) {
  for (const int threads : {1, 2, 5}) {
    Team team(threads);
    EXPECT_EQ(team.size(), threads);
    for (const std::size_t count : {0U, 1U, 2U, 3U, 7U, 1000U}) {
      std::vector<std::atomic<int>> calls(count);
      std::atomic<bool> bad_worker{false};
      team.run(count, [&](std::size_t index, int worker) {
        ++calls[index];
        if (worker < 0 || worker >= threads) bad_worker = true;
      });
      for (const auto& each : calls) EXPECT_EQ(each.load(), 1);
      EXPECT_FALSE(bad_worker.load());
    }
  }
}

TEST(TeamTest, ScratchOfAWorkerIsItsOwn) {
  Team team(4);
  std::vector<std::size_t> sums(4);
  for (int round = 0; round < 200; ++round) {
    team.run(50, [&](std::size_t index, int worker) { sums[static_cast<std::size_t>(worker)] += index; });
  }
  EXPECT_EQ(sums[0] + sums[1] + sums[2] + sums[3], 200U * 49 * 50 / 2);
}

TEST(TeamTest, TheExceptionOfTheLowestIndexIsThrown) {
  for (const int threads : {1, 2, 5}) {
    Team team(threads);
    for (int round = 0; round < 50; ++round) {
      std::atomic<int> calls{0};
      try {
        team.run(40, [&](std::size_t index, int) {
          ++calls;
          if (index % 10 == 7) throw std::runtime_error(std::to_string(index));
        });
        ADD_FAILURE() << "nothing was thrown";
      } catch (const std::runtime_error& error) {
        EXPECT_EQ(std::string(error.what()), "7");
      }
      EXPECT_GE(calls.load(), 8);  // the failure, and all below it
      if (threads == 1) {
        EXPECT_EQ(calls.load(), 8);
      }
    }
    int after = 0;
    team.run(1, [&](std::size_t, int) { ++after; });
    EXPECT_EQ(after, 1);
  }
}

TEST(TeamTest, AfterAFailureNoTaskBegins) {
  constexpr std::size_t kTasks = 2000;
  for (const int threads : {2, 4}) {
    Team team(threads);
    std::atomic<bool> thrown{false};
    std::atomic<std::size_t> begun{0};
    std::atomic<std::size_t> finished{0};
    const auto fail_at_once = [&](std::size_t index, int) {
      ++begun;
      if (index == 0) {
        thrown = true;
        throw std::runtime_error("the first");
      }
      while (!thrown) std::this_thread::yield();
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      ++finished;
    };
    EXPECT_THROW(team.run(kTasks, fail_at_once), std::runtime_error);
    EXPECT_LT(begun.load(), kTasks);
    EXPECT_EQ(finished.load() + 1, begun.load());  // those that had begun were let finish
    std::atomic<std::size_t> after{0};
    team.run(100, [&](std::size_t, int) { ++after; });
    EXPECT_EQ(after.load(), 100U);
  }
}

TEST(TeamTest, ARoundEndsBeforeTheNext) {
  Team team(3);
  std::vector<int> values(64, 0);
  for (int round = 1; round <= 300; ++round) {
    team.run(values.size(), [&](std::size_t index, int) { values[index] = round; });
    for (const int value : values) ASSERT_EQ(value, round);
  }
}

TEST(TeamTest, AllCores) { EXPECT_GE(Team(0).size(), 1); }

}  // namespace
}  // namespace espalier::base
