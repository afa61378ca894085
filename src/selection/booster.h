// What boosting does with a group of templates, whatever loss it brings down.
//
// A booster holds what has been learned so far of a set of decisions. It says what a group would be worth now, and
// takes one. Which groups there are, and which is taken, is the search's matter (boosting.h).
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/team.h"
#include "selection/choices.h"
#include "selection/decisions.h"

namespace espalier::selection {

/// Templates that are taken together.
using TemplateGroup = std::vector<TermSet>;

/// What a group is worth as the next one.
struct GroupWorth {
  double merit = 0;             ///< the higher the better; not above 0: worth nothing
  std::optional<double> error;  ///< weighted, where decisions have weights
  std::optional<double> score;  ///< of a parser with it, in percent, where one was tried
};

/// How the decisions stand.
struct BoostedFit {
  double loss = 0;      ///< a decision
  double accuracy = 0;  ///< of the boosted prediction, 0 to 1
  double alpha = 0;     ///< the weight that the last group got
};

class Booster {
 public:
  virtual ~Booster() = default;
  Booster() = default;
  Booster(const Booster&) = delete;
  Booster& operator=(const Booster&) = delete;

  /// By group.
  virtual std::vector<GroupWorth> measure(std::span<const TemplateGroup> groups, base::Team& team) = 0;
  /// Returns how the decisions stand afterwards.
  virtual BoostedFit take(const TemplateGroup& group, base::Team& team) = 0;
  /// What a group is worth is at most about what its templates are, each alone, and this falls from round to round: so
  /// not all groups must be measured in each.
  virtual bool is_bounded() const = 0;
};

/// Boosting by the multi-class exponential loss, with weights of decisions and votes of tables (SAMME, Zhu et al.
/// 2009).
std::unique_ptr<Booster> make_samme(const Decisions& decisions, int workers);

/// Boosting by the likelihood, with scores in the cells of tables. The conditions are the attributes of the choices.
std::unique_ptr<Booster> make_choice_booster(const Choices& choices, int workers);

}  // namespace espalier::selection
