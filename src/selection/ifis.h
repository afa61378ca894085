// Incremental feature induction and selection for problems of classes (IFIS): which templates, and which of their
// features, a linear classifier should have.
//
// Idea: a linear learner wants conjunctions that tell the classes apart, and few of them. A cycle selects features with
// a sparse perceptron, gives the values that were dropped one name (*dummy*), grows a decision tree on what is left of
// the attributes, makes templates of its paths, and selects again with these added. What is selected once stays so.
// Cost: a perceptron and a tree a cycle; memory is the features of all examples, four bytes each.
// Papers: Motta 2014; Milanés Barroso 2016 (chapter 5, there for trees instead of classes).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/team.h"
#include "features/template.h"
#include "learning/examples.h"
#include "learning/sparse_selection.h"
#include "selection/choices.h"
#include "selection/decisions.h"
#include "selection/entropy_guided.h"

namespace espalier::selection {

/// Where examples come from.
class ExampleSource {
 public:
  virtual ~ExampleSource() = default;
  virtual std::uint32_t classes() const = 0;
  /// All examples, each with one feature a template, in the order of the list; the same examples in the same order
  /// whatever the templates.
  virtual learning::Examples examples(std::span<const features::Template> templates) = 0;
  /// What is searched by gain: a choice for each example, the right class first or last, with these attributes; from
  /// every so manieth sentence, so that there are at most about `most` rows. Throws Error kUsage where there are none.
  virtual Choices choices(std::span<const features::Template> attributes, std::size_t most);
  /// The same for tables that vote, with the values of conditions in columns. Throws as choices().
  virtual Decisions decisions(std::span<const features::Template> conditions, std::size_t most);
};

struct IfisOptions {
  std::size_t cycles = 1;  ///< inductions
  learning::SparseOptions selection;
  InductionOptions induction;
  learning::TreeOptions tree;  ///< its depth is at most the length of a template
};

/// What a cycle did; cycle 0 selects among the basic templates.
struct IfisCycle {
  std::size_t cycle = 0;
  std::size_t nodes = 0;      ///< of the decision tree; 0 in cycle 0
  std::size_t induced = 0;    ///< templates that are new in it
  std::size_t templates = 0;  ///< all, before selection
  std::size_t features = 0;
  std::size_t kept = 0;      ///< features
  std::size_t mistakes = 0;  ///< of the perceptron in its last epoch
};

struct IfisResult {
  std::vector<features::Template> templates;  ///< those with a feature that was kept, in the order in which they came
  learning::Examples examples;                ///< with the features that were kept: what the final learner sees
  std::vector<IfisCycle> cycles;
};

/// Ends before `cycles` when a tree has no new template. `watch` hears of each cycle when it is over; throw from it to
/// stop. The same on any number of threads.
IfisResult run_ifis(ExampleSource& source, std::vector<features::Template> basic, const IfisOptions& options,
                    base::Team& team, const std::function<void(const IfisCycle&)>& watch = {});

}  // namespace espalier::selection
