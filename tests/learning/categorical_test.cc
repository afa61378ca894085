#include "learning/categorical.h"

#include <gtest/gtest.h>

#include <limits>

#include "tests/support/expect_error.h"

namespace espalier::learning {
namespace {

TEST(CategoricalTest, ColumnsWidenAsTheyNeed) {
  const std::vector<std::uint32_t> values{0, 254, kMissing, 255, 3, 65'534, 65'535, kMissing, 4'000'000'000};
  CategoricalColumn column;
  for (std::size_t i = 0; i < values.size(); ++i) {
    column.push_back(values[i]);
    const auto width = column.visit_codes([](const auto* codes) { return sizeof(*codes); });
    EXPECT_EQ(width, i < 3 ? 1U : i < 6 ? 2U : 4U) << i;
    for (std::size_t k = 0; k <= i; ++k) EXPECT_EQ(column[k], values[k]);
  }
  EXPECT_EQ(column.size(), values.size());
  EXPECT_EQ(column.domain(), 4'000'000'001);
  EXPECT_EQ(CategoricalColumn(std::vector<std::uint32_t>{kMissing, kMissing}).domain(), 0U);
}

TEST(CategoricalTest, RefusesWhatDoesNotFit) {
  const auto message = [](auto&& change) {
    CategoricalData data;
    data.labels = {0, 1};
    data.columns = {CategoricalColumn(std::vector<std::uint32_t>{4, 5})};
    data.weights = {1, 0.5};
    EXPECT_NO_THROW(data.check());
    change(data);
    return std::string(tests::error_of([&] { data.check(); }).what());
  };
  EXPECT_EQ(message([](auto& data) { data.labels.clear(); }), "categorical examples: there are none");
  EXPECT_EQ(message([](auto& data) { data.labels[1] = 2; }), "categorical examples: class 2 of 2");
  EXPECT_EQ(message([](auto& data) { data.columns[0].push_back(1); }),
            "categorical examples: attribute 0 has 3 values for 2 examples");
  EXPECT_EQ(message([](auto& data) { data.weights.pop_back(); }), "categorical examples: 1 weights for 2 examples");
  for (const double bad : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_EQ(message([&](auto& data) { data.weights[0] = bad; }),
              "categorical examples: a weight is a number above 0");
  }
  EXPECT_EQ(message([](auto& data) { data.weights[0] = 2e9; }), "categorical examples: the weights add up to too much");
}

}  // namespace
}  // namespace espalier::learning
