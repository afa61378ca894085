// How likely an arc is right: what its parser thinks of it, and what is known of arcs like it.
//
// Idea: a parser that keeps eight configurations has no doubts about most arcs, right or wrong; but which tags an arc
// joins, and over how many words, tells how often such arcs are wrong. A logistic regression weighs the parser's own
// opinion (its share of a beam, a marginal, a margin) with these, learned from arcs of sentences that the parser did
// not learn from; isotonic regression then makes its scores mean what they say. Invariant: a probability depends on the
// tree and the tags of the sentence alone; the parser's kind is of no concern. Cost: a dozen hashes an arc, only where
// confidence is asked for. Papers: Platt 1999; Zadrozny and Elkan 2002; Mejer and Crammer 2012 (confidence of arcs, and
// ranking by it).
//
// Sections of a model file, under confidence/: edges (of the opinions' parts), weights, calibration. Models that were
// made before there were any have the calibration of bare opinions in the folder of their parser.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "espalier/sentence.h"
#include "learning/calibration.h"
#include "model_file/bytes.h"
#include "model_file/file.h"
#include "model_file/writer.h"

namespace espalier::parsing {

inline constexpr std::string_view kConfidenceFolder = "confidence/";

struct ConfidenceWeight {
  std::uint64_t feature = 0;
  double weight = 0;
};

struct ConfidenceParts {
  std::vector<double> edges;  ///< of opinions, ascending; none: opinions are calibrated as they are
  std::vector<ConfidenceWeight> weights;
  std::vector<learning::Calibration::Point> calibration;
};

}  // namespace espalier::parsing

namespace espalier::model_file {
template <>
inline constexpr bool kIsPlain<parsing::ConfidenceWeight> = true;
template <>
inline constexpr bool kIsPlain<learning::Calibration::Point> = true;
}  // namespace espalier::model_file

namespace espalier::parsing {

void add_confidence_sections(model_file::Writer& writer, const ConfidenceParts& parts);

/// What is known of the arc of each word, by node; the first, of the root, has none. Features are never 0.
std::vector<std::vector<std::uint64_t>> arc_features(const Sentence& parsed, std::span<const float> opinions,
                                                     std::span<const double> edges);

class ArcConfidence {
 public:
  /// Nothing where the file has none. `kind`: of its parser. Throws Error kInput for damaged sections.
  static std::unique_ptr<const ArcConfidence> open(const model_file::File& file, std::string_view kind);
  /// Throws Error kInput for parts that cannot be.
  explicit ArcConfidence(const ConfidenceParts& parts);

  /// The sum of the weights of features.
  double score(std::span<const std::uint64_t> features) const noexcept;
  /// That the head of each word is right, by node. `opinions`: by node, how sure its parser is.
  std::vector<float> probabilities(const Sentence& parsed, std::span<const float> opinions) const;

 private:
  std::vector<double> edges_;
  std::vector<ConfidenceWeight> weights_;  // by feature
  learning::Calibration calibration_;
};

}  // namespace espalier::parsing
