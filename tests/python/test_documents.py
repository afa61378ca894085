"""Doc, Sentence, Token: names, trees, places in the text, formats, columns of numbers and how long they live."""

import gc
import json
import unittest

from support import ROOT, TEXT, program, require, sample

require("numpy")
import espalier
import numpy

nlp = espalier.load("pt")
doc = nlp(TEXT)


class Tokens(unittest.TestCase):
    def rows(self):
        """The words as the program has them: fields of CoNLL-U by sentence."""
        sentences = program("parse", "-m", "pt", "--text", TEXT).strip().split("\n\n")
        lines = [[line.split("\t") for line in sentence.split("\n") if line[0] != "#"] for sentence in sentences]
        return [[row for row in rows if "-" not in row[0]] for rows in lines]

    def test_fields_are_those_of_the_program(self):
        rows = self.rows()
        self.assertEqual(len(rows), len(doc.sents))
        for sentence, words in zip(doc.sents, rows):
            for token, row in zip(sentence.words, words, strict=True):
                names = ("id", "text", "lemma", "upos", "xpos", "feats", "head", "deprel")
                self.assertEqual([str(getattr(token, name)) or "_" for name in names], row[:8])

    def test_has_the_names_of_spacy(self):
        token = doc[1]
        for spacy, own in (("lemma_", "lemma"), ("pos_", "upos"), ("tag_", "xpos"), ("dep_", "deprel")):
            self.assertEqual(getattr(token, spacy), getattr(token, own))
        self.assertEqual(token.idx, token.start_char)
        self.assertEqual([each.i for each in doc], list(range(len(doc))))
        self.assertEqual(doc.sentences, doc.sents)
        self.assertEqual([sentence.start for sentence in doc.sents][1:], [sentence.end for sentence in doc.sents][:-1])

    def test_trees(self):
        for sentence in doc.sents:
            self.assertTrue(sentence.root.is_root)
            self.assertEqual([word for word in sentence.words if word.is_root], [sentence.root])
            self.assertEqual(sentence.root.subtree, sentence.words)
            self.assertIsNone(sentence.root.head_token)
            for word in sentence.words:
                below = [each for each in sentence.words if word in each.ancestors or each == word]
                self.assertEqual(word.subtree, below)
                self.assertEqual(word.children, [each for each in sentence.words if each.head == word.id])
                self.assertEqual(word.lefts + word.rights, word.children)
                self.assertTrue(all(left.id < word.id for left in word.lefts))
                for child in word.children:
                    self.assertEqual(child.head_token, word)
                    self.assertEqual(child.ancestors, [word, *word.ancestors])

    def test_places_in_the_text(self):
        for sentence in doc.sents:
            several = {i for _, first, last in sentence.multiword_tokens for i in range(first, last + 1)}
            for word in sentence.words:
                if word.id not in several:
                    self.assertEqual(TEXT[word.start_char : word.end_char], word.text)
            for form, first, last in sentence.multiword_tokens:
                for word in sentence.words[first - 1 : last]:
                    self.assertEqual(TEXT[word.start_char : word.end_char], form)
        self.assertTrue(any(sentence.multiword_tokens for sentence in doc.sents))

    def test_places_are_those_of_the_program(self):
        text = "\n\n ".join([TEXT, "1 000 000\u00a0pessoas,  «ação»  🌳!", "E é: do, do da\u2003no."] * 3)
        ranged = espalier.load("pt", offsets=True)(text)
        several = {word for sentence in ranged.sents for _, first, last in sentence.multiword_tokens
                   for word in sentence.words[first - 1 : last]}  # fmt: skip
        for word in ranged:
            if word not in several:
                self.assertIn(f"TokenRange={word.start_char}:{word.end_char}", word.misc)

    def test_places_count_characters(self):
        text = "Ação 🌳 e é."
        words = list(nlp(text))
        self.assertEqual([text[word.start_char : word.end_char] for word in words], [word.text for word in words])
        self.assertIsNone(espalier.Doc.from_words([["a"]])[0].start_char)

    def test_features_by_name(self):
        token = next(token for token in doc if "|" in token.feats)
        self.assertEqual("|".join(f"{name}={value}" for name, value in token.morph.items()), token.feats)

    def test_indices(self):
        self.assertEqual(doc[-1].text, ".")
        self.assertEqual(doc[1:3], [doc[1], doc[2]])
        self.assertEqual(doc.sents[1][-1], doc.sents[1].words[-1])
        self.assertEqual(doc.sents[1][::2], doc.sents[1].words[::2])
        with self.assertRaises(IndexError):
            doc[len(doc)]
        with self.assertRaises(IndexError):
            doc.sents[0][-99]

    def test_tokens_are_equal_by_place(self):
        self.assertEqual(len({doc[0], doc[0], doc[1]}), 2)
        self.assertNotEqual(doc[0], nlp(TEXT)[0])
        self.assertIs(doc[0].doc, doc)
        self.assertEqual(doc[0].sent, doc.sents[0])

    def test_confidence_where_asked(self):
        self.assertIsNone(doc[0].confidence)
        sure = espalier.load("pt", confidence=True)(TEXT)
        self.assertTrue(all(0 <= word.confidence <= 1 for word in sure))
        self.assertEqual(sure.to_conllu(), program("parse", "-m", "pt", "--confidence", "--text", TEXT))


