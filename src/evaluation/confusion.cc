// Cost: O(words), and memory for the pairs that occur alone: tag sets of hundreds have few of them.
#include "evaluation/confusion.h"

#include <algorithm>
#include <unordered_map>

#include "evaluation/word_keys.h"

namespace espalier::evaluation {
namespace {

struct PairCount {
  std::uint64_t words = 0;
  std::uint64_t right_head = 0;
};
using PairTable = std::unordered_map<std::uint64_t, PairCount>;

constexpr std::uint64_t packed(std::uint32_t gold, std::uint32_t system) {
  return std::uint64_t{gold} << 32U | std::uint64_t{system};
}

PairTable count_pairs(const Judgement& judged, const std::string& dimension) {
  const std::vector<std::uint32_t> gold = word_keys(judged.gold, dimension);
  const std::vector<std::uint32_t> system = word_keys(judged.system, dimension);
  PairTable table;
  for (std::size_t g = 0; g < gold.size(); ++g) {
    if (judged.counted.gold[g] == 0 || !judged.is_aligned(g)) continue;
    PairCount& count = table[packed(gold[g], system[static_cast<std::size_t>(judged.alignment.to_system[g])])];
    ++count.words;
    count.right_head += judged.right[g] & kHeadRight;
  }
  return table;
}

/// Keys that occur, by gold words, then by name: the rows and columns of the matrix.
std::vector<std::uint32_t> keys_in_order(const PairTable& table, const KeySpace& space, const Vocabulary& vocabulary) {
  std::unordered_map<std::uint32_t, std::uint64_t> words;
  for (const auto& [pair, count] : table) {
    words[static_cast<std::uint32_t>(pair >> 32U)] += count.words;
    words[static_cast<std::uint32_t>(pair)] += 0;
  }
  std::vector<std::uint32_t> keys;
  keys.reserve(words.size());
  for (const auto& [key, count] : words) keys.push_back(key);
  std::sort(keys.begin(), keys.end(), [&](std::uint32_t a, std::uint32_t b) {
    if (!space.is_field) return a < b;  // bins have an order of their own
    return words[a] != words[b] ? words[a] > words[b] : space.name(vocabulary, a) < space.name(vocabulary, b);
  });
  return keys;
}

}  // namespace

Confusion confusion_of(const Judgement& judgement, const std::string& dimension) {
  const KeySpace space = key_space(dimension);
  const PairTable table = count_pairs(judgement, dimension);
  Confusion confusion;
  confusion.dimension = dimension;
  std::unordered_map<std::uint32_t, std::size_t> places;
  for (const std::uint32_t key : keys_in_order(table, space, judgement.vocabulary)) {
    places[key] = confusion.keys.size();
    confusion.keys.push_back(space.name(judgement.vocabulary, key));
  }
  for (const auto& [pair, count] : table) {
    const ConfusionCell cell{places[static_cast<std::uint32_t>(pair >> 32U)], places[static_cast<std::uint32_t>(pair)],
                             count.words, count.right_head};
    confusion.words += cell.words;
    if (cell.gold != cell.system) {
      confusion.different += cell.words;
      confusion.different_right_head += cell.right_head;
    }
    confusion.cells.push_back(cell);
  }
  std::sort(confusion.cells.begin(), confusion.cells.end(), [](const ConfusionCell& a, const ConfusionCell& b) {
    if ((a.gold == a.system) != (b.gold == b.system)) return b.gold == b.system;
    if (a.words != b.words) return a.words > b.words;
    return a.gold != b.gold ? a.gold < b.gold : a.system < b.system;
  });
  return confusion;
}

}  // namespace espalier::evaluation
