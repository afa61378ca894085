#include "espalier/curation.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "curation/curve_run.h"
#include "curation/power_law.h"
#include "report/plot.h"
#include "selection/induced_training.h"

namespace espalier {
namespace {

constexpr double kOutOfReach = 1000;  // times the data: what is farther away is not worth a number
constexpr double kAhead = 4;          // times the data: as far as plots look
constexpr int kStepsOfTrace = 40;

double largest_of(const CurveResult& result) {
  std::size_t largest = 1;
  for (const CurvePoint& point : result.points) largest = std::max(largest, point.size);
  return static_cast<double>(largest);
}

std::string score_name(const CurveResult& result) { return result.brackets ? "LF1" : "LAS"; }
std::string shape_name(const CurveResult& result) { return result.brackets ? "UF1" : "UAS"; }
std::string unit_name(const CurveResult& result) { return result.unit == CurveUnit::kWords ? "words" : "sentences"; }

/// As `value (low – high)`.
std::string with_interval(const CurveEstimate& estimate, const std::function<std::string(double)>& text) {
  if (!estimate.interval) return text(estimate.value);
  return fmt::format("{} ({} – {})", text(estimate.value), text(estimate.interval->low), text(estimate.interval->high));
}

/// Three digits are more than a fit knows.
std::string size_text(double size, double largest) {
  if (!(size <= kOutOfReach * largest)) return "out of reach";
  const double unit = std::pow(10.0, std::max(0.0, std::floor(std::log10(size)) - 2));
  return fmt::format("{:.0f}", std::round(size / unit) * unit);
}

std::string crossing_text(const CurveResult& result, const CurveCrossing& crossing) {
  std::string text =
      fmt::format("{} overtakes {} at about {} {}", result.recipes[crossing.after], result.recipes[crossing.before],
                  size_text(crossing.size, std::numeric_limits<double>::infinity()), unit_name(result));
  if (crossing.beyond) text += ", if the curves go on as they do";
  if (crossing.share) text += fmt::format(" (it overtakes it in {:.0f} % of resamplings)", 100 * *crossing.share);
  return text;
}

report::LineTrace trace_of(const CurveFit& fit, double from, double to, bool dashed) {
  const curation::PowerLaw law = {fit.a, fit.b, fit.c};
  report::LineTrace trace;
  trace.dashed = dashed;
  for (int i = 0; i <= kStepsOfTrace; ++i) {
    const double size = from * std::pow(to / from, static_cast<double>(i) / kStepsOfTrace);
    trace.x.push_back(size);
    trace.y.push_back(100 - law.at(size));
  }
  return trace;
}

}  // namespace

CurveResult learning_curve(const CurveRequest& request, const Control& control) {
  return curation::CurveSession(request, control, selection::make_training).run();
}

report::Table curve_table(const CurveResult& result) {
  using report::Align;
  using report::Cell;
  report::Table table;
  table.columns.push_back({"recipe", Align::kLeft});
  for (const std::string& name :
       {std::string("sentences"), std::string("words"), std::string("repeats"), score_name(result), std::string("sd"),
        std::string("low"), std::string("high"), shape_name(result), std::string("seconds")}) {
    table.columns.push_back({name, Align::kRight, 2});
  }
  const auto count = [](double value) { return Cell::integer(std::llround(value)); };
  const auto known = [](bool is_known, double value) { return is_known ? Cell::real(value) : Cell(); };
  for (std::size_t i = 0; i < result.points.size(); ++i) {
    const CurvePoint& point = result.points[i];
    const Interval band = point.band.value_or(Interval{});
    auto& row = table.add({result.recipes[point.recipe], count(point.sentences), count(point.words),
                           Cell::integer(static_cast<std::int64_t>(point.repeats)), Cell::real(point.score),
                           known(point.deviation.has_value(), point.deviation.value_or(0)),
                           known(point.band.has_value(), band.low), known(point.band.has_value(), band.high),
                           Cell::real(point.shape), Cell::real(point.seconds, 1)});
    row.rule_before = i > 0 && result.points[i - 1].recipe != point.recipe;
  }
  return table;
}

report::Table curve_fit_table(const CurveResult& result) {
  using report::Align;
  using report::Cell;
  report::Table table;
  table.columns = {{"recipe", Align::kLeft},     {"a", Align::kRight, 2},
                   {"b", Align::kRight, 3},      {"c", Align::kRight, 2},
                   {"off by", Align::kRight, 2}, {score_name(result) + " at 2x", Align::kLeft},
                   {"at 4x", Align::kLeft},      {unit_name(result) + " for one point more", Align::kLeft}};
  const double largest = largest_of(result);
  const auto score = [](double value) { return fmt::format("{:.2f}", value); };
  const auto size = [largest](double value) { return size_text(value, largest); };
  for (const CurveFit& fit : result.fits) {
    if (!fit.is_there) continue;
    table.add({result.recipes[fit.recipe], Cell::real(fit.a), Cell::real(fit.b), Cell::real(fit.c),
               Cell::real(fit.residual), with_interval(fit.at_double, score), with_interval(fit.at_fourfold, score),
               with_interval(fit.one_more, size)});
  }
  return table;
}

std::vector<std::string> curve_findings(const CurveResult& result) {
  std::vector<std::string> out;
  for (const CurveFit& fit : result.fits) {
    const std::string& name = result.recipes[fit.recipe];
    if (!fit.is_there) out.push_back(fmt::format("{}: no estimate of more data: {}", name, fit.why_not));
    if (fit.is_there && !fit.free_c) {
      out.push_back(fmt::format("{}: three sizes are too few to tell what no data take away; c is taken for 0", name));
    }
  }
  for (const CurveCrossing& each : result.crossings) out.push_back(crossing_text(result, each));
  const double largest = largest_of(result);
  for (const CurveMatch& each : result.matches) {
    out.push_back(fmt::format("{} has with {} {}, {:.0f} % of them, what {} has with all", result.recipes[each.better],
                              size_text(each.size, largest), unit_name(result), 100 * each.size / largest,
                              result.recipes[each.worse]));
  }
  return out;
}

std::string curve_plot(const CurveResult& result) {
  report::PlotOptions options;
  options.title = "What more data bring";
  options.description =
      "Scores on development data over the size of the training data, with 95 % bands; dashed is "
      "what fitted power laws expect of more";
  options.x.label = unit_name(result);
  options.x.log = true;
  options.y.label = result.brackets ? "labelled F" : "LAS";
  options.y.unit = "%";
  const double largest = largest_of(result);
  std::vector<report::LineSeries> series(result.recipes.size());
  for (std::size_t i = 0; i < series.size(); ++i) series[i].name = result.recipes[i];
  for (const CurvePoint& point : result.points) {
    report::LineSeries& line = series[point.recipe];
    line.x.push_back(static_cast<double>(point.size));
    line.y.push_back(point.score);
    // A band of two repeats is as wide as the plot, and hides what is there to see.
    const bool has_band = point.band && point.repeats > 2;
    const double half = point.deviation.value_or(0);
    line.low.push_back(has_band ? point.band->low : point.score - half);
    line.high.push_back(has_band ? point.band->high : point.score + half);
  }
  for (const CurveFit& fit : result.fits) {
    if (!fit.is_there) continue;
    report::LineSeries& line = series[fit.recipe];
    line.joined = false;
    line.traces = {trace_of(fit, line.x.front(), largest, false), trace_of(fit, largest, kAhead * largest, true)};
  }
  return report::line_plot(options, series);
}

}  // namespace espalier
