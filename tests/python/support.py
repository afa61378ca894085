"""What the tests share: the program to compare with, samples, and a way to be skipped that is seen."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.environ["ESPALIER_PROGRAM"]
BUILD = Path(os.environ["ESPALIER_BUILD"])
TEXT = "O jardineiro poda as macieiras no inverno. A Maria comprou-as na feira de Lisboa, e nós comemo-las.\n\nChove."


def require(*modules):
    """Ends the file as skipped, with the reason, where a module is not installed."""
    missing = [module for module in modules if importlib.util.find_spec(module) is None]
    if missing:
        print("skipped: not installed: " + ", ".join(missing))
        sys.exit(77)


def sample(name):
    return str(ROOT / "samples" / name)


def program(*arguments):
    """What the program prints."""
    return subprocess.run([PROGRAM, *arguments], check=True, stdout=subprocess.PIPE).stdout.decode()
