#include "report/plot_frame.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/escape.h"
#include "report/svg.h"

namespace espalier::report {
namespace {

constexpr double kMargin = 14;
constexpr double kLegendRow = 20;
constexpr double kLegendMark = 22;
// Marks at the edge of the area are not cut in half.
constexpr double kBleed = 6;

}  // namespace

int x_intervals(const PlotOptions& options) { return std::clamp((options.width - 80) / 70, 2, 20); }
int y_intervals(const PlotOptions& options) { return std::clamp((options.height - 120) / 40, 2, 12); }

std::string value_text(double value) { return fmt::format("{:.6g}", value); }

void append_no_data(std::string& out, const Frame& frame) {
  append_text(out, (frame.left() + frame.right()) / 2, (frame.top() + frame.bottom()) / 2, Anchor::kMiddle, "no data",
              " class=\"soft\"");
}

Frame::Frame(const PlotOptions& options, const std::vector<std::string>& names, const FrameNeeds& needs)
    : options_(options), names_(names), x_axis_(needs.x), y_axis_(needs.y), mark_(needs.mark) {
  title_lines_ = wrapped(options.title, options.width - 2 * kMargin, kTitleFont * 1.05);
  lay_out_legend();
  lay_out(needs);
}

void Frame::lay_out_legend() {
  double x = kMargin;
  double y = kMargin + static_cast<double>(title_lines_.size()) * (kTitleFont + 5);
  legend_bottom_ = y;
  if (names_.size() < 2) return;
  y += 14;
  for (const auto& name : names_) {
    std::string shown = shortened(name, options_.width - 2 * kMargin - kLegendMark, kTickFont);
    const double width = kLegendMark + text_width(shown, kTickFont);
    if (x > kMargin && x + width > options_.width - kMargin) {
      x = kMargin;
      y += kLegendRow;
    }
    legend_.push_back({x, y, std::move(shown)});
    x += width + 16;
  }
  legend_bottom_ = y + 6;
}

void Frame::lay_out(const FrameNeeds& needs) {
  double label_width = needs.left;
  if (y_axis_ != nullptr) {
    for (const auto& tick : y_axis_->ticks()) label_width = std::max(label_width, text_width(tick.label, kTickFont));
  }
  left_ = kMargin + label_width + 8;
  double right_space = needs.right;
  if (x_axis_ != nullptr && !x_axis_->ticks().empty()) {
    right_space = std::max(right_space, text_width(x_axis_->ticks().back().label, kTickFont) / 2);
  }
  right_ = std::max(left_ + 20, options_.width - kMargin - right_space);
  top_ = legend_bottom_ + 10 + (options_.y.label.empty() ? 0 : 22);
  const double below = (x_axis_ != nullptr ? 22 : needs.bottom) + (options_.x.label.empty() ? 0 : 20) + 8;
  height_ = needs.inner_height > 0 ? top_ + needs.inner_height + below : options_.height;
  bottom_ = std::max(top_ + 20, height_ - below);
  height_ = bottom_ + below;
  names_bottom_ = bottom_ + (x_axis_ != nullptr ? 22 : needs.bottom);
}

double Frame::x(double value) const { return left_ + std::clamp(x_axis_->place(value), -4.0, 5.0) * (right_ - left_); }

double Frame::y(double value) const {
  return bottom_ - std::clamp(y_axis_->place(value), -4.0, 5.0) * (bottom_ - top_);
}

void Frame::append_head(std::string& out) const {
  out += fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"espalier-plot\" width=\"{0}\" height=\"{1}\" "
      "viewBox=\"0 0 {0} {1}\" role=\"img\"",
      options_.width, coordinate(height_));
  if (!options_.title.empty()) out += fmt::format(" aria-label=\"{}\"", escaped(options_.title));
  out += ">\n";
  if (!options_.title.empty()) out += "<title>" + escaped(options_.title) + "</title>\n";
  if (!options_.description.empty()) out += "<desc>" + escaped(options_.description) + "</desc>\n";
  out += plot_style();
  // A ground of its own: the text stays readable whatever the page behind it is.
  out += "<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n";
  double y = kMargin + kTitleFont - 2;
  for (const auto& line : title_lines_) {
    append_text(out, kMargin, y, Anchor::kStart, line,
                fmt::format(" font-size=\"{}\" font-weight=\"600\"", kTitleFont));
    y += kTitleFont + 5;
  }
}

