"""Keys and seconds that `gograde review` takes for a class of 300 with the demo's mix of programs.

The demo's class is graded with the real programs.  A script presses the keys of a person who accepts the
first picture of a program, then what still waits after the program was scored again by it.  The figures of
the class are scaled to 300 students.  Seconds are those from a key to the next question; how long a person
looks is not in them.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.terminal import Terminal
from gograde.classroom.example.example_class import make_example
from gograde.classroom.example.students import STUDENTS
from gograde.report.waiting import Program, load_programs

CLASS = 300
ASKED = "[q]uit\n"
OVER = "Nothing is left"


@dataclass
class Sitting:
    """The keys of a sitting: after each, the seconds until the next question."""

    at: Terminal
    seconds: list[float] = field(default_factory=list)

    def press(self, key: str) -> str:
        """Press a key; returns what is shown until the next question."""
        before, start = len(self.at.said), time.perf_counter()
        self.at.press(key)
        self.at.until_any((ASKED, OVER))
        self.seconds.append(time.perf_counter() - start)
        return self.at.said[before:]


def main() -> None:
    """Grade the class, decide all that waits, and print a row for each program and for a class of 300."""
    with tempfile.TemporaryDirectory(prefix="gograde-bench-") as room:
        folder = Path(room) / "class"
        make_example(folder, ["board9"])
        subprocess.run([sys.executable, "-m", "gograde", "run", str(folder)], check=True, capture_output=True)
        programs = load_programs(folder, None, None)
        drawn = sum(bool(one.rejected) for one in load_programs_of_all(folder))
        print(
            f"\nreview: the demo's {len(STUDENTS)} students; {len(programs)} programs wait, "
            f"{drawn} have rejected pictures"
        )
        print("  program   waits  after one look  keys  s a key")
        keys, seconds, pictures = _sit(folder, programs)
    scale = CLASS / len(STUDENTS)
    print(
        f"  a class of {CLASS}: {scale * len(programs):.0f} programs, {scale * pictures:.0f} pictures, "
        f"{scale * keys:.0f} keys, {scale * seconds / 60:.1f} minutes of gograde"
    )


def load_programs_of_all(folder: Path) -> list[Program]:
    """The programs of the class with anything on their sheets, also those of which nothing waits."""
    return [one for student in STUDENTS for one in load_programs(folder, student.id, None)]


def _sit(folder: Path, programs: tuple[Program, ...]) -> tuple[int, float, int]:
    """Decide all that waits; returns keys, seconds and pictures."""
    env = {name: text for name, text in os.environ.items() if name not in ("DISPLAY", "BROWSER")}
    at = Terminal((sys.executable, "-m", "gograde", "review", str(folder)), env)
    at.until(ASKED)
    sitting = Sitting(at)
    for one in programs:
        begun, waits = len(sitting.seconds), len(one.waits)
        left = _decide(sitting.press, lambda student=one.submission[1]: _waits(folder, student))
        own = sitting.seconds[begun:]
        print(f"  {one.submission[1]:8} {waits:6} {left:15} {len(own):5} {sum(own) / len(own):8.2f}")
    at.press("q")
    if at.ended():
        raise RuntimeError(at.said[-400:])
    return len(sitting.seconds), sum(sitting.seconds), sum(len(one.waits) for one in programs)


def _decide(press: Callable[[str], str], waits: Callable[[], tuple[int, int]]) -> int:
    """The keys for a program; returns how many tests wait after the first."""
    press("a")
    left, on_the_sheet = waits()
    if left:
        press("A")
        on_the_sheet = waits()[1]
    if on_the_sheet:
        press("n")
    return left


def _waits(folder: Path, student: str) -> tuple[int, int]:
    """How many tests of a student wait, and how many are on the sheet."""
    found = load_programs(folder, student, "board9")
    return (len(found[0].waits), len(found[0].tests)) if found else (0, 0)
