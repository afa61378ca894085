#include "decoding/span_view.h"

#include <gtest/gtest.h>

#include <map>

#include "decoding/eisner.h"
#include "tests/reference/naive_trees.h"

namespace espalier::decoding {
namespace {

using reference::Heads;
using Words = std::vector<std::int32_t>;

// An arc score that depends on all that a view shows: a number drawn from its hash.
float score_of(std::int32_t head, std::int32_t word, const Words& of_head, const Words& of_word) {
  std::uint64_t hash = 1469598103934665603U;
  const auto mix = [&](std::int32_t number) { hash = (hash ^ static_cast<std::uint64_t>(number)) * 1099511628211U; };
  mix(head);
  mix(word);
  for (const std::int32_t dependent : of_head) mix(dependent);
  mix(99);
  for (const std::int32_t dependent : of_word) mix(dependent);
  return static_cast<float>(base::Random(hash).uniform() * 4 - 2);
}

// The same search with every span holding its whole structure, and dependents found in it by their definition.
struct NaiveSpan {
  double score = -std::numeric_limits<double>::infinity();
  Heads heads;  // of the words inside, -1 elsewhere

  void offer(const NaiveSpan& a, const NaiveSpan& b) {
    if (a.score + b.score <= score) return;
    score = a.score + b.score;
    heads = a.heads;
    for (std::size_t i = 0; i < heads.size(); ++i) heads[i] = std::max(heads[i], b.heads[i]);
  }
  // Words that hang from `node`, from `from` towards `node`.
  Words dependents(std::int32_t node, std::int32_t from) const {
    Words words;
    for (std::int32_t at = from; at != node; at += from < node ? 1 : -1) {
      if (reference::head_of(heads, at) == node) words.push_back(at);
    }
    return words;
  }
};

class NaiveEisner {
 public:
  NaiveEisner(const ArcSet& arcs, Roots roots) : arcs_(arcs), roots_(roots) {
    const std::int32_t words = arcs.words();
    for (std::int32_t node = 0; node <= words; ++node) {
      side_[{node, node}] = {0, Heads(static_cast<std::size_t>(words) + 1, -1)};
    }
    for (std::int32_t width = 1; width <= words; ++width) {
      for (std::int32_t lo = 0; lo + width <= words; ++lo) fill(lo, lo + width);
    }
  }

  const NaiveSpan& whole() { return side_[{0, arcs_.words()}]; }

 private:
  void fill(std::int32_t lo, std::int32_t hi) {
    NaiveSpan join;
    for (std::int32_t k = lo; k < (lo == 0 && roots_ == Roots::kOne ? 1 : hi); ++k) {
      join.offer(side_[{lo, k}], side_[{hi, k + 1}]);
    }
    lay(join, lo, hi);
    lay(join, hi, lo);
    if (lo > 0 || roots_ == Roots::kAny || hi == arcs_.words()) complete(lo, hi);
    if (lo > 0) complete(hi, lo);
  }

  void lay(NaiveSpan join, std::int32_t head, std::int32_t word) {
    if (word == 0 || arcs_.find(head, word) < 0 || !std::isfinite(join.score)) return;
    join.score += score_of(head, word, join.dependents(head, word), join.dependents(word, head));
    join.heads[static_cast<std::size_t>(word)] = head;
    arc_[{head, word}] = join;
  }

  void complete(std::int32_t head, std::int32_t end) {
    NaiveSpan& span = side_[{head, end}];
    const std::int32_t step = head < end ? 1 : -1;
    for (std::int32_t word = head + step; word != end + step; word += step) {
      span.offer(arc_[{head, word}], side_[{word, end}]);
    }
  }

  const ArcSet& arcs_;
  Roots roots_;
  std::map<std::pair<std::int32_t, std::int32_t>, NaiveSpan> side_;
  std::map<std::pair<std::int32_t, std::int32_t>, NaiveSpan> arc_;
};

TEST(SpanViewTest, SearchWithViewsEqualsTheOneWithWholeStructures) {
  Eisner eisner;
  int found = 0;
  base::Random random(61);
  for (int draw = 0; draw < 600; ++draw) {
    const auto words = static_cast<std::int32_t>(1 + random.below(8));
    const ArcSet arcs = reference::draw_arcs(random, words, draw % 2 == 0 ? 1 : 0.6);
    for (const Roots roots : {Roots::kAny, Roots::kOne}) {
      NaiveEisner naive(arcs, roots);
      Heads heads(static_cast<std::size_t>(words) + 1);
      const auto scorer = [&](std::int32_t head, std::int32_t word, const SpanView& best) {
        EXPECT_EQ(best.arc(), arcs.find(head, word));
        EXPECT_EQ(std::abs(best.head_end() - best.word_end()), 1);
        Words of_head;
        Words of_word;
        best.each_head_dependent([&](std::int32_t dependent) { return of_head.push_back(dependent), true; });
        best.each_word_dependent([&](std::int32_t dependent) { return of_word.push_back(dependent), true; });
        return score_of(head, word, of_head, of_word);
      };
      ASSERT_EQ(eisner.best_by(arcs, scorer, roots, heads), std::isfinite(naive.whole().score));
      if (!std::isfinite(naive.whole().score)) continue;
      ++found;
      ASSERT_NEAR(eisner.score(), naive.whole().score, 1e-6);
      ASSERT_EQ(heads, naive.whole().heads);
    }
  }
  EXPECT_GT(found, 800);
}

TEST(SpanViewTest, AScorerThatDoesNotLookIsThePlainDecoder) {
  Eisner eisner;
  reference::each_problem(62, 1, 40, [&](const reference::Problem& problem) {
    for (const Roots roots : {Roots::kAny, Roots::kOne}) {
      Heads plain(static_cast<std::size_t>(problem.arcs.words()) + 1);
      Heads viewed = plain;
      const bool found = eisner.best(problem.arcs, problem.drawn.arcs, roots, plain);
      const auto scorer = [&](std::int32_t, std::int32_t, const SpanView& best) {
        return problem.drawn.arcs[static_cast<std::size_t>(best.arc())];
      };
      ASSERT_EQ(eisner.best_by(problem.arcs, scorer, roots, viewed), found);
      if (found) {
        ASSERT_EQ(plain, viewed);
      }
    }
  });
}

// Word 4 has the dependents 3 and 2 on its way to 1; they are listed from the one nearest to 1.
TEST(SpanViewTest, ListsFromTheWordTowardsTheHead) {
  ArcSet arcs;
  arcs.start(4);
  for (int word = 1; word <= 3; ++word) {
    arcs.add_head(4);
    arcs.end_word();
  }
  arcs.add_head(0);
  arcs.end_word();
  Heads heads(5);
  Words seen;
  Words first;
  const auto scorer = [&](std::int32_t head, std::int32_t word, const SpanView& best) {
    if (head == 4 && word == 1) {
      best.each_head_dependent([&](std::int32_t dependent) { return seen.push_back(dependent), true; });
      best.each_head_dependent([&](std::int32_t dependent) { return first.push_back(dependent), false; });
    }
    return 1.0F;
  };
  ASSERT_TRUE(Eisner().best_by(arcs, scorer, Roots::kOne, heads));
  EXPECT_EQ(seen, (Words{2, 3}));
  EXPECT_EQ(first, (Words{2}));
  EXPECT_EQ(heads, (Heads{-1, 4, 4, 4, 0}));
}

}  // namespace
}  // namespace espalier::decoding
