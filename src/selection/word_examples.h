// Questions about words, one example a word: what auxiliary predictors learn from.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "espalier/sentence.h"
#include "features/template.h"
#include "selection/ifis.h"
#include "selection/template_rows.h"

namespace espalier::selection {

/// The places of such templates: `w`, the word asked about, and words near it.
const features::Schema& word_schema();

class WordExamples final : public ExampleSource {
 public:
  using LabelOf = std::function<std::uint32_t(const Sentence& sentence, std::int32_t word)>;
  /// `label`: the class of a word, below `classes`. What `data` points at must outlive it.
  WordExamples(SentenceSet data, std::uint32_t classes, LabelOf label);

  std::uint32_t classes() const override { return classes_; }
  /// In order of sentences and words. Throws Error kUsage for templates with several values in one place.
  learning::Examples examples(std::span<const features::Template> templates) override;

 private:
  SentenceSet data_;
  std::uint32_t classes_;
  LabelOf label_;
};

}  // namespace espalier::selection
