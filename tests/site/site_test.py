"""scripts/site makes the pages, every link in them leads somewhere, and search finds what it should."""

import json
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from html.parser import HTMLParser
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "docs" / "site"))
import roff  # noqa: E402
import words  # noqa: E402


class Reader(HTMLParser):
    """Ids and links of a page, and tags that are not closed as they were opened."""

    VOID = {"meta", "link", "input", "img", "br", "hr"}

    def __init__(self, text: str):
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.open: list[str] = []
        self.crossed: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        if tag not in self.VOID:
            self.open.append(tag)
        for name, value in attributes:
            if name == "id":
                self.ids.append(value or "")
            if name in ("href", "src"):
                self.links.append(value or "")

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attributes)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.crossed.append(tag)


def generate(out: Path, root: Path = ROOT) -> subprocess.CompletedProcess[str]:
    return subprocess.run([root / "scripts" / "site", out], capture_output=True, text=True)


class Site(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = tempfile.TemporaryDirectory()
        cls.out = Path(cls.folder.name) / "site"
        cls.made = generate(cls.out)
        cls.pages = {
            path.name: Reader(path.read_text(encoding="utf-8"))
            for path in cls.out.glob("*.html")
            if path.name != "suspects.html"
        }

    @classmethod
    def tearDownClass(cls) -> None:
        cls.folder.cleanup()

    def test_every_source_has_its_page(self) -> None:
        self.assertEqual(self.made.returncode, 0, self.made.stderr)
        for path in [*(ROOT / "docs").glob("*.md"), *(ROOT / "docs" / "man").glob("*.1")]:
            self.assertIn(path.stem + ".html", self.pages)
        self.assertIn("index.html", self.pages)

    def test_links_lead_somewhere(self) -> None:
        seen = 0
        for name, page in self.pages.items():
            for link in page.links:
                if re.match(r"(https?|data):", link):
                    continue
                path, _, fragment = link.partition("#")
                with self.subTest(page=name, link=link):
                    self.assertTrue((self.out / (path or name)).is_file())
                    if fragment:
                        self.assertIn(fragment, self.pages[path or name].ids)
                seen += 1
        self.assertGreater(seen, 1000)

    def test_pages_are_well_formed(self) -> None:
        for name, page in self.pages.items():
            with self.subTest(page=name):
                self.assertEqual((page.crossed, page.open), ([], []))
                self.assertEqual(len(page.ids), len(set(page.ids)))

    def test_cells_show_bars_without_backslashes(self) -> None:
        self.assertIn("espalier parse TEXT|FILE… [-m MODEL]", (self.out / "index.html").read_text(encoding="utf-8"))

    @unittest.skipUnless(shutil.which("node"), "no Node")
    def test_search_finds_known_words(self) -> None:
        script = """
          const { search, excerpt } = require(process.argv[1] + "/search.js");
          const fs = require("fs");
          const made = fs.readFileSync(process.argv[1] + "/search-index.js", "utf8");
          const index = new Function(made + "; return espalierIndex;")();
          const asked = JSON.parse(process.argv[2]);
          console.log(JSON.stringify(asked.map((query) => search(index, query).map((one) => one.url))));
          const shown = excerpt("one two beam three search four", ["search", "beam"]);
          const marked = shown.filter((one) => one.hit).map((one) => one.word);
          if (marked.join() !== "beam,search") throw new Error(marked.join());
        """
        asked = {
            "calibration-folds": "manual.html",  # an option, whole
            "multiword_tokens": "python.html#documents",
            "espalier_load": "c-api.html",
            "Claudia Freit": "models.html",  # without accents, and the beginning of a word
            "little-endian": "model-format.html",
            "fish completion": "espalier-completion.html",  # two words
        }
        run = subprocess.run(
            ["node", "-e", script, str(self.out), json.dumps(list(asked))], capture_output=True, text=True
        )
        self.assertEqual(run.returncode, 0, run.stderr)
        for (query, wanted), found in zip(asked.items(), json.loads(run.stdout)):
            with self.subTest(query=query):
                self.assertTrue(any(url.startswith(wanted) for url in found[:5]), found[:5])
        none = subprocess.run(
            ["node", "-e", script, str(self.out), '["xyzzyplugh", "beam xyzzyplugh", ""]'],
            capture_output=True,
            text=True,
        )
        self.assertEqual(json.loads(none.stdout), [[], [], []])

    def test_a_dead_link_is_an_error(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / "copy"
            for name in ("docs", "models", "samples", "scripts"):
                shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("*.model"))
            for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md"):
                shutil.copy(ROOT / name, copy)
            (copy / "docs" / "formats.md").write_text(
                "# Formats\n\n[a](nowhere.md) [b](manual.md#nothing-of-the-kind) [c](manual.md)\n"
            )
            run = generate(Path(folder) / "site", copy)
        self.assertEqual(run.returncode, 1)
        self.assertIn("docs/formats.md: nowhere.md leads nowhere", run.stderr)
        self.assertIn("docs/formats.md: manual.md#nothing-of-the-kind leads nowhere", run.stderr)
        self.assertNotIn("formats.md: manual.md leads", run.stderr)

    def test_a_folder_that_is_no_site_is_left_alone(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "letter.txt").write_text("dear")
            self.assertNotEqual(generate(Path(folder)).returncode, 0)
            self.assertEqual((Path(folder) / "letter.txt").read_text(), "dear")


class Parts(unittest.TestCase):
    def test_words(self) -> None:
        self.assertEqual(
            words.of("Sintá(c)tica: --min-updates 3"), ["sinta", "c", "tica", "min-updates", "min", "updates", "3"]
        )

    def test_roff(self) -> None:
        text = ".TH X 1\n.SH NAME\nespalier\\-x \\- Does <x>\n.SH SYNOPSIS\n.B espalier x\n[options] [\\fIFILE\\fR...]\n"
        text += ".SH OPTIONS\n.TP\n.B \\-\\-a \\fIN\\fR\nSome\n"
        text += ".SH EXAMPLES\n.nf\n  a \\e b\n.fi\n.SH SEE ALSO\n.BR espalier (1)\n"
        title, body = roff.to_html(text, {"espalier": "espalier.html"})
        self.assertEqual(title, "espalier x")
        self.assertIn("<p>Does &lt;x&gt;</p>", body)
        self.assertIn("<code>espalier x</code> [options] [<em>FILE</em>...]</p>", body)
        self.assertIn("<dt><code>--a <em>N</em></code></dt>\n<dd>Some</dd>\n</dl>", body)
        self.assertIn("<pre><code>  a \\ b\n</code></pre>", body)
        self.assertIn('<a href="espalier.html">espalier(1)</a>', body)


if __name__ == "__main__":
    try:
        import markdown  # noqa: F401
    except ImportError:
        print("skipped: no python3-markdown (scripts/packages --site)")
        sys.exit(77)
    unittest.main()
