// How good answers about heads are: how many are right, and what is taken for what.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "espalier/report.h"
#include "espalier/sentence.h"
#include "features/word_text.h"
#include "parsing/head_schema.h"

namespace espalier::parsing {

class HeadScores {
 public:
  /// `classes` must outlive it.
  explicit HeadScores(const HeadClasses& classes);

  /// The answers for a sentence whose heads are known, in columns of these names; those that are not there are not
  /// looked at, and neither are words without a head.
  void add(const Sentence& sentence, const features::ExtraColumns& columns,
           const std::array<std::string_view, kHeadQuestions>& names);
  /// The same for the columns of the predictors.
  void add(const Sentence& sentence, const features::ExtraColumns& columns);

  /// In percent of the words.
  double right(HeadQuestion question) const noexcept;
  /// Side and tag both.
  double both() const noexcept;
  /// How often each answer (rows) was given as another (columns); answers that are neither true nor given are left out.
  report::Table confusion(HeadQuestion question) const;

 private:
  const HeadClasses& classes_;
  std::array<std::vector<std::size_t>, kHeadQuestions> counts_;  // by truth, then by what was said
  std::array<std::size_t, kHeadQuestions> right_{};
  std::size_t both_ = 0;
  std::size_t words_ = 0;
  std::vector<std::int32_t> tags_;
};

}  // namespace espalier::parsing
