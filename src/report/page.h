// Stand-alone HTML pages: style sheet inside, nothing from the network, light and dark as the reader's system says.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "espalier/report.h"

namespace espalier::report {

/// The page up to the opening of its main part, title as heading included: what follows is body content. For pages that
/// are written as a stream; close with page_end(). `style` is CSS added to ours.
/// `nonce`: of the one script that may run; none: nothing may.
std::string page_begin(std::string_view title, std::string_view style = {}, std::string_view nonce = {});
std::string page_end();

/// A page put together in memory.
class Page {
 public:
  explicit Page(std::string title) : title_(std::move(title)) {}

  /// Starts a section with a heading; from the second section on the page has a navigation list.
  Page& section(std::string_view heading);
  /// A paragraph of plain text.
  Page& text(std::string_view paragraph);
  Page& table(const Table& table);
  /// A figure: an SVG drawing as made by the plots, and a caption below it (plain text; may be empty).
  Page& figure(std::string_view svg, std::string_view caption = {});
  /// Figures made after this stand side by side where the window is wide enough, until figures_end().
  Page& figures_begin();
  Page& figures_end();
  /// Body content as it is.
  Page& raw(std::string_view html);
  Page& style(std::string_view css);

  std::string html() const;

 private:
  std::string title_;
  std::string style_;
  std::string body_;
  std::vector<std::string> headings_;
  bool in_section_ = false;
};

}  // namespace espalier::report
