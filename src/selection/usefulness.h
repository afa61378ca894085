// How useful the templates of a list are to each other's company: what each says for the right row and against the
// wrong ones, where that is hard to tell.
//
// Idea: all templates are fitted together (likelihood.h). In every choice a template has said something of each row;
// it helped by what it said of the right one, less what it said of the others, each by how likely it is among them. A
// choice counts by its difficulty, 1 / (1 + exp(gap)), where the gap is by how much the right row is ahead: where all
// agree, no single one is needed.
// Cost: a few passes over the rows for each template; memory is a number for each row and template.
// Paper: Volokh 2013 (usefulness of features from learned weights).
#pragma once

#include <span>
#include <vector>

#include "selection/choices.h"
#include "selection/likelihood.h"

namespace espalier::selection {

/// In nats a choice, by template; below 0: it does harm.
std::vector<double> usefulness_of(const Choices& choices, std::span<const AttributeSet> items);

}  // namespace espalier::selection
