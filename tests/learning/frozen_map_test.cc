#include "learning/frozen_map.h"

#include <gtest/gtest.h>

#include <map>

#include "base/random.h"
#include "tests/support/aligned_bytes.h"
#include "tests/support/expect_error.h"

namespace espalier::learning {
namespace {

using tests::AlignedBytes;

template <class Tag>
class FrozenMapTest : public testing::Test {};
using Tags = testing::Types<std::uint16_t, std::uint32_t>;
TYPED_TEST_SUITE(FrozenMapTest, Tags);

TYPED_TEST(FrozenMapTest, FindsWhatIsThereAndNothingElse) {
  using Map = FrozenMap<TypeParam>;

  for (const std::size_t size : {0U, 1U, 9U, 10U, 11U, 500U, 20'000U}) {
    base::Random random(size + 1);
    std::map<std::uint64_t, std::uint16_t> wanted;
    while (wanted.size() < size) wanted[random.next()] = static_cast<std::uint16_t>(random.below(1000));
    const AlignedBytes bytes(Map::freeze({wanted.begin(), wanted.end()}));
    const Map map(bytes.span(), 1000);
    EXPECT_EQ(map.size(), size);
    int taken = 0;  // for another that is there
    for (const auto& [key, number] : wanted) taken += map.find(key) != number ? 1 : 0;
    for (int i = 0; i < 10'000; ++i) taken += map.find(random.next()) >= 0 ? 1 : 0;
    EXPECT_LE(taken, sizeof(TypeParam) == 2 ? 15 : 0);
  }
}

TYPED_TEST(FrozenMapTest, KeysOfOneLineFlowOver) {
  using Map = FrozenMap<TypeParam>;

  std::vector<typename Map::Item> items;
  for (std::uint64_t i = 0; i < 100; ++i) items.emplace_back(~std::uint64_t{0} - i, static_cast<std::uint16_t>(i));
  const AlignedBytes bytes(Map::freeze(items));
  const Map map(bytes.span(), 100);
  for (const auto& [key, number] : items) EXPECT_EQ(map.find(key), number);
}

TYPED_TEST(FrozenMapTest, TheOrderGivenDoesNotMatter) {
  using Map = FrozenMap<TypeParam>;

  std::vector<typename Map::Item> items;
  base::Random random(3);
  for (int i = 0; i < 300; ++i) items.emplace_back(random.next(), static_cast<std::uint16_t>(i));
  const std::string bytes = Map::freeze(items);
  random.shuffle(items);
  EXPECT_EQ(Map::freeze(items), bytes);
}

TYPED_TEST(FrozenMapTest, AnEmptyOneHasNothing) {
  using Map = FrozenMap<TypeParam>;

  EXPECT_EQ(Map().find(7), -1);
  EXPECT_EQ(Map({}, 10).find(7), -1);
  const AlignedBytes bytes(Map::freeze({}));
  EXPECT_TRUE(Map(bytes.span(), 10).empty());
}

TYPED_TEST(FrozenMapTest, RefusesWhatIsNoMap) {
  using Map = FrozenMap<TypeParam>;

  const std::string bytes = Map::freeze({{77, 5}});
  for (const std::string& damaged : {bytes.substr(1), bytes + "x"}) {
    const AlignedBytes aligned(damaged);
    EXPECT_EQ(tests::error_of([&] { Map(aligned.span(), 10); }).kind(), ErrorKind::kInput);
  }
  const AlignedBytes aligned(bytes);
  EXPECT_EQ(tests::error_of([&] { Map(aligned.span(), 5); }).kind(), ErrorKind::kInput);
  // All lines full: a search ends.
  const AlignedBytes full(std::string(128, '\1'));
  EXPECT_EQ(Map(full.span(), 1000).find(5), -1);
}

}  // namespace
}  // namespace espalier::learning
