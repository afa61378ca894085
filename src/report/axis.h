// Axes: which numbers to write beside a line, and where on it a value lies. Internal to this room.
#pragma once

#include <string>
#include <vector>

#include "report/plot.h"

namespace espalier::report {

struct Tick {
  double value = 0;
  std::string label;  ///< empty: a line without a number
};

/// A step that is 1, 2 or 5 times a power of ten, held so that multiples of it are exact decimals.
struct NiceStep {
  int mantissa = 1;  ///< 1, 2 or 5
  int exponent = 0;

  double value() const;
  /// `index` steps from 0, as the nearest double of that decimal number.
  double multiple(long long index) const;
  /// Decimals that tell two neighbours apart.
  int decimals() const { return exponent < 0 ? -exponent : 0; }
};

/// The smallest nice step that cuts `span` (> 0) into at most `intervals` (>= 1) parts.
NiceStep nice_step(double span, int intervals);

/// The smallest and largest finite value seen (only positive ones if `log`); empty when low > high.
struct Range {
  double low = 1;
  double high = 0;

  bool empty() const { return low > high; }
  void include(double value, bool log);
};

/// From values to positions along a line.
class Axis {
 public:
  /// `range` is widened to round numbers (unless options fix an end); `intervals` is about how many ticks fit.
  Axis(const AxisOptions& options, Range range, int intervals);

  double low() const { return low_; }
  double high() const { return high_; }
  bool is_log() const { return log_; }
  const std::vector<Tick>& ticks() const { return ticks_; }
  /// 0 at low, 1 at high; beyond for values outside. Not finite for values that the axis cannot show.
  double place(double value) const;

 private:
  void set_linear(const AxisOptions& options, int intervals);
  void set_log(const AxisOptions& options, int intervals);
  void set_decades(const AxisOptions& options, int intervals);
  void add_linear_ticks(const NiceStep& step, const std::string& unit);

  double low_ = 0;
  double high_ = 1;
  bool log_ = false;
  std::vector<Tick> ticks_;
};

}  // namespace espalier::report