void Frame::append_legend(std::string& out) const {
  for (std::size_t i = 0; i < legend_.size(); ++i) {
    const auto& entry = legend_[i];
    const double y = entry.y - 4;
    out += "<g" + series_class(i) + ">\n";
    if (mark_ == LegendMark::kBox) {
      out += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"12\" height=\"12\" rx=\"2\" fill=\"currentColor\"/>\n",
                         coordinate(entry.x), coordinate(y - 6));
    } else {
      const std::string dash = mark_ == LegendMark::kLine ? series_dash(i) : "";
      if (mark_ != LegendMark::kMarker) append_line(out, entry.x, y, entry.x + 17, y, " stroke-width=\"2\"" + dash);
      if (mark_ != LegendMark::kLine) append_marker(out, i, entry.x + 8.5, y, 3.5, {});
    }
    out += "</g>\n";
    append_text(out, entry.x + (mark_ == LegendMark::kBox ? 17 : kLegendMark), entry.y, Anchor::kStart, entry.name);
  }
}

void Frame::append_x_axis(std::string& out) const {
  if (x_axis_ != nullptr) {
    for (const auto& tick : x_axis_->ticks()) {
      const double at = x(tick.value);
      if (y_axis_ == nullptr) append_line(out, at, top_, at, bottom_, " class=\"grid\"");
      if (y_axis_ != nullptr) append_line(out, at, bottom_, at, bottom_ + 4, " class=\"soft\"");
      append_text(out, at, bottom_ + 18, Anchor::kMiddle, tick.label, " class=\"soft\"");
    }
  }
  if (!options_.x.label.empty()) {
    append_text(out, (left_ + right_) / 2, names_bottom_ + 16, Anchor::kMiddle, options_.x.label);
  }
}

void Frame::append_y_axis(std::string& out) const {
  if (y_axis_ != nullptr) {
    for (const auto& tick : y_axis_->ticks()) {
      const double at = y(tick.value);
      append_line(out, left_, at, right_, at, " class=\"grid\"");
      append_text(out, left_ - 7, at + 4, Anchor::kEnd, tick.label, " class=\"soft\"");
    }
  }
  // Set level above the axis: read without turning the head.
  if (!options_.y.label.empty()) append_text(out, kMargin, top_ - 14, Anchor::kStart, options_.y.label);
}

std::string Frame::begin() const {
  std::string out;
  append_head(out);
  append_legend(out);
  append_y_axis(out);
  append_x_axis(out);
  // A nested element cuts what lies outside the area without the id that a clip path would need.
  const double x = left_ - kBleed;
  const double y = top_ - kBleed;
  const double width = right_ - left_ + 2 * kBleed;
  const double height = bottom_ - top_ + 2 * kBleed;
  out += fmt::format("<svg x=\"{0}\" y=\"{1}\" width=\"{2}\" height=\"{3}\" viewBox=\"{0} {1} {2} {3}\">\n",
                     coordinate(x), coordinate(y), coordinate(width), coordinate(height));
  return out;
}

std::string Frame::end_area() const {
  std::string out = "</svg>\n";
  if (y_axis_ != nullptr) {
    const bool crosses_zero = !y_axis_->is_log() && y_axis_->low() < 0 && y_axis_->high() > 0;
    const double at = crosses_zero ? y(0) : bottom_;
    append_line(out, left_, at, right_, at, " class=\"soft\"");
  } else {
    const bool crosses_zero = !x_axis_->is_log() && x_axis_->low() < 0 && x_axis_->high() > 0;
    const double at = crosses_zero ? x(0) : left_;
    append_line(out, at, top_, at, bottom_, " class=\"soft\"");
  }
  return out;
}

std::string Frame::end() const { return "</svg>\n"; }

std::string stacked(const std::vector<std::string>& plots, int width, int height) {
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"espalier-plot\" width=\"{0}\" height=\"{1}\" "
      "viewBox=\"0 0 {0} {1}\">\n",
      width, height * static_cast<int>(plots.size()));
  for (std::size_t i = 0; i < plots.size(); ++i) {
    out += fmt::format("<g transform=\"translate(0 {})\">\n{}</g>\n", height * static_cast<int>(i), plots[i]);
  }
  return out + "</svg>\n";
}

}  // namespace espalier::report
