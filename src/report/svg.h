// The small change of drawing SVG: numbers, widths of text, elements. Internal to this room.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace espalier::report {

/// A coordinate: at most two decimals, no trailing zeros, never `-0`.
std::string coordinate(double value);

/// About how many pixels a text takes in a proportional sans-serif font; errs on the wide side.
double text_width(std::string_view text, double font_size);
/// The text, or its beginning and `…` where it is wider than `width`.
std::string shortened(std::string_view text, double width, double font_size);
/// Lines no wider than `width` where spaces allow it.
std::vector<std::string> wrapped(std::string_view text, double width, double font_size);

enum class Anchor { kStart, kMiddle, kEnd };
/// Appends a text element with its baseline at (x, y); `attributes` go into the tag as they are.
void append_text(std::string& out, double x, double y, Anchor anchor, std::string_view text,
                 std::string_view attributes = {});
void append_line(std::string& out, double x1, double y1, double x2, double y2, std::string_view attributes);
/// What a browser shows when the mouse rests on the element around it.
void append_tooltip(std::string& out, std::string_view text);

/// The mark of series `index` at a point: circle, square, triangle, diamond, inverted triangle, cross, in turn.
/// `tooltip` may be empty.
void append_marker(std::string& out, std::size_t index, double x, double y, double size, std::string_view tooltip);

/// ` class="…"` with the colour of series `index`; shapes then use currentColor.
std::string series_class(std::size_t index);
/// ` stroke-dasharray="…"` of series `index`, nothing for the first.
std::string series_dash(std::size_t index);
/// The style element that defines the classes above, for light and dark.
std::string_view plot_style();

}  // namespace espalier::report
