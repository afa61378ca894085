// What predictors of heads might say, made up.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "base/random.h"
#include "parsing/head_schema.h"

namespace espalier::tests {

/// Tags n (1), v (2) and p (3).
inline const parsing::HeadClasses& classes_of_three() {
  static const parsing::HeadClasses kClasses({"n", "v", "p"});
  return kClasses;
}

/// Answers for words with these tags (numbers of the classes), all as likely as each other.
inline parsing::HeadAnswers even_answers(const std::vector<std::int32_t>& tags) {
  parsing::HeadAnswers out;
  out.tags = {0};
  out.tags.insert(out.tags.end(), tags.begin(), tags.end());
  for (const parsing::HeadQuestion question : parsing::kAllHeadQuestions) {
    const std::size_t size = classes_of_three().size(question);
    out.probabilities[index_of(question)].assign(out.tags.size() * size, 1.0F / static_cast<float>(size));
  }
  return out;
}

inline float& said(parsing::HeadAnswers& answers, parsing::HeadQuestion question, std::int32_t word,
                   std::int32_t answer) {
  const std::size_t size = classes_of_three().size(question);
  return answers
      .probabilities[index_of(question)][static_cast<std::size_t>(word) * size + static_cast<std::size_t>(answer)];
}
inline float said(const parsing::HeadAnswers& answers, parsing::HeadQuestion question, std::int32_t word,
                  std::int32_t answer) {
  return said(const_cast<parsing::HeadAnswers&>(answers), question, word, answer);
}

inline void say(parsing::HeadAnswers& answers, parsing::HeadQuestion question, std::int32_t word, std::int32_t answer,
                float probability) {
  said(answers, question, word, answer) = probability;
}

/// Any tags, some of them none, and any answers, most of them unlikely.
inline parsing::HeadAnswers drawn_answers(std::size_t words, base::Random& random) {
  std::vector<std::int32_t> tags(words);
  for (std::int32_t& tag : tags) tag = random.below(9) == 0 ? -1 : 1 + static_cast<std::int32_t>(random.below(3));
  parsing::HeadAnswers answers = even_answers(tags);
  for (auto& row : answers.probabilities) {
    for (float& each : row) each = static_cast<float>(std::pow(random.uniform(), 4));
  }
  return answers;
}

}  // namespace espalier::tests
