// Brackets made wrong on purpose, to see how many are found.
//
// Idea: wrong brackets are of the kinds that parsers confuse. Where the brackets of a parser that did not see the
// sentence differ from the treebank's, the difference is a confusion: another label; no bracket; or a bracket of the
// same label with one edge moved, over the sister beside it or so that its own outermost child stays outside.
// Brackets are drawn from all alike, but for those of whole sentences; one of the same label is made wrong in the same
// way, where it has such a sister or child.
// Invariant: what is left is a tree over the same words, and no span is changed twice.
// Cost: a look at each bracket of the answers; for each bracket drawn a look at its sentence.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "base/random.h"
#include "curation/bracket_answers.h"
#include "curation/numbered_treebank.h"
#include "curation/span_tree.h"
#include "espalier/treebank_errors.h"

namespace espalier::curation {

/// A bracket that was made wrong: what was on the spans that it changed. No label: nothing.
struct InjectedBracket {
  std::size_t sentence = 0;
  std::vector<Bracket> was;
};

/// A part of a bracket: one inside it, or a word, by its label or tag.
struct Part {
  Span span;
  std::string name;
};

/// What is just inside a span, from the first to the last. `names`: tags of words, by node.
std::vector<Part> parts_of(const SpanTree& brackets, const Span& span, const std::vector<std::string>& names);
/// The smallest bracket around another; null for that of the whole sentence.
const Bracket* around(const SpanTree& brackets, const Span& span);

class BracketConfusions {
 public:
  /// Labels, edges and brackets (`heads`), or both, as `request` says. `answers`: by parser and sentence.
  BracketConfusions(const std::vector<Sentence>& sentences, const NumberedTreebank& words,
                    std::span<const std::vector<SpanAnswers>> answers, const InjectionRequest& request);

  std::size_t size() const noexcept { return size_; }
  /// What was where, if the bracket of a span is made wrong in a way drawn; nothing where there is no such way.
  /// `names`: tags of words, by node. No span of `taken` is touched.
  std::vector<Bracket> make_wrong(SpanTree& brackets, const Span& span, const std::vector<std::string>& names,
                                  const std::set<Span>& taken, base::Random& random) const;

 private:
  enum class Kind : std::uint8_t { kLabel, kRemove, kWiden, kNarrow };
  struct Confusion {
    Kind kind = Kind::kLabel;
    bool is_right = false;  // the edge that moves
    std::string name;       // the wrong label; or that of the part that the edge moves over
  };

  void add(const SpanTree& gold, const std::vector<std::string>& names, const SpanAnswers& answers,
           const InjectionRequest& request);
  /// How a parser moved an edge of a bracket, if that is what it did.
  static bool find_move(const SpanTree& gold, const Bracket& bracket, const std::vector<std::string>& names,
                        const SpanAnswers& answers, Confusion& found);
  /// The span that a bracket has after its edge has moved; the same where it cannot move so.
  static Span moved(const Confusion& confusion, const SpanTree& brackets, const Span& span,
                    const std::vector<std::string>& names);

  std::map<std::string, std::vector<Confusion>> by_label_;
  std::size_t size_ = 0;
};

/// Tags of a sentence's words by node, as the numbers have them.
std::vector<std::string> tag_names(const NumberedTreebank& words, std::size_t sentence);

/// Makes about `share` of the brackets wrong.
std::vector<InjectedBracket> inject_brackets(double share, const NumberedTreebank& words,
                                             const BracketConfusions& confusions, base::Random& random,
                                             std::vector<Sentence>& sentences);

}  // namespace espalier::curation
