"""pip installs the package with its models, and a wheel can be made; the build tree is taken as it is."""

import os
import subprocess
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path

from support import BUILD, ROOT, require

require("pip", "setuptools", "wheel")


def pip(*arguments):
    environment = {**os.environ, "ESPALIER_BUILD": str(BUILD)}
    command = [sys.executable, "-m", "pip", *arguments, "--no-build-isolation", "--no-deps", "--quiet", "--no-index"]
    done = subprocess.run([*command, "."], cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode != 0:
        raise AssertionError(done.stdout.decode())


class Install(unittest.TestCase):
    def test_installs_and_parses(self):
        with tempfile.TemporaryDirectory() as folder:
            pip("install", "--target", folder)
            code = "import espalier; print(espalier.__file__); print(espalier.load('pt')('Chove.').sents[0].root)"
            environment = {**os.environ, "PYTHONPATH": folder}
            command = [sys.executable, "-c", code]
            lines = subprocess.check_output(command, env=environment, cwd=folder, text=True).split("\n")
            self.assertTrue(lines[0].startswith(folder))
            self.assertEqual(lines[1], "Chove")

    def test_makes_a_wheel(self):
        with tempfile.TemporaryDirectory() as folder:
            pip("wheel", "--wheel-dir", folder)
            (wheel,) = Path(folder).glob("espalier-*.whl")
            self.assertNotIn("none-any", wheel.name)
            names = zipfile.ZipFile(wheel).namelist()
            for name in ("py.typed", "_espalier.pyi", "__init__.py", "dask.py", "nltk.py", "models/pt_bosque.model"):
                self.assertIn("espalier/" + name, names)
            self.assertEqual(sum(name.endswith(".so") for name in names), 1)


if __name__ == "__main__":
    unittest.main()
