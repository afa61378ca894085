#include "text/sentence_training.h"

#include "learning/frozen_table.h"
#include "learning/liblinear.h"
#include "text/sentence_step.h"

namespace espalier::text {
namespace {

constexpr int kLogisticL1 = 6;       // LIBLINEAR's number
constexpr std::size_t kSettled = 8;  // one in so many of the settled places is learned from

}  // namespace

std::string train_sentences(const TrainingText& text, const ContextFilter& filter, const SentenceTraining& options,
                            std::uint64_t seed) {
  std::vector<bool> ends(text.tokens().size());
  for (const std::size_t begin : text.sentence_begins()) {
    if (begin > 0) ends[begin - 1] = true;
  }
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
  return learning::FrozenTable::freeze(std::move(weights));
}

}  // namespace espalier::text
