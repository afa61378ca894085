#include "base/team.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <string>
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
      EXPECT_EQ(calls.load(), 40);  // the round is finished all the same
    }
    int after = 0;
    team.run(1, [&](std::size_t, int) { ++after; });
    EXPECT_EQ(after, 1);
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
