"""The service under load: clients that keep their connections, reloads in their midst, slow and malformed ones beside them."""

import http.client
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import time
import urllib.parse

from memory import Memory

TEXTS = [
    'Gardeners train pear trees against warm walls. They don\'t "hurry".',
    "O jardineiro poda as macieiras no inverno.\n\nChove.",
    "A. B? C!",
    "Trees grow. " * 40,
]
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
MODELS = ("en_ewt", "pt_bosque")

JSON = b"POST /parse HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
# What a client may send that is wrong, and the status that tells him so.
WRONG = [
    (JSON % (1, b"{"), 400),
    (JSON % (8, b'{"a": 1}'), 400),
    (b"POST /parse HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\n{", 415),
    (b"GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n", 404),
    (b"GET /parse HTTP/1.1\r\nHost: x\r\n\r\n", 405),
    (b"POST /process HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\n", 413),
    (b"no HTTP at all\r\n\r\n", 400),
]


class Service:
    """The server, and what it must answer."""

    def __init__(self, soak):
        self.changing = soak.place("service", "changing.model")
        shutil.copy(soak.model(MODELS[0]), self.changing)
        self.fixed = soak.place("service", "fixed.model")
        shutil.copy(soak.model(MODELS[1]), self.fixed)
        self.expected = {
            name: [soak.run("parse", "-q", "-m", soak.model(name), "--text", text).decode() for text in TEXTS]
            for name in MODELS
        }
        self.process = soak.start(
            "serve", "--port", "0", "-j", "2", "--log", "none", "--read-timeout", "5", "-m", self.changing, "-m", self.fixed,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)  # fmt: skip
        line = self.process.stdout.readline()
        self.port = int(re.fullmatch(r"listening at http://127\.0\.0\.1:(\d+)\n", line).group(1))
        self.reloads = 0

    def connect(self):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=600)

    def raw(self):
        return socket.create_connection(("127.0.0.1", self.port), timeout=600)


def ask(service, connection, path, model, text):
    """The trees of a text, by one of the two interfaces."""
    if path == "/process":
        body = urllib.parse.urlencode({"tokenizer": "", "tagger": "", "parser": "", "model": model, "data": text})
        connection.request("POST", path, body, FORM)
    else:
        connection.request(
            "POST", path, json.dumps({"text": text, "model": model}), {"Content-Type": "application/json"}
        )
    answer = connection.getresponse()
    body = answer.read()
    if answer.status != 200:
        return f"status {answer.status}: {body[:200]!r}"
    return json.loads(body)["result"] if path == "/process" else json.loads(body)["documents"][0]["conllu"]


def clients(soak, activity, dice):
    """A connection with a hundred requests; each answer is that of a model that was there."""
    service = soak.service
    connection = service.connect()
    try:
        for _ in range(100):
            if soak.stop.is_set():
                return
            which = dice.randrange(len(TEXTS))
            model = dice.choice(["changing", "fixed"])
            got = ask(service, connection, dice.choice(["/process", "/parse"]), model, TEXTS[which])
            right = [service.expected[name][which] for name in MODELS if model == "changing" or name == MODELS[1]]
            if got not in right:
                soak.same(activity, got, right[0], f"the answer of the model '{model}' to text {which}")
            soak.check(activity, True, "")
    finally:
        connection.close()


def reloads(soak, activity, dice):
    """The other model is put in place and read; after a while it is the one that answers."""
    service = soak.service
    service.reloads += 1
    name = MODELS[service.reloads % 2]
    shutil.copy(soak.model(name), service.changing + ".new")
    os.replace(service.changing + ".new", service.changing)
    service.process.send_signal(signal.SIGHUP)
    connection = service.connect()
    end = time.monotonic() + 300
    while ask(service, connection, "/process", "changing", TEXTS[0]) != service.expected[name][0]:
        if soak.stop.is_set():
            break
        soak.demand(time.monotonic() < end, f"the model {name} was not read within 300 s")
        soak.stop.wait(0.05)
    connection.close()
    soak.check(activity, True, "")
    soak.stop.wait(dice.uniform(0.5, 3))


def status_of(answer):
    found = re.match(rb"HTTP/1\.1 (\d+) ", answer)
    return int(found.group(1)) if found else None


def wrong(soak, activity, dice):
    """Malformed requests are told so, one on each connection."""
    bytes, status = dice.choice(WRONG)
    with soak.service.raw() as connection:
        connection.sendall(bytes)
        connection.shutdown(socket.SHUT_WR)
        answer = connection.recv(1 << 16)
    soak.check(activity, status_of(answer) == status, f"{bytes[:60]!r} was answered with {answer[:60]!r}")
    soak.stop.wait(0.05)


def slow(soak, activity, dice):
    """A request that does not come to an end is ended."""
    with soak.service.raw() as connection:
        connection.sendall(b"POST /process HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n")
        connection.settimeout(0.2)
        end = time.monotonic() + 300
        while not soak.stop.is_set():
            try:
                answer = connection.recv(1 << 16)
                break
            except TimeoutError:
                soak.demand(time.monotonic() < end, "a slow client was kept for 300 s")
            try:
                connection.sendall(b"x")
            except OSError:
                pass  # the answer is on its way
        else:
            return
    soak.check(activity, status_of(answer) == 408, f"a slow client was answered with {answer[:60]!r}")


def look_at_memory(soak):
    soak.memory["service"].look(soak.service.process.pid)


def activities(soak):
    soak.service = Service(soak)
    soak.memory["service"] = Memory()
    return [
        ("clients", clients, 4),
        ("reloads", reloads, 1),
        ("malformed clients", wrong, 1),
        ("slow clients", slow, 2),
    ]


def finish(soak):
    """Asked to end, it ends well."""
    service = soak.service
    soak.counts["end of the service"] = [1, 1, 0]
    service.process.terminate()
    status = soak.wait(service.process, 120)
    service.process.stdout.close()
    if status != 0:
        soak.complain("end of the service", f"exit {status} instead of 0")
