"""Long work that is killed at any moment and resumed, until it is done: its result is that of work that nobody killed."""

import glob
import os
import signal
import subprocess
import time

SAMPLES = ("en", "de", "fr", "pt", "es")


class Work:
    """A command with -o FILE and --resume, its result when it is left alone, and how long that took."""

    def __init__(self, soak, name, *arguments):
        self.name, self.arguments = name, arguments
        start = time.monotonic()
        whole = soak.place("whole", name)
        soak.run(*arguments, "-q", "-o", whole)
        self.seconds = time.monotonic() - start
        with open(whole, "rb") as file:
            self.result = file.read()


def works(soak):
    """What this program can resume."""
    samples = [soak.sample(name + ".conllu") for name in SAMPLES]
    made = []
    if b"--resume" in soak.run("train", "--help"):
        options = ("--only", "parser", "--tags", "gold", "--recipe", "transition-fast", "--epochs", "8",
                   "--checkpoint", "0.1")
        made.append(Work(soak, "parser.model", "train", *samples, *options))
        made.append(Work(soak, "all.model", "train", *samples[:2], "--dev", samples[2], "--epochs", "3",
                         "--checkpoint", "0.3"))
    together = soak.place("whole", "all.conllu")
    with open(together, "wb") as out:
        for each in samples:
            with open(each, "rb") as file:
                out.write(file.read())
    sizes = ("--train-size", "20", "--test-size", "8", "--candidates", "12")
    made.append(Work(soak, "usefulness.tsv", "curate", "usefulness", together, *sizes))
    return made


def resuming(soak, activity, dice):
    """Killed once or several times, at a moment that nobody knows; then done, with the same bytes."""
    work = dice.choice(soak.works)
    out = soak.place("killed", work.name)
    for left in glob.glob(glob.escape(out) + "*"):
        os.remove(left)
    command = [*work.arguments, "-q", "-o", out, "-j", str(dice.randrange(1, 4))]
    for attempt in range(dice.randrange(1, 5)):
        resume = ["--resume"] if attempt else []
        process = soak.start(*command, *resume, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        try:
            process.wait(dice.uniform(0, 1.2 * work.seconds))
        except subprocess.TimeoutExpired:
            process.kill()
        err = process.stderr.read()
        process.stderr.close()
        status = soak.wait(process)
        if soak.stop.is_set():
            return
        soak.check(activity, status in (0, -signal.SIGKILL), f"{work.name}: exit {status}: {err[-300:]!r}")
        if status == 0:
            break
    if status != 0:
        soak.run(*command, "--resume")
    with open(out, "rb") as file:
        soak.same(activity, file.read(), work.result, f"{work.name}, killed and resumed")
    soak.check(activity, not os.path.exists(out + ".state"), f"{work.name}.state is left")


def activities(soak):
    soak.works = works(soak)
    return [("killed and resumed", resuming, 1)]
