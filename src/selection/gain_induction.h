// What the search by gain (gain_search.h) needs of a treebank, for templates of arcs and of what is beside them.
#pragma once

#include <span>

#include "decoding/arc_set.h"
#include "features/template.h"
#include "parsing/graph_schema.h"
#include "selection/choices.h"
#include "selection/template_rows.h"

namespace espalier::selection {

/// A choice for each word whose head is known, among that and the likeliest of its other candidates; from every so
/// manieth sentence, so that there are at most about `most` rows. What has no part of the section (part_places.h) is
/// left out. REQUIRES true arcs among the candidates.
Choices choose_heads(const SentenceSet& data, std::span<const decoding::ArcSet> arcs, parsing::GraphSection section,
                     std::span<const features::Template> attributes, std::size_t most);

}  // namespace espalier::selection
