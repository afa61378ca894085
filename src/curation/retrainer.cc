#include "curation/retrainer.h"

#include <algorithm>
#include <utility>

#include "base/hash.h"
#include "curation/packed_answers.h"

namespace espalier::curation {

FreshParser Retrainer::parser(const RetrainingTask& task, const Control& control) const {
  std::vector<Sentence> train;
  train.reserve(task.train.size());
  for (const std::size_t each : task.train) train.push_back(sentences_[each]);
  return {request_, std::move(train), control, make_training_};
}

std::uint64_t Retrainer::key(const RetrainingTask& task) const {
  const auto add = [](std::uint64_t hash, std::span<const std::size_t> sentences) {
    const auto* bytes = reinterpret_cast<const char*>(sentences.data());
    return base::hash({bytes, sentences.size_bytes()}, hash);
  };
  std::uint64_t out = add(recipe_, task.train);
  for (const std::span<const std::size_t> test : task.tests) out = add(out, test);
  return out;
}

std::vector<double> Retrainer::accuracies(const RetrainingTask& task, const Control& control) const {
  std::vector<double> out;
  FreshParser fresh = parser(task, control);
  for (const std::span<const std::size_t> test : task.tests) {
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
    out.push_back(100 * right / std::max(words, 1.0));
  }
  return out;
}

std::vector<std::vector<double>> Retrainer::accuracies(std::span<const RetrainingTask> tasks) {
  std::vector<std::vector<double>> out(tasks.size());
  TrainingWork work;
  work.train = [&](std::size_t i, const Control& control) {
    auto known = memory_.find(key(tasks[i]));
    out[i] = known ? std::move(*known) : accuracies(tasks[i], control);
  };
  work.pack = [&](std::size_t i) { return base::bytes_of(out[i]); };
  work.unpack = [&](std::size_t i, std::string_view bytes) { out[i] = base::numbers_of(bytes); };
  work.done = [&](std::size_t i) { memory_.add(key(tasks[i]), out[i]); };
  team_.run(tasks.size(), work);
  return out;
}

std::vector<Answers> Retrainer::answers(std::span<const RetrainingTask> tasks) {
  std::vector<Answers> out(tasks.size());
  TrainingWork work;
  work.train = [&](std::size_t i, const Control& control) {
    FreshParser fresh = parser(tasks[i], control);
    for (const std::size_t sentence : tasks[i].tests.front()) {
      out[i].push_back(fresh.answers(sentences_[sentence], numbers_.labels, true));
    }
  };
  work.pack = [&](std::size_t i) {
    model_file::Packer packer;
    for (const std::vector<Answer>& each : out[i]) pack_answers(each, packer);
    return packer.take();
  };
  work.unpack = [&](std::size_t i, std::string_view bytes) {
    model_file::Unpacker unpacker = unpacker_of(bytes);
    out[i].resize(tasks[i].tests.front().size());
    for (std::vector<Answer>& each : out[i]) each = unpack_answers(unpacker);
    unpacker.finish();
  };
  team_.run(tasks.size(), work);
  return out;
}

}  // namespace espalier::curation
