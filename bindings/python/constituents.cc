// Constituent: a node of a sentence's brackets.
#include "python/binding.h"

namespace espalier::python {
namespace {

struct NodeRef {
  SentenceRef sentence;
  std::int32_t node = 0;

  const ConstituentTree& tree() const { return sentence.get().constituents(); }
  const ConstituentTree::Node& get() const { return tree().node(node); }
  std::optional<NodeRef> at(std::int32_t other) const {
    return other == ConstituentTree::kNone ? std::nullopt : std::optional(NodeRef{sentence, other});
  }
  TokenRef token() const { return {sentence.document, sentence.index, get().word}; }
};

std::vector<NodeRef> children(const NodeRef& node) {
  std::vector<NodeRef> found;
  for (const std::int32_t child : node.tree().children(node.node)) found.push_back({node.sentence, child});
  return found;
}

// In the order of the tree, without recursion: brackets may be nested deeply.
std::vector<TokenRef> leaves(const NodeRef& top) {
  std::vector<TokenRef> found;
  std::vector<NodeRef> open = {top};
  while (!open.empty()) {
    const NodeRef node = open.back();
    open.pop_back();
    if (node.get().is_leaf()) found.push_back(node.token());
    const std::vector<NodeRef> below = children(node);
    open.insert(open.end(), below.rbegin(), below.rend());
  }
  return found;
}

std::string label(const NodeRef& node) {
  if (!node.get().is_leaf()) return node.get().label;
  return std::string(node.sentence.get().xpos(node.get().word));
}

}  // namespace

py::object constituents_of(const SentenceRef& sentence) {
  if (sentence.get().constituents().empty()) return py::none();
  return py::cast(NodeRef{sentence, 0});
}

void register_constituents(py::module_& module) {
  py::class_<NodeRef>(module, "Constituent", "A constituent, or a word at the bottom of the brackets.")
      .def_property_readonly("label", &label, "The category; of a word its tag.")
      .def_property_readonly("children", &children, "What it is made of, in order; nothing below a word.")
      .def_property_readonly(
          "is_leaf", [](const NodeRef& node) { return node.get().is_leaf(); }, "It stands for a word.")
      .def_property_readonly(
          "token",
          [](const NodeRef& node) { return node.get().is_leaf() ? std::optional(node.token()) : std::nullopt; },
          "The word that it stands for, or None.")
      .def_property_readonly("leaves", &leaves, "The words below it.")
      .def_property_readonly(
          "parent", [](const NodeRef& node) { return node.at(node.get().parent); }, "What it is part of, or None.")
      .def_property_readonly(
          "head", [](const NodeRef& node) { return node.at(node.get().head); }, "The child that heads it, or None.")
      .def("__repr__", [](const NodeRef& node) {
        return "<Constituent " + label(node) + " of " + std::to_string(leaves(node).size()) + " words>";
      });
}

}  // namespace espalier::python
