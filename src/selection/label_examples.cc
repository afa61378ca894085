#include "selection/label_examples.h"

#include <algorithm>

#include "parsing/label_stage.h"
#include "selection/frequent_classes.h"

namespace espalier::selection {
namespace {

constexpr std::size_t kRivals = 6;  // of the right label, where labels are searched by gain

}  // namespace
LabelExamples::LabelExamples(SentenceSet data, const std::optional<LiftMarking>& lift)
    : data_(data),
      set_(parsing::make_training_set(parsing::lifted({data.sentences.begin(), data.sentences.end()}, lift),
                                      features::Encoder(), labels_, true)) {}

template <class Visit>
void LabelExamples::walk(std::span<const features::Template> templates, std::size_t every, const Visit& visit) const {
  TemplateRows rows(parsing::label_schema(), templates);
  parsing::TreeLinks links;
  std::vector<std::int32_t> order;
  std::vector<std::int32_t> places;
  std::vector<std::int32_t> known;
  for (std::size_t i = 0; i < set_.sentences.size(); i += every) {
    const std::vector<std::int32_t>& heads = set_.heads[i];
    if (std::any_of(heads.begin() + 1, heads.end(), [](std::int32_t head) { return head < 0; })) continue;
    rows.prepare(set_.sentences[i], data_.extra_of(i));
    links.build(heads);
    parsing::label_order(links, set_.sentences[i].size(), order);
    known.assign(heads.size(), -1);
    for (const std::int32_t word : order) {
      const auto at = static_cast<std::size_t>(word);
      const std::int32_t label = set_.labels[i][at];
      if (label >= 0) {
        links.resolve(rows.program(), heads[at], word, places);
        visit(static_cast<std::uint32_t>(label), rows.row(places, parsing::LabelState{known}));
      }
      known[at] = label;
    }
  }
}

learning::Examples LabelExamples::examples(std::span<const features::Template> templates) {
  learning::Examples out;
  walk(templates, 1, [&](std::uint32_t label, std::span<const std::uint64_t> row) { out.add(label, row); });
  return out;
}

Choices LabelExamples::choices(std::span<const features::Template> attributes, std::size_t most) {
  const std::size_t rows = set_.words * (kRivals + 1);
  const std::size_t every = rows / std::max<std::size_t>(most, 1) + 1;
  FrequentClasses frequent(kRivals);
  const auto kind = {features::parse_template("upos(h) & upos(m) & dir(h,m)", parsing::label_schema())};
  walk(std::vector(kind), every,
       [&](std::uint32_t label, std::span<const std::uint64_t> row) { frequent.note(row.front(), label); });
  Choices out(attributes.size());
  walk(attributes, every, [&](std::uint32_t label, std::span<const std::uint64_t> row) {
    frequent.add_group(
        label, row, [](std::uint32_t) { return true; }, out);
  });
  return out;
}

}  // namespace espalier::selection
