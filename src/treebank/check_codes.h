// The one table of what `check` can find. Code names its entries at compile time, the manual and the tests walk over
// it.
#pragma once

#include <array>
#include <string_view>

#include "espalier/check.h"

namespace espalier::treebank {

inline constexpr Severity kWrong = Severity::kError;
inline constexpr Severity kOdd = Severity::kWarning;

inline constexpr std::array kCheckCodes = {
    // Bytes and lines.
    CheckCode{"utf8", kWrong, 1, false, "A byte is not part of well-formed UTF-8."},
    CheckCode{"control-character", kWrong, 1, false, "A control character (NUL included) stands in a line."},
    CheckCode{"byte-order-mark", kWrong, 1, true, "The file starts with a byte order mark."},
    CheckCode{"carriage-return", kWrong, 1, true, "Lines end with CR LF; reported once a file."},
    CheckCode{"not-nfc", kWrong, 1, true, "The line is not in Unicode normalisation form C."},
    CheckCode{"trailing-space", kWrong, 1, true,
              "White space at the end of a line, or on a line that should be empty."},
    CheckCode{"line-too-long", kWrong, 1, false, "The line is beyond the limit (--max-line) and is not looked into."},
    CheckCode{"sentence-too-long", kWrong, 1, false,
              "The sentence is beyond the limit (--max-words); its tree is not checked."},
    CheckCode{"extra-blank-line", kWrong, 1, true, "A blank line that ends no sentence."},
    CheckCode{"missing-final-blank-line", kWrong, 1, true, "The last sentence is not followed by a blank line."},
    CheckCode{"unreadable", kWrong, 1, false,
              "The reader of the format refuses the record (brackets, labels, syntax)."},
    // Columns.
    CheckCode{"column-count", kWrong, 1, false, "A word line has more or fewer than ten columns."},
    CheckCode{"empty-column", kWrong, 1, false, "A column is empty; an empty value is written _."},
    CheckCode{"space-in-column", kWrong, 1, false, "White space where the column allows none."},
    CheckCode{"comment-inside", kWrong, 1, false, "A comment after the first word of a sentence."},
    CheckCode{"no-words", kWrong, 1, false, "Comments that no words follow."},
    // Ids.
    CheckCode{"id-syntax", kWrong, 1, false, "ID is not a number, a range i-j or a decimal i.j."},
    CheckCode{"id-sequence", kWrong, 1, false, "Words are not numbered 1, 2, 3 ..."},
    CheckCode{"range-order", kWrong, 1, false, "A range ends before it starts."},
    CheckCode{"range-overlap", kWrong, 1, false, "A range overlaps with the one before."},
    CheckCode{"range-place", kWrong, 1, false, "A range does not stand directly before its first word."},
    CheckCode{"range-end", kWrong, 1, false, "A range goes beyond the last word."},
    CheckCode{"range-columns", kWrong, 1, false, "A column of a range that must be _ is not."},
    CheckCode{"empty-node-sequence", kWrong, 1, false, "Empty nodes after word i are not numbered i.1, i.2 ..."},
    CheckCode{"empty-node-columns", kWrong, 1, false, "HEAD or DEPREL of an empty node is not _."},
    // Lists in columns.
    CheckCode{"feats-syntax", kWrong, 1, false, "FEATS is not _ or Name=Value pairs separated by |."},
    CheckCode{"feats-order", kWrong, 1, true, "Features, or the values of one, are not in alphabetical order."},
    CheckCode{"feats-duplicate", kWrong, 1, false, "A feature occurs twice."},
    CheckCode{"deps-syntax", kWrong, 1, false, "DEPS is not _ or head:relation pairs separated by |."},
    CheckCode{"deps-order", kWrong, 1, true, "The pairs of DEPS are not in the order of their heads."},
    CheckCode{"deps-duplicate", kWrong, 1, false, "A pair occurs twice in DEPS."},
    CheckCode{"deps-head", kWrong, 2, false, "A head in DEPS is no node of the sentence, or the node itself."},
    CheckCode{"misc-syntax", kOdd, 1, false, "MISC has an empty item."},
    CheckCode{"misc-duplicate", kOdd, 1, false, "An attribute occurs twice in MISC."},
    CheckCode{"space-after-in-range", kWrong, 1, false,
              "SpaceAfter on a word inside a range; it belongs to the range."},
    // Sentences.
    CheckCode{"sent-id-missing", kOdd, 3, false, "The sentence has no comment # sent_id."},
    CheckCode{"sent-id-duplicate", kWrong, 1, false, "Another sentence of the file has the same sent_id."},
    CheckCode{"text-missing", kOdd, 3, true, "The sentence has no comment # text."},
    CheckCode{"text-mismatch", kWrong, 1, false, "The comment # text is not what the words and their SpaceAfter give."},
    // Trees.
    CheckCode{"head-missing", kWrong, 2, false, "HEAD is _; reported once for a sentence without any head."},
    CheckCode{"head-syntax", kWrong, 2, false, "HEAD is not a number."},
    CheckCode{"head-range", kWrong, 2, false, "HEAD is beyond the sentence."},
    CheckCode{"head-self", kWrong, 2, false, "A word is its own head."},
    CheckCode{"cycle", kWrong, 2, false, "Heads form a cycle."},
    CheckCode{"no-root", kWrong, 2, false, "No word hangs from the root."},
    CheckCode{"several-roots", kWrong, 2, false, "More than one word hangs from the root."},
    CheckCode{"root-label", kWrong, 2, false,
              "A word that hangs from the root is not labelled root, or another word is."},
    CheckCode{"deprel-missing", kWrong, 2, false, "A word with a head has no DEPREL."},
    CheckCode{"label-missing", kOdd, 2, false, "A constituent below the top has no label."},
    CheckCode{"tag-missing", kOdd, 2, false, "A word of a constituent tree has no tag."},
    // Content.
    CheckCode{"upos-unknown", kWrong, 3, false, "UPOS is not one of the 17 universal tags."},
    CheckCode{"deprel-unknown", kOdd, 3, false, "DEPREL is not one of the 37 universal relations or a subtype of one."},
    CheckCode{"right-to-left", kOdd, 3, false, "conj, fixed, flat, goeswith or appos whose head comes after it."},
    CheckCode{"leaf-function", kOdd, 3, false,
              "A function word or punctuation has a dependent that it should not have."},
    CheckCode{"several-subjects", kOdd, 3, false, "A word has more than one subject."},
};

/// The entry of that name; a name that is not there does not compile.
consteval const CheckCode& rule(std::string_view name) {
  for (const CheckCode& code : kCheckCodes) {
    if (code.code == name) return code;
  }
  throw "no such code";
}

}  // namespace espalier::treebank
