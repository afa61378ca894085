// Plots as stand-alone SVG: lines, scatter, bars, histograms.
//
// Each function returns one <svg> element that needs nothing from outside: it can be a file of its own or stand in an
// HTML page beside others (no ids, so none clash). Colours are those of Okabe and Ito, told apart with any colour
// vision, and lines also differ in marker or dash; light and dark follow the reader's system. The same values give the
// same bytes.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace espalier::report {

struct AxisOptions {
  std::string label = {};
  bool log = false;                ///< logarithmic; values that are not positive are left out
  bool integer = false;            ///< ticks at whole numbers only (counts)
  std::string unit = {};           ///< appended to tick labels, e.g. `%`
  std::optional<double> low = {};  ///< ends of the axis; otherwise taken from the data
  std::optional<double> high = {};
};

struct PlotOptions {
  std::string title = {};
  std::string description = {};  ///< for screen readers; the title is read out in any case
  AxisOptions x;
  AxisOptions y;
  int width = 640;
  int height = 380;
};

/// A curve without marks that goes with a series, in its colour.
struct LineTrace {
  std::vector<double> x = {};
  std::vector<double> y = {};
  bool dashed = false;  ///< not seen but reckoned
};

/// Points (x, y) in the order of drawing; a point that is not finite interrupts the line.
struct LineSeries {
  std::string name = {};
  std::vector<double> x = {};
  std::vector<double> y = {};
  std::vector<double> low = {};  ///< with high: a band around the line, e.g. of confidence; both empty or as long as x
  std::vector<double> high = {};
  bool joined = true;  ///< a line goes through the points; else they stand alone
  std::vector<LineTrace> traces = {};
};
std::string line_plot(const PlotOptions& options, const std::vector<LineSeries>& series);

struct ScatterPoint {
  double x = 0;
  double y = 0;
  std::string label = {};  ///< written beside the point where there is room for it; in any case shown when pointed at
};
struct ScatterSeries {
  std::string name = {};
  std::vector<ScatterPoint> points = {};
};
std::string scatter_plot(const PlotOptions& options, const std::vector<ScatterSeries>& series);

struct BarSeries {
  std::string name = {};
  std::vector<double> values = {};  ///< one for each category; not finite: no bar
  std::vector<double> low = {};     ///< with high: whiskers; both empty or one for each category
  std::vector<double> high = {};
};
struct BarChart {
  std::vector<std::string> categories = {};
  std::vector<BarSeries> series = {};
  bool horizontal =
      true;            ///< bars to the right, labels at the left: best for names; the height then follows their number
  bool values = true;  ///< writes each value at the end of its bar, where bars are thick enough
  int decimals = 1;    ///< of those values
};
/// The value axis is options.x for horizontal bars, options.y for vertical ones; it starts at 0 unless told otherwise.
std::string bar_plot(const PlotOptions& options, const BarChart& chart);

struct HistogramSeries {
  std::string name = {};
  std::vector<double> heights = {};  ///< one less than edges
};
struct Histogram {
  std::vector<double> edges = {};  ///< increasing
  std::vector<HistogramSeries> series = {};
};
std::string histogram_plot(const PlotOptions& options, const Histogram& histogram);

/// Bins of equal, round width for values with counts (sorted by value); heights are sums of counts. About `bins` of
/// them.
Histogram bin_counts(const std::vector<std::pair<double, double>>& counts, int bins);

/// Plots of one size, each above the next, as one <svg>.
std::string stacked(const std::vector<std::string>& plots, int width, int height);

}  // namespace espalier::report
