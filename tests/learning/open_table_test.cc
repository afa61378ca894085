#include "learning/open_table.h"

#include <gtest/gtest.h>

#include <unordered_map>

#include "base/random.h"

namespace espalier::learning {
namespace {

TEST(OpenTableTest, AgreesWithTheLibrary) {
  base::Random random(1);
  OpenTable<std::uint32_t> table(8);
  std::unordered_map<std::uint64_t, std::uint32_t> twin;
  // Keys that share their low bits, so that probes run long and wrap round.
  const auto key = [&] { return (random.below(4000) + 1) << (random.below(2) * 20) | random.below(3); };
  for (std::uint32_t i = 0; i < 20'000; ++i) {
    const std::uint64_t wanted = key();
    table.insert(wanted) += i;
    twin[wanted] += i;
    const std::uint64_t asked = key();
    const auto found = twin.find(asked);
    const std::uint32_t* payload = table.find(asked);
    ASSERT_EQ(payload != nullptr, found != twin.end());
    if (payload != nullptr) {
      ASSERT_EQ(*payload, found->second);
    }
  }
  EXPECT_EQ(table.size(), twin.size());
  std::size_t used = 0;
  for (const auto& slot : table.slots()) {
    if (slot.key == 0) continue;
    ++used;
    EXPECT_EQ(twin.at(slot.key), slot.payload);
  }
  EXPECT_EQ(used, twin.size());
  EXPECT_LE(used * 8, table.slots().size() * 5);
}

TEST(OpenTableTest, TheLayoutIsThatOfTheHistory) {
  const auto build = [] {
    base::Random random(2);
    OpenTable<std::uint32_t> table(4);
    for (std::uint32_t i = 0; i < 500; ++i) table.insert(random.next() | 1) = i;
    return table;
  };
  const auto once = build();
  const auto again = build();
  for (std::size_t i = 0; i < once.slots().size(); ++i) {
    EXPECT_EQ(once.slots()[i].key, again.slots()[i].key);
    EXPECT_EQ(once.slots()[i].payload, again.slots()[i].payload);
  }
}

}  // namespace
}  // namespace espalier::learning
