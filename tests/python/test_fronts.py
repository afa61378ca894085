"""The program, the service and Python against each other: whatever text or treebank they are given, drawn by a seed, they say the same
bytes, or all of them refuse it.

ESPALIER_FRONTS is how many inputs of each kind there are (100); ESPALIER_SEED where they begin (1)."""

import http.client
import json
import os
import random
import re
import subprocess
import tempfile
import unittest

from support import PROGRAM, ROOT, sample

import espalier

COUNT = int(os.environ.get("ESPALIER_FRONTS", "100"))
SEED = int(os.environ.get("ESPALIER_SEED", "1"))
MODEL = "en"
WORDS = " ".join(sentence.text for name in ("en", "fr", "ja") for sentence in espalier.read(sample(name + ".conllu")).sents).split(" ")
# What splitters, decoders and writers trip over: marks, spaces of all kinds, letters of several scripts and planes, what combines.
ODD = list("\"'()[]{}<>&|#_-–—…·.,;:!?/\\%€$0123456789") + ["\t", "\n", "\r", "\r\n", "\n\n", "\n \n", "\u00a0", "\u2028", "\u3000", "\u200b", "\ufeff"]
ODD += ["\u0301", "\u200d", "\u0130", "ß", "ﬁ", "Ω", "ж", "ع", "語", "한", "\U0001f333", "\U0001f469\u200d\U0001f33e", "\U0010ffff", "\u0085", "\x0b", "\x1f", "\x7f"]


def draw_text(drawn):
    pieces = []
    for _ in range(drawn.choice((0, 1, 3, 10, 40))):
        pieces.append(drawn.choice(WORDS) if drawn.random() < 0.7 else "".join(drawn.choices(ODD, k=drawn.randint(1, 4))))
        pieces.append(drawn.choice((" ", " ", " ", "", "\n", "  ")))
    return "".join(pieces)


def draw_treebank(drawn, lines):
    """A few sentences of a sample, with something changed in them now and then."""
    out = []
    for line in lines:
        fields = line.split("\t")
        if len(fields) == 10 and drawn.random() < 0.05:
            fields[drawn.randrange(10)] = drawn.choice(("_", "", "0", "-1", "99", "x y", "A=B|A=C", "1-2", "3:nsubj", "\u00e9", "\u00a0", "SpaceAfter=No"))
            line = "\t".join(fields)
        elif drawn.random() < 0.01:
            line = drawn.choice(("", "# text = x", "#", "1", line + "\t", line[: len(line) // 2]))
        out.append(line)
    return "\n".join(out) + "\n"


class Service:
    """`espalier serve` with one model."""

    def __enter__(self):
        self.process = subprocess.Popen([PROGRAM, "serve", "-m", MODEL, "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        found = re.fullmatch(r"listening at http://127\.0\.0\.1:(\d+)\n", self.process.stdout.readline())
        self.connection = http.client.HTTPConnection("127.0.0.1", int(found.group(1)), timeout=60)
        return self

    def __exit__(self, *_):
        self.connection.close()
        self.process.terminate()
        self.process.wait(60)
        self.process.stdout.close()

    def parse(self, **body):
        """The documents as CoNLL-U; None where the service refuses."""
        self.connection.request("POST", "/parse", json.dumps(body), {"Content-Type": "application/json"})
        answer = self.connection.getresponse()
        text = answer.read()
        if answer.status == 400:
            return None
        assert answer.status == 200, (answer.status, text)
        return [document["conllu"] for document in json.loads(text)["documents"]]


def program_output(*arguments, given=b""):
    """What the program prints; None where it refuses its input."""
    done = subprocess.run([PROGRAM, *arguments], input=given, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert done.returncode in (0, 2), (arguments, done.returncode)
    return done.stdout.decode() if done.returncode == 0 else None


def python_output(call):
    try:
        return call().to_conllu()
    except espalier.Error as error:
        assert error.kind == "input", error
        return None


class Fronts(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.service = Service().__enter__()

    @classmethod
    def tearDownClass(cls):
        cls.service.__exit__()

    def check_texts(self, texts, arguments, keywords):
        lines = "".join(json.dumps(text) + "\n" for text in texts).encode()
        verb = {"tokens": "tokenize", "tags": "tag"}.get(keywords.get("last"), "parse")
        answers = program_output(verb, "-m", MODEL, "-q", "--from", "jsonl", "--to", "conllu", *arguments, given=lines)
        told = [json.loads(line)["conllu"] for line in answers.splitlines()]
        served = self.service.parse(texts=texts, **keywords)
        nlp = espalier.load(MODEL, **keywords)
        piped = [doc.to_conllu() for doc in nlp.pipe(texts)]
        for text, program, service, python in zip(texts, told, served, piped, strict=True):
            self.assertEqual(program, service, repr(text))
            self.assertEqual(program, python, repr(text))
        for text in texts[:3]:  # a process each
            with tempfile.NamedTemporaryFile(suffix=".txt") as file:
                file.write(text.encode())
                file.flush()
                alone = program_output(verb, "-m", MODEL, "-q", "--from", "text", *arguments, file.name)
            self.assertEqual(alone, python_output(lambda: nlp(text)), repr(text))

    def test_texts(self):
        drawn = random.Random(SEED)
        for arguments, keywords in (
            ([], {}),
            (["--lines", "sentence"], {"lines": "sentence"}),
            (["--lines", "token"], {"lines": "token", "last": "tags"}),
            (["--projective"], {"projective": True}),
            ([], {"last": "tokens"}),
        ):
            with self.subTest(options=keywords):
                self.check_texts([draw_text(drawn) for _ in range(COUNT)], arguments, keywords)

    def test_treebanks(self):
        drawn = random.Random(SEED + 1)
        nlp = espalier.load(MODEL)
        lines = (ROOT / "samples" / "en.conllu").read_text().split("\n")
        refused = 0
        for _ in range(max(COUNT // 5, 10)):
            text = draw_treebank(drawn, lines[: drawn.randint(1, 60)])
            with tempfile.NamedTemporaryFile(suffix=".conllu") as file:
                file.write(text.encode())
                file.flush()
                program = program_output("parse", "-m", MODEL, "-q", file.name)
                python = python_output(lambda: nlp(espalier.read(file.name)))
            served = self.service.parse(conllu=text)
            self.assertEqual(program, python, text)
            self.assertEqual(program, served[0] if served else served, text)
            refused += program is None
        self.assertGreater(refused, 0)

    def test_what_is_no_text_is_refused_by_all(self):
        nlp = espalier.load(MODEL)
        for text in ("a\0b", "\0"):
            self.assertIsNone(self.service.parse(text=text))
            self.assertIsNone(python_output(lambda: nlp(text)))
            self.assertIsNone(program_output("parse", "-m", MODEL, "-q", "--from", "text", "-", given=text.encode()))
            self.assertIsNone(program_output("parse", "-m", MODEL, "-q", "--from", "jsonl", given=json.dumps(text).encode() + b"\n"))


if __name__ == "__main__":
    unittest.main()
