"""Keys and seconds that `gograde review` takes for a class of 300, of whose pictures 13 % wait.

A script presses the keys of a person who trusts what was read where anything was, and looks at the rest one
by one.  Seconds are those from a key to the next question; how long a person looks is not in them.
"""

from __future__ import annotations

import os
import random
import resource
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.terminal import Terminal
from benchmarks.waiting_class import make_waiting_class
from gograde.report.terminal.review_desk import PAGE

STUDENTS = 300
PICTURES = 28
"""Pictures of a program: of seven batches, four each."""

SHARE = 0.13
"""Of the pictures that wait: what was measured on looks never seen."""

SEEN = {"agrees": 80, "differs": 15, "unread": 5}
"""Of a hundred pictures that wait, how many seem to show what."""

SEED = 20
ASKED = "[q]uit\n"


@dataclass(frozen=True)
class Sitting:
    """The programs and tests that were decided, the keys, and the seconds between key and question."""

    programs: int
    tests: int
    seconds: Sequence[float]
    cpu_s: float
    page_bytes: int


def main() -> None:
    """Print a row for each way in which the pictures that wait are spread."""
    print(f"\nreview: {STUDENTS} students, {PICTURES} pictures each, {SHARE:.0%} of the pictures wait")
    print("  spread               programs  pictures  keys  keys a program  ms a key  CPU s  largest page")
    for name, waits in (("over all programs", _thrown()), ("all of some programs", _together())):
        one = _sit(waits)
        keys = len(one.seconds)
        print(
            f"  {name:20} {one.programs:8} {one.tests:9} {keys:5} {keys / one.programs:15.2f} "
            f"{1000 * sum(one.seconds) / keys:9.0f} {one.cpu_s:6.1f} {one.page_bytes / 1e3:10.0f} kB"
        )


def _thrown() -> Mapping[str, Sequence[str]]:
    """Each picture waits with the same chance."""
    rng = random.Random(SEED)
    return {
        name: [_seen(rng) if rng.random() < SHARE else "right" for _ in range(PICTURES)] for name in _names()
    }


def _together() -> Mapping[str, Sequence[str]]:
    """All pictures of some programs wait."""
    rng = random.Random(SEED)
    few = {*rng.sample(list(_names()), round(SHARE * STUDENTS))}
    return {name: [_seen(rng) if name in few else "right" for _ in range(PICTURES)] for name in _names()}


def _names() -> Iterator[str]:
    return (f"s{number:03d}" for number in range(STUDENTS))


def _seen(rng: random.Random) -> str:
    return rng.choices(list(SEEN), list(SEEN.values()))[0]


def _sit(waits: Mapping[str, Sequence[str]]) -> Sitting:
    """Decide all that waits, and measure it."""
    programs = [[word for word in words if word != "right"] for words in waits.values()]
    programs = [words for words in programs if words]
    with tempfile.TemporaryDirectory(prefix="gograde-bench-") as room:
        folder = make_waiting_class(Path(room) / "class", waits)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        env = {name: text for name, text in os.environ.items() if name not in ("DISPLAY", "BROWSER")}
        at = Terminal((sys.executable, "-m", "gograde", "review", str(folder)), env)
        at.until(ASKED)
        seconds, page = [], 0
        keys = [key for words in programs for key in _keys(words)]
        for number, key in enumerate(keys, 1):
            page = max(page, (folder / "work" / PAGE).stat().st_size)
            start = time.perf_counter()
            at.press(key)
            at.until(ASKED if number < len(keys) else "Nothing is left")
            seconds.append(time.perf_counter() - start)
        at.press("q")
        if at.ended() or f"{sum(map(len, programs))} decided, 0 left." not in at.said:
            raise RuntimeError(at.said[-400:])
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = used.ru_utime + used.ru_stime - before.ru_utime - before.ru_stime
    return Sitting(len(programs), sum(map(len, programs)), seconds, cpu, page)


def _keys(words: Sequence[str]) -> Iterator[str]:
    """The keys for a program: what agrees, what differs, then the rest one by one."""
    if "agrees" in words:
        yield "a"
    if "differs" in words:
        yield "r"
    if unread := words.count("unread"):
        yield from ("o", *"a" * unread)


if __name__ == "__main__":
    main()
