#include "base/edit_distance.h"

#include <gtest/gtest.h>

#include <deque>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "espalier/error.h"

namespace espalier::base {
namespace {

/// The naive twin: every word that one step makes of `word`, with letters a, b, c and no longer than `longest`.
std::vector<std::string> neighbours(const std::string& word, std::size_t longest) {
  std::vector<std::string> found;
  for (std::size_t i = 0; i <= word.size(); ++i) {
    for (const char letter : {'a', 'b', 'c'}) {
      if (word.size() < longest) found.push_back(word.substr(0, i) + letter + word.substr(i));
      if (i < word.size()) found.push_back(word.substr(0, i) + letter + word.substr(i + 1));
    }
    if (i < word.size()) found.push_back(word.substr(0, i) + word.substr(i + 1));
    if (i + 1 < word.size()) {
      std::string swapped = word;
      std::swap(swapped[i], swapped[i + 1]);
      found.push_back(swapped);
    }
  }
  return found;
}

std::map<std::string, std::size_t> distances_from(const std::string& word, std::size_t longest) {
  std::map<std::string, std::size_t> distances{{word, 0}};
  std::deque<std::string> queue{word};
  while (!queue.empty()) {
    const std::string at = queue.front();
    queue.pop_front();
    for (const std::string& next : neighbours(at, longest)) {
      if (distances.emplace(next, distances[at] + 1).second) queue.push_back(next);
    }
  }
  return distances;
}

TEST(EditDistanceTest, IsTheLengthOfTheShortestWay) {
  constexpr std::size_t kLongest = 4;
  for (const auto& [word, ignored] : distances_from("", kLongest)) {
    for (const auto& [other, distance] : distances_from(word, kLongest + 1)) {
      if (other.size() > kLongest) continue;
      ASSERT_EQ(edit_distance(word, other), distance) << word << " " << other;
    }
  }
}

TEST(EditDistanceTest, CountsCharactersNotBytes) {
  EXPECT_EQ(edit_distance("árvore", "arvore"), 1u);
  EXPECT_EQ(edit_distance("日本", "本日"), 1u);
  EXPECT_EQ(edit_distance("", "日本語"), 3u);
  EXPECT_EQ(edit_distance("ca", "abc"), 2u);  // an exchange with an insertion between
}

TEST(NearestTest, FindsWhatWasMeant) {
  const std::vector<std::string> formats{"text", "conllu", "conllx", "penn", "native", "discbracket", "json", "svg"};
  EXPECT_EQ(nearest("conlu", formats), "conllu");
  EXPECT_EQ(nearest("conll", formats), "conllu");  // the first of two as near
  EXPECT_EQ(nearest("ConllX", formats), "conllx");
  EXPECT_EQ(nearest("pen", formats), "penn");
  EXPECT_EQ(nearest("josn", formats), "json");
  EXPECT_EQ(nearest("disc", formats), "discbracket");
  EXPECT_EQ(nearest("latex", formats), "");
  EXPECT_EQ(nearest("", formats), "");
  EXPECT_EQ(nearest("x", formats), "");
  EXPECT_EQ(nearest(std::string(100'000, 'x'), formats), "");
  EXPECT_EQ(nearest("conlu", {}), "");
}

TEST(NearestTest, ForMessages) {
  EXPECT_EQ(did_you_mean("evla", {"parse", "eval"}), " (did you mean 'eval'?)");
  EXPECT_EQ(did_you_mean("bake", {"parse", "eval"}), "");
}

}  // namespace
}  // namespace espalier::base
