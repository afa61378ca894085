#include "parsing/constituency_schema.h"

#include <algorithm>

namespace espalier::parsing {
namespace {

constexpr std::size_t kStackPlaces = 3;
constexpr std::size_t kQueuePlaces = 4;
constexpr std::size_t kAnchors = kStackPlaces + kQueuePlaces;

bool asks(const features::Template& item, ReduceQuestion question) {
  return std::any_of(item.terms.begin(), item.terms.end(), [&](const features::Term& term) {
    return term.kind == features::AttributeKind::kState && term.state == static_cast<std::uint8_t>(question);
  });
}

/// All that any term of the templates sees of the nodes on a stack.
decoding::ReduceView view_of(const std::vector<features::Template>& templates) {
  decoding::ReduceView view;
  const auto add = [&](const features::Term& term, const features::Address& address) {
    const auto is_child = [](std::uint8_t function) {
      return function <= static_cast<std::uint8_t>(ReduceStep::kRight);
    };
    const auto depth =
        static_cast<std::size_t>(std::count_if(address.functions.begin(), address.functions.end(), is_child));
    view.depth = std::max(view.depth, depth);
    const bool asks_size =
        term.kind == features::AttributeKind::kState && term.state == static_cast<std::uint8_t>(ReduceQuestion::kSize);
    if (depth > 0 && (asks_size || depth < address.functions.size())) view.child_words = true;
  };
  for (const features::Template& item : templates) {
    for (const features::Term& term : item.terms) {
      for (const features::Address& address : term.addresses) add(term, address);
    }
  }
  return view;
}

}  // namespace

const std::vector<features::Schema>& constituency_schemas() {
  static const std::vector<features::Schema> kSchemas = {
      {"reduce", {"s0", "s1", "s2", "q0", "q1", "q2", "q3"}, {"left", "right", "first", "last"}, {"cat", "size"}}};
  return kSchemas;
}

std::uint64_t size_class(std::int32_t words) noexcept {
  if (words < 5) return static_cast<std::uint64_t>(words);
  return words < 7 ? 5 : words < 10 ? 6 : words < 15 ? 7 : words < 25 ? 8 : 9;
}

ReducePlaceFinder::ReducePlaceFinder(const features::Program& program) {
  for (const features::PlaceSlot& slot : program.slots()) {
    std::uint16_t at = slot.anchor;
    for (const std::uint8_t function : slot.functions) {
      const Way way{at, static_cast<Step>(function)};
      const auto known = std::find_if(ways_.begin(), ways_.end(),
                                      [&](const Way& each) { return each.from == way.from && each.step == way.step; });
      at = static_cast<std::uint16_t>(kAnchors + static_cast<std::size_t>(known - ways_.begin()));
      if (known == ways_.end()) ways_.push_back(way);
    }
    slots_.push_back(at);
  }
}

void ReducePlaceFinder::find(const decoding::ReduceState& state, ReducePlaces& out) const {
  const std::size_t places = kAnchors + ways_.size();
  out.found.resize(2 * places);
  out.words.resize(slots_.size());
  out.nodes.resize(slots_.size());
  std::int32_t* const nodes = out.found.data();
  std::int32_t* const words = nodes + places;
  const auto set_node = [&](std::size_t at, std::int32_t node) {
    nodes[at] = node;
    words[at] = node < 0 ? -1 : state.node(node).head;
  };
  for (std::size_t k = 0; k < kStackPlaces; ++k) set_node(k, state.stack(k));
  for (std::size_t k = 0; k < kQueuePlaces; ++k) {
    nodes[kStackPlaces + k] = -1;
    words[kStackPlaces + k] = state.queue(static_cast<std::int32_t>(k));
  }
  for (std::size_t i = 0; i < ways_.size(); ++i) {
    const std::int32_t from = nodes[ways_[i].from];
    const Step step = ways_[i].step;
    if (from >= 0 && step == Step::kLeft) {
      set_node(kAnchors + i, state.node(from).left);
    } else if (from >= 0 && step == Step::kRight) {
      set_node(kAnchors + i, state.node(from).right);
    } else {
      nodes[kAnchors + i] = -1;
      words[kAnchors + i] = from < 0 ? -1 : step == Step::kFirst ? state.node(from).first : state.node(from).last;
    }
  }
  for (std::size_t slot = 0; slot < slots_.size(); ++slot) {
    out.nodes[slot] = nodes[slots_[slot]];
    out.words[slot] = words[slots_[slot]];
  }
}

ConstituencyPrograms::ConstituencyPrograms(std::vector<features::Section> sections) : sections_(std::move(sections)) {
  features::ColumnSet columns;
  const std::vector<features::Template>& templates = sections_[0].templates;
  reduce_ = features::Program(constituency_schemas()[0], templates, columns);
  places_ = ReducePlaceFinder(reduce_);
  asks_size_ = std::any_of(templates.begin(), templates.end(),
                           [](const features::Template& item) { return asks(item, ReduceQuestion::kSize); });
  view_ = view_of(templates);
  tags_ = columns.add(features::AttributeId::kXpos);
  encoder_ = features::Encoder(std::move(columns));
}

}  // namespace espalier::parsing
