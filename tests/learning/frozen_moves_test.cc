#include "learning/frozen_moves.h"

#include <gtest/gtest.h>

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

Scores scores_of(const FrozenMoves& moves, const std::vector<std::uint64_t>& features, std::uint32_t classes) {
  Scores scores(classes - 1);
  moves.add_scores(features, scores.data());
  return scores;
}

std::vector<RowWeight> draw_weights(std::size_t features, std::uint32_t classes, base::Random& random) {
  std::vector<RowWeight> out;
  for (std::size_t i = 0; i < features; ++i) {
    const std::uint64_t feature = random.next();
    for (std::uint32_t label = 0; label < classes; ++label) {
      if (random.below(3) != 0) out.push_back({feature, label, static_cast<float>(random.uniform() * 2 - 1)});
    }
  }
  return out;
}

TEST(FrozenMovesTest, HandWorked) {
  // Differences to class 0: of 5: -127, 1; of 9: 64, 0 (127 is the largest, so the unit is 1); of 7: nothing.
  const AlignedBytes bytes(FrozenMoves::freeze(
      {{9, 1, 66}, {9, 0, 2}, {9, 2, 2}, {5, 1, -127}, {5, 2, 1}, {7, 0, 3}, {7, 1, 3}, {7, 2, 3.25F}}, 3));
  const FrozenMoves moves(bytes.span(), 3);
  EXPECT_EQ(moves.features(), 2U);
  EXPECT_EQ(moves.left_out(), 0U);
  EXPECT_EQ(moves.scale(), 1.0F);
  EXPECT_EQ(moves.classes(), 3U);
  EXPECT_EQ(scores_of(moves, {5}, 3), (Scores{-127, 1}));
  EXPECT_EQ(scores_of(moves, {9}, 3), (Scores{64, 0}));
  EXPECT_EQ(scores_of(moves, {7}, 3), (Scores{0, 0}));
  EXPECT_EQ(scores_of(moves, {9, 11, 5, 9, 7}, 3), (Scores{1, 1}));
  Scores more{1000, -1000};
  moves.add_scores(std::vector<std::uint64_t>{5, 5}, more.data());
  EXPECT_EQ(more, (Scores{746, -998}));
}

TEST(FrozenMovesTest, EveryRowKeptIsFoundAgain) {
  base::Random random(1);
  for (std::uint32_t classes = FrozenMoves::kLeastClasses; classes <= FrozenMoves::kMostClasses; ++classes) {
    for (const std::size_t features : {1U, 9U, 10U, 17U, 500U, 4000U}) {
      const auto weights = draw_weights(features, classes, random);
      std::map<std::uint64_t, std::vector<double>> wanted;
      for (const RowWeight& each : weights) {
        wanted.try_emplace(each.feature, std::vector<double>(classes)).first->second[each.label] = double{each.weight};
      }
      const AlignedBytes bytes(FrozenMoves::freeze(weights, classes));
      const FrozenMoves moves(bytes.span(), classes);
      EXPECT_LE(moves.left_out(), features / 18);
      std::size_t wrong = 0;
      for (const auto& [feature, row] : wanted) {
        const Scores found = scores_of(moves, {feature}, classes);
        bool good = true;
        for (std::uint32_t c = 1; c < classes; ++c) {
          // Clipping loses more than rounding.
          const double want = std::clamp((row[c] - row[0]) / double{moves.scale()}, -127.0, 127.0);
          good = good && std::abs(found[c - 1] - want) <= 0.5001;
        }
        wrong += good ? 0 : 1;
      }
      EXPECT_LE(wrong, moves.left_out()) << classes << ' ' << features;
    }
  }
}

/// By one of the loops, in the blocks that it asks for, straight from the bytes of the table.
template <class Add>
Scores scores_by(const Add& add, std::size_t width, const AlignedBytes& bytes,
                 const std::vector<std::uint64_t>& features) {
  const auto* lines = reinterpret_cast<const MoveLine*>(bytes.span().data() + 64);
  Scores scores(width);
  std::vector<Fetched<MoveLine>> fetched;
  for (const std::uint64_t feature : features) {
    fetched.push_back({lines + bucket_line(feature, bytes.span().size() / 64 - 1), feature});
  }
  for (std::span<const Fetched<MoveLine>> left = fetched; !left.empty();) {
    const std::size_t size = std::min(left.size(), kFetchBlock);
    add(left.first(size), scores.data());
    left = left.subspan(size);
  }
  return scores;
}

