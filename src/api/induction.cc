#include "espalier/induction.h"

#include <cmath>

#include "report/plot.h"
#include "selection/induction.h"

namespace espalier {

InductionResult induce(const InduceRequest& request, const Control& control) {
  if (request.training.recipe.features().empty()) {
    throw Error(ErrorKind::kUsage, "the recipe names no feature file");
  }
  return selection::Induction(request, control).run();
}

report::Table induction_table(std::span<const InductionCycle> cycles) {
  using report::Align;
  using report::Cell;
  report::Table table;
  for (const char* name : {"cycle", "templates", "induced", "examples", "features", "kept", "kept_percent",
                           "wrong_percent", "dev_uas", "dev_las", "seconds"}) {
    table.columns.push_back({name, Align::kRight});
  }
  const auto count = [](std::size_t value) { return Cell::integer(static_cast<std::int64_t>(value)); };
  const auto known = [](const std::optional<double>& value) { return value ? Cell::real(*value) : Cell(); };
  for (const InductionCycle& each : cycles) {
    table.add({count(each.cycle), count(each.templates), count(each.induced), count(each.examples),
               count(each.features), count(each.kept), Cell::real(each.kept_percent()), known(each.wrong),
               known(each.uas), known(each.las), Cell::real(each.seconds)});
  }
  return table;
}

namespace {

constexpr int kPanelHeight = 300;

std::string panel(const std::string& title, const std::string& unit, bool is_log,
                  const std::vector<report::LineSeries>& lines) {
  report::PlotOptions options;
  options.title = title;
  options.height = kPanelHeight;
  options.x.label = "cycle";
  options.x.integer = true;
  options.y.unit = unit;
  options.y.log = is_log;
  return report::line_plot(options, lines);
}

report::LineSeries line(const std::string& name, std::span<const InductionCycle> cycles,
                        const std::function<double(const InductionCycle&)>& value) {
  report::LineSeries out;
  out.name = name;
  for (const InductionCycle& each : cycles) {
    out.x.push_back(static_cast<double>(each.cycle));
    out.y.push_back(value(each));
  }
  return out;
}

}  // namespace

std::string induction_plot(std::span<const InductionCycle> cycles) {
  const auto score = [](const InductionCycle& each) { return each.uas.value_or(std::nan("")); };
  const auto wrong = [](const InductionCycle& each) { return each.wrong.value_or(std::nan("")); };
  const auto number = [](std::size_t value) { return static_cast<double>(value); };
  std::vector<std::string> panels;
  if (!cycles.empty() && cycles.front().uas) {
    panels.push_back(panel("Right heads on development data", "%", false, {line("UAS", cycles, score)}));
  } else if (!cycles.empty() && cycles.front().wrong) {
    panels.push_back(panel("Wrong in the last pass of selection", "%", false, {line("wrong", cycles, wrong)}));
  }
  panels.push_back(
      panel("Features", "", true,
            {line("that examples show", cycles, [&](const InductionCycle& each) { return number(each.features); }),
             line("kept", cycles, [&](const InductionCycle& each) { return number(each.kept); })}));
  panels.push_back(panel("Templates", "", false, {line("in the list", cycles, [&](const InductionCycle& each) {
                           return number(each.templates);
                         })}));
  return report::stacked(panels, report::PlotOptions().width, kPanelHeight);
}

}  // namespace espalier
