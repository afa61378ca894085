#include "learning/frozen_map.h"

#include <gtest/gtest.h>

#include <map>

#include "base/random.h"
#include "tests/support/aligned_bytes.h"
#include "tests/support/expect_error.h"

namespace espalier::learning {
namespace {

using tests::AlignedBytes;

TEST(FrozenMap, FindsWhatIsThereAndNothingElse) {
  for (const std::size_t size : {0U, 1U, 9U, 10U, 11U, 500U, 20'000U}) {
    base::Random random(size + 1);
    std::map<std::uint64_t, std::uint16_t> wanted;
    while (wanted.size() < size) wanted[random.next()] = static_cast<std::uint16_t>(random.below(1000));
    const AlignedBytes bytes(FrozenMap::freeze({wanted.begin(), wanted.end()}));
    const FrozenMap map(bytes.span(), 1000);
    EXPECT_EQ(map.size(), size);
    for (const auto& [key, number] : wanted) ASSERT_EQ(map.find(key), number);
    for (int i = 0; i < 10'000; ++i) ASSERT_EQ(map.find(random.next()), -1);
  }
}

TEST(FrozenMap, KeysOfOneLineFlowOver) {
  std::vector<FrozenMap::Item> items;
  for (std::uint64_t i = 0; i < 100; ++i) items.emplace_back(~std::uint64_t{0} - i, static_cast<std::uint16_t>(i));
  const AlignedBytes bytes(FrozenMap::freeze(items));
  const FrozenMap map(bytes.span(), 100);
  for (const auto& [key, number] : items) EXPECT_EQ(map.find(key), number);
}

TEST(FrozenMap, TheOrderGivenDoesNotMatter) {
  std::vector<FrozenMap::Item> items;
  base::Random random(3);
  for (int i = 0; i < 300; ++i) items.emplace_back(random.next(), static_cast<std::uint16_t>(i));
  const std::string bytes = FrozenMap::freeze(items);
  random.shuffle(items);
  EXPECT_EQ(FrozenMap::freeze(items), bytes);
}

TEST(FrozenMap, AnEmptyOneHasNothing) { EXPECT_EQ(FrozenMap().find(7), -1); }

TEST(FrozenMap, RefusesWhatIsNoMap) {
  const std::string bytes = FrozenMap::freeze({{77, 5}});
  for (const std::string& damaged : {std::string(), bytes.substr(1), bytes + "x"}) {
    const AlignedBytes aligned(damaged);
    EXPECT_EQ(tests::error_of([&] { FrozenMap(aligned.span(), 10); }).kind(), ErrorKind::kInput);
  }
  const AlignedBytes aligned(bytes);
  EXPECT_EQ(tests::error_of([&] { FrozenMap(aligned.span(), 5); }).kind(), ErrorKind::kInput);
  // All lines full: a search ends.
  const AlignedBytes full(std::string(128, '\1'));
  EXPECT_EQ(FrozenMap(full.span(), 1000).find(5), -1);
}

}  // namespace
}  // namespace espalier::learning
