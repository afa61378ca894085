#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/plot_frame.h"
#include "report/svg.h"
#include "report/table_formats.h"

namespace espalier::report {
namespace {

constexpr double kGap = 8;  // between categories
constexpr double kValueFont = 11;
constexpr double kThickForValue = 11;

/// One bar in terms of both directions: `along` the values, `across` the categories.
struct Bar {
  double from, to;       ///< along
  double across, thick;  ///< its near edge and thickness
};

class BarDrawing {
 public:
  BarDrawing(const BarChart& chart, const Frame& frame, const Axis& axis, const std::string& unit)
      : chart_(chart), frame_(frame), axis_(axis), unit_(unit) {
    const double room = chart.horizontal ? frame.bottom() - frame.top() : frame.right() - frame.left();
    slot_ = room / static_cast<double>(std::max<std::size_t>(1, chart.categories.size()));
    const double gap = std::min(kGap, slot_ * 0.3);
    thick_ = std::min((slot_ - gap) / static_cast<double>(std::max<std::size_t>(1, chart.series.size())), 48.0);
  }

  double middle(std::size_t category) const {
    return (chart_.horizontal ? frame_.top() : frame_.left()) + slot_ * (static_cast<double>(category) + 0.5);
  }

  void append_bars(std::string& out, std::size_t s) const {
    const auto& series = chart_.series[s];
    out += "<g" + series_class(s) + ">\n";
    for (std::size_t c = 0; c < std::min(series.values.size(), chart_.categories.size()); ++c) {
      if (!std::isfinite(axis_.place(series.values[c]))) continue;
      const Bar bar = bar_of(c, s, series.values[c]);
      const double start = std::min(bar.from, bar.to);
      const double length = std::abs(bar.to - bar.from);
      out += chart_.horizontal ? rectangle(start, bar.across, length, bar.thick)
                               : rectangle(bar.across, start, bar.thick, length);
      const std::string name = series.name.empty() ? "" : ", " + series.name;
      append_tooltip(out, chart_.categories[c] + name + ": " + value_text(series.values[c]) + unit_);
      out += "</rect>\n";
    }
    out += "</g>\n";
  }

  void append_whiskers(std::string& out, std::size_t s) const {
    const auto& series = chart_.series[s];
    for (std::size_t c = 0; c < std::min({series.low.size(), series.high.size(), chart_.categories.size()}); ++c) {
      if (!std::isfinite(axis_.place(series.low[c])) || !std::isfinite(axis_.place(series.high[c]))) continue;
      const double low = along(series.low[c]);
      const double high = along(series.high[c]);
      const Bar bar = bar_of(c, s, series.high[c]);
      const double at = bar.across + bar.thick / 2;
      const double tip = std::min(4.0, bar.thick / 3);
      segment(out, low, at, high, at);
      segment(out, low, at - tip, low, at + tip);
      segment(out, high, at - tip, high, at + tip);
    }
  }

  void append_values(std::string& out, std::size_t s) const {
    const auto& series = chart_.series[s];
    const bool whiskers = !series.high.empty();
    if (thick_ < kThickForValue || whiskers) return;
    for (std::size_t c = 0; c < std::min(series.values.size(), chart_.categories.size()); ++c) {
      const double value = series.values[c];
      const double place = axis_.place(value);
      if (!(place >= -1e-9 && place <= 1 + 1e-9)) continue;
      const std::string text = fixed(value, chart_.decimals) + unit_;
      if (!chart_.horizontal && text_width(text, kValueFont) > thick_ + kGap) continue;
      append_value(out, bar_of(c, s, value), value < 0, text);
    }
  }

 private:
  double along(double value) const { return chart_.horizontal ? frame_.x(value) : frame_.y(value); }
  double base() const { return along(axis_.is_log() ? axis_.low() : std::clamp(0.0, axis_.low(), axis_.high())); }

  Bar bar_of(std::size_t category, std::size_t s, double value) const {
    const double group = thick_ * static_cast<double>(chart_.series.size());
    return {base(), along(value), middle(category) - group / 2 + thick_ * static_cast<double>(s), thick_};
  }

  std::string rectangle(double x, double y, double width, double height) const {
    return fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"currentColor\">", coordinate(x),
                       coordinate(y), coordinate(width), coordinate(height));
  }

  void segment(std::string& out, double along1, double across1, double along2, double across2) const {
    if (chart_.horizontal) {
      append_line(out, along1, across1, along2, across2, " stroke-width=\"1.5\"");
    } else {
      append_line(out, across1, along1, across2, along2, " stroke-width=\"1.5\"");
    }
  }

