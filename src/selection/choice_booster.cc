// Boosting by the likelihood of choices: every cell of a table has a score for each class, a Newton step.
//
// Idea: a table is a template, and the model that of likelihood.h. A group is tried on a copy of the model, its shorter
// templates first, so that the longer ones tell only what these could not: its merit is how much lower the loss is
// afterwards. Once a group is taken, all templates of the model are fitted again, so that what is left to gain is not
// what they could tell.
//
// Invariant: the loss falls with every round. Steps are halved until it does; a fit that does not lower it is undone.
//
// Cost: as many passes over the rows as the group has templates; one of a single template is a pass.
//
// Papers: Friedman, Hastie and Tibshirani 2000 (LogitBoost); Schapire and Singer 1999 (scores in cells, not votes);
// Warmuth, Liao and Rätsch 2006 (all are fitted again).
#include <ranges>
#include <utility>

#include "selection/booster.h"
#include "selection/likelihood.h"

namespace espalier::selection {
namespace {

constexpr std::size_t kFolds = 4;   // a model learns from three quarters
constexpr int kStart = 4;           // steps of what classes alone tell
constexpr int kFits = 10;           // passes over the model after each round
constexpr float kPartOfFit = 0.3F;  // of a step in such a pass
constexpr float kPart = 0.5F;       // of a step when a group is tried
constexpr int kHalves = 4;          // of a step, before it is given up
constexpr double kLeast = 1e-6;     // gain of a step in nats a choice; what is worth less is not done

class ChoiceBooster final : public Booster {
 public:
  ChoiceBooster(const Choices& choices, int workers)
      : model_(choices, kFolds),
        trials_(static_cast<std::size_t>(workers), model_),
        scratch_(static_cast<std::size_t>(workers), model_.make_scratch()) {
    for (int i = 0; i < kStart; ++i) step(model_, {}, 1, scratch_.front());
  }

  std::vector<GroupWorth> measure(std::span<const TemplateGroup> groups, base::Team& team) override {
    std::vector<GroupWorth> out(groups.size());
    team.run(groups.size(), [&](std::size_t i, int worker) {
      const auto at = static_cast<std::size_t>(worker);
      const bool is_single = groups[i].size() == 1;
      out[i].merit = is_single ? model_.worth(groups[i].front(), scratch_[at]).gain : gain_of(groups[i], at);
    });
    return out;
  }

  BoostedFit take(const TemplateGroup& group, base::Team& /*team*/) override {
    const double before = model_.loss();
    Likelihood& trial = trials_.front();
    float part = 1;
    for (int half = 0; half <= kHalves; ++half, part /= 2) {
      trial = model_;
      step(trial, group, part);
      if (trial.loss() < before) break;
    }
    const bool is_better = trial.loss() < before;
    if (is_better) model_ = trial;
    taken_.insert(taken_.end(), group.begin(), group.end());
    for (int pass = 0; pass < kFits; ++pass) fit();
    return {model_.loss(), model_.accuracy(), is_better ? part : 0};
  }

  bool is_bounded() const override { return true; }

 private:
  static void step(Likelihood& model, const TermSet& item, float part, Likelihood::Scratch& scratch) {
    const Likelihood::Worth worth = model.worth(item, scratch);
    if (worth.gain > kLeast) model.take(item, worth, part, scratch);
  }
  void step(Likelihood& model, const TemplateGroup& group, float part) {
    for (const TermSet& item : group) step(model, item, part, scratch_.front());
  }
  double gain_of(const TemplateGroup& group, std::size_t worker) {
    Likelihood& trial = trials_[worker];
    trial = model_;
    for (const TermSet& item : group) step(trial, item, kPart, scratch_[worker]);
    return model_.loss() - trial.loss();
  }
  void fit() {
    Likelihood& trial = trials_.front();
    trial = model_;
    for (const TermSet& item : std::ranges::reverse_view(taken_)) step(trial, item, kPartOfFit, scratch_.front());
    if (trial.loss() < model_.loss()) std::swap(model_, trial);
  }

  Likelihood model_;
  std::vector<Likelihood> trials_;  // by worker
  std::vector<Likelihood::Scratch> scratch_;
  TemplateGroup taken_;
};

}  // namespace

std::unique_ptr<Booster> make_choice_booster(const Choices& choices, int workers) {
  return std::make_unique<ChoiceBooster>(choices, workers);
}

}  // namespace espalier::selection
