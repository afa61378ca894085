// Doc and Sentence.
#include <algorithm>

#include "espalier/document.h"
#include "espalier/error.h"
#include "python/binding.h"

namespace espalier::python {
namespace {

constexpr std::size_t kShown = 20;  // sentences of a document that a notebook draws

/// A number from the front, or from the back where it is negative.
std::size_t place_of(py::ssize_t index, std::size_t size) {
  const py::ssize_t place = index < 0 ? index + static_cast<py::ssize_t>(size) : index;
  if (place < 0 || place >= static_cast<py::ssize_t>(size)) throw py::index_error("index out of range");
  return static_cast<std::size_t>(place);
}

TokenRef token_at(const DocumentPtr& document, std::size_t word) {
  const std::size_t sentence = document->sentence_of(word);
  return {document, sentence, static_cast<std::int32_t>(word - document->firsts[sentence]) + 1};
}

template <class At>
auto sliced(const py::slice& slice, std::size_t size, const At& at) {
  std::size_t start = 0, stop = 0, step = 0, length = 0;
  if (!slice.compute(size, &start, &stop, &step, &length)) throw py::error_already_set();
  std::vector<TokenRef> tokens;
  for (std::size_t i = 0; i < length; ++i, start += step) tokens.push_back(at(start));
  return tokens;
}

std::vector<TokenRef> all_tokens(const DocumentPtr& document) {
  std::vector<TokenRef> tokens;
  for (std::size_t word = 0; word < document->words(); ++word) tokens.push_back(token_at(document, word));
  return tokens;
}

std::vector<SentenceRef> sentences_of(const DocumentPtr& document) {
  std::vector<SentenceRef> sentences;
  for (std::size_t i = 0; i < document->sentences.size(); ++i) sentences.push_back({document, i});
  return sentences;
}

std::span<const Sentence> one(const SentenceRef& sentence) { return {&sentence.get(), 1}; }

std::string written(const SentenceRef& sentence, const std::string& format) {
  return written(*sentence.document, one(sentence), format);
}

std::string written_document(const DocumentPtr& document, const std::string& format) {
  return written(*document, document->sentences, format);
}

/// A line is an object; what else Python takes for the end of a line is not one here.
py::list loaded(std::string_view json_lines) {
  const py::object loads = py::module_::import("json").attr("loads");
  py::list objects;
  while (!json_lines.empty()) {
    const std::size_t end = std::min(json_lines.find('\n'), json_lines.size());
    objects.append(loads(py::str(json_lines.data(), end)));
    json_lines.remove_prefix(std::min(end + 1, json_lines.size()));
  }
  return objects;
}

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '&' || c == '<') {
      out += c == '&' ? "&amp;" : "&lt;";
    } else {
      out += c;
    }
  }
  return out;
}

/// Drawings wider than the notebook are scrolled, not shrunk, whatever its style sheet says of pictures. The text,
/// which nobody sees, lets the browser tell on which side it begins: there a wide drawing is seen first.
std::string framed(const SentenceRef& sentence) {
  return "<div class=\"espalier-frame\" dir=\"auto\" style=\"overflow-x:auto;margin:.25em 0\">"
         "<span hidden>" +
         escaped(text_of(sentence.get())) +
         "</span><style>.espalier-frame>svg{max-width:none!important;height:auto;display:block}</style>" +
         written(sentence, "svg") + "</div>";
}

std::string html_of(const DocumentPtr& document) {
  std::string html;
  const auto sentences = sentences_of(document);
  for (std::size_t i = 0; i < std::min(kShown, sentences.size()); ++i) html += framed(sentences[i]);
  if (sentences.size() > kShown) {
    html += "<p>… and " + std::to_string(sentences.size() - kShown) + " more sentences</p>";
  }
  return html;
}

/// Numbers that lie in the document: the array keeps it alive, and cannot change it.
py::array view(const std::int32_t* numbers, std::size_t size, const DocumentPtr& document) {
  py::array_t<std::int32_t> array({size}, {sizeof(std::int32_t)}, numbers, py::cast(document));
  array.attr("setflags")(py::arg("write") = false);
  return array;
}

py::array array_of(const DocumentPtr& document, const std::string& name) {
  const NumberColumn& column = column_of(*document, name);
  return view(column.numbers.data(), column.numbers.size(), document);
}

std::vector<std::string> labels_of(const DocumentPtr& document, const std::string& name) {
  return column_of(*document, name).labels;
}

py::array heads_of(const SentenceRef& sentence) {
  const auto heads = sentence.get().heads().subspan(1);
  return view(heads.data(), heads.size(), sentence.document);
}

