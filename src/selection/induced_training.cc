#include "selection/induced_training.h"

#include "base/team.h"
#include "parsing/parser_kinds.h"
#include "selection/induction_setup.h"

namespace espalier::selection {
namespace {

class InducedTraining final : public parsing::ParserTraining {
 public:
  InducedTraining(const TrainRequest& request, const Control& control)
      : request_(request), control_(control), setup_(make_setup(request, control)) {}

  const features::Encoder& encoder() const override { return setup_->encoder(); }
  bool asks_heads() const override { return setup_->asks_heads(); }

  parsing::TrainedParser run(const parsing::TrainingData& data) override {
    base::Team team(control_.threads);
    CycleHooks hooks;
    hooks.watch = [&](const CycleResult& found) {
      report(found.cycles.back());
      return true;
    };
    CycleResult start;
    start.templates = setup_->basic();
    const auto problem = setup_->make_problem(data, team);
    const CycleResult found = run_cycles(*problem, std::move(start), setup_->options(), team, hooks);
    const TrainRequest rest = setup_->request_for(found.templates);
    parsing::TrainedParser trained = parsing::make_parser_training(rest, control_)->run(data);
    trained.options["cycles"] = request_.recipe.get("cycles");
    return trained;
  }

 private:
  /// A line of the table that training prints.
  void report(const CycleRow& cycle) const {
    if (!request_.on_epoch) return;
    EpochLine line;
    line.stage = "cycle";
    line.epoch = static_cast<int>(cycle.cycle);
    line.loss = cycle.wrong;
    line.features = cycle.kept == 0 ? cycle.features : cycle.kept;
    line.seconds = cycle.seconds;
    request_.on_epoch(line);
  }

  const TrainRequest& request_;
  const Control& control_;
  std::unique_ptr<InductionSetup> setup_;
};

}  // namespace

std::unique_ptr<parsing::ParserTraining> make_training(const TrainRequest& request, const Control& control) {
  if (request.recipe.uses("cycles") && request.recipe.number("cycles") > 0) {
    return std::make_unique<InducedTraining>(request, control);
  }
  return parsing::make_parser_training(request, control);
}

}  // namespace espalier::selection
