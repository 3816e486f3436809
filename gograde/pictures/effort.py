"""How much is done to read pictures, counted in steps, so that the same pictures end alike on any machine.

The steps are counted where reading takes its time; whoever reads gives no thought to them.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

SUBMISSION = 100_000
"""Steps for the pictures of all runs of a submission: about half a minute of CPU time."""

RUN = 25_000
"""Steps for the pictures of one run, at most; those of the sample submissions take 1,200 to 2,300."""

POINTS = 8
"""Points that are looked at in one step, which takes about 0.3 ms of CPU time."""

SURVEY = 100
"""Steps: a picture is reduced."""

SEARCH = 200
"""Steps: a picture is searched for lattices."""


class TooMuchEffortError(Exception):
    """The steps are used up."""


@dataclass
class Effort:
    """The steps that are left."""

    left: int


_CURRENT: ContextVar[Effort | None] = ContextVar("effort", default=None)


def share(runs: int) -> int:
    """The steps for each of so many runs with pictures."""
    return min(RUN, SUBMISSION // max(runs, 1))


@contextmanager
def limited(steps: int) -> Iterator[Effort]:
    """Inside, so many steps are done; without a limit around it, reading has none."""
    effort = Effort(steps)
    token = _CURRENT.set(effort)
    try:
        yield effort
    finally:
        _CURRENT.reset(token)


def spend(steps: int) -> None:
    """Take steps from what is left; raises `TooMuchEffortError` when there are fewer, and ever after."""
    effort = _CURRENT.get()
    if effort is None:
        return
    effort.left -= steps
    if effort.left < 0:
        raise TooMuchEffortError


def spend_points(points: int) -> None:
    """Take the steps for so many points."""
    spend(-(-points // POINTS))
