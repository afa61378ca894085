#include "text/sentence_training.h"

#include <algorithm>

#include "learning/frozen_table.h"
#include "learning/liblinear.h"
#include "text/aligned_copy.h"
#include "text/sentence_step.h"

namespace espalier::text {
namespace {

constexpr int kLogisticL1 = 6;        // LIBLINEAR's number
constexpr std::size_t kSettled = 8;   // one in so many of the settled places is learned from
constexpr std::size_t kSpared = 500;  // one in so many ends may lie below the floor

std::vector<bool> find_ends(const TrainingText& text) {
  std::vector<bool> ends(text.tokens().size());
  for (const std::size_t begin : text.sentence_begins()) {
    if (begin > 0) ends[begin - 1] = true;
  }
  return ends;
}

/// What nearly all ends that the model finds in its training data reach by their first features; 0 where they are too
/// few to tell.
float find_floor(const TrainingText& text, const std::vector<bool>& ends, const ContextFilter& filter,
                 const std::vector<std::pair<std::uint64_t, float>>& weights) {
  const AlignedCopy bytes(learning::FrozenTable::freeze(weights));
  const learning::FrozenTable table(bytes.bytes());
  std::vector<float> found;
  const auto look = [&](std::size_t token, SentenceFeatures& seen) {
    const float first = table.score(seen.first(token));
    if (first + table.score(seen.rest(token)) > 0) found.push_back(first);
    return static_cast<bool>(ends[token]);
  };
  const auto open = [&](std::int32_t end, std::int32_t begin) {
    return filter.sentence(text.characters(), end, begin);
  };
  SentenceFeatures features;
  walk_sentences(text.characters(), text.tokens(), open, features, look, [](std::size_t) {});
  if (found.size() < 2 * kSpared) return 0;
  const auto least = found.begin() + static_cast<std::ptrdiff_t>(found.size() / kSpared);
  std::nth_element(found.begin(), least, found.end());
  return *least;
}

}  // namespace

std::string train_sentences(const TrainingText& text, const ContextFilter& filter, const SentenceTraining& options,
                            std::uint64_t seed) {
  const std::vector<bool> ends = find_ends(text);
  learning::Examples examples(options.fewest);
  SentenceFeatures features;
  const auto learn = [&](std::size_t token, SentenceFeatures& seen) {
    examples.add(ends[token] ? 1 : 0, seen.of(token));
    return static_cast<bool>(ends[token]);
  };
  // Some of the places that need no question are learned from all the same: they tell what is usual, where a context
  // has never been seen.
  std::size_t settled = 0;
  const auto sample = [&](std::int32_t end, std::int32_t begin) {
    const Verdict verdict = filter.sentence(text.characters(), end, begin);
    return verdict != Verdict::kAsk && settled++ % kSettled == 0 ? Verdict::kAsk : verdict;
  };
  walk_sentences(text.characters(), text.tokens(), sample, features, learn, [](std::size_t) {});
  learning::LiblinearOptions solver;
  solver.solver = kLogisticL1;
  solver.C = options.price;
  solver.seed = static_cast<std::uint32_t>(seed);
  std::vector<std::pair<std::uint64_t, float>> weights;
  // Where nothing or everything is an end there is nothing to learn.
  double lean = examples.classes() == std::vector<std::uint32_t>{1} ? 1 : 0;
  if (examples.classes().size() == 2) {
    lean = options.lean;
    for (const auto& [feature, label, weight] : learning::train_liblinear(examples, solver).weights) {
      if (feature == SentenceFeatures::constant()) {
        lean += double{weight};
      } else {
        weights.emplace_back(feature, weight);
      }
    }
  }
  weights.emplace_back(SentenceFeatures::constant(), static_cast<float>(lean));
  weights.emplace_back(SentenceFeatures::floor(), find_floor(text, ends, filter, weights));
  return learning::FrozenTable::freeze(std::move(weights));
}

}  // namespace espalier::text
