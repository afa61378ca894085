"""What the programs here that print tables of docs/RESULTS.md share."""
import argparse, glob, json, os, subprocess, time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def arguments(about):
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=ROOT + "/build/espalier")
    parser.add_argument("--data", default=ROOT + "/../shared/data")
    parser.add_argument("--out", default=ROOT + "/build/results")
    parser.add_argument("--threads", default="0")
    parser.add_argument("--treebanks", default="", help="names with commas; those of the table if none")
    parser.add_argument("tables", nargs="+")
    return parser


class Bench:
    """The program, the treebanks, and a folder for what is made of them."""

    def __init__(self, options):
        self.options = options
        os.makedirs(options.out, exist_ok=True)

    def part(self, treebank, split):
        found = glob.glob(f"{self.options.data}/{treebank}/{treebank}-{split}.conll[ux]*")
        return found[0] if found else None

    def treebanks(self, fallback=None):
        if self.options.treebanks:
            return self.options.treebanks.split(",")
        if fallback:
            return fallback
        names = sorted(os.path.basename(path) for path in glob.glob(self.options.data + "/*"))
        return [name for name in names if self.part(name, "train") and self.part(name, "dev")]

    def espalier(self, *given):
        return self.run(*given).stdout

    def run(self, *given):
        return subprocess.run([self.options.program, *given], check=True, capture_output=True, text=True)

    def trained(self, name, treebank, *settings):
        """Trains a model, once; returns its path, the seconds that it took and its peak memory in MB."""
        path = f"{self.options.out}/{name}.model"

        def make():
            start = time.time()
            command = [self.options.program, "train", self.part(treebank, "train"), "-q", "-j", self.options.threads, "-o", path,
                       *settings]
            process = subprocess.Popen(command)
            _, status, usage = os.wait4(process.pid, 0)
            if status != 0:
                raise SystemExit(" ".join(command))
            return [time.time() - start, usage.ru_maxrss / 1024]

        return path, *self.remember(name + "-training", make)

    def remember(self, name, make):
        """The value of make(), which is made once and then read from its file."""
        record = f"{self.options.out}/{name}.json"
        if not os.path.exists(record):
            value = make()
            with open(record, "w") as file:
                json.dump(value, file)
        with open(record) as file:
            return json.load(file)


def row(*cells):
    print("| " + " | ".join(str(cell) for cell in cells) + " |", flush=True)


def header(*cells):
    row(*cells)
    row(*["---"] * len(cells))
