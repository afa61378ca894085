#include "decoding/oracle.h"

#include <algorithm>

namespace espalier::decoding {

namespace {

std::int32_t& at(std::span<std::int32_t, kMoveKinds> costs, Move move) noexcept {
  return costs[static_cast<std::size_t>(move)];
}

// Costs are computed for every move; only those of the legal ones are kept.
void forbid(MoveSet legal, std::span<std::int32_t, kMoveKinds> costs) noexcept {
  for (std::size_t k = 0; k < kMoveKinds; ++k) {
    if (!legal.has(static_cast<Move>(k))) costs[k] = kIllegalCost;
  }
}

// A move that is made when no gold arc is to be had: shifting keeps most arcs in reach.
Move any_of(MoveSet legal) noexcept { return legal.has(Move::kShift) ? Move::kShift : legal.first(); }

}  // namespace

void Oracle::start(SystemKind kind, std::span<const std::int32_t> heads, Roots roots) {
  roots_ = roots;
  heads_.assign(heads.begin(), heads.end());
  heads_[0] = -1;
  if (roots == Roots::kOne) keep_one_root();
  if (!system_info(kind).has_costs) attach_unknown();
  index_dependents();
  if (kind == SystemKind::kSwap) {
    order_projectively();
    find_components();
  }
}

void Oracle::keep_one_root() {
  bool is_first = true;
  for (std::int32_t& head : heads_) {
    if (head != 0) continue;
    if (!is_first) head = -1;
    is_first = false;
  }
}

// An unknown head is taken to be that of the narrowest known arc around the word, which crosses nothing new.
void Oracle::attach_unknown() {
  work_.assign(heads_.size(), -1);  // by word with an unknown head: the dependent of that arc
  for (std::size_t u = 1; u < heads_.size(); ++u) {
    if (heads_[u] < 0) work_[u] = narrowest_around(static_cast<std::int32_t>(u));
  }
  std::int32_t root = 0;
  if (roots_ == Roots::kOne) root = find_root_word();
  for (std::size_t u = 1; u < heads_.size(); ++u) {
    if (heads_[u] >= 0) continue;
    const std::int32_t around = work_[u];
    std::int32_t above = around < 0 ? root : heads_[to_index(around)];
    if (above == 0 && root > 0) above = root;
    heads_[u] = is_below(above, static_cast<std::int32_t>(u)) ? root : above;
  }
}

std::int32_t Oracle::narrowest_around(std::int32_t word) const noexcept {
  std::int32_t found = -1;
  auto narrowest = static_cast<std::int32_t>(heads_.size());
  for (std::int32_t d = 1; d < static_cast<std::int32_t>(heads_.size()); ++d) {
    const std::int32_t h = head(d);
    if (h < 0 || word <= std::min(h, d) || word >= std::max(h, d) || std::abs(h - d) >= narrowest) continue;
    narrowest = std::abs(h - d);
    found = d;
  }
  return found;
}

// The word that hangs from the root; without one, the first unknown word becomes it that no arc goes around.
std::int32_t Oracle::find_root_word() {
  std::int32_t first = 0;
  for (std::int32_t word = 1; word < static_cast<std::int32_t>(heads_.size()); ++word) {
    if (head(word) == 0) return word;
    if (head(word) > 0) continue;
    if (first == 0 || (work_[to_index(first)] >= 0 && work_[to_index(word)] < 0)) first = word;
  }
  if (first > 0) heads_[to_index(first)] = 0;
  return first;
}

bool Oracle::is_below(std::int32_t node, std::int32_t word) const noexcept {
  while (node > 0 && node != word) node = head(node);
  return node == word;
}

void Oracle::index_dependents() {
  const std::size_t nodes = heads_.size();
  first_.assign(nodes + 1, 0);
  for (const std::int32_t head : heads_) {
    if (head >= 0) ++first_[to_index(head) + 1];
  }
  for (std::size_t node = 0; node < nodes; ++node) first_[node + 1] += first_[node];
  dependents_.resize(to_index(first_[nodes]));
  work_.assign(first_.begin(), first_.end());
  for (std::size_t word = 1; word < nodes; ++word) {
    if (heads_[word] < 0) continue;
    const std::int32_t place = work_[to_index(heads_[word])]++;
    dependents_[to_index(place)] = static_cast<std::int32_t>(word);
  }
}

// Every node after its dependents on the left and before those on the right, with all that is below them. The way down
// is kept in work_, the next dependent of each node in target_.
void Oracle::order_projectively() {
  rank_.assign(heads_.size(), -1);
  target_.assign(heads_.size(), 0);
  work_.assign(1, 0);
  std::int32_t count = 0;
  while (!work_.empty()) {
    const std::int32_t node = work_.back();
    const std::span<const std::int32_t> below = dependents(node);
    std::int32_t& next = target_[to_index(node)];
    const bool has_next = to_index(next) < below.size();
    if (rank_[to_index(node)] < 0 && (!has_next || below[to_index(next)] > node)) {
      rank_[to_index(node)] = count++;
    } else if (has_next) {
      work_.push_back(below[to_index(next++)]);
    } else {
      work_.pop_back();
    }
  }
}

// The trees that the projective oracle can build: a swap waits until the component in front of it is whole (Nivre,
// Kuhlmann and Hall 2009).
void Oracle::find_components() {
  const auto nodes = static_cast<std::int32_t>(heads_.size());
  trial_.reset(nodes - 1, Roots::kAny);
  while (trial_.buffer_size() > 0) {
    const std::int32_t i = trial_.stack(0);
    const std::int32_t j = trial_.buffer(0);
    Move move = Move::kShift;
    if (i > 0 && head(i) == j && is_complete(trial_, i)) {
      move = Move::kLeft;
    } else if (i >= 0 && head(j) == i && is_complete(trial_, j)) {
      move = Move::kRight;
    }
    ArcStandard::apply(trial_, move);
  }
  component_.resize(heads_.size());
  for (std::int32_t node = 0; node < nodes; ++node) component_[to_index(node)] = trial_.top_of(node);
}

std::span<const std::int32_t> Oracle::dependents(std::int32_t node) const noexcept {
  const std::int32_t first = first_[to_index(node)];
  return std::span(dependents_).subspan(to_index(first), to_index(first_[to_index(node) + 1] - first));
}

// Gold dependents before the node that have no head yet.
std::int32_t Oracle::open_before(const Configuration& c, std::int32_t node) const noexcept {
  std::int32_t count = 0;
  for (const std::int32_t word : dependents(node)) {
    if (word > node) break;
    count += c.has_head(word) ? 0 : 1;
  }
  return count;
}

// Gold dependents of a node from a word on.
std::int32_t Oracle::dependents_from(std::int32_t node, std::int32_t first) const noexcept {
  const std::span<const std::int32_t> below = dependents(node);
  return static_cast<std::int32_t>(below.end() - std::lower_bound(below.begin(), below.end(), first));
}

bool Oracle::is_complete(const Configuration& c, std::int32_t node) const noexcept {
  const std::span<const std::int32_t> below = dependents(node);
  return std::all_of(below.begin(), below.end(), [&](std::int32_t word) { return c.has_head(word); });
}

Move Oracle::next_standard(const Configuration& c, MoveSet legal) const {
  const std::int32_t i = c.stack(0);
  const std::int32_t j = c.buffer(0);
  if (legal.has(Move::kLeft) && head(i) == j) return Move::kLeft;
  if (legal.has(Move::kRight) && head(j) == i && is_complete(c, j)) return Move::kRight;
  return any_of(legal);
}

Move Oracle::next_swap(const Configuration& c, MoveSet legal) const {
  const std::int32_t i = c.stack(0);
  const std::int32_t j = c.buffer(0);
  if (legal.has(Move::kLeft) && head(i) == j && is_complete(c, i)) return Move::kLeft;
  if (legal.has(Move::kRight) && head(j) == i && is_complete(c, j)) return Move::kRight;
  if (legal.has(Move::kSwap) && rank_[to_index(i)] > rank_[to_index(j)]) {
    const std::int32_t k = c.buffer(1);
    if (k < 0 || component_[to_index(j)] != component_[to_index(k)]) return Move::kSwap;
  }
  return any_of(legal);
}

Move Oracle::next_covington(const Configuration& c, MoveSet legal) const {
  const std::int32_t i = c.stack(0);
  const std::int32_t j = c.buffer(0);
  if (legal.has(Move::kLeft) && head(i) == j) return Move::kLeft;
  if (legal.has(Move::kRight) && head(j) == i) return Move::kRight;
  const std::span<const std::int32_t> below = dependents(j);
  const bool has_head_there = !c.has_head(j) && head(j) >= 0 && head(j) < i;
  const bool has_dependent_there =
      std::any_of(below.begin(), below.end(), [&](std::int32_t word) { return word < i && !c.has_head(word); });
  if (legal.has(Move::kReduce) && (has_head_there || has_dependent_there)) return Move::kReduce;
  return any_of(legal);
}

// In reach: arcs within the buffer; between stack and buffer, both ways; on the stack, from a node to the one above it.
void Oracle::hybrid_costs(const Configuration& c, MoveSet legal, std::span<std::int32_t, kMoveKinds> out) const {
  const std::int32_t i = c.stack(0);
  const std::int32_t j = c.buffer(0);
  std::fill(out.begin(), out.end(), 0);
  if (j >= 0) {
    // A word of the stack is one before j without a head.
    const std::int32_t above = head(j);
    const bool loses_head = above >= 0 && above < i && !c.has_head(above);
    at(out, Move::kShift) = open_before(c, j) + (loses_head ? 1 : 0);
    const std::int32_t lost = dependents_from(i, j);
    at(out, Move::kLeft) = lost + (head(i) > j || (head(i) >= 0 && head(i) == c.stack(1)) ? 1 : 0);
    at(out, Move::kRight) = lost + (head(i) >= j ? 1 : 0);
  }
  forbid(legal, out);
}

// In reach: arcs within the buffer and between stack and buffer; where finish() attaches to the root, arcs from there
// to any headless word. A headless word before j is on the stack; one with a head has to be looked for.
void Oracle::eager_costs(const Configuration& c, MoveSet legal, std::span<std::int32_t, kMoveKinds> out) const {
  const std::int32_t i = c.stack(0);
  const std::int32_t j = c.buffer(0);
  const bool is_any = roots_ == Roots::kAny;
  const std::span<const std::int32_t> stack = c.stack_nodes();
  const std::int32_t head_of_j = head(j);
  const bool on_stack = head_of_j >= 0 && head_of_j < j && std::binary_search(stack.begin(), stack.end(), head_of_j);
  // A single root can be had as long as there is none.
  const bool in_reach = head_of_j > j || (on_stack && (head_of_j > 0 || is_any || !c.has_root_word()));
  const std::int32_t lost_below_i = dependents_from(i, j);
  const std::int32_t lost_below_j = open_before(c, j);

  std::fill(out.begin(), out.end(), 0);
  at(out, Move::kShift) = lost_below_j + (in_reach && on_stack && !(head_of_j == 0 && is_any) ? 1 : 0);
  at(out, Move::kRight) = lost_below_j + (in_reach && head_of_j != i ? 1 : 0);
  if (i == 0 && !is_any && head_of_j != 0) at(out, Move::kRight) += dependents_from(0, j);
  at(out, Move::kLeft) = lost_below_i + (head(i) > j || (head(i) == 0 && is_any) ? 1 : 0);
  at(out, Move::kReduce) = lost_below_i;
  forbid(legal, out);
}

void Oracle::covington_costs(const Configuration& c, MoveSet legal, std::span<std::int32_t, kMoveKinds> out) {
  const std::int32_t i = c.stack(0);
  const std::int32_t j = c.buffer(0);
  const std::int32_t before = covington_loss(c, {.i = i, .j = j});
  std::fill(out.begin(), out.end(), kIllegalCost);
  for (const Move move : legal) {
    Prospect prospect{.i = i - 1, .j = j};
    if (move == Move::kShift) prospect = {.i = j, .j = j + 1};
    if (move == Move::kLeft) prospect = {.i = i - 1, .j = j, .head = j, .dependent = i};
    if (move == Move::kRight) prospect = {.i = i - 1, .j = j, .head = i, .dependent = j};
    at(out, move) = covington_loss(c, prospect) - before;
  }
}

// The gold arcs that cannot all be had any more: those whose pair is past or whose word has another head, and one for
// each cycle among the others together with the arcs made.
std::int32_t Oracle::covington_loss(const Configuration& c, const Prospect& prospect) {
  const std::int32_t words = c.words();
  const bool has_root = c.has_root_word() || prospect.head == 0;
  target_.resize(heads_.size());
  target_[0] = -1;
  std::int32_t lost = 0;
  for (std::int32_t word = 1; word <= words; ++word) {
    std::int32_t& target = target_[to_index(word)];
    const std::int32_t gold = head(word);
    target = word == prospect.dependent ? prospect.head : c.node(word).head;
    if (target < 0 && gold >= 0) {
      const std::int32_t later = std::max(word, gold);
      const std::int32_t earlier = std::min(word, gold);
      bool in_reach = later > prospect.j || (later == prospect.j && earlier <= prospect.i);
      if (gold == 0) in_reach = roots_ == Roots::kAny || (in_reach && !has_root);
      if (in_reach) target = gold;
    }
    lost += gold >= 0 && target != gold ? 1 : 0;
  }
  return lost + count_cycles();
}

// Cycles of target_, in which a node has one way up at most.
std::int32_t Oracle::count_cycles() {
  const auto nodes = static_cast<std::int32_t>(target_.size());
  work_.assign(target_.size(), -1);  // by node: the walk that met it
  std::int32_t cycles = 0;
  for (std::int32_t start = 0; start < nodes; ++start) {
    std::int32_t node = start;
    while (node >= 0 && work_[to_index(node)] < 0) {
      work_[to_index(node)] = start;
      node = target_[to_index(node)];
    }
    cycles += node >= 0 && work_[to_index(node)] == start ? 1 : 0;
  }
  return cycles;
}

}  // namespace espalier::decoding
