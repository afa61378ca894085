#include "base/interner.h"

#include <gtest/gtest.h>

#include <string>
#include <unordered_map>
#include <utility>

#include "base/hash.h"
#include "base/random.h"

namespace espalier::base {
namespace {

TEST(HashTest, IsTheSameEverywhere) {
  EXPECT_EQ(hash(""), 0x2D06800538D394C2u);  // XXH3's own test vector
  EXPECT_NE(hash("a"), hash("b"));
  EXPECT_NE(hash("a", 1), hash("a", 2));
  EXPECT_EQ(hash("a", 0), hash("a"));
}

TEST(InternerTest, IdsAreInOrderOfFirstSight) {
  Interner interner;
  EXPECT_EQ(interner.intern("tree"), 0u);
  EXPECT_EQ(interner.intern(""), 1u);
  EXPECT_EQ(interner.intern("árvore"), 2u);
  EXPECT_EQ(interner.intern("tree"), 0u);
  EXPECT_EQ(interner.size(), 3u);
  EXPECT_EQ(interner.text(0), "tree");
  EXPECT_EQ(interner.text(1), "");
  EXPECT_EQ(interner.text(2), "árvore");
}

TEST(InternerTest, FindAddsNothing) {
  Interner interner;
  EXPECT_EQ(interner.find("tree"), Interner::kAbsent);
  interner.intern("tree");
  EXPECT_EQ(interner.find("tree"), 0u);
  EXPECT_EQ(interner.find("tre"), Interner::kAbsent);
  EXPECT_EQ(interner.find(std::string_view("tree\0", 5)), Interner::kAbsent);
  EXPECT_EQ(interner.size(), 1u);
}

TEST(InternerTest, AgreesWithAMapOverManyStrings) {
  Interner interner;
  std::unordered_map<std::string, std::uint32_t> twin;
  Random random(1);
  for (int i = 0; i < 300'000; ++i) {
    const std::string text = std::to_string(random.below(100'000));
    const auto [entry, is_new] = twin.emplace(text, static_cast<std::uint32_t>(twin.size()));
    ASSERT_EQ(interner.find(text), is_new ? Interner::kAbsent : entry->second);
    ASSERT_EQ(interner.intern(text), entry->second);
  }
  ASSERT_EQ(interner.size(), twin.size());
  for (const auto& [text, id] : twin) ASSERT_EQ(interner.text(id), text);
}

TEST(InternerTest, ViewsOutliveGrowth) {
  Interner interner;
  const std::string long_text(100'000, 'x');
  const std::string_view first = interner.text(interner.intern("first"));
  const std::string_view large = interner.text(interner.intern(long_text));
  const char* const first_at = first.data();
  for (int i = 0; i < 50'000; ++i) interner.intern(std::to_string(i));
  EXPECT_EQ(first, "first");
  EXPECT_EQ(large, long_text);
  EXPECT_EQ(interner.text(0).data(), first_at);
}

TEST(InternerTest, MovesAndTheOldOneStartsAfresh) {
  Interner one;
  one.intern("a");
  one.intern("b");
  Interner two(std::move(one));
  EXPECT_EQ(two.find("b"), 1u);
  EXPECT_EQ(one.find("b"), Interner::kAbsent);  // NOLINT(bugprone-use-after-move): that it is empty is the promise
  EXPECT_EQ(one.intern("c"), 0u);
  EXPECT_EQ(two.text(0), "a");
  one = std::move(two);
  EXPECT_EQ(one.find("c"), Interner::kAbsent);
  EXPECT_EQ(one.intern("c"), 2u);
  EXPECT_EQ(one.text(0), "a");
}

}  // namespace
}  // namespace espalier::base
