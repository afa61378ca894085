"""Streams: texts through pipes in pieces of any size, a dialogue of question and answer, conversions there and back, files that are
written whole or not at all, and Python's pipe."""

import json
import os
import select
import signal
import subprocess
import time

from memory import Memory
from serving import TEXTS

PYTHON = """
import json, os, sys, time
import espalier
nlp = espalier.load("pt")
texts = json.load(sys.stdin) * 20
expected = [nlp(text).to_conllu() for text in texts]
end, rounds, bad, memory = time.monotonic() + float(sys.argv[1]), 0, 0, []
while time.monotonic() < end:
    docs = [doc.to_conllu() for doc in nlp.pipe(iter(texts), threads=1 + rounds % 3, batch_size=1 + rounds % 7)]
    bad += docs != expected
    rounds += 1
    with open("/proc/self/status") as file:
        memory.append(int(next(line for line in file if line.startswith("VmRSS")).split()[1]))
print(json.dumps({"rounds": rounds, "bad": bad, "texts": len(texts), "memory": memory}))
"""


def lines_of(count, dice):
    """So many texts as lines of JSON, no two the same."""
    return [json.dumps({"id": i, "text": f"{dice.randrange(1000)} " + dice.choice(TEXTS)}) + "\n" for i in range(count)]


def through(soak, process, data, dice):
    """Feeds a process in pieces of any size while reading what it says."""
    out = []
    left = memoryview(data)
    source, sink = process.stdout.fileno(), process.stdin.fileno()
    os.set_blocking(sink, False)
    while True:
        readable, writable, _ = select.select(
            [source], [sink] if len(left) or not process.stdin.closed else [], [], 600
        )
        if writable:
            if len(left):
                try:
                    left = left[os.write(sink, left[: dice.choice([1, 7, 100, 1 << 16])]) :]
                except BlockingIOError:
                    pass
            if not len(left):
                process.stdin.close()
        if readable:
            piece = os.read(source, 1 << 16)
            if not piece:
                break
            out.append(piece)
        if not readable and not writable:
            break
    process.stdout.close()
    return b"".join(out), soak.wait(process)


