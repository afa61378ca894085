"""Pipelines: what the program says, in order, on any number of threads, lazily, without the GIL; errors and Ctrl-C."""

import os
import signal
import tempfile
import threading
import time
import unittest
from pathlib import Path

from support import TEXT, program, sample

import espalier

nlp = espalier.load("pt")
SENTENCES = [sentence.text for sentence in espalier.read(sample("pt.conllu")).sents]


def interrupt_after(seconds):
    timer = threading.Timer(seconds, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    return timer


class Calls(unittest.TestCase):
    def test_text_gives_what_the_program_gives(self):
        text = "\n\n".join(SENTENCES)
        self.assertEqual(nlp(text).to_conllu(), program("parse", "-m", "pt", "--text", text))
        others = {"en": "The cat that I saw slept. It’s 3.5 km!", "fr": "Les enfants du jardin l'ont vu."}
        for language, words in others.items():
            expected = program("parse", "-m", language, "--text", words)
            self.assertEqual(espalier.load(language)(words).to_conllu(), expected)

    def test_documents_give_what_the_program_gives(self):
        path = sample("pt.conllu")
        given = espalier.read(path)
        before = given.to_conllu()
        self.assertEqual(nlp(given).to_conllu(), program("parse", "-m", "pt", path))
        self.assertEqual(given.to_conllu(), before)
        retag = espalier.load("pt", retag=True)
        self.assertEqual(retag(given).to_conllu(), program("parse", "-m", "pt", "--retag", path))

    def test_options_are_those_of_the_program(self):
        for keywords, arguments in (
            ({"last": "tokens"}, ["tokenize", "-m", "pt"]),
            ({"last": "tags"}, ["tag", "-m", "pt"]),
            ({"offsets": True}, ["parse", "-m", "pt", "--offsets"]),
            ({"lines": "sentence", "projective": True}, ["parse", "-m", "pt", "--lines", "sentence", "--projective"]),
        ):
            self.assertEqual(espalier.load("pt", **keywords)(TEXT).to_conllu(), program(*arguments, "--text", TEXT))
        votes = espalier.load(["pt", "pt"], weights=[2, 1])
        self.assertEqual(votes(TEXT).to_conllu(), nlp(TEXT).to_conllu())

    def test_words_are_kept(self):
        words = [["Chove", "muito", "."], ["Sim"]]
        doc = nlp(espalier.Doc.from_words(words, [["VERB", "ADV", "PUNCT"], ["INTJ"]]))
        self.assertEqual([[word.text for word in sentence] for sentence in doc.sents], words)
        self.assertEqual([word.upos for word in doc], ["VERB", "ADV", "PUNCT", "INTJ"])
        self.assertTrue(all(word.head >= 0 for word in doc))

    def test_models_are_found(self):
        self.assertLessEqual({"en_ewt", "fr_sequoia", "pt_bosque"}, set(espalier.models()))
        self.assertEqual(espalier.recognise("Os muros da casa e o jardim."), "pt_bosque")
        path = espalier.models()["pt_bosque"]
        for model in (path, Path(path), espalier.Model.load(path), "pt_bosque"):
            self.assertEqual(espalier.load(model)("Chove.").to_conllu(), nlp("Chove.").to_conllu())
        self.assertEqual(nlp.model.self_test(), "")
        self.assertEqual(nlp.model.stages, ["tokens", "tags", "trees"])
        self.assertIn("nsubj", nlp.model.labels)
        self.assertEqual(espalier.Model.from_bytes(nlp.model.to_bytes()).origin, nlp.model.origin)

    def test_what_is_wrong_is_said(self):
        with self.assertRaises(espalier.Error) as caught:
            espalier.load("klingon")
        self.assertEqual(caught.exception.kind, "usage")
        self.assertIn("no model of that name", str(caught.exception))
        with self.assertRaises(espalier.Error):
            espalier.load("pt", lines="paragraph")
        with tempfile.NamedTemporaryFile(suffix=".model") as file:
            file.write(b"no model")
            file.flush()
            with self.assertRaises(espalier.Error) as caught:
                espalier.load(file.name)
        self.assertEqual(caught.exception.kind, "input")
        with self.assertRaises(espalier.Error):
            nlp("a\0b")
        for wrong in (3, None, b"bytes"):
            with self.assertRaises(TypeError):
                nlp(wrong)


class Pipes(unittest.TestCase):
    def test_threads_do_not_change_a_byte(self):
        texts = SENTENCES * 20
        expected = [nlp(text).to_conllu() for text in texts]
        for threads in (1, 4):
            for batch_size in (1, 7, 1000):
                docs = nlp.pipe(texts, threads=threads, batch_size=batch_size)
                self.assertEqual([doc.to_conllu() for doc in docs], expected, (threads, batch_size))

    def test_takes_documents_among_texts(self):
        given = espalier.Doc.from_words([["Chove", "."]])
        first, second = nlp.pipe(["Chove.", given])
        self.assertEqual([word.text for word in first], [word.text for word in second])
        self.assertEqual(list(nlp.pipe([])), [])

    def test_generators_are_read_as_needed(self):
        for threads, most in ((1, 2), (2, 10)):
            taken = []

            def texts():
                for i in range(1000):
                    taken.append(i)
                    yield f"Chove {i}."

            docs = nlp.pipe(texts(), threads=threads, batch_size=2)
            self.assertEqual(taken, [])
            self.assertEqual(next(docs).text, "Chove 0.")
            self.assertLessEqual(len(taken), most)
            self.assertEqual(next(docs).text, "Chove 1.")
            del docs  # with texts under way

    def test_errors_come_in_their_place(self):
        for threads in (1, 3):
            docs = nlp.pipe(["Um.", "Dois.", "a\0b", "Nunca."], threads=threads, batch_size=3)
            self.assertEqual([next(docs).text, next(docs).text], ["Um.", "Dois."])
            with self.assertRaises(espalier.Error):
                next(docs)
            self.assertEqual(list(docs), [])

    def test_errors_of_the_generator_come_in_their_place(self):
        def texts(last):
            yield "Um."
            yield last()

        def fail():
            raise LookupError("no more")

        for threads in (1, 3):
            for last, error in ((fail, LookupError), (lambda: 3, TypeError)):
                docs = nlp.pipe(texts(last), threads=threads)
                self.assertEqual(next(docs).text, "Um.")
                with self.assertRaises(error):
                    next(docs)
                self.assertEqual(list(docs), [])

    def test_two_threads_cannot_share_a_pipe(self):
        def texts():
            yield "Um."
            with self.assertRaises(ValueError):
                next(docs)
            yield "Dois."

        docs = nlp.pipe(texts(), threads=1, batch_size=1)
        self.assertEqual([doc.text for doc in docs], ["Um.", "Dois."])


class Threads(unittest.TestCase):
    def steps_during(self, work):
        """How far another thread of Python comes while `work` is done."""
        steps, is_done = [], threading.Event()

        def count():
            while not is_done.is_set():
                steps.append(time.perf_counter())
                time.sleep(0.001)

        counter = threading.Thread(target=count)
        counter.start()
        begin = time.perf_counter()
        work()
        end = time.perf_counter()
        is_done.set()
        counter.join()
        return sum(begin < step < end for step in steps)

    def test_the_gil_is_released(self):
        # A call that kept the lock would let in two or three steps, however long it is; this one takes a good while.
        text = "\n\n".join(SENTENCES * 1000)
        self.assertGreater(self.steps_during(lambda: nlp(text)), 10)
        for threads in (1, 2):
            self.assertGreater(self.steps_during(lambda: next(nlp.pipe([text], threads=threads))), 10)

    def test_many_threads_share_a_pipeline(self):
        expected = nlp(TEXT).to_conllu()
        results = []

        def parse():
            results.extend(nlp(TEXT).to_conllu() for _ in range(20))

        threads = [threading.Thread(target=parse) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(results, [expected] * 80)

    def test_ctrl_c_ends_long_calls(self):
        text = "\n\n".join(SENTENCES * 20_000)
        for work in (lambda: nlp(text), *(lambda n=n: next(nlp.pipe([text], threads=n)) for n in (1, 2))):
            timer = interrupt_after(0.3)
            begin = time.perf_counter()
            with self.assertRaises(KeyboardInterrupt):
                work()
            timer.join()
            self.assertLess(time.perf_counter() - begin, 20)  # all of it takes minutes


if __name__ == "__main__":
    unittest.main()
