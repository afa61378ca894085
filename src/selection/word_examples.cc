#include "selection/word_examples.h"

#include <utility>

namespace espalier::selection {

const features::Schema& word_schema() {
  static const features::Schema kSchema{"word", {"w"}, {}, {}};
  return kSchema;
}

WordExamples::WordExamples(SentenceSet data, std::uint32_t classes, LabelOf label)
    : data_(data), classes_(classes), label_(std::move(label)) {}

learning::Examples WordExamples::examples(std::span<const features::Template> templates) {
  TemplateRows rows(word_schema(), templates);
  learning::Examples out;
  for (std::size_t i = 0; i < data_.sentences.size(); ++i) {
    const Sentence& sentence = data_.sentences[i];
    rows.prepare(sentence, data_.extra_of(i));
    for (std::int32_t word = 1; word <= sentence.size(); ++word) {
      out.add(label_(sentence, word), rows.row(std::span(&word, 1)));
    }
  }
  return out;
}

}  // namespace espalier::selection
