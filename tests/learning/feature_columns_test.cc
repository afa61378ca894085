#include "learning/feature_columns.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/expect_error.h"

namespace espalier::learning {
namespace {

/// Table 5.1 of the S-IFIS thesis in small: an attribute of words and one of lemmas.
Examples words_and_lemmas() {
  Examples out;
  out.add(0, std::vector<std::uint64_t>{11, 21});
  out.add(1, std::vector<std::uint64_t>{12, 22});
  out.add(1, std::vector<std::uint64_t>{13, 21});
  out.add(2, std::vector<std::uint64_t>{12, 23});
  return out;
}

std::vector<bool> all_but(const Examples& examples, const std::vector<std::uint64_t>& dropped) {
  std::vector<bool> kept;
  for (std::uint32_t id = 0; id < examples.features(); ++id) {
    kept.push_back(std::find(dropped.begin(), dropped.end(), examples.feature(id)) == dropped.end());
  }
  return kept;
}

std::vector<std::uint32_t> values(const CategoricalColumn& column) {
  std::vector<std::uint32_t> out;
  for (std::size_t i = 0; i < column.size(); ++i) out.push_back(column[i]);
  return out;
}

TEST(FeatureColumnsTest, DroppedValuesAreOneDummy) {
  const Examples examples = words_and_lemmas();
  for (const int threads : {1, 2}) {
    base::Team team(threads);
    const CategoricalData data = to_categorical(examples, 3, all_but(examples, {11, 13, 22}), team);
    EXPECT_EQ(data.labels, (std::vector<std::uint32_t>{0, 1, 1, 2}));
    ASSERT_EQ(data.columns.size(), 2U);
    EXPECT_EQ(values(data.columns[0]), (std::vector<std::uint32_t>{kDummy, 1, kDummy, 1}));
    EXPECT_EQ(values(data.columns[1]), (std::vector<std::uint32_t>{1, kDummy, 1, 2}));
    EXPECT_EQ(data.classes, 3U);
  }
}

TEST(FeatureColumnsTest, KeptFeaturesStayInOrder) {
  const Examples examples = words_and_lemmas();
  const Examples kept = keep_features(examples, all_but(examples, {11, 21}));
  ASSERT_EQ(kept.size(), 4U);
  EXPECT_TRUE(kept.ids(0).empty());
  EXPECT_EQ(kept.ids(3).size(), 2U);
  EXPECT_EQ(kept.feature(kept.ids(3)[0]), 12U);
  EXPECT_EQ(kept.feature(kept.ids(3)[1]), 23U);
  EXPECT_EQ(kept.label(3), 2U);
}

TEST(FeatureColumnsTest, KeptFeaturesAreListedByNumber) {
  const Examples examples = words_and_lemmas();
  EXPECT_EQ(kept_features(examples, all_but(examples, {11, 21})), (std::vector<std::uint64_t>{12, 22, 13, 23}));
}

TEST(FeatureColumnsTest, AttributesHaveOneValue) {
  Examples examples = words_and_lemmas();
  examples.add(0, std::vector<std::uint64_t>{11});
  base::Team team(1);
  EXPECT_EQ(tests::error_of([&] { to_categorical(examples, 3, all_but(examples, {}), team); }).reason(),
            "example 5 shows 1 features, not 2: attributes have one value each");
}

}  // namespace
}  // namespace espalier::learning
