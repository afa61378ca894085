#include "selection/sifis_training.h"

#include "base/team.h"
#include "parsing/parser_kinds.h"
#include "selection/sifis_setup.h"

namespace espalier::selection {
namespace {

class SifisTraining final : public parsing::ParserTraining {
 public:
  SifisTraining(const TrainRequest& request, const Control& control)
      : request_(request), control_(control), setup_(request, control) {}

  const features::Encoder& encoder() const override { return setup_.encoder(); }
  bool asks_heads() const override { return setup_.asks_heads(); }

  parsing::TrainedParser run(const parsing::TrainingData& data) override {
    base::Team team(control_.threads);
    const SifisResult found = run_sifis(data, setup_.find_arcs(data, team), setup_.basic(), setup_.options(data), team,
                                        [&](const SifisCycle& cycle) { report(cycle); });
    const TrainRequest rest = setup_.request_for(found.templates);
    parsing::TrainedParser trained = parsing::make_parser_training(rest, control_)->run(data);
    trained.options["cycles"] = request_.recipe.get("cycles");
    return trained;
  }

 private:
  /// A line of the table that training prints.
  void report(const SifisCycle& cycle) const {
    if (!request_.on_epoch) return;
    EpochLine line;
    line.stage = "cycle";
    line.epoch = static_cast<int>(cycle.cycle);
    line.loss = cycle.loss;
    line.features = cycle.kept == 0 ? cycle.features : cycle.kept;
    line.seconds = cycle.seconds;
    request_.on_epoch(line);
  }

  const TrainRequest& request_;
  const Control& control_;
  SifisSetup setup_;
};

}  // namespace

std::unique_ptr<parsing::ParserTraining> make_training(const TrainRequest& request, const Control& control) {
  if (request.recipe.get("parser") == "graph" && request.recipe.number("cycles") > 0) {
    return std::make_unique<SifisTraining>(request, control);
  }
  return parsing::make_parser_training(request, control);
}

}  // namespace espalier::selection
