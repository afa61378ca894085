#include "learning/frozen_rows.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "base/random.h"
#include "tests/support/aligned_bytes.h"
#include "tests/support/expect_error.h"

namespace espalier::learning {
namespace {

using tests::AlignedBytes;

std::vector<RowWeight> draw_weights(std::size_t features, std::uint32_t classes, base::Random& random) {
  std::vector<RowWeight> out;
  for (std::size_t i = 0; i < features; ++i) {
    const std::uint64_t feature = random.next();
    for (std::uint32_t label = 0; label < classes; ++label) {
      if (random.below(3) == 0) out.push_back({feature, label, static_cast<float>(random.uniform() * 2 - 1)});
    }
  }
  return out;
}

std::vector<float> scores_of(const FrozenRows& rows, std::uint64_t feature, std::uint32_t classes) {
  std::vector<float> scores(classes);
  rows.add_scores(std::vector<std::uint64_t>{feature}, scores.data());
  return scores;
}

TEST(FrozenRowsTest, HandWorked) {
  const AlignedBytes bytes(FrozenRows::freeze({{9, 2, -1}, {5, 0, 1}, {5, 2, 0.5F}, {5, 1, 0}, {7, 1, 0.000001F}}));
  const FrozenRows rows(bytes.span(), 3);
  EXPECT_EQ(rows.features(), 2U);
  EXPECT_EQ(rows.weights(), 3U);
  std::vector<float> scores{10, 20, 30};
  rows.add_scores(std::vector<std::uint64_t>{5, 7, 9, 11, 9}, scores.data());
  EXPECT_NEAR(scores[0], 11, 1e-4);
  EXPECT_EQ(scores[1], 20);
  EXPECT_NEAR(scores[2], 28.5, 1e-4);
}

TEST(FrozenRowsTest, EveryRowIsFoundAgain) {
  base::Random random(1);
  const std::uint32_t classes = 40;
  for (const std::size_t features : {1U, 6U, 7U, 8U, 500U, 4000U}) {
    const auto weights = draw_weights(features, classes, random);
    std::map<std::uint64_t, std::vector<float>> wanted;
    for (const RowWeight& each : weights) {
      wanted.try_emplace(each.feature, std::vector<float>(classes)).first->second[each.label] = each.weight;
    }
    const AlignedBytes bytes(FrozenRows::freeze(weights));
    const FrozenRows rows(bytes.span(), classes);
    EXPECT_EQ(rows.features(), wanted.size());
    std::size_t wrong = 0;
    for (const auto& [feature, row] : wanted) {
      const auto found = scores_of(rows, feature, classes);
      bool good = true;
      for (std::uint32_t c = 0; c < classes; ++c) good = good && std::abs(found[c] - row[c]) <= 0.51F / 32767;
      wrong += good ? 0 : 1;
    }
    EXPECT_LE(wrong, features / 1000) << features;
  }
}

TEST(FrozenRowsTest, MistakesAreRare) {
  base::Random random(2);
  const AlignedBytes bytes(FrozenRows::freeze(draw_weights(50'000, 3, random)));
  const FrozenRows rows(bytes.span(), 3);
  std::size_t taken = 0;
  const std::size_t asked = 1'000'000;
  for (std::size_t i = 0; i < asked; ++i) {
    taken += scores_of(rows, random.next(), 3) != std::vector<float>(3) ? 1 : 0;
  }
  // Seven or so features a line, and those of the next where a line is full; one tag in 65,536.
  EXPECT_NEAR(static_cast<double>(asked) / static_cast<double>(taken), 6500, 1500);
}

TEST(FrozenRowsTest, EmptyTables) {
  EXPECT_EQ(scores_of(FrozenRows(), 5, 2), std::vector<float>(2));
  const AlignedBytes bytes(FrozenRows::freeze({}));
  const FrozenRows rows(bytes.span(), 2);
  EXPECT_EQ(rows.features(), 0U);
  EXPECT_EQ(scores_of(rows, 5, 2), std::vector<float>(2));
}

TEST(FrozenRowsTest, TheOrderGivenDoesNotMatter) {
  base::Random random(3);
  auto weights = draw_weights(300, 5, random);
  const std::string once = FrozenRows::freeze(weights);
  random.shuffle(weights);
  EXPECT_EQ(FrozenRows::freeze(weights), once);
}

std::string refusal(const std::string& bytes, std::uint32_t classes = 5) {
  const AlignedBytes aligned(bytes);
  return tests::error_of([&] { FrozenRows rows(aligned.span(), classes); }).reason();
}

TEST(FrozenRowsTest, DamagedSizesAreRefused) {
  base::Random random(4);
  const std::string good = FrozenRows::freeze(draw_weights(100, 5, random));
  const std::string size = "the table of rows does not have the size it says";
  for (const std::size_t length : {0U, 63U})
    EXPECT_EQ(refusal(good.substr(0, length)), "the table of rows is cut short");
  for (const std::size_t less : {1U, 2U, 64U, 100U}) EXPECT_EQ(refusal(good.substr(0, good.size() - less)), size);
  EXPECT_EQ(refusal(good + "x"), size);
  EXPECT_EQ(refusal(good + "xy"), size);
  for (const std::uint64_t number : {std::uint64_t{0}, ~std::uint64_t{0}, std::uint64_t{1} << 58}) {
    EXPECT_EQ(refusal(tests::with_number(good, 0, number)), size);
    EXPECT_EQ(refusal(tests::with_number(good, 8, number)), size);
  }
}

TEST(FrozenRowsTest, RowsOutsideAreRefused) {
  // One feature, one line: the header ends at 64, its line at 128; row: count, classes, weights.
  const std::string good = FrozenRows::freeze({{5, 0, 1}, {5, 3, -1}});
  ASSERT_EQ(good.size(), 64U + 64 + 10);
  const std::string outside = "the table of rows has a row outside itself";
  const std::size_t row = 64 + 24;
  const AlignedBytes aligned(good);
  EXPECT_EQ(FrozenRows(aligned.span(), 4).features(), 1U);
  EXPECT_EQ(refusal(good, 3), outside);  // class 3 of 3
  for (const std::uint32_t place : {2U, 4U, 5U, 0xFFFFFFFFU}) {
    EXPECT_EQ(refusal(tests::with_number(good, row, place)), outside) << place;
  }
  EXPECT_EQ(refusal(tests::with_number(good, 128, std::uint16_t{3})), outside);
  EXPECT_EQ(refusal(tests::with_number(good, 128, std::uint16_t{0xFFFF})), outside);
  EXPECT_EQ(refusal(tests::with_number(good, 130, std::uint16_t{5})), outside);
}

// Else a small file would take hours to check: a line for each of many features, and the longest of rows for all.
TEST(FrozenRowsTest, RowsForSeveralFeaturesAreRefused) {
  std::vector<RowWeight> weights = {{1, 0, 1}, {2, 0, 1}, {2, 1, 1}, {2, 2, 1}};
  const std::string good = FrozenRows::freeze(weights);
  ASSERT_EQ(good.size(), 64U + 64 + 2 * (3 + 7));
  const std::size_t first = 64 + 24;  // the place of the row of feature 1; the next is that of 2
  EXPECT_EQ(FrozenRows(AlignedBytes(good).span(), 3).features(), 2U);
  EXPECT_EQ(refusal(tests::with_number(good, first, std::uint32_t{3})), "the table of rows has a row outside itself");
}

TEST(FrozenRowsTest, ScalesThatLeadBeyondNumbersAreRefused) {
  const std::string good = FrozenRows::freeze({{1, 0, 1}});
  for (const float scale : {0.0F, -1.0F, NAN, INFINITY, 1e30F}) {
    EXPECT_EQ(refusal(tests::with_number(good, 32, scale)), "the table of rows does not have the size it says");
  }
}

TEST(FrozenRowsTest, NoDamageOfOneByteLeadsOutside) {
  base::Random random(5);
  const std::string good = FrozenRows::freeze(draw_weights(20, 5, random));
  std::size_t read = 0;
  for (std::size_t at = 0; at < good.size(); ++at) {
    for (const unsigned flip : {0x01U, 0x80U, 0xFFU}) {
      std::string bad = good;
      bad[at] = static_cast<char>(static_cast<unsigned char>(bad[at]) ^ flip);
      const AlignedBytes aligned(bad);
      try {
        const FrozenRows rows(aligned.span(), 5);
        ++read;
        for (int i = 0; i < 20; ++i) scores_of(rows, random.next(), 5);
      } catch (const Error&) {
      }
    }
  }
  EXPECT_LT(read, good.size() * 3);
}

}  // namespace
}  // namespace espalier::learning
