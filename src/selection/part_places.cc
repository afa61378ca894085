#include "selection/part_places.h"

namespace espalier::selection {
namespace {

/// `word` is above `node` in the tree, or is it.
bool is_above(const Sentence& sentence, std::int32_t word, std::int32_t node) {
  // Trees have no circles, but heads may be unknown.
  for (; node > 0; node = sentence.head(node)) {
    if (node == word) return true;
  }
  return false;
}

/// The dependent of the head between it and the word that is nearest to the word, or -1.
std::int32_t inner_sibling(const Sentence& sentence, std::int32_t head, std::int32_t word) {
  const std::int32_t step = head < word ? -1 : 1;
  for (std::int32_t node = word + step; node != head; node += step) {
    if (sentence.head(node) == head) return node;
  }
  return -1;
}

}  // namespace

std::span<const std::int32_t> PartPlaces::find(const Sentence& sentence, std::int32_t head, std::int32_t word) {
  if (section_ == parsing::GraphSection::kArc) {
    places_ = {head, word, -1};
    return std::span(places_).first(2);
  }
  if (is_above(sentence, word, head)) return {};
  if (section_ == parsing::GraphSection::kSibling) {
    places_ = {head, word, inner_sibling(sentence, head, word)};
    return places_;
  }
  if (head == 0 || sentence.head(head) < 0) return {};
  places_ = {sentence.head(head), head, word};
  return places_;
}

features::Template from_arc(features::Template item, parsing::GraphSection section) {
  if (section != parsing::GraphSection::kGrandparent) return item;
  for (features::Term& term : item.terms) {
    for (features::Address& address : term.addresses) ++address.anchor;
  }
  return item;
}

}  // namespace espalier::selection
