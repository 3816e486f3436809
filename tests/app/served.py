"""A server of pages in a process of its own, as a person starts it, and what it answers."""

import http.client
import json
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

PATIENCE_S = 120.0
"""Seconds until a wait is given up: nothing here takes a tenth of it, and no test may hang for ever."""


@dataclass(frozen=True)
class Answer:
    """What a request got."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def text(self) -> str:
        return self.body.decode()


@dataclass(frozen=True)
class Served:
    """A server that runs, and its address."""

    process: subprocess.Popen[str]
    address: str

    @property
    def host(self) -> str:
        return urlsplit(self.address).netloc

    @property
    def root(self) -> str:
        return urlsplit(self.address).path

    def ask(self, path: str, values: Any = None, method: str = "", **headers: str) -> Answer:
        """Ask for a path below the token, or from `/` on; `values` are posted as JSON."""
        body = None if values is None else json.dumps(values)
        kind = {} if values is None else {"content-type": "application/json"}
        sent = {**kind, **{name.replace("_", "-"): value for name, value in headers.items()}}
        line = http.client.HTTPConnection(self.host, timeout=60)
        whole = path if path.startswith("/") else self.root + path
        line.request(method or ("GET" if body is None else "POST"), whole, body, sent)
        got = line.getresponse()
        answer = Answer(got.status, {k.lower(): v for k, v in got.getheaders()}, got.read())
        line.close()
        return answer

    @contextmanager
    def hears(self) -> Iterator[Iterator[tuple[str, Any]]]:
        """The events that a page would get, topic and value; fails when they take `PATIENCE_S` in all."""
        line = http.client.HTTPConnection(self.host, timeout=60)
        line.request("GET", self.root + "events")
        got = line.getresponse()
        end = time.monotonic() + PATIENCE_S

        def events() -> Iterator[tuple[str, Any]]:
            topic = ""
            while text := got.readline().decode():
                assert time.monotonic() < end, "what was waited for has not come"
                name, _, value = text.rstrip("\n").partition(": ")
                topic = value if name == "event" else topic
                if name == "data":
                    yield topic, json.loads(value)

        yield events()
        line.close()

    def end(self) -> tuple[int, str]:
        """Press Ctrl-C; the exit code, and what it said to stderr."""
        self.process.send_signal(signal.SIGINT)
        _, said = self.process.communicate(timeout=60)
        return self.process.returncode, said


@contextmanager
def served(command: Sequence[str], **more: Any) -> Iterator[Served]:
    """Start a server; its address is the last word of the first line that it prints."""
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen([sys.executable, *command], text=True, **pipes, **more) as process:  # type: ignore[call-overload]
        try:
            ready = select.select([process.stdout], [], [], PATIENCE_S)[0]
            line = process.stdout.readline() if ready else ""
            assert "http://" in line, line + process.communicate(timeout=60)[1]
            yield Served(process, line.split()[-1])
        finally:
            process.kill()
