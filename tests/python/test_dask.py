"""Corpora through Dask: the bytes of the program, whatever is cut where and whoever is killed; models are read once."""

import os
import shutil
import signal
import tempfile
import threading
import time
import unittest
from pathlib import Path

from support import ROOT, TEXT, program, require, sample

require("dask", "distributed")
import dask
import dask.bag
import espalier
import espalier.dask
from distributed import Client, LocalCluster

SENTENCES = [sentence.text for sentence in espalier.read(sample("pt.conllu")).sents]
ODD = "  Um.\n \t\n\n\u3000Dois. Três.\r\n\r\nQuatro\nlinhas.\n\n\n\u00a0 Cinco"


def paragraphs(count):
    """A text of so many paragraphs, no two the same, with blank lines of several kinds between them."""
    gaps = ["\n\n", "\n \t\n", "\r\n\r\n", "\n\n\n  "]
    return "".join(f"{i}. {SENTENCES[i % len(SENTENCES)]}" + gaps[i % len(gaps)] for i in range(count))


def joined(paths):
    return b"".join(Path(path).read_bytes() for path in paths).decode()


def loaded():
    return os.getpid(), espalier.dask._loaded


class Folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.output = self.folder / "out"

    def file(self, name, text):
        path = self.folder / name
        path.write_bytes(text.encode())
        return str(path)

    def parse(self, *paths, **options):
        with dask.config.set(scheduler="synchronous"):
            return espalier.dask.parse(list(paths), "pt", output=self.output, **options)

    def check(self, *paths, arguments=(), least=2, **options):
        parts = self.parse(*paths, **options)
        self.assertGreaterEqual(len(parts), least)
        self.assertEqual(parts, sorted(parts))
        self.assertEqual(sorted(os.listdir(self.output)), [os.path.basename(part) for part in parts])
        self.assertEqual(joined(parts), program("parse", "-q", "-m", "pt", *arguments, *paths))
        shutil.rmtree(self.output)


class Files(Folder):
    def test_parts_are_what_the_program_writes(self):
        text = self.file("a.txt", paragraphs(40))
        words = self.file("b.conllu", Path(sample("pt.conllu")).read_text())
        odd = self.file("c.txt", ODD)
        for block_bytes in (1, 300, 5000):
            self.check(text, words, odd, block_bytes=block_bytes, least=4)
        self.check(text, least=1)

    def test_lines(self):
        lines = "".join(sentence + ("\n" if i % 3 else "\n\n") for i, sentence in enumerate(SENTENCES * 3))
        path = self.file("lines.txt", lines)
        self.check(path, block_bytes=100, lines="sentence", arguments=["--lines", "sentence"], least=10)
        tokens = self.file("tokens.txt", "Chove\nmuito\n.\n\nSim\n\nNeva\n.\n")
        self.check(tokens, block_bytes=1, lines="token", arguments=["--lines", "token"])

    def test_compressed_and_empty_files(self):
        plain = self.file("plain.txt", paragraphs(5))
        os.system(f"gzip -k {plain}; xz -k {plain}")
        empty = self.file("empty.txt", "")
        blank = self.file("blank.txt", " \n\n\n")
        self.check(plain + ".gz", empty, plain + ".xz", blank, plain, block_bytes=50, least=5)

    def test_what_is_wrong_is_said_with_its_place(self):
        path = self.folder / "bad.txt"
        path.write_bytes(b"Chove.\n\nNeva.\n\nmal \xff\n")
        with self.assertRaises(espalier.Error) as caught:
            self.parse(path, block_bytes=1)
        error = caught.exception
        self.assertEqual((error.kind, error.file, error.line), ("input", str(path), 5))
        bad = self.file("bad.conllu", "1\ta" + "\t_" * 8 + "\n\n1\tb\n\n")
        shutil.rmtree(self.output)
        with self.assertRaises(espalier.Error) as caught:
            self.parse(bad, block_bytes=1)
        self.assertEqual(caught.exception.line, 3)
        self.assertEqual([name for name in os.listdir(self.output) if not name.startswith("part-")], [])

    def test_what_cannot_be_is_refused(self):
        path = self.file("a.txt", "Chove.")
        self.parse(path)
        with self.assertRaises(FileExistsError):
            self.parse(path)
        shutil.rmtree(self.output)
        for wrong in ({"offsets": True}, {"format": "penn"}, {"block_bytes": 0}):
            with self.assertRaises(ValueError):
                self.parse(path, **wrong)
        with self.assertRaises(espalier.Error):
            self.parse(path, lines="none")
        with self.assertRaises(TypeError):
            espalier.dask.parse([path], "pt")
        with self.assertRaises(TypeError):
            espalier.dask.parse([path], espalier.Model.load(espalier.models()["pt_bosque"]), output=self.output)
        self.assertFalse(self.output.exists())

    def test_a_part_that_was_made_is_not_made_again(self):
        path = self.file("a.txt", paragraphs(3))
        (part,) = espalier.dask._parts_of(path, "", "free", 1 << 20)
        recipe = espalier.dask._recipe("pt", {})
        raw = str(self.folder / "raw")
        count = espalier.dask._parse_part(part, raw, recipe)
        os.remove(path)  # so that it could not be
        self.assertEqual(espalier.dask._parse_part(part, raw, recipe), count)


