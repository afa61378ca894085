// What all plots share: the sheet with title, legend, grid, axes, and the map from values to points. Internal to this
// room.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/axis.h"
#include "report/plot.h"

namespace espalier::report {

inline constexpr double kTickFont = 12;
inline constexpr double kTitleFont = 15;

enum class LegendMark { kLine, kMarkedLine, kMarker, kBox };

/// The room that a plot needs for category names instead of ticks, where an axis has none.
struct FrameNeeds {
  const Axis* x = nullptr;  ///< null: categories from left to right
  const Axis* y = nullptr;  ///< null: categories from top to bottom
  double left = 0;          ///< pixels for names at the left
  double bottom = 0;        ///< pixels for names below
  double right = 0;         ///< pixels inside the sheet's right edge, e.g. for values at the end of bars
  double inner_height = 0;  ///< > 0: the area's height; options.height is not used then
  LegendMark mark = LegendMark::kLine;
};

/// Ticks that fit on an axis of such a plot.
int x_intervals(const PlotOptions& options);
int y_intervals(const PlotOptions& options);

class Frame {
 public:
  /// `names` of the series; a legend is drawn when there is more than one.
  Frame(const PlotOptions& options, const std::vector<std::string>& names, const FrameNeeds& needs);

  double left() const { return left_; }
  double right() const { return right_; }
  double top() const { return top_; }
  double bottom() const { return bottom_; }
  /// Where a value lies on the sheet, bound to a few screens around the area so that numbers stay small.
  double x(double value) const;
  double y(double value) const;

  /// Opens the SVG: everything but the data; ends with the area opened, in the sheet's own coordinates, cut at its
  /// edges.
  std::string begin() const;
  /// Closes the area and draws the zero lines above the data; what follows is not cut.
  std::string end_area() const;
  std::string end() const;

 private:
  void lay_out(const FrameNeeds& needs);
  void lay_out_legend();
  void append_head(std::string& out) const;
  void append_legend(std::string& out) const;
  void append_x_axis(std::string& out) const;
  void append_y_axis(std::string& out) const;

  struct LegendEntry {
    double x = 0;
    double y = 0;
    std::string name;
  };

  const PlotOptions& options_;
  const std::vector<std::string>& names_;
  const Axis* x_axis_;
  const Axis* y_axis_;
  LegendMark mark_;
  std::vector<std::string> title_lines_;
  std::vector<LegendEntry> legend_;
  double legend_bottom_ = 0;
  double names_bottom_ = 0;
  double left_ = 0, right_ = 0, top_ = 0, bottom_ = 0, height_ = 0;
};

/// A value as tooltips show it: up to four significant decimals, no noise.
std::string value_text(double value);
/// In place of data: a plot without any says so.
void append_no_data(std::string& out, const Frame& frame);

}  // namespace espalier::report
