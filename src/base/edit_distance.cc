// Idea: the dynamic program of Levenshtein with one more way to come to a cell: from before the last pair of letters
// that stand crosswise, everything between them deleted and inserted (R. Lowrance and R. Wagner, "An extension of the
// string-to-string correction problem", 1975). Unlike the shorter variant that exchanges only untouched neighbours,
// this is a metric. Invariant: cell (i, j) holds the distance of the first i letters to the first j. Cost: O(n m) time
// and memory; the words are short.
#include "base/edit_distance.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "base/unicode.h"

namespace espalier::base {
namespace {

std::vector<char32_t> letters_of(std::string_view word) {
  std::vector<char32_t> letters;
  for (std::size_t at = 0; at < word.size();) letters.push_back(decode(word, at));
  return letters;
}

}  // namespace

std::size_t edit_distance(std::string_view one, std::string_view other) {
  const std::vector<char32_t> a = letters_of(one);
  const std::vector<char32_t> b = letters_of(other);
  const std::size_t width = b.size() + 1;
  std::vector<std::size_t> cells((a.size() + 1) * width);
  const auto cell = [&](std::size_t i, std::size_t j) -> std::size_t& { return cells[i * width + j]; };
  for (std::size_t i = 0; i <= a.size(); ++i) cell(i, 0) = i;
  for (std::size_t j = 0; j <= b.size(); ++j) cell(0, j) = j;

  std::unordered_map<char32_t, std::size_t> last_row;  // of each letter of `a` so far, counted from 1
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t last_column = 0;  // of the last letter of `b` so far that equals a[i - 1], counted from 1
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool is_same = a[i - 1] == b[j - 1];
      std::size_t best = std::min({cell(i - 1, j) + 1, cell(i, j - 1) + 1, cell(i - 1, j - 1) + (is_same ? 0 : 1)});
      const auto crossing = last_row.find(b[j - 1]);
      if (crossing != last_row.end() && last_column != 0) {
        const std::size_t between = (i - crossing->second - 1) + (j - last_column - 1);
        best = std::min(best, cell(crossing->second - 1, last_column - 1) + between + 1);
      }
      cell(i, j) = best;
      if (is_same) last_column = j;
    }
    last_row[a[i - 1]] = i;
  }
  return cell(a.size(), b.size());
}

std::string_view nearest(std::string_view word, std::span<const std::string> candidates) {
  constexpr std::size_t kMostLetters = 200;  // nobody mistypes a word so long; the table would be large
  const std::string lower = to_lower(word);
  const std::size_t letters = count_code_points(lower);
  if (letters == 0 || letters > kMostLetters) return {};
  std::size_t least = std::max<std::size_t>(1, letters / 3) + 1;
  std::string_view found;
  std::vector<std::string_view> longer;
  for (const std::string& candidate : candidates) {
    const std::string other = to_lower(candidate);
    if (other.starts_with(lower)) longer.push_back(candidate);
    if (count_code_points(other) >= letters + least) continue;
    // A word that has nothing in common with the candidate is as far as they are long: no guess then.
    const std::size_t distance = edit_distance(lower, other);
    if (distance < least && distance < std::max(letters, count_code_points(other))) {
      least = distance;
      found = candidate;
    }
  }
  return found.empty() && longer.size() == 1 ? longer.front() : found;
}

}  // namespace espalier::base
