#include "evaluation/reliability.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace espalier::evaluation {
namespace {

std::vector<JudgedArc> arcs(std::initializer_list<std::pair<float, std::string>> groups) {
  std::vector<JudgedArc> all;
  for (const auto& [confidence, outcomes] : groups) {
    for (const char outcome : outcomes) all.push_back({confidence, outcome == '+'});
  }
  return all;
}

TEST(ReliabilityTest, TenthsOfTheScaleAndTheirError) {
  // 0.3 × 2, one right: 50 against 30; 0.9 × 6 and 1.0 × 2, seven right: 87.5 against 92.5.
  const Reliability r = reliability_of(arcs({{0.9F, "+++++-"}, {0.3F, "-+"}, {1.0F, "++"}}));
  EXPECT_EQ(r.arcs, 10u);
  EXPECT_EQ(r.right, 8u);
  ASSERT_EQ(r.by_value.size(), 10u);
  EXPECT_EQ(r.by_value[3].arcs, 2);  // 0.3 is in 0.3–0.4, not below
  EXPECT_NEAR(r.by_value[3].mean, 30, 1e-4);
  EXPECT_DOUBLE_EQ(r.by_value[3].accuracy(), 50);
  EXPECT_EQ(r.by_value[9].arcs, 8);  // 1.0 is in the last
  EXPECT_NEAR(r.by_value[9].mean, 92.5, 1e-4);
  EXPECT_DOUBLE_EQ(r.by_value[9].accuracy(), 87.5);
  EXPECT_NEAR(r.calibration_error, 0.2 * 20 + 0.8 * 5, 1e-4);
}

TEST(ReliabilityTest, EveryTenthThatIsWrittenIsInItsOwnBucket) {
  for (int tenth = 0; tenth < 10; ++tenth) {
    const Reliability r = reliability_of(arcs({{static_cast<float>(tenth) / 10, "+"}}));
    EXPECT_EQ(r.by_value[static_cast<std::size_t>(tenth)].arcs, 1) << tenth;
  }
}

TEST(ReliabilityTest, TenthsOfTheArcsAndTheErrorsAmongTheLeastConfidentFifth) {
  // Ten arcs, each a tenth; the errors are the first, the third and the last.
  std::vector<JudgedArc> all;
  for (int i = 0; i < 10; ++i) all.push_back({0.05F + 0.1F * static_cast<float>(i), i != 0 && i != 2 && i != 9});
  const Reliability r = reliability_of(all);
  ASSERT_EQ(r.by_rank.size(), 10u);
  for (std::size_t i = 0; i < 10; ++i) {
    EXPECT_NEAR(r.by_rank[i].arcs, 1, 1e-12);
    EXPECT_NEAR(r.by_rank[i].mean, 5 + 10 * static_cast<double>(i), 1e-3);
    EXPECT_NEAR(r.by_rank[i].right, all[i].right ? 1 : 0, 1e-9) << i;
  }
  EXPECT_NEAR(r.errors_in_fifth, 100.0 / 3, 1e-9);
}

TEST(ReliabilityTest, ArcsWithOneConfidenceHaveNoOrder) {
  // Ten of 0.5, four wrong; ten of 0.9, one wrong. The fifth is four of the first ten: 1.6 of 5 errors.
  std::vector<JudgedArc> all = arcs({{0.5F, "----++++++"}, {0.9F, "-+++++++++"}});
  const Reliability r = reliability_of(all);
  EXPECT_NEAR(r.errors_in_fifth, 100 * 1.6 / 5, 1e-9);
  EXPECT_NEAR(r.by_rank[0].right, 1.2, 1e-9);
  EXPECT_NEAR(r.by_rank[9].right, 1.8, 1e-9);
  std::reverse(all.begin(), all.end());
  EXPECT_DOUBLE_EQ(reliability_of(all).errors_in_fifth, r.errors_in_fifth);
}

TEST(ReliabilityTest, NothingAndNoErrors) {
  EXPECT_EQ(reliability_of(std::vector<JudgedArc>()).arcs, 0u);
  EXPECT_EQ(reliability_of(arcs({{0.5F, "++"}})).errors_in_fifth, 0);
}

}  // namespace
}  // namespace espalier::evaluation
