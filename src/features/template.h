// The template language: a template is a conjunction of `attribute(address)` terms.
//
//   file     = { "[" section "]" newline | template newline | "#" comment newline }
//   template = term { "&" term }
//   term     = attribute { "." parameter } "(" address { "," address } ")"
//   address  = place [ ("+" | "-") number ]
//   place    = anchor | function "(" place ")"
//
// Which anchors, functions and state attributes there are is published by the parser kind as a Schema for each section
// of its feature file. Reading and printing are inverse on canonical text; reading any text and printing it makes it
// so.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "features/attribute.h"

namespace espalier::features {

/// What a parser kind publishes for one section of a feature file.
struct Schema {
  std::string name;                    ///< of the section
  std::vector<std::string> anchors;    ///< base places, e.g. h, m
  std::vector<std::string> functions;  ///< from place to place, e.g. head, left
  std::vector<std::string> states;     ///< attributes (of one address) known only to the parser
};

/// Where to look: an anchor, functions applied to it (innermost first), and a distance in words from there.
struct Address {
  std::uint8_t anchor = 0;
  std::vector<std::uint8_t> functions;
  std::int8_t offset = 0;

  friend bool operator==(const Address&, const Address&) = default;
};

/// The farthest offset from a place.
inline constexpr int kMaxOffset = 8;

struct Term {
  AttributeId attribute = AttributeId::kForm;
  AttributeKind kind = AttributeKind::kToken;
  std::uint8_t state = 0;  ///< which of the schema's states, for kState
  std::vector<std::string> parameters;
  std::vector<Address> addresses;

  friend bool operator==(const Term&, const Term&) = default;
};

/// Any number of them in one place.
inline bool has_several_values(const Term& term) noexcept {
  return term.kind == AttributeKind::kBag || term.kind == AttributeKind::kPairBag;
}

struct Template {
  std::vector<Term> terms;

  friend bool operator==(const Template&, const Template&) = default;
};

/// Reads one template; throws Error kUsage with the column (and `line`, `file`) of what is wrong.
Template parse_template(std::string_view text, const Schema& schema, const std::string& file = {},
                        std::size_t line = 0);
std::string to_text(const Template& item, const Schema& schema);

/// The templates of one section.
struct Section {
  std::string name;
  std::vector<Template> templates;
};

/// A whole feature file: one section for each schema, in the order of the schemas; missing ones are empty, repeated
/// templates are kept once.
std::vector<Section> parse_features(std::string_view text, const std::vector<Schema>& schemas,
                                    const std::string& file = {});
std::string to_text(const std::vector<Section>& sections, const std::vector<Schema>& schemas);

}  // namespace espalier::features
