#include "parsing/span_scores.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <tuple>

#include "parsing/clause_brackets.h"

namespace espalier::parsing {
namespace {

using Values = std::vector<std::string>;
/// First and last word, and kind.
using Phrase = std::tuple<std::int32_t, std::int32_t, std::string_view>;

std::string_view kind_of(std::string_view tag) { return tag.substr(std::min<std::size_t>(2, tag.size())); }

std::vector<Phrase> chunks(const Values& values) {
  std::vector<Phrase> phrases;
  std::string_view before = "O";
  for (std::size_t node = 1; node < values.size(); ++node) {
    const std::string_view tag = values[node];
    const auto at = static_cast<std::int32_t>(node);
    if (tag.size() > 2 && tag.starts_with("I-") && before.size() > 2 && kind_of(before) == kind_of(tag)) {
      std::get<1>(phrases.back()) = at;
    } else if (tag.size() > 2) {
      phrases.emplace_back(at, at, kind_of(tag));
    }
    before = tag;
  }
  return phrases;
}

std::vector<Phrase> words_with(const Values& values, std::string_view value) {
  std::vector<Phrase> phrases;
  for (std::size_t node = 1; node < values.size(); ++node) {
    const auto at = static_cast<std::int32_t>(node);
    if (values[node] == value) phrases.emplace_back(at, at, value);
  }
  return phrases;
}

std::vector<Phrase> clauses(const Values& values) {
  std::vector<Brackets> brackets(values.size());
  for (std::size_t node = 1; node < values.size(); ++node) {
    brackets[node] = parse_brackets(values[node]).value_or(Brackets{});
  }
  std::vector<Phrase> phrases;
  for (const ClauseSpan& span : clause_spans(brackets).value_or(std::vector<ClauseSpan>())) {
    phrases.emplace_back(span.first, span.last, std::string_view());
  }
  return phrases;
}

std::vector<Phrase> phrases_of(std::size_t column, const Values& values) {
  switch (static_cast<SpanColumn>(column)) {
    case SpanColumn::kChunk:
      return chunks(values);
    case SpanColumn::kClauseStart:
      return words_with(values, "S");
    case SpanColumn::kClauseEnd:
      return words_with(values, "E");
    case SpanColumn::kClause:
      break;
  }
  return clauses(values);
}

/// A word is a phrase, if it is known what it is.
void add_words(const Values& gold, const Values& found, SpanScore& score) {
  for (std::size_t node = 1; node < gold.size(); ++node) {
    if (gold[node].empty()) continue;
    ++score.words;
    ++score.gold;
    ++score.found;
    score.both += gold[node] == found[node] ? 1 : 0;
  }
  score.right = score.both;
}

void add(const Values& gold, const Values& found, SpanScore& score) {
  if (score.column >= kSpanColumns) return add_words(gold, found, score);
  const std::vector<Phrase> truth = phrases_of(score.column, gold);
  const std::vector<Phrase> other = phrases_of(score.column, found);
  std::vector<Phrase> both;
  std::set_intersection(truth.begin(), truth.end(), other.begin(), other.end(), std::back_inserter(both));
  score.gold += truth.size();
  score.found += other.size();
  score.both += both.size();
  for (std::size_t node = 1; node < gold.size(); ++node) {
    ++score.words;
    score.right += gold[node] == found[node] ? 1 : 0;
  }
}

}  // namespace

std::vector<SpanScore> score_columns(std::span<const features::ExtraColumns> gold,
                                     std::span<const features::ExtraColumns> found) {
  std::vector<SpanScore> scores;
  const std::size_t columns = gold.empty() ? 0 : gold[0].values.size();
  for (std::size_t column = 0; column < columns; ++column) {
    SpanScore score;
    score.column = column;
    score.name = gold[0].names[column];
    bool is_there = false;
    for (std::size_t i = 0; i < gold.size(); ++i) {
      const Values& values = gold[i].values[column];
      is_there |= std::any_of(values.begin(), values.end(), [](const std::string& value) { return !value.empty(); });
      add(values, found[i].values[column], score);
    }
    if (is_there) scores.push_back(score);
  }
  return scores;
}

}  // namespace espalier::parsing
