"""A class: the demo, the steps of a slice beyond the programs, and what a change of a graded class costs."""

from __future__ import annotations

import shlex
import shutil
import statistics
import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from statistics import fmean

from benchmarks.measure import Used, command, in_turn, median, run
from benchmarks.rooms import (
    FOUR,
    LATE,
    each_slice,
    grade,
    hand_in_late,
    league_cpu,
    make_room,
    own_cpu,
    programs_of,
    report,
    sample,
    step,
    write_facts,
)
from benchmarks.table import GOGRADE, Row, Settings, of_rows
from gograde.classroom.classroom import load_class
from gograde.grading.contracts.kind import kind_of
from gograde.grading.course import load_course

PROGRAMS = {
    "tromp-taylor": "python_flood",
    "board9": "draws_pil_files",
    "board-control": "function",
    "influence": "plain",
}
"""The program that everybody hands in, by assignment."""

STUDENTS = 12
"""Students of the class in which everybody hands in the same."""

LOOPS = {"tromp-taylor": "score.py", "board9": "board9.py"}
"""The assignments that a shell can run too, with the file that it starts."""

ALONE = "the programs alone"
PER = "s of CPU a submission"

PEER_PAGES = """
import sys, pathlib, pandas
source, target = map(pathlib.Path, sys.argv[1:])
target.mkdir(exist_ok=True)
for name, rows in pandas.read_csv(source / "tests.csv").groupby("student_id"):
    (target / f"{name}.html").write_text(rows.to_html())
"""


def text(settings: Settings) -> str:
    """The table."""
    return of_rows(chain(_demo(settings), _alike(settings), _nothing(settings)))


def _demo(settings: Settings) -> Iterator[Row]:
    folder, used = settings.demo
    own = own_cpu(folder) + league_cpu(folder)
    yield Row("`gograde demo`, 24 students, five assignments", "s of CPU", used.cpu_s, ALONE, own)
    yield Row("the same by the clock", "s", used.wall_s)
    yield Row("the same, largest process", "MiB", used.peak_mib)
    yield from reports(settings, folder, "report of 24 students")


def reports(settings: Settings, room: Path, title: str) -> Iterator[Row]:
    """Reports written first, again, and after a late submission; the peer writes a page a student."""
    seen: dict[str, list[Used]] = {"first": [], "nothing changed": [], "one late submission": []}
    for _ in range(settings.repeats):
        shutil.rmtree(room / "reports")
        seen["first"].append(report(room))
        seen["nothing changed"].append(report(room))
        grade(room, hand_in_late(room))
        seen["one late submission"].append(report(room))
    pages = (sys.executable, "-c", PEER_PAGES, room / "reports", room.with_name("pages"))
    theirs = median(run(pages) for _ in range(settings.repeats)).cpu_s
    for name, used in seen.items():
        yield Row(f"{title}, {name}", "s of CPU", median(used).cpu_s, "pandas: a page a student", theirs)


def _alike(settings: Settings) -> Iterator[Row]:
    """Steps, a late submission and a changed weight in a class in which everybody hands in the same."""
    room = settings.room / "alike"
    make_room(room, {name: [sample(name, one)] for name, one in PROGRAMS.items()}, STUDENTS)
    step(room, "plan", "--reports", str(room / "reports"))
    for name in PROGRAMS:
        yield from _slices(settings, room, name)
    empty = median(step(room, "run", LATE, "--slice", "00") for _ in range(settings.repeats))
    yield Row("`step run` of a slice with nothing to do", "s of CPU", empty.cpu_s)
    run([*GOGRADE, "run", room])
    late, own, weight = list[Used](), list[float](), list[Used]()
    for number in range(settings.repeats):
        student = hand_in_late(room)
        late.append(run([*GOGRADE, "run", room]))
        own.append(own_cpu(room, LATE, student))
        rules = (room / "class.yaml").read_text()
        (room / "class.yaml").write_text(rules.replace("    due:", f"    weight: {10 + number}\n    due:", 1))
        weight.append(run([*GOGRADE, "run", room]))
        (room / "class.yaml").write_text(rules)
    title = f"`gograde run`, {STUDENTS} students, four assignments"
    yield Row(f"{title}, one late submission", "s of CPU", median(late).cpu_s, ALONE, fmean(own))
    yield Row(f"{title}, a changed weight", "s of CPU", median(weight).cpu_s)


def _slices(settings: Settings, room: Path, name: str) -> Iterator[Row]:
    """The steps of all slices of an assignment; the peers are the programs, and a shell that starts them."""
    runs, scores, own = list[Used](), list[Used](), list[float]()
    for _ in range(settings.repeats):
        shutil.rmtree(room / "work" / "runs" / name, ignore_errors=True)
        shutil.rmtree(room / "work" / "scores" / name, ignore_errors=True)
        runs.append(each_slice(room, "run", name))
        scores.append(each_slice(room, "score", name))
        own.append(own_cpu(room, name))
    handed_in = len(list((room / "work" / "runs" / name).iterdir()))
    whole, alone = median(runs).cpu_s / handed_in, statistics.median(own) / handed_in
    yield Row(f"`step run` of {name} beyond the program", PER, whole - alone, ALONE, alone)
    if name in LOOPS:
        loop = _loop(room, name)
        theirs = median(run(["sh", "-c", loop]) for _ in range(settings.repeats)).cpu_s / handed_in
        yield Row(f"`step run` of {name}, all", PER, whole, "a shell loop, no sandbox", theirs)
    yield Row(f"`step score` of {name}", PER, median(scores).cpu_s / STUDENTS)


def _loop(room: Path, name: str) -> str:
    """A shell's loop over the submissions and the batches of an assignment."""
    course, inputs = load_course(load_class(room), name), room.with_name(f"inputs-{name}")
    kind = kind_of(course.package.config.contract)
    for batch in course.batches:
        for path, data in kind.inputs(course.assignment, batch).items():
            target = inputs / batch.name / (path or "stdin")
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
    program = f'{shlex.quote(sys.executable)} -s -B "$one"/{LOOPS[name]}'
    submissions = shlex.quote(str(room / "submissions" / name))
    over = f"for one in {submissions}/*/; do for batch in {shlex.quote(str(inputs))}/*/; do"
    return f'{over} cd "$batch"; {program} <stdin >stdout 2>stderr || exit 1; done; done'


def _nothing(settings: Settings) -> Iterator[Row]:
    """A graded class in which nothing changed."""
    graded, room = settings.demo[0], settings.room / "nothing"
    works = programs_of(graded, FOUR)
    make_room(room, works, 24)
    step(room, "plan", "--reports", str(room / "reports"))
    write_facts(room, graded, works)
    run([*GOGRADE, "run", room])
    again = in_turn({"": command([*GOGRADE, "run", room])}, settings.repeats)[""]
    yield Row("`gograde run`, 24 students, four assignments, nothing to do", "s of CPU", again.cpu_s)
