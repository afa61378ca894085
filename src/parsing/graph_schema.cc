#include "parsing/graph_schema.h"

#include <algorithm>

#include "parsing/tree_links.h"

namespace espalier::parsing {

const std::vector<features::Schema>& graph_schemas() {
  static const std::vector<features::Schema> kSchemas = {
      {"prune", {"h", "m"}, {}, {}},
      {"arc", {"h", "m"}, {}, {}},
      {"sibling", {"h", "m", "s"}, {}, {}},
      {"grandparent", {"g", "h", "m"}, {}, {}},
      {"grand-sibling", {"g", "h", "m", "s"}, {}, {}},
      label_schema(),
      {"runtime", {"h", "m"}, {}, {"each", "size", "label1", "label2", "label3", "label4"}},
  };
  return kSchemas;
}

namespace {

/// The templates that look at one anchor only.
std::vector<features::Template> only_at(const std::vector<features::Template>& templates, std::uint8_t anchor) {
  std::vector<features::Template> result;
  for (const features::Template& item : templates) {
    const bool fits = std::all_of(item.terms.begin(), item.terms.end(), [&](const features::Term& term) {
      return std::all_of(term.addresses.begin(), term.addresses.end(),
                         [&](const features::Address& address) { return address.anchor == anchor; });
    });
    if (fits) result.push_back(item);
  }
  return result;
}

}  // namespace

GraphPrograms::GraphPrograms(std::vector<features::Section> sections) : sections_(std::move(sections)) {
  features::ColumnSet columns;
  for (std::size_t i = 0; i < kGraphSections; ++i) {
    programs_[i] = features::Program(graph_schemas()[i], sections_[i].templates, columns);
  }
  constexpr auto kArcSection = static_cast<std::size_t>(GraphSection::kArc);
  const features::Schema& arc = graph_schemas()[kArcSection];
  const auto of_head = only_at(sections_[kArcSection].templates, 0);
  const auto of_word = only_at(sections_[kArcSection].templates, 1);
  std::vector<features::Template> of_both;
  for (const features::Template& item : sections_[kArcSection].templates) {
    if (std::find(of_head.begin(), of_head.end(), item) == of_head.end() &&
        std::find(of_word.begin(), of_word.end(), item) == of_word.end()) {
      of_both.push_back(item);
    }
  }
  arc_of_head_ = features::Program(arc, of_head, columns);
  arc_of_word_ = features::Program(arc, of_word, columns);
  arc_of_both_ = features::Program(arc, of_both, columns);
  tags_ = columns.add(features::AttributeId::kUpos);
  encoder_ = features::Encoder(std::move(columns));
}

}  // namespace espalier::parsing
