// Features as text, for people: what a trained model's heaviest weights speak of.
//
//   upos(h)=NOUN & between.upos(h,m)=ADJ & dir(h,m)=right
//
// Invariant: the texts of a template at given places are as many as the features that Extractor yields for it there, in
// the same order, and two texts are equal when the features are (tests hold both against each other). Slow; not for
// parsing.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "espalier/sentence.h"
#include "features/program.h"
#include "features/template.h"
#include "features/word_text.h"

namespace espalier::features {

class Renderer {
 public:
  /// The text of a state attribute (by number in the schema) at a node, -1 included, which is that of a slot.
  using StateText = std::function<std::string(std::uint8_t state, std::int32_t node, std::size_t slot)>;

  /// All must outlive it.
  Renderer(const Schema& schema, const Sentence& sentence, const ExtraColumns* extra = nullptr, StateText state = {});

  /// The texts of what `item` yields at `places`, a node for each of `slots` (those of the program that holds it).
  /// Values that are no text stand in angle brackets: <root>, <before>, <after>, <none>; an empty one is `_`.
  std::vector<std::string> render(const Template& item, std::span<const PlaceSlot> slots,
                                  std::span<const std::int32_t> places) const;

 private:
  std::vector<std::string> values(const Term& term, std::span<const std::size_t> slots,
                                  std::span<const std::int32_t> places) const;
  std::string token_value(const Term& term, std::int32_t node) const;
  std::string pair_value(const Term& term, std::int32_t a, std::int32_t b) const;
  std::vector<std::string> between(const Term& term, std::int32_t a, std::int32_t b) const;
  std::string nearest(const Term& term, std::int32_t node) const;
  std::string count(std::span<const std::string> parameters, std::int32_t first, std::int32_t last) const;
  std::string word(AttributeId id, std::span<const std::string> parameters, std::int32_t node) const;

  const Schema& schema_;
  const Sentence& sentence_;
  const ExtraColumns* extra_;
  StateText state_;
};

}  // namespace espalier::features
