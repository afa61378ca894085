"""Stubs say what is there, the package and a program that uses it pass mypy, and the examples in the docs are true."""

import doctest
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from support import BUILD, ROOT, require

require("mypy", "nltk", "numpy")
import espalier
import espalier.dask
import espalier.nltk

USER = """
from typing import List, Union
import espalier
from espalier.dask import parse_files
from espalier.nltk import Parser

nlp: espalier.Pipeline = espalier.load("pt", confidence=True)
doc: espalier.Doc = nlp("Chove.")
lemmas: List[str] = [token.lemma for token in doc[0:1]]
inputs: List[Union[str, espalier.Doc]] = ["a", doc]
for each in nlp.pipe(iter(inputs), threads=2):
    for sentence in each.sents:
        root = sentence.root
        if root is not None and root.confidence is not None:
            print(root.text.upper(), round(root.confidence, 2), sentence.heads.max())
score: float = espalier.evaluate("gold.conllu", doc)["LAS"]["f1"]
model: espalier.Model = espalier.train(["a.conllu"], "out.model", epochs=3, parser="graph")
Parser(model)
parts: List[str] = parse_files(["a.txt"], "pt", "trees", block_bytes=1000, retag=True)
"""
WRONG = "import espalier\nespalier.load(3)\nespalier.load('pt')('a').sents[0].root.text\n"


# What all classes of pybind11 have, and no stub should say.
ALLOWED = r"""espalier\._espalier\.[A-Z]\w+
espalier\._espalier\.[A-Z]\w+\.__init__
"""
CONFIG = "[mypy]\n[mypy-nltk.*]\nignore_missing_imports = True\n"


def run_module(*arguments):
    """The exit code of a module of Python, and what it prints."""
    done = subprocess.run(
        [sys.executable, "-m", *arguments],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=BUILD / "python", check=False,
    )  # fmt: skip
    return done.returncode, done.stdout


class Types(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def file(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return str(path)

    def test_the_package_and_its_users_pass_mypy(self):
        strict = ["mypy", "--strict", "--cache-dir", str(self.folder / "cache")]
        strict += ["--config-file", self.file("mypy.ini", CONFIG)]
        code, text = run_module(*strict, "-p", "espalier")
        self.assertEqual(code, 0, text)
        code, text = run_module(*strict, self.file("user.py", USER))
        self.assertEqual(code, 0, text)
        code, text = run_module(*strict, self.file("wrong.py", WRONG))
        self.assertIn("wrong.py:2", text)
        self.assertIn("wrong.py:3", text)

    def test_the_stubs_say_what_is_there(self):
        allowed = self.file("allowed", ALLOWED)
        unused = "--ignore-unused-allowlist"
        code, text = run_module("mypy.stubtest", "espalier._espalier", "--allowlist", allowed, unused)
        self.assertEqual(code, 0, text)

    def test_everything_has_a_docstring(self):
        for module in (espalier, espalier.dask, espalier.nltk):
            for name in module.__all__:
                self.assertTrue(getattr(module, name).__doc__, name)
        for kind in (espalier.Doc, espalier.Sentence, espalier.Token, espalier.Constituent, espalier.Model):
            for name, member in vars(kind).items():
                if not name.startswith("_"):
                    self.assertTrue(getattr(kind, name).__doc__, f"{kind.__name__}.{name}")


class Examples(unittest.TestCase):
    def test_are_true(self):
        for module in (espalier, espalier.nltk):
            result = doctest.testmod(module)
            self.assertEqual((result.failed, result.attempted > 2), (0, True))
        result = doctest.testfile(str(ROOT / "docs" / "python.md"), module_relative=False)
        self.assertEqual(result.failed, 0)
        self.assertGreater(result.attempted, 10)


if __name__ == "__main__":
    unittest.main()
