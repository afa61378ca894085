// Cycles of selection and induction, whatever the templates are for.
//
// Idea: a cycle selects features with a sparse perceptron, gives the values that were dropped one name (*dummy*), grows
// decision trees on what is left of the attributes, and makes templates of their paths; the next one begins with the
// longer list, and with what was selected before. Instead of trees, a search by gain may find the templates
// (gain_search.h). What is learned (trees of arcs, classes) is a CycleProblem's matter.
// Invariant: lists only grow, so the list of a cycle is the beginning of the last one, and the result of some cycles is
// all that the next one needs.
// Cost: a perceptron and some trees a cycle; memory is the features of all examples, four bytes each.
// Papers: Motta 2014; Milanés Barroso 2016, chapter 5.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/team.h"
#include "features/template.h"
#include "learning/examples.h"
#include "selection/decisions.h"
#include "selection/entropy_guided.h"
#include "selection/gain_search.h"

namespace espalier::selection {

/// What templates are for: examples, and a learner that tells which of their features matter.
class CycleProblem {
 public:
  using Templates = std::vector<features::Template>;

  CycleProblem() = default;
  virtual ~CycleProblem() = default;
  CycleProblem(const CycleProblem&) = delete;
  CycleProblem& operator=(const CycleProblem&) = delete;

  virtual std::uint32_t classes() const = 0;
  /// Features are selected; else every value stays, and there is nothing to train before the last list.
  virtual bool selects() const = 0;
  /// Trains the sparse perceptron, which begins with `selected` and leaves there what it selects. `progress`: passes
  /// over the data. Returns what was wrong in the last pass, in percent.
  virtual double select(const Templates& templates, std::vector<std::uint64_t>& selected,
                        const std::function<void(double)>& progress) = 0;
  /// All examples, each with one feature a template, in the order of the list.
  virtual learning::Examples examples(const Templates& templates) = 0;

  /// What is searched by gain: choices of about `most` rows at most, with these attributes.
  virtual Choices choices(const Templates& attributes, std::size_t most) = 0;
  /// The same as decisions among classes. Throws Error kUsage where there are none.
  virtual Decisions decisions(const Templates& conditions, std::size_t most);

  /// Every template that is searched for by gain has one term at least that is wanted; here as a template of its own.
  virtual bool is_wanted(const features::Template& /*single*/) const { return true; }
  /// Templates that the parser has elsewhere, as if they were of this list: a search by gain knows what they tell.
  virtual Templates beside() const { return {}; }

  /// Trees are grown from what a parser gets wrong.
  virtual bool has_mistakes() const { return false; }
  /// Those examples, with the features of `asked`; `templates` are the parser's. `wrong`: how many there are, in
  /// percent. REQUIRES has_mistakes().
  virtual learning::Examples mistakes(const Templates& templates, const Templates& asked, double& wrong);
  /// No perceptron can select features of this template, whatever they tell together with others.
  virtual bool is_beyond_selection(const features::Template& /*item*/) const { return false; }
};

struct CycleOptions {
  std::size_t cycles = 1;  ///< inductions
  std::size_t trees = 1;   ///< of each induction, from the best attributes at the root
  /// What trees may ask for; empty: the templates themselves.
  std::vector<features::Template> asked;
  bool selects_asked = false;  ///< features of what trees ask for are selected, too; else all of their values stay
  InductionOptions induction;
  learning::TreeOptions tree;  ///< its depth is at most the length of a template
  bool by_gain = false;        ///< templates are searched for by gain, and no trees are grown
  bool counts = false;         ///< examples and their features are counted in every cycle, whatever trees see
};

/// What a cycle did; cycle 0 selects among the basic templates.
struct CycleRow {
  std::size_t cycle = 0;
  std::size_t nodes = 0;      ///< of the decision trees
  std::size_t induced = 0;    ///< templates that are new in it
  std::size_t templates = 0;  ///< all, before selection
  std::size_t examples = 0;
  std::size_t features = 0;  ///< of all examples
  std::size_t kept = 0;      ///< features selected
  double wrong = 0;          ///< of the perceptron's last pass or of the parsers whose mistakes are learned, in percent
  double seconds = 0;
};

/// What is found after some cycles: all that the next one needs.
struct CycleResult {
  std::vector<features::Template> templates;  ///< in the order in which they came, those of the last induction included
  std::vector<std::uint64_t> selected;        ///< features, by the last perceptron
  std::vector<CycleRow> cycles;

  /// The last cycle had nothing new to say.
  bool is_over() const noexcept { return !cycles.empty() && cycles.back().induced == 0; }
};

struct CycleHooks {
  /// Hears of each cycle when it is over; false: that was enough.
  std::function<bool(const CycleResult&)> watch;
  /// How much of a cycle is done, in passes over the data; throw from it to stop.
  std::function<void(std::size_t cycle, double passes)> progress;
};

/// Goes on from what earlier cycles of the same problem and options had found, or from basic templates: one run or
/// several, the result is one. Ends before `cycles` when trees have no new template. The same on any number of threads.
CycleResult run_cycles(CycleProblem& problem, CycleResult found, const CycleOptions& options, base::Team& team,
                       const CycleHooks& hooks = {});

}  // namespace espalier::selection
