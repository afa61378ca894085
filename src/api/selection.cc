#include "espalier/selection.h"

#include <cmath>

#include "report/plot.h"
#include "selection/selection_run.h"

namespace espalier {

SelectionResult select_templates(const SelectRequest& request, const Control& control) {
  if (request.training.recipe.features().empty()) {
    throw Error(ErrorKind::kUsage, "the recipe names no feature file");
  }
  return selection::SelectionRun(request, control).run();
}

report::Table selection_table(std::span<const SelectionRound> rounds) {
  using report::Align;
  using report::Cell;
  constexpr int kDecimals = 4;
  report::Table table;
  for (const char* name : {"round", "added", "templates", "error_percent", "alpha", "loss", "accuracy_percent",
                           "trial_score", "dev_shape", "dev_score", "seconds", "longest"}) {
    table.columns.push_back({name, Align::kRight, kDecimals});
  }
  table.columns.back().align = Align::kLeft;
  const auto count = [](std::size_t value) { return Cell::integer(static_cast<std::int64_t>(value)); };
  const auto known = [](const std::optional<double>& value) { return value ? Cell::real(*value) : Cell(); };
  for (const SelectionRound& each : rounds) {
    table.add({count(each.round), count(each.templates.size()), count(each.size), known(each.error),
               Cell::real(each.alpha), Cell::real(each.loss), Cell::real(each.accuracy), known(each.trial),
               known(each.shape), known(each.score), Cell::real(each.seconds),
               each.templates.empty() ? Cell() : Cell(each.templates.back())});
  }
  return table;
}

namespace {

constexpr int kPanelHeight = 300;

std::string panel(const std::string& title, const std::string& unit, std::span<const SelectionRound> rounds,
                  const std::function<double(const SelectionRound&)>& value) {
  report::PlotOptions options;
  options.title = title;
  options.height = kPanelHeight;
  options.x.label = "round";
  options.x.integer = true;
  options.y.unit = unit;
  report::LineSeries line;
  line.name = title;
  for (const SelectionRound& each : rounds) {
    line.x.push_back(static_cast<double>(each.round));
    line.y.push_back(value(each));
  }
  return report::line_plot(options, {line});
}

}  // namespace

std::string selection_plot(std::span<const SelectionRound> rounds) {
  std::vector<std::string> panels = {
      panel("Loss of the training data", "", rounds, [](const SelectionRound& each) { return each.loss; }),
      panel("Right decisions of the boosted tables", "%", rounds,
            [](const SelectionRound& each) { return each.accuracy; })};
  if (!rounds.empty() && rounds.front().score) {
    panels.push_back(panel("Score on development data", "%", rounds,
                           [](const SelectionRound& each) { return each.score.value_or(std::nan("")); }));
  }
  return report::stacked(panels, report::PlotOptions().width, kPanelHeight);
}

}  // namespace espalier