class Formats(unittest.TestCase):
    def test_are_those_of_the_program(self):
        for name in ("conllu", "json", "svg", "penn", "triples", "text", "html"):
            self.assertEqual(doc.to_string(name), program("parse", "-m", "pt", "--text", TEXT, "--to", name), name)
        self.assertEqual(doc.to_conllu(), doc.to_string("conllu"))
        self.assertEqual(doc.to_dict(), [json.loads(line) for line in doc.to_json().rstrip("\n").split("\n")])
        self.assertEqual("".join(sentence.to_conllu() for sentence in doc.sents), doc.to_conllu())
        self.assertEqual(doc.sents[0].to_dict(), doc.to_dict()[0])

    def test_text(self):
        self.assertEqual(doc.text, TEXT)
        self.assertEqual(str(doc.sents[2]), "Chove.")
        self.assertEqual(espalier.Doc.from_words([["Two", "words"]]).text.strip(), "Two words")

    def test_treebanks_come_back_byte_for_byte(self):
        for path in sorted((ROOT / "samples").glob("*.conllu")):
            text = path.read_text(encoding="utf-8")
            self.assertEqual(espalier.Doc.from_conllu(text).to_conllu(), text, path.name)
            self.assertEqual(espalier.read(path).to_conllu(), text, path.name)

    def test_notebooks_see_a_drawing(self):
        html = doc.sents[0]._repr_html_()
        self.assertIn(doc.sents[0].to_svg(), html)
        self.assertEqual(doc._repr_html_().count("<svg"), 3)
        many = espalier.Doc.from_words([["a"]] * 30)
        self.assertEqual(many._repr_html_().count("<svg"), 20)
        self.assertIn("10 more", many._repr_html_())

    def test_bad_input_says_where(self):
        with self.assertRaises(espalier.Error) as caught:
            espalier.Doc.from_conllu("1\tTrees\t_\n\n")
        error = caught.exception
        self.assertEqual((error.kind, error.file, error.line), ("input", "text", 1))
        self.assertTrue(str(error).startswith("text:1:"))
        self.assertIn(error.reason, str(error))
        with self.assertRaises(espalier.Error):
            doc.to_string("no-format")
        for words in ([[""]], [["a\tb"]]):
            with self.assertRaises(espalier.Error):
                espalier.Doc.from_words(words)
        with self.assertRaises(ValueError):
            espalier.Doc.from_words([["a", "b"]], [["X"]])


class Columns(unittest.TestCase):
    def test_numbers_are_those_of_the_words(self):
        self.assertEqual(doc.array("head").tolist(), [word.head for word in doc])
        self.assertEqual(doc.array("start").tolist(), [word.start_char for word in doc])
        self.assertEqual(doc.array("sentence").tolist(), [word.sent.i for word in doc])
        self.assertEqual(doc.sents[1].heads.tolist(), [word.head for word in doc.sents[1]])
        for column in ("form", "lemma", "upos", "xpos", "feats", "deprel", "misc"):
            labels = doc.labels(column)
            self.assertEqual(len(labels), len(set(labels)))
            self.assertEqual([labels[id] for id in doc.array(column)], [getattr(word, column) for word in doc])
        self.assertEqual(doc.array("head").dtype, numpy.int32)
        with self.assertRaises(espalier.Error):
            doc.array("heads")

    def test_nothing_is_copied(self):
        self.assertTrue(numpy.shares_memory(doc.array("head"), doc.array("head")))
        self.assertTrue(numpy.shares_memory(doc.sents[0].heads, doc.sents[0].heads))
        with self.assertRaises(ValueError):
            doc.array("head")[0] = 7

    def test_columns_outlive_the_variable(self):
        heads, ids, sentence = doc.array("head").tolist(), doc.array("deprel").tolist(), doc.sents[1].heads.tolist()
        other = nlp(TEXT)
        kept = other.array("head"), other.array("deprel"), other.sents[1].heads
        token = other.sents[2].words[0]
        del other
        gc.collect()
        garbage = [nlp(TEXT[::-1]) for _ in range(20)]
        self.assertEqual([column.tolist() for column in kept], [heads, ids, sentence])
        self.assertEqual(token.text, "Chove")
        self.assertEqual(len(garbage), 20)

    def test_empty_documents(self):
        empty = nlp("")
        self.assertEqual((len(empty), empty.sents, empty.to_conllu(), empty.text), (0, [], "", ""))
        self.assertEqual(empty.array("head").shape, (0,))


if __name__ == "__main__":
    unittest.main()
