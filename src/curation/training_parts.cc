#include "curation/training_parts.h"

#include <algorithm>
#include <numeric>

#include "base/random.h"

namespace espalier::curation {
namespace {

constexpr std::size_t kSmallest = 100;  // sentences, about
constexpr std::size_t kFewest = 8;      // the smallest part is no more than so much of a small treebank

}  // namespace

TrainingParts::TrainingParts(const parsing::TrainingData& data, CurveUnit unit, std::uint64_t seed, std::size_t repeats)
    : data_(data), unit_(unit) {
  for (const Sentence& sentence : data.train) words_ += static_cast<std::size_t>(sentence.size());
  base::Random random(seed);
  // One after the other from the same generator: more repeats leave those before as they are.
  for (std::size_t i = 0; i < repeats; ++i) {
    std::vector<std::size_t>& order = orders_.emplace_back(data.train.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    random.shuffle(order);
  }
}

std::vector<std::size_t> TrainingParts::halves() const {
  const std::size_t sentences = data_.train.size();
  const std::size_t smallest = std::max<std::size_t>(1, std::min(kSmallest, sentences / kFewest));
  const auto floor = static_cast<double>(smallest) * static_cast<double>(whole()) / static_cast<double>(sentences);
  std::vector<std::size_t> out;
  // Down to a half more or less: 150 becomes 75, 140 stays.
  for (std::size_t size = whole(); static_cast<double>(size) >= 0.75 * floor; size /= 2) out.push_back(size);
  std::reverse(out.begin(), out.end());
  return out;
}

std::vector<std::size_t> TrainingParts::sentences(std::size_t size, std::size_t repeat) const {
  std::vector<std::size_t> out;
  std::size_t have = 0;
  for (const std::size_t sentence : orders_[repeat]) {
    if (have >= size) break;
    have += unit_ == CurveUnit::kWords ? static_cast<std::size_t>(data_.train[sentence].size()) : 1;
    out.push_back(sentence);
  }
  std::sort(out.begin(), out.end());
  return out;
}

parsing::TrainingData TrainingParts::part(std::span<const std::size_t> sentences) const {
  parsing::TrainingData out;
  out.head_classes = data_.head_classes;
  out.sources = data_.sources;
  out.dev = data_.dev;
  out.dev_columns = data_.dev_columns;
  out.dev_heads = data_.dev_heads;
  for (const std::size_t sentence : sentences) add_to_train(data_, sentence, out);
  return out;
}

}  // namespace espalier::curation
