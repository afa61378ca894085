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

/// One a thread.
class TemplateRows {
 public:
  /// Throws Error kUsage for templates that may have several values in one place.
  TemplateRows(const features::Schema& schema, std::span<const features::Template> templates);

  void prepare(const Sentence& sentence);
  /// `places`: a node for each anchor of the schema. Good until the next call.
  std::span<const std::uint64_t> row(std::span<const std::int32_t> places);

 private:
  features::Program program_;
  features::Encoder encoder_;
  features::Encoded encoded_;
  features::Extractor extractor_;
  std::vector<std::uint64_t> row_;
};

}  // namespace espalier::selection