  void append_value(std::string& out, const Bar& bar, bool negative, const std::string& text) const {
    const std::string attributes = fmt::format(" class=\"soft\" font-size=\"{}\"", kValueFont);
    const double middle = bar.across + bar.thick / 2;
    if (chart_.horizontal) {
      append_text(out, bar.to + (negative ? -4 : 4), middle + 4, negative ? Anchor::kEnd : Anchor::kStart, text,
                  attributes);
    } else {
      append_text(out, middle, bar.to + (negative ? 12 : -4), Anchor::kMiddle, text, attributes);
    }
  }

  const BarChart& chart_;
  const Frame& frame_;
  const Axis& axis_;
  const std::string& unit_;
  double slot_ = 0;
  double thick_ = 0;
};

/// Room for the names of categories, and how they are written.
struct NamePlan {
  std::vector<std::string> shown;
  double space = 0;
  bool slanted = false;
};

NamePlan plan_names(const PlotOptions& options, const BarChart& chart) {
  NamePlan plan;
  const double slot = (options.width - 70.0) / static_cast<double>(std::max<std::size_t>(1, chart.categories.size()));
  const double most = chart.horizontal ? options.width * 0.4 : 130.0;
  double widest = 0;
  for (const auto& category : chart.categories) {
    plan.shown.push_back(shortened(category, most, kTickFont));
    widest = std::max(widest, text_width(plan.shown.back(), kTickFont));
  }
  plan.slanted = !chart.horizontal && widest > slot;
  plan.space = chart.horizontal ? widest : plan.slanted ? 14 + widest * 0.7 : 22;
  return plan;
}

void append_names(std::string& out, const NamePlan& plan, const BarChart& chart, const Frame& frame,
                  const BarDrawing& drawing) {
  for (std::size_t c = 0; c < plan.shown.size(); ++c) {
    const double at = drawing.middle(c);
    if (chart.horizontal) {
      append_text(out, frame.left() - 7, at + 4, Anchor::kEnd, plan.shown[c]);
    } else if (plan.slanted) {
      const std::string turn =
          fmt::format(" transform=\"rotate(-45 {} {})\"", coordinate(at + 4), coordinate(frame.bottom() + 14));
      append_text(out, at + 4, frame.bottom() + 14, Anchor::kEnd, plan.shown[c], turn);
    } else {
      append_text(out, at, frame.bottom() + 18, Anchor::kMiddle, plan.shown[c]);
    }
  }
}

Range range_of(const BarChart& chart, bool log) {
  Range range;
  if (!log) range.include(0, false);
  for (const auto& series : chart.series) {
    for (const auto* values : {&series.values, &series.low, &series.high}) {
      for (const double value : *values) range.include(value, log);
    }
  }
  return range;
}

}  // namespace

std::string bar_plot(const PlotOptions& options, const BarChart& chart) {
  const AxisOptions& values = chart.horizontal ? options.x : options.y;
  const Axis axis(values, range_of(chart, values.log), chart.horizontal ? x_intervals(options) : y_intervals(options));
  std::vector<std::string> names;
  for (const auto& series : chart.series) names.push_back(series.name);
  const NamePlan plan = plan_names(options, chart);
  FrameNeeds needs{.mark = LegendMark::kBox};
  (chart.horizontal ? needs.x : needs.y) = &axis;
  (chart.horizontal ? needs.left : needs.bottom) = plan.space;
  if (chart.horizontal) {
    const double bars = static_cast<double>(std::max<std::size_t>(1, chart.series.size()));
    const double thick = bars > 1 ? 12 : 15;
    needs.inner_height = std::max(40.0, static_cast<double>(chart.categories.size()) * (bars * thick + kGap));
    if (chart.values) needs.right = 40;
  }
  const Frame frame(options, names, needs);
  const BarDrawing drawing(chart, frame, axis, values.unit);
  std::string out = frame.begin();
  for (std::size_t s = 0; s < chart.series.size(); ++s) drawing.append_bars(out, s);
  for (std::size_t s = 0; s < chart.series.size(); ++s) drawing.append_whiskers(out, s);
  out += frame.end_area();
  if (chart.values) {
    for (std::size_t s = 0; s < chart.series.size(); ++s) drawing.append_values(out, s);
  }
  append_names(out, plan, chart, frame, drawing);
  if (chart.categories.empty() || chart.series.empty()) append_no_data(out, frame);
  return out + frame.end();
}

}  // namespace espalier::report
