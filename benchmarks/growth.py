"""How the cost of planning, scoring and reporting grows with a class of five assignments."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from benchmarks.classes import reports
from benchmarks.measure import Used, run
from benchmarks.rooms import (
    FOUR,
    LEAGUE,
    each_slice,
    make_room,
    programs_of,
    report,
    step,
    write_facts,
)
from benchmarks.table import GOGRADE, Settings, number, of_rows, table

STEPS = ("plan", "score", "report", "nothing to do")
HEAD = ("students", *(f"{name}, {unit}" for name in STEPS for unit in ("s of CPU", "MiB")))
FILES = ("files in work", "files in reports", "MB of reports")
LARGE = 300
"""The class of whose reports there are rows besides."""


def text(settings: Settings) -> str:
    """The table of growth, and the rows of the reports of a large class."""
    grown = table((*HEAD, *FILES), (_line(settings, students) for students in settings.students))
    if LARGE not in settings.students:
        return grown
    title = f"report of {LARGE} students"
    return f"{grown}\n\n{of_rows(reports(settings, settings.room / str(LARGE), title))}"


def _line(settings: Settings, students: int) -> Sequence[str]:
    """The figures of one class; its programs and their facts are those of the demo."""
    graded, room = settings.demo[0], settings.room / str(students)
    works = programs_of(graded, (*FOUR, LEAGUE))
    make_room(room, works, students)
    plan = step(room, "plan", "--reports", str(room / "reports"))
    write_facts(room, graded, works)
    with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        scores = sum(pool.map(partial(each_slice, room, "score"), works), Used())
    scores += step(room, "gradebook")
    pages = report(room)
    again = run([*GOGRADE, "run", room, "--format", "json"])
    assert json.loads(again.output)["jobs"] == 0, "the facts were not those of the plan"
    shown = [path.stat().st_size for path in (room / "reports").rglob("*") if path.is_file()]
    kept = sum(path.is_file() for path in (room / "work").rglob("*"))
    return (
        str(students),
        *_cells(plan, scores, pages, again),
        number(kept),
        *map(number, (len(shown), sum(shown) / 1e6)),
    )


def _cells(*each: Used) -> Iterator[str]:
    for used in each:
        yield number(used.cpu_s)
        yield number(used.peak_mib)