class Bags(unittest.TestCase):
    def test_results_are_those_of_the_pipeline(self):
        nlp = espalier.load("pt")
        bag = dask.bag.from_sequence([TEXT, *SENTENCES], npartitions=3)
        expected = [nlp(text) for text in [TEXT, *SENTENCES]]
        with dask.config.set(scheduler="synchronous"):
            conllu = espalier.dask.parse(bag, "pt").compute()
            dicts = espalier.dask.parse(bag, "pt", form="dict", retag=True).compute()
        self.assertEqual(conllu, [doc.to_conllu() for doc in expected])
        self.assertEqual(dicts, [doc.to_dict() for doc in expected])
        with self.assertRaises(ValueError):
            espalier.dask.parse(bag, "pt", form="svg")


class Cluster(Folder):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.cluster = LocalCluster(
            n_workers=4, threads_per_worker=1, processes=True, dashboard_address=None, local_directory=cls.scratch.name
        )
        cls.client = Client(cls.cluster)

    @classmethod
    def tearDownClass(cls):
        cls.client.close()
        cls.cluster.close()
        cls.scratch.cleanup()

    def kill_one_when(self, has_begun, seen):
        """Kills a worker in the midst of the work: when has_begun() says so."""

        def run():
            end = time.time() + 300
            while not has_begun() and time.time() < end:
                time.sleep(0.005)
            pid = next(iter(self.pids.values()))
            os.kill(pid, signal.SIGKILL)
            seen.append((pid, len(list(self.output.glob("part-*")))))

        self.pids = self.client.run(os.getpid)
        thread = threading.Thread(target=run)
        thread.start()
        return thread

    def test_a_killed_worker_loses_nothing(self):
        path = self.file("a.txt", paragraphs(300))
        words = self.file("b.conllu", Path(sample("pt.conllu")).read_text() * 10)
        expected = program("parse", "-q", "-m", "pt", path, words)
        killed = []
        thread = self.kill_one_when(lambda: len(list(self.output.glob(".espalier-*/part-*"))) >= 3, killed)
        parts = espalier.dask.parse([path, words], "pt", output=self.output, block_bytes=1000)
        thread.join()
        ((_, done),) = killed
        self.assertLess(done, len(parts))
        self.assertEqual(joined(parts), expected)
        self.assertEqual(sorted(os.listdir(self.output)), [os.path.basename(part) for part in parts])

    def test_models_are_read_once_and_again_when_they_change(self):
        model = self.folder / "pt.model"
        shutil.copy(espalier.models()["pt_bosque"], model)
        self.client.wait_for_workers(1)  # on a busy machine the one that was killed may not come back
        bag = dask.bag.from_sequence(SENTENCES * 4, npartitions=16)
        before = dict(self.client.run(loaded).values())
        for time_of_file in (1000, 1000, 2000):
            os.utime(model, (time_of_file, time_of_file))
            espalier.dask.parse(bag, model).compute()
        after = dict(self.client.run(loaded).values())
        times = [after[pid] - before.get(pid, 0) for pid in after]
        self.assertEqual(max(times), 2, times)
        work = espalier.dask.parse(bag, model)
        shutil.copy(ROOT / "models" / "fr_sequoia.model", model)
        with self.assertRaisesRegex(espalier.Error, "not the model that the work began with"):
            work.compute()


if __name__ == "__main__":
    unittest.main()
