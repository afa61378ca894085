#include "parsing/head_scores.h"

#include <algorithm>
#include <string>

namespace espalier::parsing {
namespace {

double percent(std::size_t part, std::size_t all) noexcept {
  return all == 0 ? 0 : 100 * static_cast<double>(part) / static_cast<double>(all);
}

}  // namespace

HeadScores::HeadScores(const HeadClasses& classes) : classes_(classes) {
  for (const HeadQuestion question : kAllHeadQuestions) {
    const std::size_t size = classes.size(question);
    counts_[index_of(question)].assign(size * size, 0);
  }
}

void HeadScores::add(const Sentence& sentence, const features::ExtraColumns& columns) {
  std::array<std::string_view, kHeadQuestions> names;
  for (const HeadQuestion question : kAllHeadQuestions) {
    names[index_of(question)] = head_question_info(question).column;
  }
  add(sentence, columns, names);
}

void HeadScores::add(const Sentence& sentence, const features::ExtraColumns& columns,
                     const std::array<std::string_view, kHeadQuestions>& names) {
  classes_.number_tags(sentence, tags_);
  for (std::int32_t word = 1; word <= sentence.size(); ++word) {
    if (sentence.head(word) < 0) continue;
    ++words_;
    std::array<bool, kHeadQuestions> is_right{};
    for (const HeadQuestion question : kAllHeadQuestions) {
      const std::size_t at = index_of(question);
      const auto column = std::find(columns.names.begin(), columns.names.end(), names[at]);
      const std::int32_t truth = HeadClasses::answer(question, tags_, sentence.head(word), word);
      if (column == columns.names.end() || truth < 0) continue;
      const auto& answers = classes_.names(question);
      const std::string& said =
          columns.values[static_cast<std::size_t>(column - columns.names.begin())][static_cast<std::size_t>(word)];
      const auto found = std::find(answers.begin(), answers.end(), said);
      if (found == answers.end()) continue;
      const auto number = static_cast<std::size_t>(found - answers.begin());
      is_right[at] = number == static_cast<std::size_t>(truth);
      ++counts_[at][static_cast<std::size_t>(truth) * answers.size() + number];
      right_[at] += is_right[at] ? 1U : 0U;
    }
    both_ += is_right[index_of(HeadQuestion::kSide)] && is_right[index_of(HeadQuestion::kTag)] ? 1U : 0U;
  }
}

double HeadScores::right(HeadQuestion question) const noexcept { return percent(right_[index_of(question)], words_); }

double HeadScores::both() const noexcept { return percent(both_, words_); }

report::Table HeadScores::confusion(HeadQuestion question) const {
  const auto& answers = classes_.names(question);
  const auto& counts = counts_[index_of(question)];
  const std::size_t size = answers.size();
  std::vector<std::size_t> used;
  for (std::size_t i = 0; i < size; ++i) {
    bool is_used = false;
    for (std::size_t j = 0; j < size; ++j) is_used |= counts[i * size + j] > 0 || counts[j * size + i] > 0;
    if (is_used) used.push_back(i);
  }
  report::Table table;
  table.columns.push_back({"truth"});
  for (const std::size_t said : used) table.columns.push_back({answers[said], report::Align::kRight});
  for (const std::size_t truth : used) {
    report::TableRow& row = table.add({answers[truth]});
    for (const std::size_t said : used) {
      report::Cell cell = report::Cell::integer(static_cast<std::int64_t>(counts[truth * size + said]));
      row.cells.push_back(truth == said ? cell.strong() : cell);
    }
  }
  return table;
}

}  // namespace espalier::parsing
