// What can be asked of a word, of two words, or of a parse: the catalogue of attributes that templates are made of.
//
// One row an attribute: its name in the template language, how many addresses and parameters it takes, and its kind,
// which decides when it is computed. HEAD, DEPREL, DEPS and MISC are not in the catalogue, so no template can read
// them.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace espalier::features {

/// When a value is known, from early to late.
enum class AttributeKind : std::uint8_t {
  kToken,    ///< one value a word, known as soon as the sentence is
  kBag,      ///< any number of values a word; a template has one feature for each
  kDelta,    ///< of two words: depends on nothing but how far and on which side one is of the other
  kPair,     ///< of two words: one value
  kPairBag,  ///< of two words: any number of values
  kState,    ///< known to the parser alone, while it parses
};

/// Attributes of the catalogue; the first of a kind that a parser publishes itself is kState.
enum class AttributeId : std::uint8_t {
  kForm,
  kLower,
  kLemma,
  kUpos,
  kXpos,
  kTag,
  kFeats,
  kFeat,
  kPrefix,
  kSuffix,
  kShape,
  kTraits,
  kLength,
  kColumn,
  kDict,
  kLeftCount,
  kRightCount,
  kLeftNearest,
  kRightNearest,
  kMorph,
  kDir,
  kDist,
  kNear,
  kSame,
  kCount,
  kBetween,
  kState,
};

struct AttributeInfo {
  std::string_view name;
  AttributeId id;
  AttributeKind kind;
  std::uint8_t addresses;       ///< 1 or 2
  std::uint8_t min_parameters;  ///< `.x` after the name
  std::uint8_t max_parameters;
  std::string_view parameters;  ///< how they are written, for messages and for the manual
  std::string_view meaning;     ///< one line for the manual
};

/// All attributes, in the order of the manual.
std::span<const AttributeInfo> attribute_catalogue() noexcept;
/// By name; null when there is none.
const AttributeInfo* find_attribute(std::string_view name) noexcept;

}  // namespace espalier::features
