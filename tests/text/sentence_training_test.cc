#include "text/sentence_training.h"

#include <gtest/gtest.h>

#include "learning/frozen_table.h"
#include "tests/support/segmenters.h"
#include "text/aligned_copy.h"
#include "text/sentence_step.h"
#include "text/token_training.h"

namespace espalier::text {
namespace {

/// What the model says of every open place of its training data, by the features of a part and of the whole.
struct Verdicts {
  std::size_t ends = 0;        // found by all features
  std::size_t ends_below = 0;  // of those, below the floor
  std::size_t others = 0;
  std::size_t others_below = 0;
  bool parts_make_the_whole = true;
};

Verdicts look_at(const std::vector<Sentence>& sentences) {
  const TrainingText text(sentences, Spacing::kGuess);
  const std::string contexts = count_contexts(text);
  const ContextFilter filter(contexts);
  const AlignedCopy bytes(train_sentences(text, filter, {}, 1));
  const learning::FrozenTable weights(bytes.bytes());
  const float floor = weights.weight(SentenceFeatures::floor());
  Verdicts out;
  std::vector<bool> ends(text.tokens().size());
  for (const std::size_t begin : text.sentence_begins()) {
    if (begin > 0) ends[begin - 1] = true;
  }
  const auto decide = [&](std::size_t token, SentenceFeatures& features) {
    const std::span<const std::uint64_t> all = features.of(token);
    const std::vector<std::uint64_t> whole(all.begin(), all.end());
    const std::span<const std::uint64_t> first = features.first(token);
    std::vector<std::uint64_t> parts(first.begin(), first.end());
    const bool is_below = weights.score(first) < floor;
    const std::span<const std::uint64_t> rest = features.rest(token);
    parts.insert(parts.end(), rest.begin(), rest.end());
    out.parts_make_the_whole = out.parts_make_the_whole && parts == whole;
    const bool is_end = weights.score(whole) > 0;
    ++(is_end ? out.ends : out.others);
    if (is_below) ++(is_end ? out.ends_below : out.others_below);
    return static_cast<bool>(ends[token]);
  };
  SentenceFeatures features;
  const auto open = [&](std::int32_t end, std::int32_t begin) {
    return filter.sentence(text.characters(), end, begin);
  };
  walk_sentences(text.characters(), text.tokens(), open, features, decide, [](std::size_t) {});
  return out;
}

TEST(SentenceTraining, FirstFeaturesSettleMostPlacesAndHardlyAnyEnd) {
  // Sentences end at stops, and at times at a word before a small letter, so that no context settles all.
  base::Random random(3);
  std::vector<std::string> lines;
  const std::vector<std::string> words = {"trees", "grow", "slowly", "pears", "fall",
                                          "far",   "we",   "see",    "old",   "roots"};
  for (int i = 0; i < 3000; ++i) {
    std::string line;
    for (std::size_t k = 4 + random.below(6); k > 0; --k) line += words[random.below(words.size())] + " ";
    lines.push_back(line + (random.below(4) == 0 ? "ok" : "and so on|."));
  }
  const Verdicts found = look_at(testing::marked_treebank(lines));
  EXPECT_TRUE(found.parts_make_the_whole);
  ASSERT_GT(found.ends, 100u);
  EXPECT_LE(found.ends_below, found.ends / 500 + 1);
  EXPECT_GT(found.others_below, found.others / 2);
}

TEST(SentenceTraining, AFewEndsTellNoFloor) {
  const std::vector<Sentence> sentences = testing::english_treebank(200);
  const TrainingText text(sentences, Spacing::kGuess);
  const std::string contexts = count_contexts(text);
  const AlignedCopy bytes(train_sentences(text, ContextFilter(contexts), {}, 1));
  EXPECT_EQ(learning::FrozenTable(bytes.bytes()).weight(SentenceFeatures::floor()), 0);
}

}  // namespace
}  // namespace espalier::text
