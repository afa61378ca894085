#include "curation/retrainer.h"

#include <algorithm>

namespace espalier::curation {

FreshParser Retrainer::parser(const RetrainingTask& task, const Control& control) const {
  std::vector<Sentence> train;
  train.reserve(task.train.size());
  for (const std::size_t each : task.train) train.push_back(sentences_[each]);
  return {request_, std::move(train), control, make_training_};
}

std::vector<std::vector<double>> Retrainer::accuracies(std::span<const RetrainingTask> tasks) {
  std::vector<std::vector<double>> out(tasks.size());
  team_.run(tasks.size(), [&](std::size_t i, const Control& control) {
    FreshParser fresh = parser(tasks[i], control);
    for (const std::span<const std::size_t> test : tasks[i].tests) {
      double words = 0;
      double right = 0;
      for (const std::size_t sentence : test) {
        const std::vector<Answer> said = fresh.answers(sentences_[sentence], numbers_.labels, false);
        for (std::size_t word = 1; word < said.size(); ++word) {
          const Answer& gold = numbers_.gold[sentence][word];
          if (gold.head < 0) continue;
          words += 1;
          right += said[word].same_as(gold) ? 1 : 0;
        }
      }
      out[i].push_back(100 * right / std::max(words, 1.0));
    }
  });
  return out;
}

std::vector<Answers> Retrainer::answers(std::span<const RetrainingTask> tasks) {
  std::vector<Answers> out(tasks.size());
  team_.run(tasks.size(), [&](std::size_t i, const Control& control) {
    FreshParser fresh = parser(tasks[i], control);
    for (const std::size_t sentence : tasks[i].tests.front()) {
      out[i].push_back(fresh.answers(sentences_[sentence], numbers_.labels, true));
    }
  });
  return out;
}

}  // namespace espalier::curation
