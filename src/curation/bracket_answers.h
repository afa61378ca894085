// What parsers say of the brackets of sentences, and how sure they are.
//
// Idea: of a parser's best trees the first is its answer; a bracket of it, or that there is none, is the surer the
// further the best tree that says something else there is behind. Parsers of constituents are of one kind, and err
// alike; but one that reads sentences from the last word to the first sees other things first, and errs elsewhere
// (Sagae and Lavie, Parser combination by reparsing, NAACL 2006).
// Invariant: spans that are not listed have no bracket in any of the best trees. Cost: linear in the trees.
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "curation/cross_parse.h"
#include "curation/span_tree.h"
#include "espalier/constituency.h"
#include "espalier/parser.h"

namespace espalier::curation {

struct SpanAnswer {
  Span span;
  bool is_there = false;  ///< there is a bracket
  std::string label;
  float confidence =
      kSure;  ///< how far the best tree that says something else is behind; only its order means anything

  static constexpr float kSure = std::numeric_limits<float>::max();  ///< no such tree was found

  bool operator==(const SpanAnswer&) const = default;
};

/// Of one sentence, sorted by span.
using SpanAnswers = std::vector<SpanAnswer>;

/// From the best trees of a sentence, the best first; `mirrors`: they are those of the sentence read backwards.
SpanAnswers span_answers(std::span<const ParsedTree> trees, std::int32_t words, bool mirrors);

/// The sentence read from the last word to the first: words, tags and constituents alone, heads marked by the rules.
Sentence read_backwards(const Sentence& sentence, const HeadRules& rules);

/// A parser of constituents.
struct BracketParser {
  TrainRequest request;
  bool mirrors = false;  ///< it reads sentences from the last word to the first
};

/// By parser and sentence. As cross_validate() does it.
std::vector<std::vector<SpanAnswers>> cross_parse_brackets(const std::vector<Sentence>& sentences,
                                                           std::span<const BracketParser> parsers, std::size_t folds,
                                                           const Control& control,
                                                           const parsing::MakeParserTraining& make_training,
                                                           const parsing::CheckpointPlace& place = {});

}  // namespace espalier::curation
