// Labels of constituents: patterns that match them, and the parting of a label into category and function.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace espalier::treebank {

/// A pattern names a label, with or without what follows a `-` or `=` in it: `NP` matches `NP`, `NP-SBJ` and `NP=2`,
/// not `NPP`.
/// `*` stands for any characters: `*-H` matches `n-H` and `np-H=1`; `grup.nom*` matches `grup.nom.ms-SUJ`. `\` takes
/// the next character literally.
class LabelPattern {
 public:
  LabelPattern() = default;
  explicit LabelPattern(std::string_view text);

  bool matches(std::string_view label) const noexcept;
  const std::string& text() const noexcept { return text_; }

 private:
  std::string text_;
  std::string glyphs_;         // without the escapes
  std::vector<bool> is_star_;  // of each glyph
};

/// Where a label's category ends. In most treebanks that is at the first `-` or `=` after the first character
/// (`NP-SBJ-1`, `NP=2`; but `-LRB-` and `-NONE-` are whole). Categories that have a hyphen of their own (`v-fin`,
/// `IP-MAT`) are listed.
class LabelScheme {
 public:
  /// A pattern as above, matched against the category alone, e.g. `conj-c` or `IP-*`.
  void add_compound(std::string_view pattern);

  std::string_view category(std::string_view label) const;
  /// Without the numbers of traces and gaps: `SBJ` of `NP-SBJ-1`, `LOC-PRD` of `PP-LOC-PRD=2`; empty when there is
  /// none.
  std::string_view function(std::string_view label) const;

 private:
  std::vector<LabelPattern> compounds_;
};

}  // namespace espalier::treebank
