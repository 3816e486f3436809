"""Kills `gograde run` and what it starts at seeded moments, runs it again, and compares every byte.

    python -m tests.campaign.kills --seed 1 --times 25
    python -m tests.campaign.kills --seed 1 --times 20 --together 2

The victims take turns: the grader alone, its process group, a step, a sandbox, a server of warm runs.  A kill
meets a fresh class each time, or with `--together N` a class meets N of each kind, one after another.  The
class is graded again until a grading ends by itself, and what it leaves is compared with what an undisturbed
one leaves.  Ends with 1 when something differs, when a grading after a kill fails, when a process lives on,
or when too few moments came.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from signal import SIGKILL

from gograde.sandbox.host.kernel import inherit_orphans
from tests.campaign.kills.moments import Done, Moment, drawn, graded, spans_of
from tests.campaign.kills.results import Seen, differences, seen
from tests.campaign.kills.small_class import write_class
from tests.campaign.kills.victims import VICTIMS, Process, family
from tests.sandboxes import comes_true

_PATIENCE_S = 30.0
"""Seconds in which all that a killed grader had started must be dead; a step takes less than one to end."""

_MOST_TOLD = 8
_SHARE = 8
"""Kills that meet one class come in the first of so many parts of a grading, so that all come."""


@dataclass(frozen=True)
class Campaign:
    """Kills in copies of one class; `expected` is what an undisturbed grading leaves."""

    scratch: Path
    backend: str
    expected: Seen

    def meets(self, moments: Sequence[Moment]) -> tuple[list[Moment], list[str]]:
        """Grade a fresh copy again and again, until it is graded: the kills that met it, and what is wrong.

        Kills are left out when the class is graded before their moments come.
        """
        room, struck, faults = _copy(self.scratch), list[Moment](), list[str]()
        for _ in range(len(moments) + 1):
            done = graded(room, self.backend, moments[len(struck) :])
            struck += done.struck
            faults += _faults_of(done)
            if not done.struck or done.struck[-1].waits:
                faults += survivors()
            if done.code == 0:
                break
        if done.struck:
            done = graded(room, self.backend)
        faults += [*_faults_of(done), *survivors(), *differences(self.expected, seen(room))]
        return struck, faults


def _copy(scratch: Path) -> Path:
    """A copy of the class as it is before any grading, always in the same place."""
    target = scratch / "class"
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(scratch / "fresh", target)
    return target


def _faults_of(done: Done) -> list[str]:
    """What is wrong with the end of a grading.

    One that lost a step, a sandbox or a server may have made up for it, or says that it is to be run again.
    """
    fine = (0, 4) if done.struck else (0,)
    if any(moment.is_last for moment in done.struck):
        fine = (-SIGKILL,)
    return [] if done.code in fine else [f"ended with {done.code}: {done.told.strip()[-400:]}"]


def survivors() -> list[str]:
    """The processes that outlive their grader, which are killed.  This process inherits all orphans."""
    if comes_true(_is_childless, _PATIENCE_S):
        return []
    _, *left = family(Process(os.getpid(), ()))
    for process in left:
        with suppress(ProcessLookupError):
            os.kill(process.pid, SIGKILL)
    comes_true(_is_childless, _PATIENCE_S)
    return [f"process {process.pid} lives on: {' '.join(process.words)[:200]}" for process in left]


def _is_childless() -> bool:
    """Whether no child is left, after those that have ended are waited for."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        return True
    return False


def main(words: Sequence[str]) -> int:
    """Carry out the kills that are asked for; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--times", type=int, default=25, help="kills in all (25)")
    parser.add_argument("--together", type=int, default=0, metavar="N", help="a class meets N of each kind")
    parser.add_argument("--backend", default="bwrap", choices=["bwrap", "landlock"])
    asked = parser.parse_args(words)
    inherit_orphans(wanted=True)
    with tempfile.TemporaryDirectory(prefix="gograde-kills-") as scratch:
        return campaign(Path(scratch), asked)


def campaign(scratch: Path, asked: argparse.Namespace) -> int:
    """Kill so many times; 1 when something is wrong, or too few moments came."""
    write_class(scratch / "fresh")
    room = _copy(scratch)
    spans = spans_of(room, asked.backend)
    kills = Campaign(scratch, asked.backend, seen(room))
    spans = {victim: span for victim, span in spans.items() if span}
    struck, failed = Counter[str](), 0
    for moments in islice(_rounds(asked, spans), 2 * asked.times):
        met, faults = kills.meets(moments[: asked.times - struck.total()])
        struck.update(moment.victim for moment in met)
        failed += bool(faults)
        print(f"{', '.join(map(str, met)) or 'no kill'}: {'WRONG' if faults else 'the same'}", flush=True)
        print("".join(f"  {fault}\n" for fault in faults[:_MOST_TOLD]), end="", flush=True)
        if struck.total() >= asked.times:
            break
    told = ", ".join(f"{victim} {struck[victim]}" for victim in VICTIMS)
    print(f"{struck.total()} kills ({told}), {failed} classes with other results")
    return int(failed > 0 or struck.total() < asked.times)


def _rounds(asked: argparse.Namespace, spans: Mapping[str, int]) -> Iterator[Sequence[Moment]]:
    """The moments that classes meet."""
    rounds = drawn(asked.seed, spans, max(1, _SHARE * asked.together))
    while True:
        if asked.together:
            yield [moment for moments in islice(rounds, asked.together) for moment in moments]
        else:
            yield from ((moment,) for moment in next(rounds))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
