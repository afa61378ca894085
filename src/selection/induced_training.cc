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

  void keep_in(const parsing::CheckpointPlace& place) override { place_ = place; }

  parsing::TrainedParser run(const parsing::TrainingData& data) override {
    const std::string features = place_.once("cycles", [&] { return setup_->feature_file(induce(data)); });
    const TrainRequest rest = setup_->request_for(setup_->templates_in(features, "induced templates"));
    const auto training = parsing::make_parser_training(rest, control_);
    training->keep_in(place_);
    parsing::TrainedParser trained = training->run(data);
    trained.options["cycles"] = request_.recipe.get("cycles");
    return trained;
  }

 private:
  std::vector<features::Template> induce(const parsing::TrainingData& data) const {
    base::Team team(control_.threads);
    CycleHooks hooks;
    hooks.watch = [&](const CycleResult& found) {
      report(found.cycles.back());
      return true;
    };
    CycleResult start;
    start.templates = setup_->basic();
    const auto problem = setup_->make_problem(data, team);
    return run_cycles(*problem, std::move(start), setup_->options(), team, hooks).templates;
  }

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
  parsing::CheckpointPlace place_;
};

}  // namespace

std::unique_ptr<parsing::ParserTraining> make_training(const TrainRequest& request, const Control& control) {
  if (request.recipe.uses("cycles") && request.recipe.number("cycles") > 0) {
    return std::make_unique<InducedTraining>(request, control);
  }
  return parsing::make_parser_training(request, control);
}

}  // namespace espalier::selection