TEST(FrozenMovesTest, ThePortableLoopGivesTheSame) {
  base::Random random(2);
  for (const std::size_t asked : {0U, 1U, 127U, 128U, 129U, 5000U}) {
    for (std::uint32_t classes = 3; classes <= 5; ++classes) {
      const auto weights = draw_weights(1000, classes, random);
      std::vector<std::uint64_t> features;
      for (std::size_t i = 0; i < asked; ++i) {
        const std::uint64_t known = weights[random.below(weights.size())].feature;
        // Some in a line that is there, with a tag that is 0 or another's.
        features.push_back(i % 4 == 0   ? known
                           : i % 4 == 1 ? random.next()
                           : i % 4 == 2 ? known & ~kTagMask
                                        : known ^ std::uint64_t{1} << random.below(24));
      }
      const AlignedBytes bytes(FrozenMoves::freeze(weights, classes));
      const FrozenMoves moves(bytes.span(), classes);
      const Scores plain = classes == 3   ? scores_by(add_move_lines_plainly<2>, 2, bytes, features)
                           : classes == 4 ? scores_by(add_move_lines_plainly<3>, 3, bytes, features)
                                          : scores_by(add_move_lines_plainly<4>, 4, bytes, features);
#if defined(__SSE2__)
      // On a machine with AVX2 the table does not take this one.
      EXPECT_EQ(classes == 3   ? scores_by(add_move_rows_sse2<2>, 2, bytes, features)
                : classes == 4 ? scores_by(add_move_rows_sse2<3>, 3, bytes, features)
                               : scores_by(add_move_rows_sse2<4>, 4, bytes, features),
                plain)
          << asked;
#endif
      EXPECT_EQ(scores_of(moves, features, classes), plain) << asked << ' ' << classes;
    }
  }
}

/// A finish of four at a time, too.
struct Scramble {
  std::uint64_t operator()(std::uint64_t sum) const noexcept { return (sum ^ sum >> 32) * 0x9E3779B97F4A7C15; }
  template <class Vector>
  void each(Vector& sums) const noexcept {
    sums = (sums ^ (sums >> 32)) * 0x9E3779B97F4A7C15;
  }
};

TEST(FetchBlock, FourAtATimeAreAskedForAsOneByOne) {
#if defined(ESPALIER_HAS_TWINS)
  if (!base::kHasAvx2) GTEST_SKIP() << "this machine has no AVX2";
  base::Random random(8);
  const std::vector<MoveLine> lines(1000);
  for (std::size_t size = 0; size <= kFetchBlock; ++size) {
    std::vector<std::uint64_t> sums(size);
    for (std::uint64_t& sum : sums) sum = random.next();
    std::vector<Fetched<MoveLine>> one(size);
    std::vector<Fetched<MoveLine>> four(size);
    fetch_plainly(std::span<const std::uint64_t>(sums), lines.data(), lines.size(), Scramble{}, one.data());
    fetch_avx2(std::span<const std::uint64_t>(sums), lines.data(), lines.size(), Scramble{}, four.data());
    for (std::size_t i = 0; i < size; ++i) {
      ASSERT_EQ(one[i].line, four[i].line) << size << ' ' << i;
      ASSERT_EQ(one[i].feature, four[i].feature) << size << ' ' << i;
    }
  }
#endif
}

