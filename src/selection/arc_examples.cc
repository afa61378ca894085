#include "selection/arc_examples.h"

#include <utility>

#include "selection/part_places.h"

namespace espalier::selection {

ArcExamples::ArcExamples(SentenceSet data, IsCandidate candidate) : data_(data), candidate_(std::move(candidate)) {}

learning::Examples ArcExamples::examples(std::span<const features::Template> templates) {
  PartPlaces places(section_);
  TemplateRows rows(places.schema(), templates);
  learning::Examples out;
  for (std::size_t i = 0; i < data_.sentences.size(); ++i) {
    const Sentence& sentence = data_.sentences[i];
    rows.prepare(sentence, data_.extra_of(i));
    for (std::int32_t word = 1; word <= sentence.size(); ++word) {
      if (sentence.head(word) < 0) continue;
      for (std::int32_t head = 0; head <= sentence.size(); ++head) {
        if (head == word || (candidate_ && !candidate_(sentence, head, word))) continue;
        if (!arcs_.empty() && arcs_[i].find(head, word) < 0) continue;
        const auto at = places.find(sentence, head, word);
        if (!at.empty()) out.add(sentence.head(word) == head ? 1 : 0, rows.row(at));
      }
    }
  }
  return out;
}

bool is_like_true_head(const Sentence& sentence, std::int32_t head, std::int32_t word) {
  const std::int32_t truth = sentence.head(word);
  if (head == 0 || truth == 0) return head == truth;
  return (head < word) == (truth < word) && sentence.upos(head) == sentence.upos(truth);
}

}  // namespace espalier::selection
