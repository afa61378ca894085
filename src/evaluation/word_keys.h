// The key of each word in a dimension of the breakdowns.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "evaluation/document.h"

namespace espalier::evaluation {

/// Keys are ids of the vocabulary's field, or bins with names of their own.
struct KeySpace {
  bool is_field = false;
  Field field = Field::kLabel;
  std::vector<std::string> bins;  ///< when not a field: the name of each key

  std::size_t size(const Vocabulary& vocabulary) const;
  std::string name(const Vocabulary& vocabulary, std::uint32_t key) const;
};

/// REQUIRES a dimension of breakdown_dimensions().
KeySpace key_space(std::string_view dimension);

/// The key of each word of the document, by its own tree and tags.
std::vector<std::uint32_t> word_keys(const Document& document, std::string_view dimension);

}  // namespace espalier::evaluation
