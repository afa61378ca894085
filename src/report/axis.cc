// Idea: ticks are whole multiples of a step that is 1, 2 or 5 times a power of ten; the axis ends on ticks. The index
// of a tick is an integer and its value is made from it by one exact product or quotient, so labels never show rounding
// noise (0.30000000000000004) and the same data gives the same bytes. Logarithmic axes have ticks at 1, 2, 5 of each
// decade, or at decades, as fit. Cost: O(number of ticks). After Heckbert, "Nice numbers for graph labels" (Graphics
// Gems, 1990).
#include "report/axis.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "report/table_formats.h"

namespace espalier::report {
namespace {

// Beyond these a picture says nothing, and arithmetic on spans could overflow.
constexpr double kLargest = 1e300;
constexpr double kSmallestLog = 1e-300;

double power_of_ten(int exponent) { return std::pow(10.0, exponent); }

/// How the numbers of one axis are written: divided by a power of ten, with its suffix.
struct LabelScale {
  int exponent = 0;
  std::string_view suffix;
};

LabelScale label_scale(double largest) {
  if (largest >= 1e12) return {12, "T"};
  if (largest >= 1e9) return {9, "G"};
  if (largest >= 1e6) return {6, "M"};
  if (largest >= 1e4) return {3, "k"};
  return {};
}

std::string tick_label(double value, int step_exponent, double largest, const std::string& unit) {
  if (value == 0) return "0" + unit;
  if (largest >= 1e15 || step_exponent < -6) return fmt::format("{:.6g}{}", value, unit);
  const LabelScale scale = label_scale(largest);
  return fixed(value / power_of_ten(scale.exponent), std::max(0, scale.exponent - step_exponent)) +
         std::string(scale.suffix) + unit;
}

std::string log_label(double value, const std::string& unit) {
  const int exponent = static_cast<int>(std::floor(std::log10(value) + 1e-9));
  return tick_label(value, std::min(exponent, label_scale(value * (1 + 1e-9)).exponent), value * (1 + 1e-9), unit);
}

/// A range without extent is opened, so that its value lies inside.
Range opened(Range range, bool integer) {
  const double size = std::max(std::abs(range.low), std::abs(range.high));
  if (range.high - range.low > size * 1e-12) return range;
  if (range.low == 0) return {0, 1};
  const double margin = integer ? std::max(1.0, size * 0.1) : size * 0.1;
  return {range.low - margin, range.high + margin};
}

}  // namespace

double NiceStep::value() const { return multiple(1); }

double NiceStep::multiple(long long index) const {
  const double whole = static_cast<double>(index) * mantissa;
  return exponent < 0 ? whole / power_of_ten(-exponent) : whole * power_of_ten(exponent);
}

NiceStep nice_step(double span, int intervals) {
  const double least = span / intervals * (1 - 1e-9);
  NiceStep step;
  step.exponent = std::clamp(static_cast<int>(std::floor(std::log10(least))), -300, 300);
  for (const int mantissa : {1, 2, 5}) {
    step.mantissa = mantissa;
    if (step.value() >= least) return step;
  }
  return {1, step.exponent + 1};
}

void Range::include(double value, bool log) {
  if (!std::isfinite(value) || std::abs(value) > kLargest || (log && value < kSmallestLog)) return;
  const bool first = empty();
  low = first ? value : std::min(low, value);
  high = first ? value : std::max(high, value);
}

Axis::Axis(const AxisOptions& options, Range range, int intervals) : log_(options.log) {
  // Fixed ends belong to the range even where they lie inside the data: the axis then cuts.
  if (options.low) range.include(*options.low, log_);
  if (options.high) range.include(*options.high, log_);
  if (range.empty()) range = log_ ? Range{1, 10} : Range{0, 1};
  if (options.low && (!log_ || *options.low > 0)) range.low = *options.low;
  if (options.high && *options.high > range.low) range.high = *options.high;
  low_ = range.low;
  high_ = range.high;
  intervals = std::max(intervals, 1);
  if (log_) {
    set_log(options, intervals);
  } else {
    set_linear(options, intervals);
  }
}

void Axis::add_linear_ticks(const NiceStep& step, const std::string& unit) {
  const double width = step.value();
  const auto first = static_cast<long long>(std::ceil(low_ / width - 1e-9));
  const auto last = static_cast<long long>(std::floor(high_ / width + 1e-9));
  const double largest = std::max(std::abs(low_), std::abs(high_));
  for (long long i = first; i <= last; ++i) {
    const double value = step.multiple(i);
    ticks_.push_back({value, tick_label(value, step.exponent, largest, unit)});
  }
}

void Axis::set_linear(const AxisOptions& options, int intervals) {
  const Range range = opened({low_, high_}, options.integer);
  NiceStep step = nice_step(range.high - range.low, intervals);
  if (options.integer && step.exponent < 0) step = {1, 0};
  const double width = step.value();
  low_ = options.low ? range.low : step.multiple(static_cast<long long>(std::floor(range.low / width + 1e-9)));
  high_ = options.high ? range.high : step.multiple(static_cast<long long>(std::ceil(range.high / width - 1e-9)));
  if (!(high_ > low_)) high_ = low_ + width;
  add_linear_ticks(step, options.unit);
}

void Axis::set_log(const AxisOptions& options, int intervals) {
  if (!(high_ > low_ * (1 + 1e-12))) {
    low_ /= 2;
    high_ *= 2;
  }
  if (std::log10(high_ / low_) >= 1) {
    set_decades(options, intervals);
    return;
  }
  // Too short for powers of ten: round numbers as on a linear axis, placed by their logarithms.
  const NiceStep step = nice_step(high_ - low_, intervals);
  const double width = step.value();
  const double below = step.multiple(static_cast<long long>(std::floor(low_ / width + 1e-9)));
  if (!options.low && below > 0) low_ = below;
  if (!options.high) high_ = step.multiple(static_cast<long long>(std::ceil(high_ / width - 1e-9)));
  add_linear_ticks(step, options.unit);
}

void Axis::set_decades(const AxisOptions& options, int intervals) {
  const double decades = std::log10(high_ / low_);
  const bool fine = decades * 3 <= intervals;
  const int stride = std::max(1, static_cast<int>(std::ceil(decades / intervals - 1e-9)));
  const int first = static_cast<int>(std::floor(std::log10(low_) + 1e-9));
  const int last = static_cast<int>(std::ceil(std::log10(high_) - 1e-9));
  std::vector<double> values;
  for (int exponent = first; exponent < last + stride; exponent += stride) {
    for (const int mantissa : {1, 2, 5}) {
      if (mantissa == 1 || fine) values.push_back(NiceStep{mantissa, exponent}.value());
    }
  }
  // Widened to the nearest ticks outside, unless an end is given. `first` is at or below low, the last value at or
  // above high, so both exist.
  if (!options.low) {
    low_ = *std::find_if(values.rbegin(), values.rend(), [this](double v) { return v <= low_ * (1 + 1e-9); });
  }
  if (!options.high) {
    high_ = *std::find_if(values.begin(), values.end(), [this](double v) { return v >= high_ * (1 - 1e-9); });
  }
  for (const double value : values) {
    if (value >= low_ * (1 - 1e-9) && value <= high_ * (1 + 1e-9)) {
      ticks_.push_back({value, log_label(value, options.unit)});
    }
  }
}

double Axis::place(double value) const {
  if (!log_) return (value - low_) / (high_ - low_);
  return (std::log(value) - std::log(low_)) / (std::log(high_) - std::log(low_));
}

}  // namespace espalier::report
