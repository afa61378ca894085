#include "selection/move_examples.h"

#include <algorithm>

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

std::size_t MoveExamples::every(std::size_t most) const noexcept {
  constexpr std::size_t kRowsOfAWord = 5;  // two moves a word, most of them among two or three
  return set_.words * kRowsOfAWord / std::max<std::size_t>(most, 1) + 1;
}

Decisions MoveExamples::decisions(std::span<const features::Template> conditions, std::size_t most) {
  TemplateRows rows(parsing::transition_schemas()[0], conditions);
  const parsing::PlaceFinder places(rows.program());
  std::vector<std::int32_t> scratch;
  std::vector<std::uint32_t> menu;
  Decisions out(conditions.size(), classes());
  for (std::size_t i = 0; i < set_.sentences.size(); i += every(most)) {
    rows.prepare(set_.sentences[i], data_.extra_of(i));
    walk(i, [&](const decoding::Configuration& c, decoding::MoveSet legal, std::uint32_t right) {
      menu.clear();
      for (const decoding::Move move : legal) menu.push_back(classes_.of(move));
      out.add(menu, right, rows.row(places.find(c, scratch), parsing::MoveStateOf{c}));
    });
  }
  return out;
}

Choices MoveExamples::choices(std::span<const features::Template> attributes, std::size_t most) {
  TemplateRows rows(parsing::transition_schemas()[0], attributes);
  const parsing::PlaceFinder places(rows.program());
  std::vector<std::int32_t> scratch;
  Choices out(attributes.size());
  for (std::size_t i = 0; i < set_.sentences.size(); i += every(most)) {
    rows.prepare(set_.sentences[i], data_.extra_of(i));
    walk(i, [&](const decoding::Configuration& c, decoding::MoveSet legal, std::uint32_t right) {
      const auto row = rows.row(places.find(c, scratch), parsing::MoveStateOf{c});
      std::size_t place = 0;
      std::size_t right_place = 0;
      for (const decoding::Move move : legal) {
        if (classes_.of(move) == right) right_place = place;
        out.add_row(classes_.of(move), row);
        ++place;
      }
      out.end_group(right_place);
    });
  }
  return out;
}

}  // namespace espalier::selection
