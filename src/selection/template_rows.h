// The features of a list of templates at a place of a sentence, one each, in the order of the list.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "espalier/sentence.h"
#include "features/encoding.h"
#include "features/extractor.h"
#include "features/program.h"

namespace espalier::selection {

/// Sentences to learn from.
struct SentenceSet {
  std::span<const Sentence> sentences;
  std::span<const features::ExtraColumns> extra;  ///< one for each sentence, or none at all

  const features::ExtraColumns* extra_of(std::size_t sentence) const noexcept {
    return extra.empty() ? nullptr : &extra[sentence];
  }
};

/// One a thread.
class TemplateRows {
 public:
  /// Throws Error kUsage for templates that may have several values in one place.
  TemplateRows(const features::Schema& schema, std::span<const features::Template> templates);

  void prepare(const Sentence& sentence, const features::ExtraColumns* extra = nullptr);
  const features::Program& program() const noexcept { return program_; }
  /// `places`: a node for each place that the program reads, those of the schema's anchors first. `state`: what only
  /// the parser knows, see features::Extractor. Good until the next call.
  template <class StateOf = features::NoState>
  std::span<const std::uint64_t> row(std::span<const std::int32_t> places, const StateOf& state = {}) {
    const auto found = extractor_.features(places, state);
    for (std::size_t at = 0; at < found.size(); ++at) row_[program_.source(at)] = found[at];
    return row_;
  }

 private:
  features::Program program_;
  features::Encoder encoder_;
  features::Encoded encoded_;
  features::Extractor extractor_;
  std::vector<std::uint64_t> row_;
};

}  // namespace espalier::selection
