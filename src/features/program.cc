#include "features/program.h"

#include <algorithm>
#include <limits>

#include "base/hash.h"
#include "espalier/error.h"
#include "features/delta.h"

namespace espalier::features {
namespace {

bool has_bag(const Template& item) { return std::any_of(item.terms.begin(), item.terms.end(), has_several_values); }

}  // namespace

Program::Program(const Schema& schema, const std::vector<Template>& templates, ColumnSet& columns) {
  for (std::size_t i = 0; i < schema.anchors.size(); ++i) slots_.push_back({static_cast<std::uint8_t>(i), {}});
  for (std::size_t i = 0; i < templates.size(); ++i) order_.push_back(i);
  std::stable_partition(order_.begin(), order_.end(), [&](std::size_t i) { return !has_bag(templates[i]); });
  fixed_ = static_cast<std::size_t>(
      std::count_if(templates.begin(), templates.end(), [](const Template& item) { return !has_bag(item); }));
  std::vector<std::uint64_t> seeds;
  for (std::size_t at = 0; at < order_.size(); ++at) {
    const Template& item = templates[order_[at]];
    seeds.push_back(base::hash(to_text(item, schema), base::hash(schema.name)));
    for (std::size_t k = 0; k < item.terms.size(); ++k) {
      compile(item.terms[k], k, static_cast<std::uint32_t>(at), columns);
    }
  }
  arrange(seeds);
}

void Program::compile(const Term& term, std::size_t position, std::uint32_t at, ColumnSet& columns) {
  const std::uint64_t odd = number_value(position + 77) | 1;
  switch (term.kind) {
    case AttributeKind::kToken:
      unary_.push_back({.at = at,
                        .column = columns.add(term.attribute, term.parameters),
                        .odd = odd,
                        .source = unary_source(slot(term.addresses[0])),
                        .offset = term.addresses[0].offset});
      break;
    case AttributeKind::kBag:
      bags_.push_back(
          {at, columns.add(term.attribute), odd, false, slot(term.addresses[0]), 0, term.addresses[0].offset});
      break;
    case AttributeKind::kState:
      question(term.state, slot(term.addresses[0])).terms.push_back({at, odd});
      break;
    case AttributeKind::kDelta:
      delta_table(term).terms.push_back({at, odd, term.attribute, distance_bins(term.parameters)});
      break;
    default:
      compile_pair(term, odd, at, columns);
      break;
  }
}

void Program::compile_pair(const Term& term, std::uint64_t odd, std::uint32_t at, ColumnSet& columns) {
  const std::uint8_t first = slot(term.addresses[0]);
  const std::uint8_t second = slot(term.addresses[1]);
  const AttributeId inner = find_attribute(term.parameters[0])->id;
  const std::vector<std::string> rest(term.parameters.begin() + 1, term.parameters.end());
  if (term.attribute == AttributeId::kCount) {
    binary_.push_back({at, columns.add(AttributeId::kCount, term.parameters), odd, AttributeId::kCount, first, second});
  } else if (term.attribute == AttributeId::kSame) {
    binary_.push_back({at, columns.add(inner, rest), odd, AttributeId::kSame, first, second});
  } else {
    bags_.push_back({at, columns.add(inner, rest), odd, true, first, second, 0});
  }
}

std::uint8_t Program::slot(const Address& address) {
  const PlaceSlot wanted{address.anchor, address.functions};
  const auto found = std::find(slots_.begin(), slots_.end(), wanted);
  if (found != slots_.end()) return static_cast<std::uint8_t>(found - slots_.begin());
  if (slots_.size() > std::numeric_limits<std::uint8_t>::max()) {
    throw Error(ErrorKind::kUsage, "the templates of a section look at more than 256 places");
  }
  slots_.push_back(wanted);
  return static_cast<std::uint8_t>(slots_.size() - 1);
}

std::uint32_t Program::unary_source(std::uint8_t slot) {
  const auto found = std::find(unary_slots_.begin(), unary_slots_.end(), slot);
  const auto source = static_cast<std::uint32_t>(found - unary_slots_.begin());
  if (found == unary_slots_.end()) unary_slots_.push_back(slot);
  return source;
}

Program::Question& Program::question(std::uint8_t state, std::uint8_t slot) {
  const auto found = std::find_if(questions_.begin(), questions_.end(),
                                  [&](const Question& each) { return each.state == state && each.slot == slot; });
  if (found != questions_.end()) return *found;
  return questions_.emplace_back(Question{state, slot, {}});
}

Program::DeltaTable& Program::delta_table(const Term& term) {
  const std::uint8_t first = slot(term.addresses[0]);
  const std::uint8_t second = slot(term.addresses[1]);
  const auto found = std::find_if(deltas_.begin(), deltas_.end(),
                                  [&](const DeltaTable& each) { return each.first == first && each.second == second; });
  if (found != deltas_.end()) return *found;
  return deltas_.emplace_back(DeltaTable{first, second, {}, {}});
}

}  // namespace espalier::features
