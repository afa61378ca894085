#include "selection/move_examples.h"

#include "parsing/transition_schema.h"

namespace espalier::selection {
namespace {

/// Trees and nothing of the words: templates read these for themselves.
parsing::TrainingSet trees_of(SentenceSet data, const parsing::TransitionOptions& options) {
  parsing::LabelSet labels;
  return parsing::make_training_set(parsing::lifted({data.sentences.begin(), data.sentences.end()}, options.lift),
                                    features::Encoder(), labels, true);
}

}  // namespace

MoveExamples::MoveExamples(SentenceSet data, const parsing::TransitionOptions& options)
    : data_(data),
      options_(options),
      classes_(decoding::system_info(options.system).moves),
      set_(trees_of(data, options)),
      roots_(options.roots.value_or(set_.many_roots == 0 ? decoding::Roots::kOne : decoding::Roots::kAny)) {}

learning::Examples MoveExamples::examples(std::span<const features::Template> templates,
                                          const std::vector<std::vector<bool>>& shown) const {
  TemplateRows rows(parsing::transition_schemas()[0], templates);
  const parsing::PlaceFinder places(rows.program());
  std::vector<std::int32_t> scratch;
  learning::Examples out;
  for (std::size_t i = 0; i < set_.sentences.size(); ++i) {
    rows.prepare(set_.sentences[i], data_.extra_of(i));
    std::size_t number = 0;
    walk(i, [&](const decoding::Configuration& c, decoding::MoveSet, std::uint32_t right) {
      const bool is_shown = shown.empty() || shown[i][number];
      ++number;
      if (is_shown) out.add(right, rows.row(places.find(c, scratch), parsing::MoveStateOf{c}));
    });
  }
  return out;
}

}  // namespace espalier::selection
