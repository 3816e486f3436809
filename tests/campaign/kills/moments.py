"""Moments at which a grader, or something that it started, is killed: drawn by a seed, told by events."""

from __future__ import annotations

import os
import random
import select
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from gograde.sandbox.select import BACKEND
from tests.campaign.kills.changes import Changes
from tests.campaign.kills.victims import VICTIMS, Process, family, victims

_LOOK_MS = 2
"""Milliseconds between two looks for a victim; a run in the sandbox takes at least fifteen."""


@dataclass(frozen=True)
class Moment:
    """A victim of a kind is killed after so many changes of the class's files, or once one is there.

    The changes count from the start of the grader, or from the kill before.  Of several living victims it is
    the one with the number `pick`, counted around.  The next grading `waits` until all that a killed one had
    started is dead, or begins at once.
    """

    victim: str
    after: int
    pick: int
    waits: bool

    def __str__(self) -> str:
        return f"{self.victim} {self.pick} after {self.after}"

    @property
    def is_last(self) -> bool:
        """Whether the grader itself is killed."""
        return self.victim in ("grader", "group")


@dataclass(frozen=True)
class Done:
    """How a grading ended, which kills met it, and what it told."""

    code: int
    struck: tuple[Moment, ...]
    told: str


def drawn(seed: int, spans: Mapping[str, int], share: int) -> Iterator[tuple[Moment, ...]]:
    """Rounds without end, each with all kinds of victims in another order.

    `spans` says after how many changes each kind was seen last; a kill comes in the first of `share` parts.
    """
    choose = random.Random(seed)
    while True:
        kinds = choose.sample(list(spans), len(spans))
        yield tuple(
            Moment(
                kind,
                choose.randint(1, max(1, spans[kind] // share)),
                choose.randrange(60),
                choose.random() < 0.5,
            )
            for kind in kinds
        )


def graded(room: Path, backend: str, moments: Sequence[Moment] = ()) -> Done:
    """Run `gograde run` on the class, and kill at the moments that come, up to the first that ends it."""
    with closing(Changes(room)) as changes, tempfile.TemporaryFile("w+") as told:
        run = _started(room, backend, told)
        struck = tuple(_struck(run.pid, changes, moments))
        code = run.wait()
        told.seek(0)
        return Done(code, struck, told.read())


def spans_of(room: Path, backend: str) -> dict[str, int]:
    """Grade the class; the number of changes at which a victim of each kind was seen last."""
    spans = dict.fromkeys(VICTIMS, 0)
    with closing(Changes(room)) as changes, tempfile.TemporaryFile("w+") as told:
        run = _started(room, backend, told)
        for count in _looks(run.pid, changes):
            living = list(family(Process(run.pid, ())))
            spans |= {kind: count for kind, fits in VICTIMS.items() if any(map(fits, living))}
        run.wait()
    return spans


def _started(room: Path, backend: str, told: IO[str]) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-P", "-m", "gograde", "run", str(room), "--cores", "2"]
    env = {**os.environ, BACKEND: backend}
    return subprocess.Popen(command, env=env, stdout=told, stderr=told, start_new_session=True)


def _looks(pid: int, changes: Changes) -> Iterator[int]:
    """The number of changes so far: after each, or after a while without one, until the process has ended."""
    count, poller, process = 0, select.poll(), os.pidfd_open(pid)
    try:
        for fd in (process, changes.fd):
            poller.register(fd, select.POLLIN)
        while process not in dict(poller.poll(_LOOK_MS)):
            count += changes.read()
            yield count
    finally:
        os.close(process)


def _struck(grader: int, changes: Changes, moments: Sequence[Moment]) -> Iterator[Moment]:
    left, since = list(moments), 0
    for count in _looks(grader, changes):
        if left and count - since >= left[0].after and _strikes(grader, left[0]):
            moment, since = left.pop(0), count
            yield moment
            if moment.is_last:
                return


def _strikes(grader: int, moment: Moment) -> bool:
    """Kill a victim, if one is there."""
    found = victims(moment.victim, grader)
    if not found:
        return False
    with suppress(ProcessLookupError):
        kill = os.killpg if moment.victim == "group" else os.kill
        kill(found[moment.pick % len(found)], signal.SIGKILL)
        return True
    return False