def streams(soak, activity, dice):
    """The same bytes on any number of threads, in pieces of any size; and one answer a text."""
    if dice.random() < 0.5:
        lines = lines_of(40, dice)
        arguments, data = ("--from", "jsonl", "--to", "conllu"), "".join(lines).encode()
    else:
        arguments, data = ("-0",), b"".join(json.loads(line)["text"].encode() + b"\0" for line in lines_of(40, dice))
    command = ("parse", "-q", "-m", "en", *arguments)
    expected = soak.run(*command, "-j", "1", input=data)
    threads = str(dice.randrange(1, 5))
    process = soak.start(*command, "-j", threads, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    got, status = through(soak, process, data, dice)
    if soak.stop.is_set():
        return
    soak.check(activity, status == 0, f"{arguments}: exit {status}")
    soak.same(activity, got, expected, f"{arguments} on {threads} threads")
    end = b"\n" if arguments[0] == "--from" else b"\0"
    soak.check(activity, got.count(end) >= 40 if end == b"\n" else got.count(end) == 40, "not an answer for each text")


def dialogue(soak, activity, dice):
    """One process for all the time: a text is sent when the one before it is answered."""
    if soak.dialogue is None:
        soak.dialogue = soak.start(
            "parse", "-q", "-m", "pt", "--from", "jsonl", "--to", "conllu", "-j", "2", "--skip-invalid",
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)  # fmt: skip
    which = dice.randrange(len(TEXTS))
    is_bad = dice.random() < 0.1
    line = '{"id": 1}\n' if is_bad else json.dumps({"id": which, "text": TEXTS[which]}) + "\n"
    soak.dialogue.stdin.write(line.encode())
    soak.dialogue.stdin.flush()
    answer = json.loads(soak.dialogue.stdout.readline())
    if is_bad:
        soak.check(activity, "error" in answer and answer["id"] == 1, f"a bad line was answered with {answer}")
    else:
        soak.same(activity, answer.get("conllu", ""), soak.service.expected["pt_bosque"][which], f"text {which}")


def bad_input(soak, activity, dice):
    """What is wrong is said with its place, and the exit code is 2."""
    lines = lines_of(dice.randrange(1, 20), dice)
    at = dice.randrange(len(lines))
    lines[at] = dice.choice(['{"id": 1}\n', "no\n", '{"text": 1}\n', '{"text": "a\\u0000b"}\n'])
    process = soak.start("parse", "-q", "-m", "en", "--from", "jsonl", "--to", "conllu", "-j", str(dice.randrange(1, 4)),
                         stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)  # fmt: skip
    out, err = process.communicate("".join(lines).encode())
    status = soak.wait(process)
    if soak.stop.is_set():
        return
    soak.check(activity, status == 2, f"exit {status} instead of 2: {err!r}")
    soak.check(activity, err.startswith(b"espalier: <stdin>:%d: " % (at + 1)), f"line {at + 1}: {err!r}")
    answers = out.count(b"\n")
    soak.check(activity, answers == at, f"{answers} answers before the bad line {at + 1}")


def conversions(soak, activity, dice):
    """There and back, through every format that carries all, compressed or not, on any number of threads."""
    name = dice.choice(["en", "pt", "zh", "ar", "de"]) + ".conllu"
    with open(soak.sample(name), "rb") as file:
        expected = file.read()
    suffix = dice.choice(["", ".gz", ".xz", ".zst"])
    there = soak.place("conversions", "there.json" + suffix)
    soak.run("convert", "-q", soak.sample(name), "-o", there, "-j", str(dice.randrange(1, 5)))
    soak.same(activity, soak.run("convert", "-q", there, "--to", "conllu"), expected, f"{name} by way of JSON{suffix}")
    with open(soak.sample("en.mrg"), "rb") as file:
        brackets = file.read()
    soak.same(activity, soak.run("convert", "-q", soak.sample("en.mrg"), "--to", "penn"), brackets, "brackets")
    stats = soak.run("stats", soak.sample(name), "--json", "-q")
    soak.check(activity, soak.run("stats", soak.sample(name), "--json", "-q", "-j", "3") == stats, "counts differ")


def cut_off(soak, activity, dice):
    """Asked to end in the midst, it leaves the old file as it was, and nothing else."""
    out = soak.place("conversions", "old.conllu")
    with open(out, "w") as file:
        file.write("old\n")
    process = soak.start("parse", "-q", "-m", "en", "-o", out, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL)
    process.stdin.write(b"Trees grow.\n\nTrees")
    process.stdin.flush()
    soak.stop.wait(dice.uniform(0, 0.3))
    process.send_signal(dice.choice([signal.SIGINT, signal.SIGTERM]))
    status = soak.wait(process)
    process.stdin.close()
    with open(out) as file:
        left = file.read()
    # Before it has its handlers a signal ends it as any program.
    soak.check(activity, status in (130, -signal.SIGINT, -signal.SIGTERM), f"exit {status} after a signal")
    soak.check(activity, left == "old\n", f"the old file was changed: {left[:100]!r}")


def python(soak, activity, dice):
    """Python's pipe in a process of its own, for as long as there is time."""
    package = os.path.join(os.path.dirname(soak.program), "python")
    seconds = min(60.0, soak.started + soak.seconds - time.monotonic())
    if not os.path.isdir(os.path.join(package, "espalier")) or seconds < 1:
        soak.stop.wait(1)
        return
    process = subprocess.Popen(["/usr/bin/python3", "-c", PYTHON, str(seconds)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               env={**os.environ, "PYTHONPATH": package, "PYTHONDONTWRITEBYTECODE": "1"})  # fmt: skip
    with soak.lock:
        soak.children.add(process)
    out, _ = process.communicate(json.dumps(TEXTS).encode())
    status = soak.wait(process)
    soak.check(activity, status == 0, f"exit {status}")
    result = json.loads(out)
    with soak.lock:
        soak.counts[activity][1] += result["rounds"] * result["texts"]
    soak.check(activity, result["bad"] == 0, f"{result['bad']} of {result['rounds']} rounds differ")
    soak.memory["python"].samples += result["memory"]


def look_at_memory(soak):
    if soak.dialogue is not None:
        soak.memory["dialogue"].look(soak.dialogue.pid)


def activities(soak):
    soak.dialogue = None
    soak.memory["dialogue"] = Memory()
    soak.memory["python"] = Memory()
    return [
        ("streams", streams, 1),
        ("dialogue", dialogue, 1),
        ("bad input", bad_input, 1),
        ("conversions", conversions, 1),
        ("cut off", cut_off, 1),
        ("python", python, 1),
    ]


def finish(soak):
    """The dialogue ends when nothing more is said."""
    if soak.dialogue is None:
        return
    soak.counts["end of the dialogue"] = [1, 1, 0]
    soak.dialogue.stdin.close()
    status = soak.wait(soak.dialogue, 120)
    soak.dialogue.stdout.close()
    if status != 0:
        soak.complain("end of the dialogue", f"exit {status} instead of 0")
