// What the search by gain (gain_search.h) needs of a treebank, for templates of arcs.
#pragma once

#include <span>

#include "decoding/arc_set.h"
#include "features/template.h"
#include "selection/gain_search.h"
#include "selection/template_rows.h"

namespace espalier::selection {

/// A choice for each word whose head is known, among that and the likeliest of its other candidates; from every so
/// manieth sentence, so that there are at most about `most` rows. REQUIRES true arcs among the candidates.
Choices choose_heads(const SentenceSet& data, std::span<const decoding::ArcSet> arcs,
                     std::span<const features::Template> attributes, std::size_t most);

}  // namespace espalier::selection
