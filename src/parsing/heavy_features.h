// The features with the largest weights, by name: what `inspect` shows of a model.
//
// Idea: a feature is a hash and cannot be turned back into words, but the treebank it was learned from can be gone
// through again. Every feature met there is looked up in the model, and those that weigh most are written out. What
// holds for wrong trees only has its weight from wrong arcs, so [arc] sees all candidates; the other sections see the
// true trees. Sections that share a template share its features, and both list them.
// Cost: one lookup a feature, in a sample of sentences spread evenly over the treebank; a second or two at most.
// Deterministic: one thread, sentences in order.
#pragma once

#include <span>
#include <vector>

#include "parsing/graph_model.h"
#include "parsing/template_weights.h"

namespace espalier::parsing {

/// The ten heaviest features of each section of parts and, of those that speak for it, of each label; in the order of
/// sections and labels, heaviest first. `arcs` are the candidates by sentence, known heads among them.
std::vector<HeavyFeature> find_heaviest(const GraphModel& model, const TrainingSet& data,
                                        std::span<const decoding::ArcSet> arcs);

/// Adds all that the same search meets to a tally.
void weigh_templates(const GraphModel& model, const TrainingSet& data, std::span<const decoding::ArcSet> arcs,
                     TemplateTally& tally);

}  // namespace espalier::parsing