DocumentPtr from_words(const std::vector<std::vector<std::string>>& sentences,
                       const std::optional<std::vector<std::vector<std::string>>>& tags, const std::string& column) {
  if (tags && tags->size() != sentences.size()) throw py::value_error("there must be tags for each sentence");
  if (column != "upos" && column != "xpos") throw py::value_error("tags are upos or xpos");
  auto document = std::make_shared<Document>();
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    if (tags && (*tags)[i].size() != sentences[i].size()) throw py::value_error("there must be a tag for each word");
    Sentence& sentence = document->sentences.emplace_back();
    for (std::size_t word = 0; word < sentences[i].size(); ++word) {
      const std::string& form = sentences[i][word];
      if (form.empty() || form.find_first_of("\t\n\r") != std::string::npos) {
        throw Error(ErrorKind::kInput, "a word cannot be empty or have tabs and line breaks in it");
      }
      const std::int32_t node = sentence.add_word(form);
      if (tags) sentence.set(node, column == "upos" ? Column::kUpos : Column::kXpos, (*tags)[i][word]);
    }
  }
  document->settle();
  return document;
}

std::optional<TokenRef> root_of(const SentenceRef& sentence) {
  for (std::int32_t node = 1; node <= sentence.get().size(); ++node) {
    if (sentence.get().head(node) == 0) return TokenRef{sentence.document, sentence.index, node};
  }
  return std::nullopt;
}

py::list dependencies(const SentenceRef& sentence) {
  py::list arcs;
  for (const TokenRef& token : tokens_of(sentence)) {
    const std::int32_t head = token.get().head(token.node);
    arcs.append(py::make_tuple(head > 0 ? py::cast(token.at(head)) : py::none(),
                               std::string(token.get().deprel(token.node)), token));
  }
  return arcs;
}

std::vector<std::string> comments(const SentenceRef& sentence) {
  std::vector<std::string> lines;
  for (const Text& text : sentence.get().comments()) lines.emplace_back(sentence.get().text(text));
  return lines;
}

py::list multiword_tokens(const SentenceRef& sentence) {
  py::list tokens;
  for (const MultiwordToken& token : sentence.get().multiword_tokens()) {
    tokens.append(py::make_tuple(std::string(sentence.get().text(token.form)), token.first, token.last));
  }
  return tokens;
}

void add_document_formats(py::class_<Document, DocumentPtr>& type) {
  type.def("to_string", &written_document, py::arg("format") = "conllu",
           "The document in any format that `espalier convert` writes, as that would write it.")
      .def(
          "to_conllu", [](const DocumentPtr& self) { return written_document(self, "conllu"); }, "CoNLL-U.")
      .def(
          "to_json", [](const DocumentPtr& self) { return written_document(self, "json"); },
          "JSON, an object a line, one for each sentence.")
      .def(
          "to_dict", [](const DocumentPtr& self) { return loaded(written_document(self, "json")); },
          "A list of what to_json() has, a dictionary for each sentence.")
      .def(
          "to_svg", [](const DocumentPtr& self) { return written_document(self, "svg"); }, "A drawing of all trees.")
      .def("_repr_html_", &html_of, "What notebooks show.");
}

void register_document(py::module_& module) {
  py::class_<Document, DocumentPtr> type(module, "Doc", "Sentences, with trees if a pipeline has made it.");
  add_document_formats(type);
  type.def_property_readonly("text", &Document::whole_text, "The text, as given or as its words make it.")
      .def_property_readonly("sents", &sentences_of, "The sentences.")
      .def_property_readonly("sentences", &sentences_of, "The sentences; the same as sents.")
      .def("array", &array_of, py::arg("column"),
           "A column as a numpy array of int32, a number for each word, without copying: head, id, sentence, start, "
           "end; "
           "or ids of form, lemma, upos, xpos, feats, deprel, deps, misc, which stand for labels(column).")
      .def("labels", &labels_of, py::arg("column"), "What the ids in array(column) stand for.")
      .def("__len__", [](const DocumentPtr& self) { return self->words(); })
      .def("__iter__", [](const DocumentPtr& self) { return py::iter(py::cast(all_tokens(self))); })
      .def("__getitem__",
           [](const DocumentPtr& self, py::ssize_t i) { return token_at(self, place_of(i, self->words())); })
      .def("__getitem__",
           [](const DocumentPtr& self, const py::slice& slice) {
             return sliced(slice, self->words(), [&](std::size_t word) { return token_at(self, word); });
           })
      .def("__str__", &Document::whole_text)
      .def("__repr__",
           [](const DocumentPtr& self) {
             return "<Doc of " + std::to_string(self->sentences.size()) + " sentences, " +
                    std::to_string(self->words()) + " words>";
           })
      .def_static(
          "from_string", [](const std::string& text, const std::string& format) { return read_text(text, format); },
          py::arg("text"), py::arg("format") = "conllu", "Sentences in any format that `espalier convert` reads.")
      .def_static(
          "from_conllu", [](const std::string& text) { return read_text(text, "conllu"); }, py::arg("text"),
          "Sentences in CoNLL-U.")
      .def_static("from_words", &from_words, py::arg("sentences"), py::arg("tags") = py::none(),
                  py::arg("column") = "upos", "Sentences that are lists of words, with tags if there are some.");
  module.def("read", &read_path, py::arg("path"), py::arg("format") = "", "The sentences of a file.");
}

