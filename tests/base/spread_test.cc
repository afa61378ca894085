#include "base/spread.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <new>
#include <numeric>
#include <set>

#include "espalier/error.h"
#include "tests/support/local_ranks.h"

namespace espalier::base {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::SizeIs;

/// By rank, what work(ranks) gave there; size 0: there is one process, and it knows of no ranks.
template <class T>
std::vector<T> on_ranks(int size, const std::function<T(Ranks*)>& work) {
  if (size == 0) return {work(nullptr)};
  return testing::results_on_ranks<T>(size, [&](Ranks& ranks) { return work(&ranks); });
}

constexpr std::size_t kCount = 40;

/// What there is to know of a run on one rank.
struct Found {
  std::vector<std::size_t> results = std::vector<std::size_t>(kCount);
  std::vector<std::size_t> heard;  // in the order of done()
  std::string failure;
};

/// Squares; `fails(piece)` may throw.
Found squares(Ranks* ranks, int threads, double seconds, std::atomic<int>& calls,
              const std::function<void(std::size_t)>& fails = {}, const std::function<void(std::size_t)>& done = {}) {
  Found out;
  std::mutex mutex;
  Team team(threads);
  SpreadWork work;
  work.work = [&](std::size_t piece, int worker) {
    EXPECT_LT(worker, threads);
    ++calls;
    if (fails) fails(piece);
    out.results[piece] = piece * piece;
  };
  work.pack = [&](std::size_t piece) { return std::to_string(out.results[piece]); };
  work.unpack = [&](std::size_t piece, std::string_view bytes) {
    EXPECT_EQ(out.results[piece], 0U) << "of its own rank";
    out.results[piece] = std::stoul(std::string(bytes));
  };
  work.done = [&](std::size_t piece) {
    const std::lock_guard lock(mutex);
    EXPECT_EQ(out.results[piece], piece * piece);
    out.heard.push_back(piece);
    if (done) done(piece);
  };
  try {
    spread(ranks, team, kCount, work, seconds);
  } catch (const Error& error) {
    out.failure = error.what();
  }
  return out;
}

TEST(Spread, AllRanksHaveAllResultsAndNoPieceIsDoneTwice) {
  for (const int size : {0, 1, 2, 3, 5}) {
    for (const int threads : {1, 3}) {
      for (const double seconds : {0.0, 60.0}) {
        std::atomic<int> calls = 0;
        const auto found = on_ranks<Found>(size, [&](Ranks* ranks) { return squares(ranks, threads, seconds, calls); });
        EXPECT_EQ(calls, static_cast<int>(kCount));
        for (const Found& each : found) {
          EXPECT_EQ(each.failure, "");
          for (std::size_t piece = 0; piece < kCount; ++piece) EXPECT_EQ(each.results[piece], piece * piece);
          EXPECT_THAT(std::set(each.heard.begin(), each.heard.end()), SizeIs(kCount));
          EXPECT_THAT(each.heard, SizeIs(kCount));
          EXPECT_TRUE(size < 2 || std::is_sorted(each.heard.begin(), each.heard.end()));
        }
      }
    }
  }
}

TEST(Spread, NothingIsSpreadToo) {
  for (const int size : {0, 1, 3}) {
    const auto done = on_ranks<int>(size, [&](Ranks* ranks) {
      Team team(2);
      spread(ranks, team, 0, {});
      return 1;
    });
    EXPECT_THAT(done, Each(1));
  }
}

TEST(Spread, OneAfterTheOther) {
  const auto sums = on_ranks<std::size_t>(3, [&](Ranks* ranks) {
    std::atomic<int> calls = 0;
    std::size_t sum = 0;
    for (int round = 0; round < 20; ++round) {
      const Found found = squares(ranks, 2, 0, calls);
      sum += std::accumulate(found.results.begin(), found.results.end(), std::size_t{0});
    }
    return sum;
  });
  EXPECT_THAT(sums, Each(20U * 39 * 40 * 79 / 6));
}

TEST(Spread, AllThrowTheFailureOfTheLowestPiece) {
  for (const int size : {0, 1, 2, 3, 5}) {
    for (const int threads : {1, 3}) {
      std::atomic<int> calls = 0;
      const auto found = on_ranks<Found>(size, [&](Ranks* ranks) {
        return squares(ranks, threads, 60, calls, [](std::size_t piece) {
          if (piece % 10 == 7) throw Error(ErrorKind::kInput, Place{"file", piece, 3}, "odd");
        });
      });
      for (const Found& each : found) {
        EXPECT_EQ(each.failure, "file:7:3: odd");
        for (std::size_t piece = 0; piece < 7; ++piece) EXPECT_EQ(each.results[piece], piece * piece);
      }
    }
  }
}

TEST(Spread, WhatOneHearsAndCannotBearAllThrow) {
  for (const int size : {2, 3}) {
    std::atomic<int> calls = 0;
    const auto found = on_ranks<Found>(size, [&](Ranks* ranks) {
      return squares(ranks, 1, 0, calls, {}, [&](std::size_t piece) {
        if (ranks->rank() == 0 && piece == kCount - 1) throw Error(ErrorKind::kSystem, "the disk is full");
      });
    });
    for (const Found& each : found) EXPECT_EQ(each.failure, "the disk is full");
  }
}

TEST(Spread, ErrorsArriveAsTheyWere) {
  const auto caught = on_ranks<std::string>(3, [&](Ranks* ranks) -> std::string {
    std::string out;
    const auto add = [&](const std::function<std::string()>& make) {
      try {
        from_rank(ranks, 1, make);
      } catch (const Error& error) {
        out += std::to_string(exit_code(error.kind())) + " " + error.what() + " " + error.reason();
      } catch (const std::bad_alloc&) {
        out += "; memory";
      } catch (const std::exception& error) {
        out += std::string("; ") + error.what();
      }
    };
    add([]() -> std::string { throw Error(ErrorKind::kInterrupted, Place{"x", 2, 0}, "stopped"); });
    add([]() -> std::string { throw std::bad_alloc(); });
    add([]() -> std::string { throw std::runtime_error("what"); });
    return out;
  });
  EXPECT_THAT(caught, Each("130 x:2: stopped stopped; memory; what"));
}

TEST(Spread, WhatOneRankMakesAllHear) {
  for (const int size : {0, 1, 2, 5}) {
    std::atomic<int> made = 0;
    std::atomic<int> written = 0;
    const auto heard = on_ranks<std::string>(size, [&](Ranks* ranks) {
      by_first(ranks, [&] {
        EXPECT_TRUE(is_first(ranks));
        ++written;
      });
      EXPECT_EQ(number_of_first(ranks, ranks == nullptr ? 0.5 : ranks->rank() + 0.5), 0.5);
      return from_rank(ranks, size > 1 ? 1 : 0, [&] {
        ++made;
        return std::string("a\0b", 3);
      });
    });
    EXPECT_THAT(heard, Each(std::string("a\0b", 3)));
    EXPECT_EQ(made, 1);
    EXPECT_EQ(written, 1);
  }
}

TEST(Spread, OnlyTheFirstSpeaks) {
  testing::run_ranks(2, [](Ranks& ranks) {
    Control control;
    control.threads = 3;
    control.ranks = &ranks;
    control.progress = [](const Progress&) {};
    const Control own = control_of_one(control);
    EXPECT_EQ(own.ranks, nullptr);
    EXPECT_EQ(own.threads, 3);
    EXPECT_EQ(static_cast<bool>(own.progress), ranks.rank() == 0);
  });
}

}  // namespace
}  // namespace espalier::base
