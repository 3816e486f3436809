"""Moves of programs: those that a back end is to give, and what came of one."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from gograde.arena.game.rules import COURSE
from gograde.go import Point
from gograde.go.player import Answer, Fault
from gograde.sandbox.protocol import Job, RunResult

IN_TURN = tuple(
    replace(COURSE.start, steps=(Point(2, 2), Point(2, 3), *[None, Point(0, 0), None, Point(4, 4)])[:plies])
    for plies in (0, 2, 4, 6)
)
"""A game at the first four plies of black."""

FIRST = IN_TURN[0]


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
