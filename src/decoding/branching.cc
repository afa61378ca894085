#include "decoding/branching.h"

#include <algorithm>

#include "decoding/index.h"

namespace espalier::decoding {
namespace {

std::ptrdiff_t count_roots(std::span<const std::int32_t> heads) { return std::count(heads.begin(), heads.end(), 0); }

// Every word reaches the root. `mark` is scratch.
bool is_tree(std::span<const std::int32_t> heads, std::vector<std::int32_t>& mark) {
  mark.assign(heads.size(), 0);
  for (std::int32_t start = 1; start < static_cast<std::int32_t>(heads.size()); ++start) {
    std::int32_t at = start;
    while (at != 0 && mark[to_index(at)] == 0) {
      mark[to_index(at)] = start;
      at = heads[to_index(at)];
    }
    if (at != 0 && mark[to_index(at)] == start) return false;
  }
  return true;
}

}  // namespace

bool Branching::best(const ArcSet& arcs, std::span<const float> scores, Roots roots, std::span<std::int32_t> heads) {
  arcs_ = &arcs;
  scores_ = scores;
  heads[0] = -1;
  if (arcs.words() == 0) return true;
  if (!choose_greedily(Roots::kAny)) return false;
  write_heads(heads);
  if (!is_tree(heads, mark_)) {
    if (!solve()) return false;
    write_heads(heads);
  }
  // The best of all trees, when it has one root, is the best of those with one root.
  if (roots == Roots::kAny || count_roots(heads) == 1) return true;
  choose_greedily(Roots::kOne);
  if (!solve()) return false;
  write_heads(heads);
  return count_roots(heads) == 1;
}

bool Branching::choose_greedily(Roots roots) {
  roots_ = roots;
  const std::int32_t words = arcs_->words();
  nodes_.resize(to_index(words) + 1);
  for (std::int32_t word = 1; word <= words; ++word) {
    const std::int32_t begin = arcs_->begin(word);
    const std::int32_t end = arcs_->end(word);
    if (begin == end) return false;
    // The root, when open, is the first head; where roots are counted it is the last choice.
    const bool avoid_root = roots == Roots::kOne && arcs_->head(begin) == 0 && end - begin > 1;
    std::int32_t best = avoid_root ? begin + 1 : begin;
    for (std::int32_t arc = best + 1; arc < end; ++arc) {
      if (scores_[to_index(arc)] > scores_[to_index(best)]) best = arc;
    }
    Node& chosen = node(word);
    chosen.best = best;
    chosen.word = word;
    chosen.weight = {roots == Roots::kOne && arcs_->head(best) == 0 ? -1 : 0, scores_[to_index(best)]};
  }
  return true;
}

void Branching::write_heads(std::span<std::int32_t> heads) const {
  for (std::size_t word = 1; word < heads.size(); ++word) heads[word] = arcs_->head(nodes_[word].best);
}

bool Branching::solve() {
  const std::int32_t words = arcs_->words();
  nodes_.reserve(2 * to_index(words) + 1);
  for (std::int32_t index = 0; index <= words; ++index) {
    node(index).inside = -1;
    node(index).walk = 0;
  }
  group_.resize(nodes_.size());
  for (std::size_t i = 0; i < group_.size(); ++i) group_[i] = static_cast<std::int32_t>(i);
  entries_.resize(std::max(entries_.size(), to_index(arcs_->size())));
  seen_.assign(2 * to_index(words) + 1, -1);
  node(0).walk = -1;
  for (std::int32_t word = 1; word <= words; ++word) {
    if (!walk_from(word)) return false;
  }
  open_all();
  return true;
}

bool Branching::walk_from(std::int32_t word) {
  std::int32_t at = outermost(word);
  while (node(at).walk == 0) {
    if (node(at).best < 0) return false;  // contracted, and nothing enters from outside
    node(at).walk = word;
    at = outermost(arcs_->head(node(at).best));
    if (node(at).walk == word) at = contract(at);
  }
  return true;
}

std::int32_t Branching::contract(std::int32_t start) {
  const auto into = static_cast<std::int32_t>(nodes_.size());
  nodes_.emplace_back();
  group_.push_back(into);
  gather(start, into);
  for (const std::int32_t member : members_) merge(member, into);
  choose_best(into);
  return into;
}

void Branching::gather(std::int32_t start, std::int32_t into) {
  members_.clear();
  // The first member is inside already when the walk comes back to it.
  for (std::int32_t at = start; at != into;) {
    members_.push_back(at);
    group_[to_index(at)] = into;
    node(at).inside = into;
    at = outermost(arcs_->head(node(at).best));
  }
}

void Branching::merge(std::int32_t member, std::int32_t into) {
  const Weight less = node(member).weight;
  if (member > arcs_->words()) {
    for (std::int32_t at = node(member).list; at >= 0;) {
      const std::int32_t next = entry(at).next;
      entry(at).weight = entry(at).weight - less;
      insert(at, into);
      at = next;
    }
    return;
  }
  for (std::int32_t arc = arcs_->begin(member); arc < arcs_->end(member); ++arc) {
    const Weight weight{roots_ == Roots::kOne && arcs_->head(arc) == 0 ? -1 : 0, scores_[to_index(arc)]};
    entry(arc) = {weight - less, arc, member, -1};
    insert(arc, into);
  }
}

void Branching::insert(std::int32_t at, std::int32_t into) {
  const std::int32_t source = outermost(arcs_->head(entry(at).arc));
  if (source == into) return;
  std::int32_t& seen = seen_[to_index(source)];
  if (seen < 0) {
    seen = at;
    entry(at).next = node(into).list;
    node(into).list = at;
  } else if (entry(seen).weight < entry(at).weight) {
    const std::int32_t next = entry(seen).next;
    entry(seen) = entry(at);
    entry(seen).next = next;
  }
}

void Branching::choose_best(std::int32_t contracted) {
  Node& chosen = node(contracted);
  for (std::int32_t at = chosen.list; at >= 0; at = entry(at).next) {
    const Entry& candidate = entry(at);
    seen_[to_index(outermost(arcs_->head(candidate.arc)))] = -1;
    if (chosen.best >= 0 && !(chosen.weight < candidate.weight)) continue;
    chosen.best = candidate.arc;
    chosen.word = candidate.word;
    chosen.weight = candidate.weight;
  }
}

// The arc into a contracted node replaces, in each node on the way from it down to the word entered, the arc chosen
// there; a node on that way is thereby settled, so every node is passed once.
void Branching::open_all() {
  for (auto contracted = static_cast<std::int32_t>(nodes_.size()) - 1; contracted > arcs_->words(); --contracted) {
    if (node(contracted).is_open) continue;
    const std::int32_t arc = node(contracted).best;
    for (std::int32_t at = node(contracted).word; at != contracted; at = node(at).inside) {
      node(at).best = arc;
      node(at).is_open = true;
    }
  }
}

std::int32_t Branching::outermost(std::int32_t index) noexcept {
  while (group_[to_index(index)] != index) {
    std::int32_t& parent = group_[to_index(index)];
    parent = group_[to_index(parent)];
    index = parent;
  }
  return index;
}

}  // namespace espalier::decoding
