// Templates of arcs by gain (gain_search.h): what the search needs of a treebank, and what it finds as templates.
#pragma once

#include <span>
#include <vector>

#include "base/team.h"
#include "decoding/arc_set.h"
#include "features/template.h"
#include "selection/gain_search.h"
#include "selection/template_rows.h"

namespace espalier::selection {

/// The different terms of templates, each as a template of its own; those that may have several values in one place are
/// left out.
std::vector<features::Template> terms_of(std::span<const features::Template> templates);

/// A choice for each word whose head is known, among that and the likeliest of its other candidates; from every so
/// manieth sentence, so that there are at most about `most` rows. REQUIRES true arcs among the candidates.
Choices choose_heads(const SentenceSet& data, std::span<const decoding::ArcSet> arcs,
                     std::span<const features::Template> attributes, std::size_t most);

/// Sets of attributes as templates.
std::vector<features::Template> to_templates(std::span<const GainedTemplate> found,
                                             std::span<const features::Template> attributes);
/// Those of the templates that have no other terms, as sets.
std::vector<AttributeSet> to_sets(std::span<const features::Template> templates,
                                  std::span<const features::Template> attributes);

}  // namespace espalier::selection
