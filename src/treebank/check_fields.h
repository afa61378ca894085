// The lists that FEATS, DEPS and MISC hold: their syntax, and their one right order.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace espalier::treebank {

/// The parts of `list` between the bars; one empty part for an empty list.
std::vector<std::string_view> split(std::string_view list, char separator);

/// What is wrong with a list; empty strings where nothing is.
struct ListCheck {
  std::string syntax;
  std::string duplicate;
  std::string sorted;  ///< the list in order; empty when it is in order, or when its syntax leaves no one order
};

/// `Name=Value,Value|…` as CoNLL-U has it: names and values start with a capital or digit, sorted without regard to
/// case.
ListCheck check_feats(std::string_view feats);

/// `head:relation|…`, sorted by head, then by relation.
ListCheck check_deps(std::string_view deps);

/// `Name=Value|…` or any other items between bars; order is free.
ListCheck check_misc(std::string_view misc);

/// A node as DEPS and ID name it: `3`, or `3.1` for an empty node.
struct NodeId {
  std::int32_t word = -1;
  std::int32_t index = 0;

  bool is_valid() const noexcept { return word >= 0; }
  auto operator<=>(const NodeId&) const = default;
};

/// Not valid when the text is neither.
NodeId parse_node_id(std::string_view text);

/// The heads that DEPS names, as far as it is well-formed.
std::vector<NodeId> heads_of_deps(std::string_view deps);

}  // namespace espalier::treebank
