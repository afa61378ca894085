// Token: a word, with the names that it has in CoNLL-U, Stanza and spaCy.
#include <algorithm>
#include <charconv>

#include "python/binding.h"

namespace espalier::python {
namespace {

std::string column(const TokenRef& token, Column which) { return std::string(token.get().get(token.node, which)); }

template <Column which>
std::string field(const TokenRef& token) {
  return column(token, which);
}

std::size_t place_in_document(const TokenRef& token) {
  return token.document->firsts[token.sentence] + static_cast<std::size_t>(token.node) - 1;
}

Range range_of(const TokenRef& token) { return token.document->range(token.sentence, token.node); }

std::optional<std::int32_t> known(std::int32_t place) { return place < 0 ? std::nullopt : std::optional(place); }

std::optional<TokenRef> head_of(const TokenRef& token) {
  const std::int32_t head = token.get().head(token.node);
  return head > 0 ? std::optional(token.at(head)) : std::nullopt;
}

enum class Side { kBoth, kLeft, kRight };

template <Side side>
std::vector<TokenRef> dependents(const TokenRef& token) {
  const Sentence& sentence = token.get();
  const std::int32_t from = side == Side::kRight ? token.node + 1 : 1;
  const std::int32_t to = side == Side::kLeft ? token.node - 1 : sentence.size();
  std::vector<TokenRef> found;
  for (std::int32_t node = from; node <= to; ++node) {
    if (sentence.head(node) == token.node) found.push_back(token.at(node));
  }
  return found;
}

// Heads that were read make no cycles; those of sentences with `--constraints` neither.
std::vector<TokenRef> ancestors(const TokenRef& token) {
  std::vector<TokenRef> found;
  for (auto head = head_of(token); head; head = head_of(*head)) found.push_back(*head);
  return found;
}

// Words whose way up leads over this one: each is looked at once.
std::vector<TokenRef> subtree(const TokenRef& token) {
  const Sentence& sentence = token.get();
  enum : char { kUnknown, kInside, kOutside };
  std::vector<char> is(static_cast<std::size_t>(sentence.size()) + 1, kUnknown);
  is[0] = kOutside;
  is[static_cast<std::size_t>(token.node)] = kInside;
  std::vector<std::int32_t> way;
  for (std::int32_t node = 1; node <= sentence.size(); ++node) {
    way.clear();
    std::int32_t at = node;
    for (; at >= 0 && is[static_cast<std::size_t>(at)] == kUnknown; at = sentence.head(at)) way.push_back(at);
    const char answer = at < 0 ? char{kOutside} : is[static_cast<std::size_t>(at)];
    for (const std::int32_t each : way) is[static_cast<std::size_t>(each)] = answer;
  }
  std::vector<TokenRef> found;
  for (std::int32_t node = 1; node <= sentence.size(); ++node) {
    if (is[static_cast<std::size_t>(node)] == kInside) found.push_back(token.at(node));
  }
  return found;
}

py::dict morph(const TokenRef& token) {
  py::dict values;
  std::string_view left = token.get().feats(token.node);
  while (!left.empty()) {
    const std::size_t end = std::min(left.find('|'), left.size());
    const std::string_view item = left.substr(0, end);
    const std::size_t equals = std::min(item.find('='), item.size());
    values[py::cast(item.substr(0, equals))] = py::cast(item.substr(std::min(equals + 1, item.size())));
    left.remove_prefix(std::min(end + 1, left.size()));
  }
  return values;
}

std::optional<double> confidence(const TokenRef& token) {
  const auto text = attribute(token.get().misc(token.node), "Conf");
  double value = 0;
  if (!text || std::from_chars(text->data(), text->data() + text->size(), value).ec != std::errc()) return {};
  return value;
}

bool equal(const TokenRef& a, const TokenRef& b) {
  return a.document == b.document && a.sentence == b.sentence && a.node == b.node;
}

template <Column which, class Class>
void add_field(Class& type, const char* name, const char* about) {
  type.def_property_readonly(name, &field<which>, about);
}

void add_fields(py::class_<TokenRef>& type) {
  add_field<Column::kForm>(type, "text", "The word.");
  add_field<Column::kForm>(type, "form", "The word; the same as text.");
  add_field<Column::kLemma>(type, "lemma", "The lemma; empty where there is none.");
  add_field<Column::kLemma>(type, "lemma_", "The lemma, as spaCy calls it.");
  add_field<Column::kUpos>(type, "upos", "The universal part of speech.");
  add_field<Column::kUpos>(type, "pos_", "The universal part of speech, as spaCy calls it.");
  add_field<Column::kXpos>(type, "xpos", "The treebank's own tag.");
  add_field<Column::kXpos>(type, "tag_", "The treebank's own tag, as spaCy calls it.");
  add_field<Column::kFeats>(type, "feats", "Morphological features, `A=b|C=d`.");
  add_field<Column::kDeprel>(type, "deprel", "The relation to the head.");
  add_field<Column::kDeprel>(type, "dep_", "The relation to the head, as spaCy calls it.");
  add_field<Column::kDeps>(type, "deps", "The enhanced graph, as in CoNLL-U.");
  add_field<Column::kMisc>(type, "misc", "All else, as in CoNLL-U.");
  type.def_property_readonly("morph", &morph, "Morphological features by name.");
  type.def_property_readonly("confidence", &confidence,
                             "The probability that the head is right; None unless load(confidence=True).");
}

void add_places(py::class_<TokenRef>& type) {
  const auto begin = [](const TokenRef& token) { return known(range_of(token).begin); };
  type.def_property_readonly(
          "id", [](const TokenRef& token) { return token.node; }, "Number in the sentence, from 1.")
      .def_property_readonly("i", &place_in_document, "Number in the document, from 0.")
      .def_property_readonly("start_char", begin,
                             "Where the token begins in doc.text, in characters; None where there was no text.")
      .def_property_readonly("idx", begin, "The same as start_char, as spaCy calls it.")
      .def_property_readonly(
          "end_char", [](const TokenRef& token) { return known(range_of(token).end); }, "Where it ends.")
      .def_property_readonly(
          "sent",
          [](const TokenRef& token) {
            return SentenceRef{token.document, token.sentence};
          },
          "Its sentence.")
      .def_property_readonly(
          "doc", [](const TokenRef& token) { return token.document; }, "Its document.");
}

void add_tree(py::class_<TokenRef>& type) {
  type.def_property_readonly(
          "head", [](const TokenRef& token) { return token.get().head(token.node); },
          "Number of the head in the sentence, as in CoNLL-U; 0: this is the root; -1: not known.")
      .def_property_readonly("head_token", &head_of, "The head; None where this is the root.")
      .def_property_readonly("children", &dependents<Side::kBoth>, "Words whose head this is, in order.")
      .def_property_readonly("lefts", &dependents<Side::kLeft>, "Those of them before it.")
      .def_property_readonly("rights", &dependents<Side::kRight>, "Those of them after it.")
      .def_property_readonly("subtree", &subtree, "This word and all below it, in order.")
      .def_property_readonly("ancestors", &ancestors, "Its head, the head of that, and so on up to the root.")
      .def_property_readonly(
          "is_root", [](const TokenRef& token) { return token.get().head(token.node) == 0; }, "It has no head.");
}

}  // namespace

std::vector<TokenRef> tokens_of(const SentenceRef& sentence) {
  std::vector<TokenRef> tokens;
  tokens.reserve(static_cast<std::size_t>(sentence.get().size()));
  for (std::int32_t node = 1; node <= sentence.get().size(); ++node) {
    tokens.push_back({sentence.document, sentence.index, node});
  }
  return tokens;
}

void register_tokens(py::module_& module) {
  py::class_<TokenRef> type(module, "Token", "A word of a sentence.");
  add_fields(type);
  add_places(type);
  add_tree(type);
  type.def("__str__", &field<Column::kForm>)
      .def("__repr__", [](const TokenRef& token) { return "<Token " + column(token, Column::kForm) + ">"; })
      .def("__eq__", &equal, py::is_operator())
      .def("__hash__", [](const TokenRef& token) {
        return std::hash<const void*>()(token.document.get()) ^ (place_in_document(token) * 0x9E3779B97F4A7C15ULL);
      });
}

}  // namespace espalier::python
