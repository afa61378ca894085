// Binary trees from any trees, and back: head-outward markovisation with unary chains joined.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "espalier/constituency.h"
#include "espalier/sentence.h"

namespace espalier::treebank {

/// The constituents of `sentence`, made binary. `rules` may be null: heads as marked, else leftmost.
ConstituentTree markovised(const Sentence& sentence, const BinarizeOptions& options, const HeadRules* rules);
/// The inverse, which needs neither rules nor order. Takes any tree: temporary symbols where none should be are
/// dissolved too.
ConstituentTree unmarkovised(const ConstituentTree& tree, bool keep_heads);

/// A temporary symbol, as the labels of a binary tree code it.
bool is_temporary(std::string_view label) noexcept;
/// The constituent whose children a node of a binary tree has, in the same code: `VP` for `VP:`, `VP` and `S+VP`.
std::string_view base_of(std::string_view label) noexcept;
/// The labels that a joined label stands for, from the top down; the one label for any other.
std::vector<std::string> split_chain(std::string_view label);
/// The joined label of a chain of constituents, from the top down.
std::string join_chain(const std::vector<std::string>& chain);

}  // namespace espalier::treebank
