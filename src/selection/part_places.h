// Where templates of a graph parser's section look from an arc, while all other words keep their true heads.
//
// So an arc and the head that it gives its word can be judged by parts of second order, too: the sibling and the
// grandparent are those of the true tree. It is how likely a head is given all others (pseudo-likelihood).
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "espalier/sentence.h"
#include "features/template.h"
#include "parsing/graph_schema.h"

namespace espalier::selection {

/// Sections whose parts are an arc and what the tree has beside it.
constexpr bool has_part_places(parsing::GraphSection section) noexcept {
  return section == parsing::GraphSection::kArc || section == parsing::GraphSection::kSibling ||
         section == parsing::GraphSection::kGrandparent;
}

class PartPlaces {
 public:
  /// REQUIRES has_part_places(section).
  explicit PartPlaces(parsing::GraphSection section) noexcept : section_(section) {}

  const features::Schema& schema() const { return parsing::graph_schema(section_); }
  /// A node for each anchor of the section, -1 where there is none; nothing where no tree has such a part: the arc
  /// would close a circle, or comes from the root and has no grandparent. [arc] has all. Good until the next call.
  std::span<const std::int32_t> find(const Sentence& sentence, std::int32_t head, std::int32_t word);

 private:
  parsing::GraphSection section_;
  std::array<std::int32_t, 3> places_{};
};

/// A template of [arc] as one of this section that looks at the same words.
features::Template from_arc(features::Template item, parsing::GraphSection section);

}  // namespace espalier::selection
