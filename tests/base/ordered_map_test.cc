#include "base/ordered_map.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/random.h"

namespace espalier::base {
namespace {

struct Box {
  int input = -1;
  long result = -1;
};

/// Unequal work, so that items finish out of order.
void work_on(Box& box) {
  Random random(static_cast<std::uint64_t>(box.input));
  long sum = 0;
  for (std::uint64_t i = random.below(3000); i > 0; --i) sum += static_cast<long>(random.below(2)) * 0;
  box.result = sum + 2L * box.input;
}

class OrderedMapTest : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Threads, OrderedMapTest, testing::Values(1, 2, 3, 8));

TEST_P(OrderedMapTest, KeepsTheOrder) {
  for (const int items : {0, 1, 2, 5, 17, 3000}) {
    int made = 0;
    std::vector<long> results;
    ordered_map<Box>(
        GetParam(),
        [&](Box& box) {
          if (made == items) return false;
          box = {made++, -1};
          return true;
        },
        work_on, [&](Box& box) { results.push_back(box.result); });
    ASSERT_EQ(results.size(), static_cast<std::size_t>(items));
    for (std::size_t i = 0; i < results.size(); ++i) ASSERT_EQ(results[i], 2 * static_cast<long>(i));
  }
}

TEST_P(OrderedMapTest, FewItemsExistAtATime) {
  std::atomic<int> alive{0};
  int most = 0;
  int made = 0;
  std::atomic<int> producing{0};
  ordered_map<Box>(
      GetParam(),
      [&](Box& box) {
        EXPECT_EQ(producing.fetch_add(1), 0) << "two threads produce at once";
        most = std::max(most, ++alive);
        box.input = made;
        producing.fetch_sub(1);
        return made++ < 2000;
      },
      work_on, [&](Box&) { --alive; });
  EXPECT_LE(most, 2 * GetParam() + 1);
}

// What is consumed before the exception is what one thread would have consumed.
enum Stage { kProduce, kTransform, kConsume };

std::vector<int> run_with_failure(int threads, Stage stage, int failing, std::string& message) {
  int made = 0;
  std::vector<int> consumed;
  const auto maybe_fail = [&](Stage here, int item) {
    if (here == stage && item >= failing) throw std::runtime_error("item " + std::to_string(item));
  };
  try {
    ordered_map<Box>(
        threads,
        [&](Box& box) {
          maybe_fail(kProduce, made);
          box = {made++, -1};
          return made < 500;
        },
        [&](Box& box) {
          work_on(box);
          maybe_fail(kTransform, box.input);
        },
        [&](Box& box) {
          maybe_fail(kConsume, box.input);
          consumed.push_back(box.input);
        });
  } catch (const std::runtime_error& error) {
    message = error.what();
  }
  return consumed;
}

TEST_P(OrderedMapTest, TheFirstExceptionInOrderIsThrown) {
  for (const Stage stage : {kProduce, kTransform, kConsume}) {
    for (const int failing : {0, 1, 2, 3, 50, 333}) {
      std::string message;
      const std::vector<int> consumed = run_with_failure(GetParam(), stage, failing, message);
      EXPECT_EQ(message, "item " + std::to_string(failing)) << stage;
      ASSERT_EQ(consumed.size(), static_cast<std::size_t>(failing)) << stage;
      for (int i = 0; i < failing; ++i) ASSERT_EQ(consumed[static_cast<std::size_t>(i)], i);
    }
  }
}

TEST_P(OrderedMapTest, NothingIsProducedLongAfterAFailure) {
  int made = 0;
  EXPECT_THROW(ordered_map<Box>(
                   GetParam(),
                   [&](Box& box) {
                     box = {made++, -1};
                     return true;  // without end
                   },
                   work_on,
                   [](Box& box) {
                     if (box.input == 100) throw std::runtime_error("enough");
                   }),
               std::runtime_error);
  EXPECT_LE(made, 101 + 2 * GetParam());
}

TEST_P(OrderedMapTest, AnItemIsConsumedWhileTheNextOneIsAwaited) {
  std::atomic<int> consumed{0};
  int made = 0;
  ordered_map<Box>(
      GetParam(),
      [&](Box& box) {
        const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(30);
        while (consumed.load() < made && std::chrono::steady_clock::now() < deadline) std::this_thread::yield();
        EXPECT_EQ(consumed.load(), made) << "the item before was held back";
        box = {made, -1};
        return made++ < 20;
      },
      work_on, [&](Box&) { ++consumed; });
}

struct Immovable {
  Immovable() = default;
  Immovable(const Immovable&) = delete;
  Immovable& operator=(const Immovable&) = delete;
  std::vector<int> numbers;
};

TEST_P(OrderedMapTest, SlotsNeedNotMove) {
  int made = 0;
  std::size_t total = 0;
  ordered_map<Immovable>(
      GetParam(),
      [&](Immovable& slot) {
        slot.numbers.assign(static_cast<std::size_t>(made), 1);
        return made++ < 10;
      },
      [](Immovable& slot) { slot.numbers.push_back(1); }, [&](const Immovable& slot) { total += slot.numbers.size(); });
  EXPECT_EQ(total, 55u);
}

TEST(ThreadCountTest, IsAtLeastOne) {
  EXPECT_GE(thread_count(0), 1);
  EXPECT_GE(thread_count(-3), 1);
  EXPECT_EQ(thread_count(1), 1);
  EXPECT_EQ(thread_count(5), 5);
}

}  // namespace
}  // namespace espalier::base
