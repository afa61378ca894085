#include "selection/word_examples.h"

#include <utility>

#include "selection/template_rows.h"

namespace espalier::selection {

const features::Schema& word_schema() {
  static const features::Schema kSchema{"word", {"w"}, {}, {}};
  return kSchema;
}

WordExamples::WordExamples(std::span<const Sentence> sentences, std::uint32_t classes, LabelOf label)
    : sentences_(sentences), classes_(classes), label_(std::move(label)) {}

learning::Examples WordExamples::examples(std::span<const features::Template> templates) {
  TemplateRows rows(word_schema(), templates);
  learning::Examples out;
  for (const Sentence& sentence : sentences_) {
    rows.prepare(sentence);
    for (std::int32_t word = 1; word <= sentence.size(); ++word) {
      out.add(label_(sentence, word), rows.row(std::span(&word, 1)));
    }
  }
  return out;
}

}  // namespace espalier::selection
