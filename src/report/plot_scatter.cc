// Labels are placed greedily: right of the point, left, above, below, the first that meets neither a label nor a point;
// a label that fits nowhere is left to the tooltip. Cost O(points × labels placed); the labels placed are bounded by
// the area.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "report/plot_frame.h"
#include "report/svg.h"

namespace espalier::report {
namespace {

constexpr double kLabelFont = 11;
constexpr double kMark = 4;
// Beyond this many points only tooltips: nobody reads a thousand labels.
constexpr std::size_t kLabelledPoints = 400;

struct Box {
  double left, top, right, bottom;

  bool meets(const Box& other) const {
    return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
  }
};

struct Dot {
  double x, y;
  std::size_t series;
  const ScatterPoint* point;
};

std::vector<Dot> visible_dots(const std::vector<ScatterSeries>& series, const Frame& frame, const Axis& x,
                              const Axis& y) {
  std::vector<Dot> dots;
  for (std::size_t s = 0; s < series.size(); ++s) {
    for (const auto& point : series[s].points) {
      const double at_x = x.place(point.x);
      const double at_y = y.place(point.y);
      const bool inside = at_x >= -1e-9 && at_x <= 1 + 1e-9 && at_y >= -1e-9 && at_y <= 1 + 1e-9;
      if (inside) dots.push_back({frame.x(point.x), frame.y(point.y), s, &point});
    }
  }
  return dots;
}

struct LabelSpot {
  double x, y;  ///< baseline, at the anchor
  Anchor anchor;
};

Box box_of(const LabelSpot& spot, double width) {
  const double left = spot.anchor == Anchor::kStart ? spot.x
                      : spot.anchor == Anchor::kEnd ? spot.x - width
                                                    : spot.x - width / 2;
  return {left, spot.y - kLabelFont + 2, left + width, spot.y + 2};
}

void append_labels(std::string& out, const std::vector<Dot>& dots, const Frame& frame) {
  if (dots.size() > kLabelledPoints) return;
  std::vector<Box> taken;
  for (const auto& dot : dots) taken.push_back({dot.x - kMark, dot.y - kMark, dot.x + kMark, dot.y + kMark});
  for (const auto& dot : dots) {
    if (dot.point->label.empty()) continue;
    const double width = text_width(dot.point->label, kLabelFont);
    const std::array<LabelSpot, 4> spots = {{{dot.x + kMark + 3, dot.y + 4, Anchor::kStart},
                                             {dot.x - kMark - 3, dot.y + 4, Anchor::kEnd},
                                             {dot.x, dot.y - kMark - 3, Anchor::kMiddle},
                                             {dot.x, dot.y + kMark + kLabelFont, Anchor::kMiddle}}};
    for (const auto& spot : spots) {
      const Box box = box_of(spot, width);
      const bool inside = box.left >= frame.left() && box.right <= frame.right() && box.top >= frame.top() - 4 &&
                          box.bottom <= frame.bottom() + 7;
      if (!inside || std::any_of(taken.begin(), taken.end(), [&](const Box& other) { return box.meets(other); }))
        continue;
      append_text(out, spot.x, spot.y, spot.anchor, dot.point->label,
                  fmt::format(" class=\"halo\" font-size=\"{}\"", kLabelFont));
      taken.push_back(box);
      break;
    }
  }
}

}  // namespace

std::string scatter_plot(const PlotOptions& options, const std::vector<ScatterSeries>& series) {
  Range x_range;
  Range y_range;
  std::vector<std::string> names;
  for (const auto& one : series) {
    names.push_back(one.name);
    for (const auto& point : one.points) {
      x_range.include(point.x, options.x.log);
      y_range.include(point.y, options.y.log);
    }
  }
  const Axis x(options.x, x_range, x_intervals(options));
  const Axis y(options.y, y_range, y_intervals(options));
  const Frame frame(options, names, {.x = &x, .y = &y, .mark = LegendMark::kMarker});
  std::string out = frame.begin();
  const std::vector<Dot> dots = visible_dots(series, frame, x, y);
  for (const auto& dot : dots) {
    out += "<g" + series_class(dot.series) + " fill-opacity=\"0.85\">";
    const std::string label = dot.point->label.empty() ? "" : dot.point->label + ": ";
    append_marker(out, dot.series, dot.x, dot.y, kMark,
                  label + value_text(dot.point->x) + ", " + value_text(dot.point->y));
    out += "</g>\n";
  }
  out += frame.end_area();
  append_labels(out, dots, frame);
  if (dots.empty()) append_no_data(out, frame);
  return out + frame.end();
}

}  // namespace espalier::report
