#include "features/render.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "features/delta.h"
#include "features/encoding.h"

namespace espalier::features {
namespace {

constexpr std::string_view kNoneText = "<none>";

std::string or_blank(std::string_view text) { return std::string(text.empty() ? "_" : text); }

/// As many as there are where there is none.
std::size_t slot_of(const Address& address, std::span<const PlaceSlot> slots) {
  const auto found = std::find_if(slots.begin(), slots.end(), [&](const PlaceSlot& slot) {
    return slot.anchor == address.anchor && slot.functions == address.functions;
  });
  return static_cast<std::size_t>(found - slots.begin());
}

std::string distance_text(const std::vector<std::string>& parameters, int distance) {
  const std::vector<int> bins = distance_bins(parameters);
  const std::size_t bin = distance_bin(bins, distance);
  const int first = bin == 0 ? 0 : bins[bin - 1];
  if (bin == bins.size()) return fmt::format("{}+", first);
  return first == bins[bin] - 1 ? fmt::format("{}", first) : fmt::format("{}-{}", first, bins[bin] - 1);
}

std::string near_text(const std::vector<std::string>& parameters, int delta) {
  const int most = distance_bins(parameters)[0];
  if (std::abs(delta) < most) return fmt::format("{:+d}", delta);
  return fmt::format("{:+d} or more", delta < 0 ? -most : most);
}

}  // namespace

Renderer::Renderer(const Schema& schema, const Sentence& sentence, const ExtraColumns* extra, StateText state)
    : schema_(schema), sentence_(sentence), extra_(extra), state_(std::move(state)) {}

std::vector<std::string> Renderer::render(const Template& item, std::span<const PlaceSlot> slots,
                                          std::span<const std::int32_t> places) const {
  std::vector<std::string> partial{""};
  std::vector<std::string> next;
  for (const Term& term : item.terms) {
    std::vector<std::size_t> at;
    at.reserve(term.addresses.size());
    for (const Address& address : term.addresses) at.push_back(slot_of(address, slots));
    const std::string name = to_text(Template{{term}}, schema_);
    next.clear();
    for (const std::string& value : values(term, at, places)) {
      for (const std::string& before : partial) {
        next.push_back(fmt::format("{}{}{}={}", before, before.empty() ? "" : " & ", name, value));
      }
    }
    partial.swap(next);
  }
  return partial;
}

std::vector<std::string> Renderer::values(const Term& term, std::span<const std::size_t> slots,
                                          std::span<const std::int32_t> places) const {
  const auto node_at = [&](std::size_t k) { return slots[k] < places.size() ? places[slots[k]] : -1; };
  const std::int32_t place = node_at(0);
  const std::int32_t node = place + term.addresses[0].offset;
  switch (term.kind) {
    case AttributeKind::kToken:
      return {place < 0 ? std::string(kNoneText) : token_value(term, node)};
    case AttributeKind::kBag: {
      std::vector<std::string> items;
      if (place < 0 || node < 1 || node > sentence_.size()) return items;
      for_each_morph(sentence_.feats(node), [&](std::string_view item) { items.emplace_back(item); });
      return items;
    }
    case AttributeKind::kState:
      return {state_ ? state_(term.state, place, slots[0]) : std::string(kNoneText)};
    case AttributeKind::kPairBag:
      return between(term, place, node_at(1));
    default:
      return {place < 0 || node_at(1) < 0 ? std::string(kNoneText) : pair_value(term, place, node_at(1))};
  }
}

std::string Renderer::token_value(const Term& term, std::int32_t node) const {
  if (node < 0) return "<before>";
  if (node > sentence_.size()) return "<after>";
  if (node == 0) return "<root>";
  switch (term.attribute) {
    case AttributeId::kLeftCount:
      return count(term.parameters, 1, node - 1);
    case AttributeId::kRightCount:
      return count(term.parameters, node + 1, sentence_.size());
    case AttributeId::kLeftNearest:
    case AttributeId::kRightNearest:
      return nearest(term, node);
    default:
      return word(term.attribute, term.parameters, node);
  }
}

std::string Renderer::pair_value(const Term& term, std::int32_t a, std::int32_t b) const {
  const auto& parameters = term.parameters;
  switch (term.attribute) {
    case AttributeId::kDir:
      return b < a ? "left" : "right";
    case AttributeId::kDist:
      return distance_text(parameters, std::abs(b - a));
    case AttributeId::kNear:
      return near_text(parameters, b - a);
    case AttributeId::kCount:
      return count(parameters, std::min(a, b) + 1, std::max(a, b) - 1);
    default: {
      const AttributeId inner = find_attribute(parameters[0])->id;
      const auto rest = std::span(parameters).subspan(1);
      // The root is like nothing but itself.
      const bool same = a == 0 || b == 0 ? a == b : word(inner, rest, a) == word(inner, rest, b);
      return same ? "yes" : "no";
    }
  }
}

std::vector<std::string> Renderer::between(const Term& term, std::int32_t a, std::int32_t b) const {
  std::vector<std::string> seen;
  if (a < 0 || b < 0) return seen;
  const AttributeId inner = find_attribute(term.parameters[0])->id;
  for (std::int32_t node = std::min(a, b) + 1; node < std::max(a, b); ++node) {
    std::string text = word(inner, std::span(term.parameters).subspan(1), node);
    if (std::find(seen.begin(), seen.end(), text) == seen.end()) seen.push_back(std::move(text));
  }
  return seen;
}

std::string Renderer::nearest(const Term& term, std::int32_t node) const {
  std::string scratch;
  const WordTexts texts(sentence_, extra_, scratch);
  const Condition condition{std::span(term.parameters).subspan(1), texts};
  const int step = term.attribute == AttributeId::kLeftNearest ? -1 : 1;
  for (node += step; node >= 1 && node <= sentence_.size(); node += step) {
    if (condition(node)) return word(find_attribute(term.parameters[0])->id, {}, node);
  }
  return std::string(kNoneText);
}

std::string Renderer::count(std::span<const std::string> parameters, std::int32_t first, std::int32_t last) const {
  static constexpr std::string_view kBins[] = {"0", "1", "2", "3", "4", "5-6", "7-9", "10+"};
  std::string scratch;
  const WordTexts texts(sentence_, extra_, scratch);
  const Condition condition{parameters, texts};
  std::uint64_t found = 0;
  for (std::int32_t node = first; node <= last; ++node) found += condition(node) ? 1 : 0;
  return std::string(kBins[count_bin(found)]);
}

std::string Renderer::word(AttributeId id, std::span<const std::string> parameters, std::int32_t node) const {
  std::string scratch;
  const auto text = WordTexts(sentence_, extra_, scratch).text(id, parameters, node);
  return text ? or_blank(*text) : std::string(kNoneText);
}

}  // namespace espalier::features
