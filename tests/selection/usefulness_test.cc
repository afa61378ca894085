#include "selection/usefulness.h"

#include <gtest/gtest.h>

#include "base/random.h"

namespace espalier::selection {
namespace {

/// Two rows a choice, told by attribute 0 nine times in ten and by attribute 1 six times in ten; attribute 2 is noise.
Choices told() {
  base::Random random(3);
  Choices out(3);
  for (int i = 0; i < 3000; ++i) {
    const std::size_t right = random.below(2);
    for (std::size_t row = 0; row < 2; ++row) {
      const auto tell = [&](std::uint64_t times) {
        const bool is_right = row == right;
        return static_cast<std::uint64_t>(random.below(10) < times ? is_right : !is_right);
      };
      out.add_row(0, std::vector<std::uint64_t>{tell(9), tell(6), random.below(2)});
    }
    out.end_group(right);
  }
  return out;
}

TEST(Usefulness, IsWhatATemplateDoesForTheRightRow) {
  const std::vector<AttributeSet> items = {{2}, {1}, {0}};
  const std::vector<double> use = usefulness_of(told(), items);
  EXPECT_GT(use[2], 2 * use[1]);
  EXPECT_GT(use[1], use[0]);
  EXPECT_NEAR(use[0], 0, 0.01);
}

TEST(Usefulness, WhatAnotherSaysTooIsSharedAmongThem) {
  const Choices choices = told();
  const std::vector<AttributeSet> alone = {{0}};
  const std::vector<AttributeSet> twice = {{0}, {0, 2}};
  EXPECT_LT(usefulness_of(choices, twice)[0], usefulness_of(choices, alone)[0]);
}

}  // namespace
}  // namespace espalier::selection
