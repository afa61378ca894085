"""The stubs say what is there, the package and a program that uses it pass mypy, and the examples in the docs are true."""

import doctest
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from support import BUILD, ROOT, require

require("mypy", "nltk", "numpy")
import espalier
import espalier.nltk

USER = """
from typing import List
import espalier
from espalier.nltk import Parser

nlp: espalier.Pipeline = espalier.load("pt", confidence=True)
doc: espalier.Doc = nlp("Chove.")
lemmas: List[str] = [token.lemma for token in doc[0:1]]
for each in nlp.pipe(iter(["a", doc]), threads=2):
    for sentence in each.sents:
        root = sentence.root
        if root is not None and root.confidence is not None:
            print(root.text.upper(), round(root.confidence, 2), sentence.heads.max())
score: float = espalier.evaluate("gold.conllu", doc)["LAS"]["f1"]
model: espalier.Model = espalier.train(["a.conllu"], "out.model", epochs=3, parser="graph")
Parser(model)
"""
WRONG = "import espalier\nespalier.load(3)\nespalier.load('pt')('a').sents[0].root.text\n"


def mypy(*arguments):
    with tempfile.TemporaryDirectory() as cache:
        return subprocess.run(
            [sys.executable, "-m", "mypy", "--strict", "--cache-dir", cache, *arguments],
            stdout=subprocess.PIPE, text=True, cwd=BUILD / "python", check=False,
        )  # fmt: skip


class Types(unittest.TestCase):
    def test_the_package_and_its_users_pass_mypy(self):
        with tempfile.TemporaryDirectory() as folder:
            user, wrong = Path(folder, "user.py"), Path(folder, "wrong.py")
            user.write_text(USER)
            wrong.write_text(WRONG)
            nltk = "[mypy]\n[mypy-nltk.*]\nignore_missing_imports = True\n"
            config = Path(folder, "mypy.ini")
            config.write_text(nltk)
            result = mypy("--config-file", str(config), "-p", "espalier")
            self.assertEqual(result.returncode, 0, result.stdout)
            result = mypy("--config-file", str(config), str(user))
            self.assertEqual(result.returncode, 0, result.stdout)
            result = mypy("--config-file", str(config), str(wrong))
            self.assertIn("wrong.py:2", result.stdout)
            self.assertIn("wrong.py:3", result.stdout)

    def test_the_stubs_say_what_is_there(self):
        result = subprocess.run(
            [sys.executable, "-m", "mypy.stubtest", "espalier._espalier", "--allowlist", "/dev/null", "--ignore-positional-only"],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=BUILD / "python", check=False,
        )  # fmt: skip
        self.assertEqual(result.returncode, 0, result.stdout)

    def test_everything_has_a_docstring(self):
        for module in (espalier, espalier.nltk):
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
        result = doctest.testfile(str(ROOT / "docs" / "python.md"), module_relative=False, optionflags=doctest.ELLIPSIS)
        self.assertEqual(result.failed, 0)
        self.assertGreater(result.attempted, 10)


if __name__ == "__main__":
    unittest.main()
