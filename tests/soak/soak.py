"""The frame of scripts/soak: threads that each repeat one thing, what they count, and what was violated."""

import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import traceback

import resuming
import serving
import streaming
from memory import MEGABYTE

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
KEPT = 3  # violations of an activity that are told in full
WARM = 60  # seconds: in a shorter run caches, connections and pools of memory are still filling, and growth says nothing


class Violated(Exception):
    """Something did not hold."""


class Soak:
    """What the activities share."""

    def __init__(self, seconds, program, folder):
        self.seconds, self.program, self.folder = seconds, program, folder
        self.started = time.monotonic()
        self.stop = threading.Event()
        self.lock = threading.Lock()
        self.counts = {}  # activity: [rounds, checks, violations]
        self.violations = []
        self.memory = {}
        self.children = set()

    # For activities.
    def place(self, *names):
        """A path in the folder of this run; folders on the way are made."""
        path = os.path.join(self.folder, *names)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        return path

    def sample(self, name):
        return os.path.join(ROOT, "samples", name)

    def model(self, name):
        return os.path.join(ROOT, "models", name + ".model")

    def start(self, *arguments, **keywords):
        """A process of the program, which ends with this run at the latest."""
        process = subprocess.Popen([self.program, *arguments], **keywords)
        with self.lock:
            self.children.add(process)
        return process

    def wait(self, process, timeout=600):
        try:
            status = process.wait(timeout)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise Violated(f"{process.args[1:4]} did not end in {timeout} s") from None
        with self.lock:
            self.children.discard(process)
        return status

    def run(self, *arguments, input=None, status=0):
        """What the program prints; it must end as it should."""
        process = self.start(*arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        out, err = process.communicate(input)
        with self.lock:
            self.children.discard(process)
        if process.returncode != status and not self.stop.is_set():
            raise Violated(f"{arguments[:4]}: exit {process.returncode} instead of {status}: {err[-300:]!r}")
        return out

    def demand(self, holds, what):
        """What goes without saying, and is not counted."""
        if not holds:
            raise Violated(what)

    def check(self, activity, holds, what):
        with self.lock:
            self.counts[activity][1] += 1
        self.demand(holds, what)

    def same(self, activity, got, expected, what):
        if got == expected:
            return self.check(activity, True, what)
        at = next((i for i, (a, b) in enumerate(zip(got, expected)) if a != b), min(len(got), len(expected)))
        around = slice(max(0, at - 20), at + 40)
        self.check(
            activity,
            False,
            f"{what}: {len(got)} instead of {len(expected)} bytes, or others from byte {at} on: "
            f"{got[around]!r} instead of {expected[around]!r}",
        )

    # For main().
    def repeat(self, activity, round, dice):
        while not self.stop.is_set():
            try:
                round(self, activity, dice)
                with self.lock:
                    self.counts[activity][0] += 1
            except Violated as violated:
                self.complain(activity, str(violated))
            except Exception:
                if not self.stop.is_set():
                    self.complain(activity, traceback.format_exc(limit=4))

    def complain(self, activity, what):
        with self.lock:
            self.counts[activity][2] += 1
            first = self.counts[activity][2] == 1
            if self.counts[activity][2] <= KEPT:
                self.violations.append(f"{activity}: {what}")
        if first:
            print(f"soak: VIOLATED: {activity}: {what}", file=sys.stderr, flush=True)
        self.stop.wait(0.1)  # what fails at once would fill the log

    def progress(self):
        with self.lock:
            done = ", ".join(f"{name} {count[1]}" for name, count in self.counts.items())
            bad = sum(count[2] for count in self.counts.values())
        passed = int(time.monotonic() - self.started)
        print(f"soak: {passed}/{self.seconds} s; {done}; violations {bad}", file=sys.stderr, flush=True)

    def end_children(self):
        with self.lock:
            left = list(self.children)
        for process in left:
            if process.poll() is None:
                process.kill()
                process.wait()


def look_for_leftovers(soak):
    """Temporary files where nobody was killed, and states of work that was finished."""
    soak.counts["files"] = [1, 0, 0]
    killed = 0
    for folder, _, names in os.walk(soak.folder):
        for name in names:
            soak.counts["files"][1] += 1
            is_temporary = re.fullmatch(r"\..*\.part", name) is not None
            if is_temporary and os.path.basename(folder) == "killed":
                killed += 1  # nobody can tidy up after kill -9
            elif is_temporary:
                soak.complain("files", f"{os.path.join(folder, name)} is left")
    return killed


def table(rows):
    widths = [max(len(str(row[i])) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        print(
            "  ".join(
                str(cell).ljust(width) if i == 0 else str(cell).rjust(width)
                for i, (cell, width) in enumerate(zip(row, widths))
            )
        )


def report(soak, killed):
    print(f"\nsoak: {soak.seconds} s, {os.path.relpath(soak.program)}\n")
    table([["activity", "rounds", "checks", "violations"], *([name, *count] for name, count in soak.counts.items())])
    print()
    table([["memory", "first", "last", "most"], *([name, *memory.row()] for name, memory in soak.memory.items())])
    if killed:
        print(f"\ntemporary files left by processes that were killed: {killed}")
    for each in soak.violations:
        print(f"\nVIOLATED: {each}")
    bad = sum(count[2] for count in soak.counts.values())
    print("\nall held" if bad == 0 else f"\n{bad} violations")
    return 0 if bad == 0 else 1


def arguments_of(argv):
    program = argv[1] if len(argv) > 1 else os.path.join(ROOT, "build", "espalier")
    if not 1 <= len(argv) <= 2 or not argv[0].isdigit() or int(argv[0]) == 0:
        sys.exit("usage: scripts/soak SECONDS [PROGRAM]")
    if not os.access(program, os.X_OK):
        sys.exit(f"soak: there is no program {program}; scripts/build release makes it")
    return int(argv[0]), os.path.abspath(program)


def soaked(soak):
    """Runs all activities until the time is over."""
    threads = []
    for module in (serving, streaming, resuming):
        for activity, round, copies in module.activities(soak):
            soak.counts[activity] = [0, 0, 0]
            for copy in range(copies):
                dice = random.Random(f"{activity} {copy}")
                threads.append(threading.Thread(target=soak.repeat, args=(activity, round, dice), daemon=True))
    soak.started = time.monotonic()
    for thread in threads:
        thread.start()
    last_told = soak.started
    while time.monotonic() < soak.started + soak.seconds:
        time.sleep(0.5)
        for module in (serving, streaming):
            module.look_at_memory(soak)
        if time.monotonic() - last_told >= 10:
            last_told = time.monotonic()
            soak.progress()
    soak.stop.set()
    for thread in threads:
        thread.join(600)


def main(argv):
    try:
        seconds, program = arguments_of(argv)
    except SystemExit as wrong:
        print(wrong.code, file=sys.stderr)
        return 2
    # A shell starts what goes on behind it with SIGINT ignored, and so would all processes of this be.
    for stopping in (signal.SIGINT, signal.SIGTERM):
        signal.signal(stopping, signal.default_int_handler)
    folder = tempfile.mkdtemp(prefix="espalier-soak-")
    soak = Soak(seconds, program, folder)
    try:
        soaked(soak)
        serving.finish(soak)
        streaming.finish(soak)
        for name, memory in soak.memory.items():
            soak.counts["memory: " + name] = [len(memory.samples), int(seconds >= WARM), 0]
            if seconds >= WARM and memory.growth() > 0:
                soak.complain("memory: " + name, f"{memory.growth() / MEGABYTE:.1f} MB more than it should be")
        return report(soak, look_for_leftovers(soak))
    except KeyboardInterrupt:
        return 130
    finally:
        soak.stop.set()
        soak.end_children()
        shutil.rmtree(folder, ignore_errors=True)
