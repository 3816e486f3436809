"""Moves of programs: those that a back end is to give, and what came of one."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from gograde.arena.game.five_by_five import START, Answer, Fault, View
from gograde.go import Point, Position
from gograde.sandbox.protocol import Job, RunResult

FIRST = View(START, 1)


def later() -> View:
    """The view after two stones in the middle."""
    after = START.play((2, 2))
    assert isinstance(after, Position)
    after = after.play((2, 3))
    assert isinstance(after, Position)
    return View(after, 3)


def answered(move: Answer | Fault) -> Point | None:
    assert isinstance(move, Answer), move
    return move.point


@dataclass
class Recorded:
    """A back end that gives what is listed, and remembers its jobs."""

    results: list[RunResult]
    jobs: list[Job] = field(default_factory=list)
    name: str = "recorded"

    def run(self, job: Job) -> RunResult:
        self.jobs.append(job)
        return self.results.pop(0)


def result(**changes: object) -> RunResult:
    plain = RunResult("recorded", 0, None, None, 0.5, 0.6, 9000, b"", b"", 0, 0, {}, {})
    return replace(plain, **changes)  # type: ignore[arg-type]
