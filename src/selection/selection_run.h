// A selection from a request to a feature file: conditions, rounds of boosting or of trials, their scores and state.
//
// Lists only grow, or only shrink, so the list of a round is made of the rounds up to it, and the best is known by its
// round. Ranks all go this way, and find the same: trials and measurements are shared out among them, the last one
// scores what a round has found, the first one writes the state and speaks.
#pragma once

#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/team.h"
#include "espalier/selection.h"
#include "parsing/watch.h"
#include "selection/boosting.h"
#include "selection/induction_setup.h"
#include "selection/selection_state.h"
#include "selection/terms.h"
#include "selection/trials.h"

namespace espalier::selection {

class SelectionRun {
 public:
  /// Both must outlive it. Throws Error kUsage for what does not go together.
  SelectionRun(const SelectRequest& request, const Control& control);

  SelectionResult run();

 private:
  using Templates = std::vector<features::Template>;

  bool is_own_pool() const noexcept { return request_.conditions.empty(); }
  bool is_backward() const noexcept { return request_.method == SelectionMethod::kBackward; }
  bool is_forward() const noexcept { return request_.method == SelectionMethod::kForward; }
  bool has_trials() const noexcept { return is_backward() || (is_forward() && request_.trials > 0); }
  bool is_scored() const noexcept { return request_.method != SelectionMethod::kUsefulness && !data_.dev.empty(); }
  /// Rounds are about templates of the recipe's list, each by its number there, and not about conditions.
  bool names_templates() const noexcept { return !is_forward(); }
  features::Template template_of(const TermSet& item) const;
  void read_conditions();
  void read_start();
  /// The templates of a file, or of one that comes with Espalier.
  Templates templates_of(const std::string& name) const;
  void start();
  parsing::RunDescription describe() const;
  std::unique_ptr<Booster> make_booster(const parsing::TrainingData& data);
  void boost(const parsing::TrainingData& data, Trials* trials);
  void shrink(Trials& trials);
  void rank(const parsing::TrainingData& data);
  GroupChoice choose(Trials& trials, std::span<const TemplateGroup> groups);
  std::size_t thirds_at() const noexcept { return request_.train_length > 0 ? 1 : 0; }  ///< their place among the parts
  std::vector<parsing::TrainingData> parts_for_trials(const parsing::TrainingData& data) const;
  std::vector<Heat> heats() const;
  double score_of_start(Trials& trials) const;
  /// Of trials; less than any where there is none.
  double score_after(std::size_t rounds) const;
  std::size_t best_of_trials() const;
  /// The templates after the first rounds, and one group more or, backward, one template less.
  std::string list_with(std::size_t rounds, const TemplateGroup& group) const;
  std::string feature_file(std::size_t rounds) const { return list_with(rounds, {}); }
  std::size_t size_after(std::size_t rounds) const;  ///< of the list
  /// Takes the last round of `boost` into the state.
  void add(const BoostState& boost);
  /// The list of the last round is learned with as `train` would, on a thread beside those that are at the next round,
  /// as nothing there waits for it. When it is through, the round is told of.
  void begin_score();
  void finish_score();
  bool is_alone() const noexcept { return ranks_ == nullptr || ranks_->size() == 1; }
  int scorer() const;  ///< the rank that does that
  /// A collective call, as all that other ranks must hear of.
  void save() const;
  void tell_round(const SelectionRound& round) const;
  /// Numbers and texts of a round.
  void fill(std::size_t round);
  std::size_t best() const;
  void tell(std::size_t round, double share) const;

  const SelectRequest& request_;
  Ranks* ranks_;
  Control own_;
  parsing::Watch watch_;
  base::Team team_;
  TrainRequest training_;
  std::unique_ptr<InductionSetup> setup_;
  Terms conditions_;
  Templates start_;        // what the list has before the first round
  std::size_t count_ = 0;  // of conditions; backward, of templates
  parsing::TrainingData data_;
  SelectionState state_;
  double start_score_ = -1;         // of the list that is kept, if one is
  std::optional<Choices> choices_;  // what the booster looks at, one of these
  std::optional<Decisions> decisions_;
  parsing::Stopwatch clock_;                // of the round
  bool is_scoring_ = false;                 // the last round: its score is not known yet
  std::future<std::vector<double>> score_;  // on the rank that scores: shape and labels, nothing where there is none
};

}  // namespace espalier::selection