TEST(FrozenMovesTest, SumsDoNotOverflow) {
  // One feature of the largest weights, asked more often than a 16-bit sum bears.
  for (std::uint32_t classes = 3; classes <= 5; ++classes) {
    std::vector<RowWeight> weights;
    for (std::uint32_t c = 1; c < classes; ++c) weights.push_back({77, c, c % 2 == 0 ? -1.0F : 1.0F});
    const AlignedBytes bytes(FrozenMoves::freeze(weights, classes));
    const FrozenMoves moves(bytes.span(), classes);
    const Scores found = scores_of(moves, std::vector<std::uint64_t>(100'000, 77), classes);
    for (std::uint32_t c = 1; c < classes; ++c) EXPECT_EQ(found[c - 1], c % 2 == 0 ? -12'700'000 : 12'700'000);
  }
}

TEST(FrozenMovesTest, FeaturesMayHaveTheTagOfAnEmptySlot) {
  const std::uint64_t zero_tag = 0x1234567800000000;
  const AlignedBytes bytes(FrozenMoves::freeze({{zero_tag, 1, 5}, {zero_tag + 1, 3, 2}}, 4));
  const FrozenMoves moves(bytes.span(), 4);
  EXPECT_EQ(scores_of(moves, {zero_tag}, 4)[0], 127);
  const AlignedBytes without(FrozenMoves::freeze({{zero_tag + 1, 3, 2}}, 4));
  EXPECT_EQ(scores_of(FrozenMoves(without.span(), 4), {zero_tag}, 4), Scores(3));
}

TEST(FrozenMovesTest, SumsAreFinishedOnTheWay) {
  base::Random random(3);
  const auto weights = draw_weights(1000, 4, random);
  const AlignedBytes bytes(FrozenMoves::freeze(weights, 4));
  const FrozenMoves moves(bytes.span(), 4);
  const auto finish = [](std::uint64_t sum) { return sum * 0x9E3779B97F4A7C15 ^ 99; };
  std::vector<std::uint64_t> sums;
  std::vector<std::uint64_t> features;
  for (const RowWeight& each : weights) {
    // The inverse of the odd multiplier, so that the finished sums are features of the table.
    sums.push_back((each.feature ^ 99) * 0xF1DE83E19937733D);
    features.push_back(each.feature);
    ASSERT_EQ(finish(sums.back()), each.feature);
  }
  Scores found(3);
  moves.add_scores(sums, found.data(), finish);
  EXPECT_EQ(found, scores_of(moves, features, 4));
}

TEST(FrozenMovesTest, MistakesAreRare) {
  base::Random random(4);
  const AlignedBytes bytes(FrozenMoves::freeze(draw_weights(50'000, 3, random), 3));
  const FrozenMoves moves(bytes.span(), 3);
  std::size_t taken = 0;
  const std::size_t asked = 10'000'000;
  for (std::size_t i = 0; i < asked; ++i) {
    Scores scores(2);
    const std::uint64_t feature = random.next();
    moves.add_scores({&feature, 1}, scores.data());
    taken += scores != Scores(2) ? 1 : 0;
  }
  // Ten or so features a line, one tag in 16,777,216: six are expected.
  EXPECT_LT(taken, 20U);
}

TEST(FrozenMovesTest, EmptyTables) {
  EXPECT_EQ(scores_of(FrozenMoves(), {5}, 3), Scores(2));
  for (std::uint32_t classes = 3; classes <= 5; ++classes) {
    const AlignedBytes bytes(FrozenMoves::freeze({}, classes));
    const FrozenMoves moves(bytes.span(), classes);
    EXPECT_EQ(moves.features(), 0U);
    EXPECT_EQ(scores_of(moves, {5, 0}, classes), Scores(classes - 1));
  }
}

TEST(FrozenMovesTest, TheOrderGivenDoesNotMatter) {
  base::Random random(5);
  auto weights = draw_weights(300, 5, random);
  const std::string once = FrozenMoves::freeze(weights, 5);
  random.shuffle(weights);
  EXPECT_EQ(FrozenMoves::freeze(weights, 5), once);
}

std::string refusal(const std::string& bytes, std::uint32_t classes = 4) {
  const AlignedBytes aligned(bytes);
  return tests::error_of([&] { FrozenMoves moves(aligned.span(), classes); }).reason();
}

TEST(FrozenMovesTest, DamagedSizesAreRefused) {
  base::Random random(6);
  const std::string good = FrozenMoves::freeze(draw_weights(100, 4, random), 4);
  const std::string size = "the table of moves does not have the size it says";
  for (const std::size_t length : {0U, 63U})
    EXPECT_EQ(refusal(good.substr(0, length)), "the table of moves is cut short");
  for (const std::size_t less : {1U, 2U, 64U, 100U}) EXPECT_EQ(refusal(good.substr(0, good.size() - less)), size);
  EXPECT_EQ(refusal(good + "x"), size);
  EXPECT_EQ(refusal(good + std::string(64, 'x')), size);
  EXPECT_EQ(refusal(good.substr(0, 64)), size);
  for (const std::uint64_t number : {std::uint64_t{0}, ~std::uint64_t{0}, std::uint64_t{1} << 58}) {
    EXPECT_EQ(refusal(tests::with_number(good, 0, number)), size);
  }
  for (const float scale : {0.0F, -1.0F, NAN, INFINITY, 1e30F}) {
    EXPECT_EQ(refusal(tests::with_number(good, 24, scale)), size) << scale;
  }
}

TEST(FrozenMovesTest, OtherNumbersOfClassesAreRefused) {
  base::Random random(7);
  const std::string good = FrozenMoves::freeze(draw_weights(100, 4, random), 4);
  const std::string other = "the table of moves is for another number of classes";
  EXPECT_EQ(refusal(good, 3), other);
  EXPECT_EQ(refusal(good, 5), other);
  for (const std::uint32_t classes : {0U, 2U, 6U, 0xFFFFFFFFU}) {
    EXPECT_EQ(refusal(tests::with_number(good, 28, classes), classes), other);
  }
}

}  // namespace
}  // namespace espalier::learning
