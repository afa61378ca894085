#include "parsing/transition_schema.h"

#include <algorithm>
#include <map>
#include <set>

#include "parsing/tree_links.h"

namespace espalier::parsing {
namespace {

using decoding::NodeState;

constexpr std::int32_t NodeState::*kLinks[] = {&NodeState::head, &NodeState::left, &NodeState::left2, &NodeState::right,
                                               &NodeState::right2};

constexpr std::uint8_t kOtherNameOfStack0 = 6;
constexpr std::uint8_t kOtherNameOfBuffer0 = 7;

/// i and j become s0 and b0.
void rename_anchors(features::Template& item) {
  for (features::Term& term : item.terms) {
    for (features::Address& address : term.addresses) {
      if (address.anchor == kOtherNameOfStack0) address.anchor = static_cast<std::uint8_t>(MovePlace::kStack0);
      if (address.anchor == kOtherNameOfBuffer0) address.anchor = static_cast<std::uint8_t>(MovePlace::kBuffer0);
    }
  }
}

/// The places that a template looks at, ascending; none when it looks into the tree.
std::vector<std::size_t> places_of(const features::Template& item) {
  std::set<std::size_t> places;
  for (const features::Term& term : item.terms) {
    if (term.kind == features::AttributeKind::kState) return {};
    for (const features::Address& address : term.addresses) {
      if (!address.functions.empty()) return {};
      places.insert(address.anchor);
    }
  }
  return {places.begin(), places.end()};
}

std::vector<std::uint8_t> find_state_slots(const features::Program& program,
                                           const std::vector<features::Template>& templates) {
  std::vector<std::uint8_t> found;
  for (std::size_t slot = 0; slot < program.slots().size(); ++slot) {
    const auto asks = [&](const features::Term& term) {
      const features::Address& address = term.addresses.front();
      return term.kind == features::AttributeKind::kState &&
             program.slots()[slot] == features::PlaceSlot{address.anchor, address.functions};
    };
    const bool is_asked = std::any_of(templates.begin(), templates.end(), [&](const features::Template& item) {
      return std::any_of(item.terms.begin(), item.terms.end(), asks);
    });
    if (is_asked) found.push_back(static_cast<std::uint8_t>(slot));
  }
  return found;
}

}  // namespace

const std::vector<features::Schema>& transition_schemas() {
  static const std::vector<features::Schema> kSchemas = {
      {"move",
       {"s0", "s1", "s2", "b0", "b1", "b2", "i", "j"},
       {"head", "left", "left2", "right", "right2"},
       {"lefts", "rights", "deprel", "reach"}},
      label_schema(),
  };
  return kSchemas;
}

std::uint64_t reach_class(std::int32_t node, std::int32_t front) noexcept {
  if (node == 0) return 0;
  const std::int32_t distance = node < front ? front - node : node - front;
  return distance < 2 ? 1 : distance < 4 ? 2 : distance < 6 ? 3 : distance < 10 ? 4 : 5;
}

PlaceFinder::PlaceFinder(const features::Program& program) {
  for (const features::PlaceSlot& slot : program.slots()) {
    std::uint16_t at = slot.anchor < kMovePlaces ? slot.anchor : std::uint16_t{0};
    for (const std::uint8_t function : slot.functions) {
      const Step step{at, kLinks[function]};
      const auto known = std::find_if(steps_.begin(), steps_.end(), [&](const Step& each) {
        return each.from == step.from && each.link == step.link;
      });
      at = static_cast<std::uint16_t>(kMovePlaces + static_cast<std::size_t>(known - steps_.begin()));
      if (known == steps_.end()) steps_.push_back(step);
    }
    slots_.push_back(at);
  }
}

std::span<const std::int32_t> PlaceFinder::find(const decoding::Configuration& c,
                                                std::vector<std::int32_t>& scratch) const {
  scratch.resize(kMovePlaces + steps_.size() + slots_.size());
  std::int32_t* nodes = scratch.data();
  for (std::int32_t k = 0; k < 3; ++k) {
    nodes[k] = c.stack(k);
    nodes[k + 3] = c.buffer(k);
  }
  std::int32_t* next = nodes + kMovePlaces;
  for (const Step& step : steps_) {
    const std::int32_t from = nodes[step.from];
    *next++ = from < 0 ? -1 : c.node(from).*step.link;
  }
  for (std::size_t slot = 0; slot < slots_.size(); ++slot) next[slot] = nodes[slots_[slot]];
  return {next, slots_.size()};
}

TransitionPrograms::TransitionPrograms(std::vector<features::Section> sections, PairUse pairs,
                                       features::ColumnSet columns)
    : sections_(std::move(sections)) {
  std::map<std::vector<std::size_t>, std::vector<features::Template>> parts;  // by places; {}: the rest
  for (features::Template& item : sections_[0].templates) {
    rename_anchors(item);
    std::vector<std::size_t> places = places_of(item);
    if (places.size() > (pairs == PairUse::kApart ? 2 : 1)) places.clear();
    parts[std::move(places)].push_back(item);
  }
  const features::Schema& schema = transition_schemas()[0];
  for (std::size_t place = 0; place < kMovePlaces; ++place) {
    of_place_[place] = features::Program(schema, parts[{place}], columns);
  }
  for (const auto& [places, templates] : parts) {
    if (places.size() == 2) pairs_.push_back({{places[0], places[1]}, features::Program(schema, templates, columns)});
  }
  rest_ = features::Program(schema, parts[{}], columns);
  rest_places_ = PlaceFinder(rest_);
  state_slots_ = find_state_slots(rest_, parts[{}]);
  label_ = features::Program(transition_schemas()[1], sections_[1].templates, columns);
  tags_ = columns.add(features::AttributeId::kUpos);
  encoder_ = features::Encoder(std::move(columns));
}

}  // namespace espalier::parsing
