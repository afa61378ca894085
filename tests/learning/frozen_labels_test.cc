#include "learning/frozen_labels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "base/random.h"
#include "espalier/error.h"
#include "tests/support/aligned_bytes.h"
#include "tests/support/expect_error.h"

namespace espalier::learning {
namespace {

using tests::AlignedBytes;
using Scores = std::vector<std::int32_t>;

Scores scores_of(const FrozenLabels& labels, const std::vector<std::uint64_t>& features, std::uint32_t classes) {
  Scores scores(classes);
  labels.add_scores(features, scores.data());
  return scores;
}

/// A row has each class with probability `percent`.
std::vector<RowWeight> draw_weights(std::size_t features, std::uint32_t classes, std::uint64_t percent,
                                    base::Random& random) {
  std::vector<RowWeight> out;
  for (std::size_t i = 0; i < features; ++i) {
    const std::uint64_t feature = random.next();
    for (std::uint32_t label = 0; label < classes; ++label) {
      if (random.below(100) < percent) out.push_back({feature, label, static_cast<float>(random.uniform() * 2 - 1)});
    }
  }
  return out;
}

TEST(FrozenLabelsTest, HandWorked) {
  // The unit is 1.
  const AlignedBytes bytes(FrozenLabels::freeze({{9, 2, -1}, {5, 0, 127}, {5, 2, 64}, {5, 1, 0}, {7, 1, 0.25F}}, 3));
  const FrozenLabels labels(bytes.span(), 3);
  EXPECT_EQ(labels.features(), 2U);
  EXPECT_EQ(labels.weights(), 3U);
  EXPECT_EQ(labels.left_out(), 0U);
  EXPECT_EQ(labels.classes(), 3U);
  EXPECT_EQ(labels.scale(), 1.0F);
  Scores scores{10, 20, 30};
  labels.add_scores(std::vector<std::uint64_t>{5, 7, 9, 11, 9}, scores.data());
  EXPECT_EQ(scores, (Scores{137, 20, 92}));
}

TEST(FrozenLabelsTest, EveryRowKeptIsFoundAgain) {
  base::Random random(1);
  for (const std::uint32_t classes : {3U, 40U, 256U, 257U, 1000U}) {
    for (const std::size_t features : {1U, 19U, 20U, 21U, 700U}) {
      const auto weights = draw_weights(features, classes, classes > 40 ? 5 : 20, random);
      std::map<std::uint64_t, std::vector<double>> wanted;
      for (const RowWeight& each : weights) {
        wanted.try_emplace(each.feature, std::vector<double>(classes)).first->second[each.label] = double{each.weight};
      }
      const AlignedBytes bytes(FrozenLabels::freeze(weights, classes));
      const FrozenLabels labels(bytes.span(), classes);
      EXPECT_LE(labels.left_out(), features / 18);
      std::size_t wrong = 0;
      for (const auto& [feature, row] : wanted) {
        const Scores found = scores_of(labels, {feature}, classes);
        bool good = true;
        for (std::uint32_t c = 0; c < classes; ++c) {
          const double want = std::clamp(row[c] / double{labels.scale()}, -127.0, 127.0);
          good = good && std::abs(found[c] - want) <= 0.5001;
        }
        wrong += good ? 0 : 1;
      }
      EXPECT_LE(wrong, labels.left_out()) << classes << ' ' << features;
    }
  }
}

TEST(FrozenLabelsTest, ManyFeaturesAtOnceAreTheSumOfThem) {
  base::Random random(2);
  for (const std::uint32_t classes : {30U, 300U}) {
    // Rows of all lengths, from a few to more than are copied at once.
    const auto weights = draw_weights(500, classes, classes == 30 ? 25 : 3, random);
    const AlignedBytes bytes(FrozenLabels::freeze(weights, classes));
    const FrozenLabels labels(bytes.span(), classes);
    for (const std::size_t asked : {0U, 1U, 63U, 64U, 65U, 1000U}) {
      std::vector<std::uint64_t> features;
      Scores sum(classes);
      for (std::size_t i = 0; i < asked; ++i) {
        features.push_back(random.below(2) == 0 ? random.next() : weights[random.below(weights.size())].feature);
        const Scores one = scores_of(labels, {features.back()}, classes);
        std::transform(sum.begin(), sum.end(), one.begin(), sum.begin(), std::plus<>());
      }
      EXPECT_EQ(scores_of(labels, features, classes), sum) << classes << ' ' << asked;
      Scores finished(classes);
      for (std::uint64_t& feature : features) feature ^= 12345;
      labels.add_scores(features, finished.data(), [](std::uint64_t each) { return each ^ 12345; });
      EXPECT_EQ(finished, sum);
    }
  }
}

TEST(FrozenLabelsTest, ARowKeepsItsLargestWeights) {
  std::vector<RowWeight> weights;
  for (std::uint32_t label = 0; label < 600; ++label) {
    weights.push_back({5, label, label % 2 == 0 ? 1.0F : static_cast<float>(label) / 600});
  }
  const AlignedBytes bytes(FrozenLabels::freeze(weights, 600));
  const FrozenLabels labels(bytes.span(), 600);
  EXPECT_EQ(labels.weights(), 255U);
  const Scores scores = scores_of(labels, {5}, 600);
  EXPECT_EQ(std::count(scores.begin(), scores.end(), 127), 255);
  EXPECT_EQ(std::count(scores.begin(), scores.end(), 0), 345);
  // Of equals the first classes.
  EXPECT_EQ(scores[508], 127);
  EXPECT_EQ(scores[510], 0);
}

TEST(FrozenLabelsTest, FourLabelsAFeatureTakeThirteenBytes) {
  base::Random random(3);
  std::vector<RowWeight> weights;
  for (std::size_t i = 0; i < 40'000; ++i) {
    const std::uint64_t feature = random.next();
    for (std::uint32_t k = 0; k < 4; ++k) weights.push_back({feature, 10 * k, k % 2 == 0 ? 1.0F : -0.5F});
  }
  EXPECT_LT(FrozenLabels::freeze(weights, 40).size(), 40'000U * 13);
}

TEST(FrozenLabelsTest, MistakesAreRare) {
  base::Random random(4);
  const AlignedBytes bytes(FrozenLabels::freeze(draw_weights(50'000, 3, 50, random), 3));
  const FrozenLabels labels(bytes.span(), 3);
  std::size_t taken = 0;
  const std::size_t asked = 10'000'000;
  for (std::size_t i = 0; i < asked; ++i) {
    Scores scores(3);
    const std::uint64_t feature = random.next();
    labels.add_scores({&feature, 1}, scores.data());
    taken += scores != Scores(3) ? 1 : 0;
  }
  // Thirteen or so features a line, one tag in 16,777,216: eight are expected.
  EXPECT_LT(taken, 24U);
}

TEST(FrozenLabelsTest, EmptyTables) {
  EXPECT_EQ(scores_of(FrozenLabels(), {5}, 2), Scores(2));
  const AlignedBytes bytes(FrozenLabels::freeze({}, 2));
  const FrozenLabels labels(bytes.span(), 2);
  EXPECT_EQ(labels.features(), 0U);
  EXPECT_EQ(scores_of(labels, {5, 0}, 2), Scores(2));
}

TEST(FrozenLabelsTest, TheOrderGivenDoesNotMatter) {
  base::Random random(5);
  auto weights = draw_weights(300, 5, 50, random);
  const std::string once = FrozenLabels::freeze(weights, 5);
  random.shuffle(weights);
  EXPECT_EQ(FrozenLabels::freeze(weights, 5), once);
}

std::string refusal(const std::string& bytes, std::uint32_t classes = 5) {
  const AlignedBytes aligned(bytes);
  return tests::error_of([&] { FrozenLabels labels(aligned.span(), classes); }).reason();
}

TEST(FrozenLabelsTest, DamagedSizesAreRefused) {
  base::Random random(6);
  const std::string good = FrozenLabels::freeze(draw_weights(100, 5, 50, random), 5);
  const std::string size = "the table of labels does not have the size it says";
  for (const std::size_t length : {0U, 63U})
    EXPECT_EQ(refusal(good.substr(0, length)), "the table of labels is cut short");
  for (const std::size_t less : {1U, 2U, 64U, 100U}) EXPECT_EQ(refusal(good.substr(0, good.size() - less)), size);
  EXPECT_EQ(refusal(good + "x"), size);
  EXPECT_EQ(refusal(good + "xy"), size);
  for (const std::uint64_t number : {std::uint64_t{0}, ~std::uint64_t{0}, std::uint64_t{1} << 58}) {
    EXPECT_EQ(refusal(tests::with_number(good, 0, number)), size);
    EXPECT_EQ(refusal(tests::with_number(good, 8, number)), size);
  }
  for (const float scale : {0.0F, -1.0F, NAN, INFINITY, 1e30F}) {
    EXPECT_EQ(refusal(tests::with_number(good, 40, scale)), size) << scale;
  }
  for (const std::uint32_t classes : {4U, 6U, 300U}) {
    EXPECT_EQ(refusal(good, classes), "the table of labels is for another number of classes");
  }
}

TEST(FrozenLabelsTest, RowsOutsideAreRefused) {
  // One feature, one line: the header ends at 64; its sizes begin at 109, the place of its rows at 124; entries at 128.
  const std::string good = FrozenLabels::freeze({{5, 0, 1}, {5, 3, -1}}, 4);
  ASSERT_EQ(good.size(), 64U + 64 + (2 + 8) * 2);
  const std::string outside = "the table of labels has a row outside itself";
  const AlignedBytes aligned(good);
  EXPECT_EQ(FrozenLabels(aligned.span(), 4).features(), 1U);
  for (const std::uint32_t place : {1U, 10U, 0xFFFFFFFFU}) {
    EXPECT_EQ(refusal(tests::with_number(good, 124, place), 4), outside) << place;
  }
  for (const std::size_t slot : {0U, 1U, 14U}) {
    EXPECT_EQ(refusal(tests::with_number(good, 109 + slot, std::uint8_t{3}), 4), outside) << slot;
  }
  EXPECT_EQ(refusal(tests::with_number(good, 130, std::uint8_t{4}), 4), outside);
  EXPECT_EQ(refusal(tests::with_number(good, 64 + 64 + 18, std::uint8_t{4}), 4), outside);
}

TEST(FrozenLabelsTest, NoDamageOfOneByteLeadsOutside) {
  base::Random random(7);
  const std::string good = FrozenLabels::freeze(draw_weights(20, 5, 50, random), 5);
  std::size_t read = 0;
  for (std::size_t at = 0; at < good.size(); ++at) {
    for (const unsigned flip : {0x01U, 0x80U, 0xFFU}) {
      std::string bad = good;
      bad[at] = static_cast<char>(static_cast<unsigned char>(bad[at]) ^ flip);
      const AlignedBytes aligned(bad);
      try {
        const FrozenLabels labels(aligned.span(), 5);
        ++read;
        for (int i = 0; i < 20; ++i) scores_of(labels, {random.next()}, 5);
      } catch (const Error&) {
      }
    }
  }
  EXPECT_LT(read, good.size() * 3);
}

}  // namespace
}  // namespace espalier::learning
