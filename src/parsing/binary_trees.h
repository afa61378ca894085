// Between the constituents of sentences and the binary trees that shift-reduce parsing makes: labels as numbers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "decoding/shift_reduce.h"
#include "espalier/constituency.h"
#include "parsing/training_set.h"

namespace espalier::parsing {

/// The true trees of a treebank, made binary, and what they are made of.
struct BinaryTreebank {
  LabelSet labels;  ///< in the code of markovise.h; what finishes a temporary label is there, too
  decoding::ReduceRules rules;
  std::vector<decoding::BinaryTree> trees;  ///< by sentence
};

/// Heads: as marked, else by the rules. Throws Error kInput with the line of a sentence that has no constituents, or
/// whose constituents have gaps.
BinaryTreebank make_binary_treebank(const std::vector<Sentence>& sentences, const HeadRules& heads);

/// Bases and closers by name. Throws Error kInput where a temporary label has no other that finishes it.
std::vector<decoding::ReduceLabel> reduce_labels(const std::vector<std::string>& names);

/// Makes constituents of the binary trees that states hold: temporary nodes are dissolved into the node above, joined
/// labels unfolded, as unbinarize() does, with labels taken apart once.
class ConstituentMaker {
 public:
  /// A node to be put below `parent`, or to be dissolved into it.
  struct Task {
    std::int32_t node;
    std::int32_t parent;
    bool is_head;
  };

  ConstituentMaker() = default;
  explicit ConstituentMaker(const std::vector<std::string>& names);

  /// Heads are marked. REQUIRES a final state of a sentence with words.
  void make(const decoding::ReduceState& state, ConstituentTree& out, std::vector<Task>& scratch) const;

 private:
  struct Label {
    std::vector<std::string> chain;  ///< from the top down; of a temporary label what it stands for
    bool is_temporary = false;
  };
  std::vector<Label> labels_;
};

}  // namespace espalier::parsing
