// What all that shows sentences shares, and the drawings themselves.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "espalier/sentence.h"
#include "espalier/treebank.h"

namespace espalier::treebank {

/// The constituents are to be drawn: they were asked for, or they are all there is.
bool draws_constituents(const Sentence& sentence, const WriteOptions& options);

/// UPOS, or XPOS where there is none.
std::string_view tag_under_word(const Sentence& sentence, std::int32_t word);
/// DEPREL, or `root` for a word below node 0 that has none.
std::string_view drawn_label(const Sentence& sentence, std::int32_t word);
/// `sent_id`; empty when there is none.
std::string_view sentence_name(const Sentence& sentence);
/// `# text`, or the forms with spaces between.
std::string sentence_text(const Sentence& sentence);

/// The label of a constituent, fit to print; a dot for a node without any.
std::string drawn_category(const ConstituentTree& tree, std::int32_t node);

/// Some word is written from right to left. Terminals differ in what they do to a line with words of both directions;
/// one word a line is safe everywhere.
bool has_right_to_left_word(const Sentence& sentence);
/// More words are written from right to left than from left to right.
bool is_right_to_left(const Sentence& sentence);

// For terminals. Lines end with a line end; an empty sentence gives nothing.
/// Arcs above the words, or beside them where that does not fit; options.multi_line asks for the latter.
std::string draw_arcs_text(const Sentence& sentence, const WriteOptions& options);
/// One word a line, arcs at their left.
std::string draw_arcs_beside(const Sentence& sentence, bool colour);
/// Top-down, or indented where that does not fit, where constituents are discontinuous, or with options.multi_line.
std::string draw_constituents_text(const Sentence& sentence, const WriteOptions& options);

// Sizes of type in pictures, in pixels; svg_style() holds the same.
inline constexpr int kWordFont = 18;
inline constexpr int kTagFont = 12;
inline constexpr int kLabelFont = 12;

/// A picture in pixels; `body` is what stands inside the <svg> element.
struct SvgDrawing {
  int width = 0;
  int height = 0;
  std::string body;
};
/// `marked`: the word whose arc has the class `marked`, too; 0: none.
SvgDrawing draw_arcs_svg(const Sentence& sentence, std::int32_t marked = 0);
/// What a drawing is to show above all: the arc of a word, or the constituents over the words first..last.
struct MarkedPart {
  std::int32_t first = 0;  ///< 0: nothing
  std::int32_t last = 0;
};
/// The marked words, and constituents over just these, have the class `marked`, too.
SvgDrawing draw_constituents_svg(const Sentence& sentence, const MarkedPart& marked = {});

/// The style sheet that the classes of the drawings want. Colours are variables with defaults for light and dark, so a
/// page may set its own.
std::string_view svg_style();
/// The <svg> element of a sentence, with or without a style sheet of its own.
std::string svg_element(const Sentence& sentence, const WriteOptions& options, bool with_style,
                        const MarkedPart& marked = {});

}  // namespace espalier::treebank
