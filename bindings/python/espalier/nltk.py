"""Espalier as a parser of NLTK.

>>> from espalier.nltk import Parser
>>> graph, = Parser("pt").parse(["O", "jardineiro", "poda", "macieiras", "."])
>>> graph.root["word"]
'poda'
"""

from __future__ import annotations

from typing import Any, Iterable, Iterator, List, Sequence, Tuple, Union

from nltk.parse.api import ParserI
from nltk.parse.dependencygraph import DependencyGraph
from nltk.tree import Tree

from . import Constituent, Doc, Model, Pipeline, Sentence, load

__all__ = ["Parser", "to_dependency_graph", "to_tree"]

Parse = Union[DependencyGraph, Tree]
Tagged = Sequence[Tuple[str, str]]


def to_dependency_graph(sentence: Sentence) -> DependencyGraph:
    """A sentence as NLTK's dependency graph."""
    graph = DependencyGraph()
    for word in sentence.words:
        graph.nodes[word.id].update(
            address=word.id,
            word=word.form,
            lemma=word.lemma,
            ctag=word.upos,
            tag=word.xpos or word.upos,
            feats=word.feats or "_",
            head=word.head,
            rel=word.deprel,
        )
        graph.nodes[word.head]["deps"][word.deprel].append(word.id)
        if word.head == 0 and graph.root is None:
            graph.root = graph.nodes[word.id]
            graph.top_relation_label = word.deprel
    return graph


def _tree(node: Constituent) -> Tree:
    token = node.token
    below = [token.form] if token else [_tree(child) for child in node.children]
    return Tree(node.label, below)


def to_tree(sentence: Sentence) -> Tree:
    """The constituents of a sentence as NLTK's tree."""
    top = sentence.constituents
    if top is None:
        raise ValueError("the parser finds no constituents; to_dependency_graph() shows what it finds")
    return _tree(top)


class Parser(ParserI):  # type: ignore[misc]
    """A pipeline, or a model as load() takes it, with NLTK's methods.

    Each sentence gives an iterator with one parse: a DependencyGraph, or a Tree where the parser finds constituents.
    ``tags`` says which column the tags of tagged sentences are, ``"upos"`` or ``"xpos"``; others are found.
    """

    def __init__(self, model: Union[str, Model, Pipeline], *, tags: str = "upos", threads: int = 0) -> None:
        self._nlp = model if isinstance(model, Pipeline) else load(model)
        self._tags = tags
        self._threads = threads

    def _parses(self, inputs: Iterable[Union[str, Doc]]) -> Iterator[Iterator[Parse]]:
        for doc in self._nlp.pipe(inputs, threads=self._threads):
            for sentence in doc.sents:
                yield iter([to_tree(sentence) if sentence.constituents else to_dependency_graph(sentence)])

    def parse_sents(self, sents: Iterable[Sequence[str]], *args: Any, **kwargs: Any) -> Iterator[Iterator[Parse]]:
        """Parses of sentences that are lists of words."""
        return self._parses(Doc.from_words([list(words)]) for words in sents)

    def parse(self, sent: Sequence[str], *args: Any, **kwargs: Any) -> Iterator[Parse]:
        """The parse of a list of words."""
        return next(self.parse_sents([sent]))

    def parse_tagged_sents(self, sents: Iterable[Tagged]) -> Iterator[Iterator[Parse]]:
        """Parses of sentences that are lists of (word, tag)."""

        def document(tagged: Tagged) -> Doc:
            words: List[str] = [word for word, _ in tagged]
            return Doc.from_words([words], [[tag for _, tag in tagged]], self._tags)

        return self._parses(document(tagged) for tagged in sents)

    tagged_parse_sents = parse_tagged_sents

    def tagged_parse(self, sent: Tagged) -> Iterator[Parse]:
        """The parse of a list of (word, tag)."""
        return next(self.parse_tagged_sents([sent]))

    def raw_parse_sents(self, texts: Iterable[str]) -> Iterator[Iterator[Parse]]:
        """Parses of all sentences of some texts."""
        return self._parses(texts)

    def raw_parse(self, text: str) -> Iterator[Parse]:
        """The parses of the sentences of a text, one after the other."""
        for parses in self._parses([text]):
            yield from parses