void add_sentence_formats(py::class_<SentenceRef>& type) {
  type.def("to_string", py::overload_cast<const SentenceRef&, const std::string&>(&written),
           py::arg("format") = "conllu", "The sentence in any format that `espalier convert` writes.")
      .def(
          "to_conllu", [](const SentenceRef& self) { return written(self, "conllu"); }, "CoNLL-U.")
      .def(
          "to_json", [](const SentenceRef& self) { return written(self, "json"); }, "A JSON object.")
      .def(
          "to_dict", [](const SentenceRef& self) { return py::dict(loaded(written(self, "json"))[0]); },
          "What to_json() has, as a dictionary.")
      .def(
          "to_svg", [](const SentenceRef& self) { return written(self, "svg"); }, "A drawing of the tree.")
      .def("_repr_html_", &framed, "What notebooks show.");
}

void register_sentence(py::module_& module) {
  py::class_<SentenceRef> type(module, "Sentence", "A sentence of a document.");
  add_sentence_formats(type);
  const auto first = [](const SentenceRef& self) { return self.document->firsts[self.index]; };
  const auto size = [](const SentenceRef& self) { return static_cast<std::size_t>(self.get().size()); };
  type.def_property_readonly(
          "text", [](const SentenceRef& self) { return text_of(self.get()); }, "The text of the sentence.")
      .def_property_readonly(
          "sent_id", [](const SentenceRef& self) { return std::string(self.get().comment("sent_id").value_or("")); },
          "The name of the sentence; empty where it has none.")
      .def_property_readonly("comments", &comments, "The comment lines, `#` included.")
      .def_property_readonly("words", &tokens_of, "The words.")
      .def_property_readonly("tokens", &tokens_of, "The words; the same as words.")
      .def_property_readonly("multiword_tokens", &multiword_tokens,
                             "Tokens that stand for several words: (text, first id, last id).")
      .def_property_readonly("root", &root_of, "The first word without a head, or None.")
      .def_property_readonly("dependencies", &dependencies, "(head or None, deprel, word) for each word.")
      .def_property_readonly("constituents", &constituents_of,
                             "The top of the brackets; None unless the parser finds constituents.")
      .def_property_readonly("heads", &heads_of, "The heads as a numpy array of int32, without copying.")
      .def_property_readonly(
          "i", [](const SentenceRef& self) { return self.index; }, "Number in the document, from 0.")
      .def_property_readonly("start", first, "Number of the first word in the document.")
      .def_property_readonly(
          "end", [=](const SentenceRef& self) { return first(self) + size(self); }, "Number after that of the last.")
      .def_property_readonly(
          "doc", [](const SentenceRef& self) { return self.document; }, "Its document.")
      .def("__len__", size)
      .def("__iter__", [](const SentenceRef& self) { return py::iter(py::cast(tokens_of(self))); })
      .def("__getitem__", [=](const SentenceRef& self,
                              py::ssize_t i) { return token_at(self.document, first(self) + place_of(i, size(self))); })
      .def("__getitem__",
           [=](const SentenceRef& self, const py::slice& slice) {
             return sliced(slice, size(self),
                           [&](std::size_t word) { return token_at(self.document, first(self) + word); });
           })
      .def("__str__", [](const SentenceRef& self) { return text_of(self.get()); })
      .def("__repr__", [](const SentenceRef& self) { return "<Sentence " + text_of(self.get()) + ">"; })
      .def(
          "__eq__",
          [](const SentenceRef& a, const SentenceRef& b) { return a.document == b.document && a.index == b.index; },
          py::is_operator())
      .def("__hash__",
           [](const SentenceRef& self) { return std::hash<const void*>()(self.document.get()) + self.index; });
}

}  // namespace

void register_documents(py::module_& module) {
  register_document(module);
  register_sentence(module);
}

}  // namespace espalier::python
