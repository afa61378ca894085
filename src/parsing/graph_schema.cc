#include "parsing/graph_schema.h"

namespace espalier::parsing {

const std::vector<features::Schema>& graph_schemas() {
  static const std::vector<features::Schema> kSchemas = {
      {"prune", {"h", "m"}, {}, {}},
      {"arc", {"h", "m"}, {}, {}},
      {"sibling", {"h", "m", "s"}, {}, {}},
      {"grandparent", {"g", "h", "m"}, {}, {}},
      {"grand-sibling", {"g", "h", "m", "s"}, {}, {}},
      {"label", {"h", "m"}, {"head", "left", "right", "before", "after"}, {"deprel"}},
      {"runtime", {"h", "m"}, {}, {"each", "size", "label1", "label2", "label3", "label4"}},
  };
  return kSchemas;
}

GraphPrograms::GraphPrograms(std::vector<features::Section> sections) : sections_(std::move(sections)) {
  features::ColumnSet columns;
  for (std::size_t i = 0; i < kGraphSections; ++i) {
    programs_[i] = features::Program(graph_schemas()[i], sections_[i].templates, columns);
  }
  tags_ = columns.add(features::AttributeId::kUpos);
  encoder_ = features::Encoder(std::move(columns));
}

}  // namespace espalier::parsing
