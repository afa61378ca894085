// Questions about labels, one example an arc of a true tree: what is the word to its head?
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "espalier/dependency.h"
#include "parsing/training_set.h"
#include "selection/choices.h"
#include "selection/ifis.h"
#include "selection/template_rows.h"

namespace espalier::selection {

/// Templates are those of the section [label], which graph and transition parsers share; labels of words whose turn
/// comes before are the true ones. Sentences with an unknown head are left out.
class LabelExamples final : public ExampleSource {
 public:
  /// The extra columns must outlive it.
  LabelExamples(SentenceSet data, const std::optional<LiftMarking>& lift);

  std::uint32_t classes() const override { return labels_.size(); }
  /// In order of sentences, and in a sentence in that of the label stage.
  learning::Examples examples(std::span<const features::Template> templates) override;
  /// Among the true label and the most frequent others of arcs between such tags.
  Choices choices(std::span<const features::Template> attributes, std::size_t most) override;

 private:
  /// Calls visit(label, features) for each example of every `every`-th sentence.
  template <class Visit>
  void walk(std::span<const features::Template> templates, std::size_t every, const Visit& visit) const;

  SentenceSet data_;
  parsing::LabelSet labels_;
  parsing::TrainingSet set_;
};

}  // namespace espalier::selection
