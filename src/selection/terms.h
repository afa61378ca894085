// The terms of templates by number, and templates as sets of these numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "features/template.h"

namespace espalier::selection {

/// Ascending.
using TermSet = std::vector<std::uint32_t>;

class Terms {
 public:
  /// A term that is there already keeps its number.
  void add(const features::Term& term);

  /// Nothing where it has a term that is not there.
  std::optional<TermSet> set_of(const features::Template& item) const;
  features::Template item(const TermSet& set) const;
  /// Each term as a template of its own, by number.
  std::vector<features::Template> singles() const;

 private:
  std::optional<std::uint32_t> find(const features::Term& term) const;

  std::vector<features::Term> terms_;
};

/// The terms of templates that have one value in every place.
Terms single_valued_terms(std::span<const features::Template> templates);

}  // namespace espalier::selection
