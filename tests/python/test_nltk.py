"""Espalier as a parser of NLTK: the same trees, as NLTK's objects."""

import tempfile
import unittest

from support import require, sample

require("nltk")
import espalier
import espalier.nltk
from nltk.parse.api import ParserI
from nltk.parse.dependencygraph import DependencyGraph
from nltk.tree import Tree

nlp = espalier.load("pt")
parser = espalier.nltk.Parser(nlp, threads=2)
SENTENCES = espalier.read(sample("pt.conllu")).sents
WORDS = [[word.form for word in sentence] for sentence in SENTENCES]


def arcs(graph):
    return [(graph.nodes[i]["head"], graph.nodes[i]["rel"]) for i in range(1, len(graph.nodes))]


class Dependencies(unittest.TestCase):
    def test_trees_are_those_of_the_pipeline(self):
        self.assertIsInstance(parser, ParserI)
        for words, parses in zip(WORDS, parser.parse_sents(WORDS), strict=True):
            (graph,) = parses
            expected = nlp(espalier.Doc.from_words([words]))
            self.assertEqual(arcs(graph), [(word.head, word.deprel) for word in expected])
            self.assertEqual(graph.root["word"], expected.sents[0].root.text)
            self.assertEqual(arcs(next(parser.parse(words))), arcs(graph))

    def test_graphs_are_as_nltk_reads_them(self):
        doc = nlp("O jardineiro poda as macieiras. Chove.")
        for sentence in doc.sents:
            graph = espalier.nltk.to_dependency_graph(sentence)
            rows = "".join(
                f"{w.id}\t{w.form}\t{w.lemma}\t{w.upos}\t{w.xpos or w.upos}\t{w.feats or '_'}\t{w.head}\t{w.deprel}"
                "\t_\t_\n"
                for w in sentence
            )
            other = DependencyGraph(rows, top_relation_label="root")
            self.assertEqual(graph.to_conll(10), other.to_conll(10))
            self.assertEqual(graph.tree(), other.tree())
            self.assertEqual(list(graph.triples()), list(other.triples()))
            self.assertTrue(graph.contains_cycle() is False)

    def test_tags_are_kept(self):
        tagged = [[(word.form, word.upos) for word in sentence] for sentence in SENTENCES]
        for sentence, parses in zip(tagged, parser.parse_tagged_sents(tagged), strict=True):
            graph = next(parses)
            self.assertEqual([graph.nodes[i]["ctag"] for i in range(1, len(graph.nodes))], [tag for _, tag in sentence])
        self.assertEqual(next(parser.tagged_parse([("Chove", "NOUN")])).nodes[1]["ctag"], "NOUN")
        xpos = espalier.nltk.Parser("pt", tags="xpos")
        self.assertEqual(next(xpos.tagged_parse([("Chove", "V")])).nodes[1]["tag"], "V")

    def test_raw_text(self):
        graphs = list(parser.raw_parse("Chove. Neva."))
        self.assertEqual([graph.root["word"] for graph in graphs], ["Chove", "Neva"])
        self.assertEqual(len(list(parser.raw_parse_sents(["Chove.", "Neva."]))), 2)


class Brackets(unittest.TestCase):
    def test_are_trees(self):
        with tempfile.NamedTemporaryFile(suffix=".model") as file:
            options = {"parser": "constituency", "epochs": 2, "heads": "english"}
            espalier.train(sample("en.mrg"), file.name, only=["parser"], **options)
            brackets = espalier.load(file.name)
        given = espalier.read(sample("en.mrg")).sents[0]
        tagged = [(word.form, word.xpos) for word in given]
        tree = next(espalier.nltk.Parser(brackets, tags="xpos").tagged_parse(tagged))
        doc = brackets(espalier.Doc.from_words([[form for form, _ in tagged]], [[tag for _, tag in tagged]], "xpos"))
        self.assertEqual(tree, Tree.fromstring(doc.to_string("penn"), remove_empty_top_bracketing=False))
        with self.assertRaises(ValueError):
            espalier.nltk.to_tree(nlp("Chove.").sents[0])


if __name__ == "__main__":
    unittest.main()
