#include "curation/span_tree.h"

#include <algorithm>

#include "treebank/constituents.h"
#include "treebank/markovise.h"

namespace espalier::curation {
namespace {

constexpr std::int32_t kNone = ConstituentTree::kNone;

bool is_before(const Bracket& a, const Bracket& b) { return a.span < b.span; }

auto place_of(const SpanTree& brackets, const Span& span) {
  return std::lower_bound(brackets.begin(), brackets.end(), Bracket{span, {}}, is_before);
}

}  // namespace

SpanTree span_tree_of(const ConstituentTree& tree) {
  const std::vector<treebank::Extent> extents = treebank::extents(tree);
  SpanTree out;
  for (std::int32_t i = 0; i < tree.size(); ++i) {
    const ConstituentTree::Node& node = tree.node(i);
    if (node.is_leaf()) continue;
    // One that is alone in the constituent above it belongs to the chain of that.
    if (node.parent != kNone && tree.node(node.parent).first_child == tree.node(node.parent).last_child) continue;
    std::vector<std::string> chain = {node.label};
    std::int32_t at = i;
    while (tree.node(at).first_child == tree.node(at).last_child && !tree.node(tree.node(at).first_child).is_leaf()) {
      at = tree.node(at).first_child;
      chain.push_back(tree.node(at).label);
    }
    const treebank::Extent& extent = extents[static_cast<std::size_t>(i)];
    out.push_back({{extent.first, extent.last}, treebank::join_chain(chain)});
  }
  std::sort(out.begin(), out.end(), is_before);
  return out;
}

std::optional<ConstituentTree> tree_of(const SpanTree& brackets, std::int32_t words) {
  const bool has_top = !brackets.empty() && brackets.front().span == Span{1, words};
  if (!has_top && (words != 1 || !brackets.empty())) return std::nullopt;
  ConstituentTree out;
  struct Open {
    std::int32_t node;
    std::int32_t last;
  };
  std::vector<Open> open;
  auto next = brackets.begin();
  for (std::int32_t word = 1; word <= words; ++word) {
    for (; next != brackets.end() && next->span.first == word; ++next) {
      if (next->span.last > words || (!open.empty() && next->span.last > open.back().last)) return std::nullopt;
      std::int32_t node = open.empty() ? kNone : open.back().node;
      for (const std::string& label : treebank::split_chain(next->label)) node = out.add(node, label);
      open.push_back({node, next->span.last});
    }
    out.add_leaf(open.empty() ? kNone : open.back().node, word);
    while (!open.empty() && open.back().last == word) open.pop_back();
  }
  if (next != brackets.end()) return std::nullopt;
  return out;
}

const Bracket* find(const SpanTree& brackets, const Span& span) {
  const auto at = place_of(brackets, span);
  return at != brackets.end() && at->span == span ? &*at : nullptr;
}

void set_label(SpanTree& brackets, const Span& span, const std::string& label) {
  const auto at = brackets.begin() + (place_of(brackets, span) - brackets.begin());
  const bool is_there = at != brackets.end() && at->span == span;
  if (label.empty()) {
    if (is_there) brackets.erase(at);
  } else if (is_there) {
    at->label = label;
  } else {
    brackets.insert(at, {span, label});
  }
}

SpanTree mirrored(const SpanTree& brackets, std::int32_t words) {
  SpanTree out = brackets;
  for (Bracket& each : out) each.span = {words + 1 - each.span.last, words + 1 - each.span.first};
  std::sort(out.begin(), out.end(), is_before);
  return out;
}

}  // namespace espalier::curation
