// Where a program's templates stand in the rows of their sources (program.h).
#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "features/delta.h"
#include "features/program.h"

namespace espalier::features {
namespace {

/// The value of a kDelta attribute at a signed distance.
std::uint64_t delta_value(AttributeId id, const std::vector<int>& bins, int delta) {
  if (delta == kNoDelta) return kNone;
  switch (id) {
    case AttributeId::kDir:
      return number_value(delta < 0 ? 1 : 2);
    case AttributeId::kNear:
      return number_value(static_cast<std::uint64_t>(std::clamp(delta, -bins[0], bins[0])) + 1000);
    default:
      return number_value(distance_bin(bins, delta < 0 ? -delta : delta));
  }
}

}  // namespace

/// Which templates read which sources.
struct Program::GroupBuilder {
  using Sources = std::vector<std::uint32_t>;
  using Item = std::pair<Sources, std::vector<std::uint32_t>>;  // templates by position of the program

  std::vector<Sources> sources;  // by position of the program
  std::vector<Item> items;       // by number of sources; large groups first
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> elements;  // by source and position

  explicit GroupBuilder(std::size_t templates) : sources(templates) {}

  void add(std::uint32_t at, std::uint32_t source) {
    Sources& all = sources[at];
    if (const auto found = std::lower_bound(all.begin(), all.end(), source); found == all.end() || *found != source) {
      all.insert(found, source);
    }
  }

  void group() {
    std::map<Sources, std::vector<std::uint32_t>> by_sources;
    for (std::uint32_t at = 0; at < sources.size(); ++at) by_sources[sources[at]].push_back(at);
    items.assign(by_sources.begin(), by_sources.end());
    // Neighbours alike, so that the ends of loops repeat themselves.
    std::stable_sort(items.begin(), items.end(), [](const Item& a, const Item& b) {
      return std::pair(a.first.size(), b.second.size()) < std::pair(b.first.size(), a.second.size());
    });
  }

  std::uint64_t seed(std::uint32_t at, std::uint32_t source, std::span<const std::uint64_t> seeds) const {
    return sources[at].front() == source ? seeds[at] : 0;
  }
};

void Program::arrange(std::span<const std::uint64_t> seeds) {
  const auto slots = static_cast<std::uint32_t>(unary_slots_.size());
  const auto constant = slots + static_cast<std::uint32_t>(deltas_.size());
  GroupBuilder groups(size());
  for (const Unary& term : unary_) groups.add(term.at, term.source);
  for (std::uint32_t i = 0; i < deltas_.size(); ++i) {
    for (const DeltaTerm& term : deltas_[i].terms) groups.add(term.at, slots + i);
  }
  for (std::uint32_t at = 0; at < size(); ++at) {
    if (groups.sources[at].empty()) groups.add(at, constant);
  }
  groups.group();
  widths_.assign(constant + 1, 0);
  inner_.resize(size());
  for (const auto& [sources, templates] : groups.items) {
    const auto count = static_cast<std::uint32_t>(templates.size());
    groups_.push_back({count, static_cast<std::uint32_t>(sources.size())});
    for (const std::uint32_t source : sources) {
      parts_.push_back({source, widths_[source]});
      for (const std::uint32_t at : templates) groups.elements[{source, at}] = widths_[source]++;
    }
    for (const std::uint32_t at : templates) {
      inner_[at] = static_cast<std::uint32_t>(outer_.size());
      outer_.push_back(at);
      if (sources.front() == constant) constants_.push_back(seeds[at]);
    }
  }
  constants_.resize(constants_.size() + kBehind);
  for (std::size_t at = 0; at < fixed_; ++at) {
    if (at > 0 && inner_[at] == inner_[at - 1] + 1) {
      ++runs_.back().size;
    } else {
      runs_.push_back({inner_[at], 1});
    }
  }
  place_terms(groups, seeds);
}

void Program::place_terms(const GroupBuilder& groups, std::span<const std::uint64_t> seeds) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> begun;
  for (Unary& term : unary_) {
    term.element = groups.elements.at({term.source, term.at});
    term.first = begun.insert({term.source, term.at}).second;
    if (term.first) term.start = groups.seed(term.at, term.source, seeds);
    term.at = inner_[term.at];
  }
  for (Binary& term : binary_) term.at = inner_[term.at];
  for (Question& question : questions_) {
    for (State& term : question.terms) term.at = inner_[term.at];
  }
  for (std::uint32_t i = 0; i < deltas_.size(); ++i) {
    fill_delta(deltas_[i], static_cast<std::uint32_t>(unary_slots_.size()) + i, groups, seeds);
  }
}

void Program::fill_delta(DeltaTable& table, std::uint32_t source, const GroupBuilder& groups,
                         std::span<const std::uint64_t> seeds) {
  const std::size_t width = widths_[source];
  table.rows.resize(kDeltaRows * width + kBehind);
  std::vector<bool> begun(width);
  for (const DeltaTerm& term : table.terms) {
    const std::uint32_t element = groups.elements.at({source, term.at});
    const std::uint64_t start = begun[element] ? 0 : groups.seed(term.at, source, seeds);
    begun[element] = true;
    for (std::size_t row = 0; row < kDeltaRows; ++row) {
      const std::uint64_t value = delta_value(term.id, term.bins, delta_of_row(static_cast<int>(row)));
      table.rows[row * width + element] += start + value * term.odd;
    }
  }
  table.terms.clear();
}

}  // namespace espalier::features
