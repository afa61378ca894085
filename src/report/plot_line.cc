#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/plot_frame.h"
#include "report/svg.h"

namespace espalier::report {
namespace {

// More points than this and marks would hide the line; dashes then tell the series apart.
constexpr std::size_t kMarkedPoints = 30;

constexpr std::string_view kReckoned = " stroke-dasharray=\"5 5\"";

bool is_shown(double value, const Axis& axis) { return std::isfinite(value) && std::isfinite(axis.place(value)); }

template <class Points>
std::size_t points_of(const Points& points) {
  return std::min(points.x.size(), points.y.size());
}

bool has_band(const LineSeries& series) {
  return !series.low.empty() && series.low.size() == series.high.size() && series.low.size() >= points_of(series);
}

/// The band is closed separately for each unbroken stretch.
void append_band(std::string& out, const LineSeries& series, const Frame& frame, const Axis& x, const Axis& y) {
  std::string upper;
  std::string lower;
  const auto flush = [&] {
    if (!upper.empty())
      out += "<path d=\"M" + upper + "L" + lower + "Z\" fill=\"currentColor\" fill-opacity=\"0.18\"/>\n";
    upper.clear();
    lower.clear();
  };
  for (std::size_t i = 0; i < points_of(series); ++i) {
    if (!is_shown(series.x[i], x) || !is_shown(series.low[i], y) || !is_shown(series.high[i], y)) {
      flush();
      continue;
    }
    const std::string at = coordinate(frame.x(series.x[i]));
    upper += fmt::format("{}{} {}", upper.empty() ? "" : "L", at, coordinate(frame.y(series.high[i])));
    lower.insert(0, fmt::format("{} {}{}", at, coordinate(frame.y(series.low[i])), lower.empty() ? "" : "L"));
  }
  flush();
}

/// A line through what has points x and y.
template <class Points>
void append_curve(std::string& out, const Points& points, const Frame& frame, const Axis& x, const Axis& y,
                  std::string_view dash) {
  std::string path;
  bool drawing = false;
  for (std::size_t i = 0; i < points_of(points); ++i) {
    const bool shown = is_shown(points.x[i], x) && is_shown(points.y[i], y);
    if (shown) {
      path += fmt::format("{}{} {}", drawing ? "L" : "M", coordinate(frame.x(points.x[i])),
                          coordinate(frame.y(points.y[i])));
    }
    drawing = shown;
  }
  if (path.empty()) return;
  out += "<path d=\"" + path +
         "\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"2\" stroke-linejoin=\"round\" " +
         "stroke-linecap=\"round\"" + std::string(dash) + "/>\n";
}

void append_marks(std::string& out, const LineSeries& series, std::size_t index, const Frame& frame, const Axis& x,
                  const Axis& y) {
  for (std::size_t i = 0; i < points_of(series); ++i) {
    if (!is_shown(series.x[i], x) || !is_shown(series.y[i], y)) continue;
    const std::string name = series.name.empty() ? "" : series.name + ": ";
    append_marker(out, index, frame.x(series.x[i]), frame.y(series.y[i]), 3.2,
                  name + value_text(series.x[i]) + ", " + value_text(series.y[i]));
  }
}

struct Extent {
  Range x;
  Range y;

  template <class Points>
  void include(const Points& points, const PlotOptions& options) {
    for (std::size_t i = 0; i < points_of(points); ++i) {
      x.include(points.x[i], options.x.log);
      y.include(points.y[i], options.y.log);
    }
  }
};

Extent extent_of(const PlotOptions& options, const std::vector<LineSeries>& series) {
  Extent out;
  for (const auto& one : series) {
    out.include(one, options);
    for (const LineTrace& trace : one.traces) out.include(trace, options);
    if (!has_band(one)) continue;
    for (std::size_t i = 0; i < points_of(one); ++i) {
      out.y.include(one.low[i], options.y.log);
      out.y.include(one.high[i], options.y.log);
    }
  }
  return out;
}

}  // namespace

std::string line_plot(const PlotOptions& options, const std::vector<LineSeries>& series) {
  std::vector<std::string> names;
  std::size_t most = 0;
  for (const auto& one : series) {
    names.push_back(one.name);
    most = std::max(most, points_of(one));
  }
  const Extent extent = extent_of(options, series);
  const Axis x(options.x, extent.x, x_intervals(options));
  const Axis y(options.y, extent.y, y_intervals(options));
  const bool marked = most <= kMarkedPoints;
  const LegendMark mark = marked ? LegendMark::kMarkedLine : LegendMark::kLine;
  const Frame frame(options, names, {.x = &x, .y = &y, .mark = mark});
  std::string out = frame.begin();
  for (std::size_t s = 0; s < series.size(); ++s) {
    out += "<g" + series_class(s) + ">\n";
    if (has_band(series[s])) append_band(out, series[s], frame, x, y);
    if (series[s].joined) append_curve(out, series[s], frame, x, y, marked ? "" : series_dash(s));
    for (const LineTrace& trace : series[s].traces) {
      append_curve(out, trace, frame, x, y, trace.dashed ? kReckoned : std::string_view());
    }
    if (marked) append_marks(out, series[s], s, frame, x, y);
    out += "</g>\n";
  }
  out += frame.end_area();
  if (extent.x.empty() || extent.y.empty()) append_no_data(out, frame);
  return out + frame.end();
}

}  // namespace espalier::report
