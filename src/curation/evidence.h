// What the rest of a treebank says of the places in question, whatever these are: words, or brackets.
#pragma once

#include <cstddef>
#include <cstdint>

#include "curation/numbered_treebank.h"

namespace espalier::curation {

/// Asked in two rounds, as one pass over the treebank counts for all places.
class Evidence {
 public:
  Evidence() = default;
  virtual ~Evidence() = default;
  Evidence(const Evidence&) = delete;
  Evidence& operator=(const Evidence&) = delete;

  /// Before count(): what the treebank has at this place, or what is proposed, will be asked about.
  virtual void want(std::size_t sentence, std::int32_t item, const Answer& answer) = 0;
  virtual void count() = 0;
  /// For the proposal and against what the treebank has; the place itself does not count.
  virtual double evidence(std::size_t sentence, std::int32_t item, const Answer& proposed,
                          const Answer& gold) const = 0;
};

}  // namespace espalier::curation
