#include "base/memo.h"

#include <gtest/gtest.h>

#include <string>

#include "base/hash.h"

namespace espalier::base {
namespace {

TEST(MemoTest, MakesAValueOnceASentence) {
  Memo<int> memo;
  int made = 0;
  for (int sentence = 0; sentence < 3; ++sentence) {
    memo.start();
    for (int round = 0; round < 2; ++round) {
      // More than there is room for at first.
      for (std::uint64_t key = 1; key <= 5000; ++key) {
        const int value = memo.get(hash(std::to_string(key)), [&] { return ++made, static_cast<int>(key) + sentence; });
        ASSERT_EQ(value, static_cast<int>(key) + sentence);
      }
    }
    EXPECT_EQ(memo.made(), 5000u);
  }
  EXPECT_EQ(made, 15000);
}

}  // namespace
}  // namespace espalier::base
