"""train() and evaluate(): what the program makes, byte for byte; callbacks, brackets, Ctrl-C."""

import json
import os
import signal
import tempfile
import threading
import time
import unittest

from support import program, sample

import espalier

EN = sample("en.conllu")
QUICK = {"recipe": "transition-fast", "epochs": 2, "only": ["parser"], "tags": "gold"}


class Training(unittest.TestCase):
    def test_makes_the_model_that_the_program_makes(self):
        with tempfile.TemporaryDirectory() as folder:
            path, own = os.path.join(folder, "program.model"), os.path.join(folder, "own.model")
            program("train", EN, "--dev", sample("fr.conllu"), "--recipe", "transition-fast", "--epochs", "2", "--only",
                    "parser", "--tags", "gold", "--language", "en", "--seed", "3", "-q", "-o", path)  # fmt: skip
            for threads in (1, 4):
                options = {"dev": sample("fr.conllu"), "language": "en", "seed": 3, "threads": threads}
                model = espalier.train(EN, own, **options, **QUICK)
                with open(path, "rb") as a, open(own, "rb") as b:
                    self.assertTrue(a.read() == b.read())
            self.assertEqual(model.parser_kind, "transition")
            self.assertGreater(model.scores["dev LAS"], 10)

    def test_tells_of_epochs(self):
        lines = []
        espalier.train([EN], dev=EN, on_epoch=lines.append, **QUICK)
        trees = [line for line in lines if "LAS" in line]
        self.assertEqual([line["epoch"] for line in trees if line["stage"] == trees[0]["stage"]][:2], [1, 2])

    def test_what_a_callback_raises_ends_it(self):
        def stop(line):
            raise LookupError(line["stage"])

        with self.assertRaises(LookupError):
            espalier.train(EN, dev=EN, on_epoch=stop, **QUICK)

    def test_ctrl_c_ends_it(self):
        timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        begin = time.perf_counter()
        with self.assertRaises(KeyboardInterrupt):
            espalier.train(EN, recipe="graph-best", epochs=100_000, only=["parser"], tags="gold")
        timer.join()
        self.assertLess(time.perf_counter() - begin, 60)

    def test_says_what_is_wrong(self):
        for keywords in ({"epochs": -1}, {"recipe": "no-recipe"}, {"no_option": 1}, {"only": ["roots"]}):
            with self.assertRaises(espalier.Error) as caught:
                espalier.train(EN, **keywords)
            self.assertEqual(caught.exception.kind, "usage", keywords)
        with self.assertRaises(espalier.Error) as caught:
            espalier.train("/no/such/file.conllu", **QUICK)
        self.assertIn("/no/such/file.conllu", str(caught.exception))
        self.assertIn("graph-best", espalier.recipes())


class Constituents(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.path = os.path.join(cls.folder.name, "brackets.model")
        espalier.train(sample("en.mrg"), cls.path, parser="constituency", epochs=2, only=["parser"], heads="english")
        cls.words = os.path.join(cls.folder.name, "words.conllu")
        sentences = [[(word.form, word.xpos) for word in sent] for sent in espalier.read(sample("en.mrg")).sents]
        cls.given = espalier.Doc.from_words(
            [[form for form, _ in each] for each in sentences], [[tag for _, tag in each] for each in sentences], "xpos"
        )
        with open(cls.words, "w", encoding="utf-8") as file:
            file.write(cls.given.to_conllu())
        cls.doc = espalier.load(cls.path)(cls.given)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_are_those_of_the_program(self):
        for name in ("penn", "conllu", "json", "discbracket", "triples"):
            expected = program("parse", "-m", self.path, self.words, "--to", name)
            self.assertEqual(self.doc.to_string(name), expected, name)

    def test_are_walked_through(self):
        for sentence in self.doc.sents:
            top = sentence.constituents
            self.assertIsNone(top.parent)
            self.assertEqual(sorted(top.leaves, key=lambda token: token.id), sentence.words)
            for child in top.children:
                self.assertEqual(child.parent.label, top.label)
            leaf = top
            while not leaf.is_leaf:
                leaf = leaf.children[0]
            self.assertEqual(leaf.token, leaf.leaves[0])
            self.assertEqual(leaf.label, leaf.token.xpos)
            self.assertEqual(sum(word.is_root for word in sentence), 1)

    def test_dependency_parsers_have_none(self):
        given = espalier.read(sample("en.mrg"))
        self.assertIsNotNone(given.sents[0].constituents)
        self.assertIsNone(espalier.load("en")(given).sents[0].constituents)


class Evaluation(unittest.TestCase):
    def test_is_that_of_the_program(self):
        gold = espalier.read(EN)
        system = espalier.load("en")(gold)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "system.conllu")
            with open(path, "w", encoding="utf-8") as file:
                file.write(system.to_conllu())
            expected = json.loads(program("eval", EN, path, "--json"))
            self.assertEqual(espalier.evaluate(EN, path), expected)
            self.assertEqual(espalier.evaluate(gold, system), expected)
            text = program("eval", EN, path, "--json", "--no-punct", "--metrics", "conllx", "--by", "deprel")
            no_punct = espalier.evaluate(EN, path, punctuation=False, metrics="conllx", by=["deprel"])
            self.assertEqual(no_punct, json.loads(text))
            self.assertEqual(len(espalier.evaluate(EN, path, gold)["systems"]), 2)
        self.assertEqual(espalier.evaluate(gold, gold)["LAS"]["f1"], 100)
        self.assertLess(expected["LAS"]["f1"], 100)

    def test_says_what_is_wrong(self):
        with self.assertRaises(espalier.Error) as caught:
            espalier.evaluate(EN, sample("fr.conllu"))
        self.assertEqual(caught.exception.kind, "input")
        with self.assertRaises(espalier.Error):
            espalier.evaluate(EN, EN, by=["colour"])


if __name__ == "__main__":
    unittest.main()
