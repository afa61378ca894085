// Espalier: parsing with a model.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "espalier/ensemble.h"
#include "espalier/model.h"
#include "espalier/sentence.h"
#include "espalier/tree.h"

namespace espalier {

struct ParseOptions {
  /// Heads and labels given in the sentence are kept, the rest is parsed around them.
  bool constraints = false;
  /// MISC `Conf=`: the probability that the head is right; of several models the share of their votes.
  bool confidence = false;
  /// Non-projective trees where the model knows them; off: projective ones only.
  bool crossing = true;
  /// Transition parsers: how many configurations are kept; 0: as many as in training.
  std::int32_t beam = 0;
  /// Constituency parsers with a beam: states that look the same to the templates are one; also where the model was
  /// trained so.
  bool merge_states = false;
};

/// What parsing cost, since the parser was made.
struct ParseCounts {
  std::uint64_t sentences = 0;
  std::uint64_t words = 0;
  std::uint64_t arcs = 0;            ///< candidates that graph parsers scored in full
  std::uint64_t parts = 0;           ///< siblings, grandparents and grand-siblings besides
  std::uint64_t configurations = 0;  ///< of transition parsers, those passed over included
  std::uint64_t decisions = 0;       ///< configurations in which the model was asked
  std::uint64_t lookups = 0;         ///< features looked up
  std::uint64_t merged = 0;          ///< states that were merged into others
  double seconds = 0;                ///< in the parse stage, added up over threads
  double tag_seconds = 0;            ///< in the tagger, the same
  double text_seconds = 0;           ///< from text to words, the same

  ParseCounts& operator+=(const ParseCounts& more) noexcept;
};

/// A tree and what it is worth.
struct ParsedTree : DependencyTree {
  double score = 0;
  ConstituentTree constituents;  ///< of constituency parsers, heads marked; there are no heads and labels of words then
};

/// Parses sentences; any number of threads may call it at once (each borrows a workspace, reused from call to call).
class Parser {
 public:
  explicit Parser(Ensemble models, const ParseOptions& options = {});
  ~Parser();
  Parser(Parser&&) noexcept;
  Parser& operator=(Parser&&) noexcept;

  /// Writes HEAD and DEPREL; clears DEPS. Given heads and labels are not looked at, unless under constraints. Throws
  /// Error kInput when the constraints allow no tree.
  void parse(Sentence& sentence) const;
  /// The k best trees, best first; fewer where there are no more. They are what parse() writes: lifted arcs are where
  /// they belong, and no two are the same (of constituents: have the same brackets). Throws Error kUsage where several
  /// models vote, as that gives one tree only.
  std::vector<ParsedTree> parse_best(const Sentence& sentence, std::size_t k) const;

  /// The first, of several.
  const Model& model() const noexcept;
  ParseCounts counts() const;

 private:
  struct Body;
  std::unique_ptr<Body> body_;
};

}  // namespace espalier
