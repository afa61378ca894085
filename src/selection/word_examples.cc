#include "selection/word_examples.h"

#include <utility>
#include <vector>

#include "espalier/error.h"
#include "features/extractor.h"
#include "features/program.h"

namespace espalier::selection {

const features::Schema& word_schema() {
  static const features::Schema kSchema{"word", {"w"}, {}, {}};
  return kSchema;
}

WordExamples::WordExamples(std::span<const Sentence> sentences, std::uint32_t classes, LabelOf label)
    : sentences_(sentences), classes_(classes), label_(std::move(label)) {}

learning::Examples WordExamples::examples(std::span<const features::Template> templates) {
  features::ColumnSet columns;
  const features::Program program(word_schema(), {templates.begin(), templates.end()}, columns);
  if (program.fixed() < program.size()) {
    throw Error(ErrorKind::kUsage, "features are selected among templates of one value in each place");
  }
  const features::Encoder encoder(columns);
  features::Encoded encoded;
  features::Extractor extractor;
  std::vector<std::uint64_t> in_order(templates.size());
  learning::Examples out;
  for (const Sentence& sentence : sentences_) {
    encoder.encode(sentence, encoded);
    extractor.prepare(program, encoded);
    for (std::int32_t word = 1; word <= sentence.size(); ++word) {
      const auto found = extractor.features(std::span(&word, 1));
      for (std::size_t at = 0; at < found.size(); ++at) in_order[program.source(at)] = found[at];
      out.add(label_(sentence, word), in_order);
    }
  }
  return out;
}

}  // namespace espalier::selection
