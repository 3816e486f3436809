"""One function knows what changed: what it says is what `gograde run` makes anew, and what pages say."""

import hashlib
import json
import os
import shutil
from base64 import b64encode
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from gograde.classroom.classroom import load_class
from gograde.cli.main import run_command
from gograde.grading.changes import (
    FAILED,
    Change,
    DigestDifference,
    PlannedRecord,
    changes,
    compared,
    records_of,
)
from gograde.grading.plan_file import read_plan
from gograde.grading.records import Head, digest_of
from gograde.workflow.outdated import sentences
from gograde.workflow.plan import last_settings, look
from gograde.workflow.report_folder import reports_folder, shown

Room = Any  # the fixtures' own class; tests cannot import their conftest
Step = Callable[[Room], object]

TIMES = "submissions/board9/submitted_at.csv"
OVERRIDE = "assignment,student_id,test,points,by,at,reason\nboard9,alice,,7,Ms Rivera,,she asked\n"
CORRECTION = """\
assignment,student_id,test,points,by,reason,decision
board9,,01/3,,Ada,the statement showed another board,void
"""
NOBODY = "张三"
EVERYBODY = ("alice", "b.o-b@x", "van Gogh", "zip", NOBODY)
AFTER = "after these marks were made"
SCORED = "what the work of {} is scored by changed (cases, corrections, package or code)"
RUN = "what the work of {} is run with changed (limits, tools, fonts, runtime or code)"


def of(*students: str, steps: tuple[str, ...] = ("run", "score")) -> set[str]:
    """The records of these students, of whom one has handed in nothing, and those that follow from them."""
    return {f"{step} board9 {student}" for step in steps for student in students} | MARKS


def score_of(*students: str) -> set[str]:
    return of(*students, steps=("score",))


MARKS = {"gradebook", "report"}
NO_RUN = "board9: there is no whole run of"


def edit(name: str, old: str, new: str) -> Step:
    return lambda room: room.edit(name, old, new)


def write(name: str, text: str) -> Step:
    return lambda room: (room.path / name).write_text(text)


def source(room: Room) -> None:
    path = next(room.submission("alice").glob("*.py"))
    path.write_text(path.read_text() + "\n# changed\n")
    os.utime(path, (0, 0))  # as after `cp -p`


def case_file(room: Room, name: str) -> None:
    """A hidden case as another key would have made it."""
    folder = room.path / "hidden/board9"
    path = folder / "01" / name
    old, new = (b"True", b"False") if name == "answer.txt" else (b"0 1 -1", b"0 1 1")
    assert old in path.read_bytes()
    path.write_bytes(path.read_bytes().replace(old, new, 1))
    manifest = json.loads((folder / "manifest.json").read_text())
    manifest["files"][f"01/{name}"] = hashlib.sha256(path.read_bytes()).hexdigest()
    (folder / "manifest.json").write_text(json.dumps(manifest))


def lose(name: str) -> Step:
    return lambda room: (room.path / name).unlink()


def thin_out(name: str) -> Step:
    def spoil(room: Room) -> None:
        lines = (room.path / name).read_bytes().splitlines(keepends=True)
        assert len(lines) > 2
        (room.path / name).write_bytes(lines[0] + lines[-1])

    return spoil


def touch_all(room: Room) -> None:
    """New times, and new files with the same content."""
    for path in [room.path / "class.yaml", *(room.path / "submissions").rglob("*")]:
        os.utime(path)
    shutil.copytree(room.submission("alice"), room.path / "alice")
    shutil.rmtree(room.submission("alice"))
    (room.path / "alice").rename(room.submission("alice"))


def leave(room: Room) -> None:
    room.edit("roster.csv", "van Gogh\n", "")
    room.edit(TIMES, "van Gogh,2026-11-15T20:00:00+00:00\n", "")


SCORES_OF_ALL = f"board9: {SCORED.format('alice, b.o-b@x, van Gogh, 张三, zip')}"
RUNS_OF_ALL = f"board9: {RUN.format('alice, b.o-b@x, van Gogh, zip')} | board9: {SCORED.format(NOBODY)}"

STRAY = "submissions/board9/{}: not on the roster, so not graded"
CORRECTED = "board9: 01/3 does not count for anybody: the statement showed another board"


def noted(text: str) -> str:
    return f"notes changed ({text} is noted now)"


CHANGES: dict[str, tuple[Step, set[str], str]] = {
    "a source": (source, of("alice"), "board9: the work of alice changed"),
    "a first submission": (
        lambda room: room.submission(f"{NOBODY}.py").write_text("print(1)\n"),
        *(of(NOBODY), f"board9: {NOBODY} handed in"),
    ),
    "work that went away": (
        lambda room: shutil.rmtree(room.submission("alice")),
        *(score_of("alice"), "board9: the work of alice went away"),
    ),
    "a reference": (lambda room: case_file(room, "answer.txt"), score_of(*EVERYBODY), SCORES_OF_ALL),
    "a case file": (
        lambda room: case_file(room, "test_0.txt"),
        *(of(*EVERYBODY) - {f"run board9 {NOBODY}"}, RUNS_OF_ALL),
    ),
    "a weight": (edit("class.yaml", "weight: 100", "weight: 50"), MARKS, "class.yaml changed"),
    "a late time": (
        edit(TIMES, "b.o-b@x,2026-11-15", "b.o-b@x,2026-11-17"),
        *(score_of("b.o-b@x"), "board9: the time of b.o-b@x changed"),
    ),
    "an override": (write("overrides.csv", OVERRIDE), MARKS, "overrides.csv changed"),
    "a correction": (
        write("overrides.csv", CORRECTION),
        *(score_of(*EVERYBODY), f"{SCORES_OF_ALL} | {noted(CORRECTED)} | overrides.csv changed"),
    ),
    "somebody new": (
        edit("roster.csv", "alice\n", "alice\nzoe\n"),
        *(score_of("zoe"), "board9: there is no whole score of zoe | roster.csv changed (zoe came)"),
    ),
    "somebody who left": (
        leave,
        MARKS,
        f"{noted(STRAY.format('van Gogh'))} | roster.csv changed (van Gogh left)",
    ),
    "a lost run": (lose("work/runs/board9/van Gogh.jsonl"), of("van Gogh"), f"{NO_RUN} van Gogh"),
    "a run without its middle": (
        thin_out("work/runs/board9/b.o-b@x.jsonl"),
        *(of("b.o-b@x"), f"{NO_RUN} b.o-b@x"),
    ),
    "a lost score": (
        lose("work/scores/board9/van Gogh.json"),
        *(score_of("van Gogh"), "board9: there is no whole score of van Gogh"),
    ),
    "a stranger": (
        lambda room: shutil.copytree(room.submission("alice"), room.submission("mallory")),
        *(MARKS, noted(STRAY.format("mallory"))),
    ),
    "lost marks": (lose("work/gradebook.json"), MARKS, ""),
    "a lost page": (lose("reports/staff/alice.html"), {"report"}, ""),
    "new files with the same content": (touch_all, set(), ""),
    "a comment": (edit("class.yaml", "title: A class", "# of this autumn\ntitle:   A class"), set(), ""),
}


@pytest.mark.parametrize(("change", "facts", "words"), CHANGES.values(), ids=CHANGES.keys())
def test_what_changed_is_foretold_and_said_everywhere(graded, change, facts, words, capsys) -> None:
    change(graded)
    assert foretold(graded.path) == facts
    if len(graded.scores()) == len(EVERYBODY) and (graded.path / "work/gradebook.json").is_file():
        lines = [one if "there is no" in one else f"{one} {AFTER}" for one in words.split(" | ") if one]
        assert told(graded, capsys) == [f"{one}: run gograde run {graded.path}" for one in lines]
        assert run_command(["regrade", str(graded.path), "--format", "json"]) == 0
        to_run = json.loads(capsys.readouterr().out)["to_run"]
        assert {f"run board9 {one['student']}" for one in to_run} == {n for n in facts if n.startswith("run")}
        assert len(to_run) != 1 or f"board9: {to_run[0]['why']}" in lines


DAYS = [
    ("a source", "a first submission", "a late time", "a lost run"),
    ("work that went away", "somebody new", "a run without its middle", "a lost score"),
    ("a case file",),
    ("a reference", "a correction"),
    ("a weight", "an override", "somebody who left", "a stranger", "lost marks"),
    ("a lost page",),
    ("new files with the same content", "a comment"),
]
"""All changes: of other students, or with the same records, so that none hides what another one makes."""


@pytest.mark.parametrize("day", DAYS, ids=", ".join)
def test_what_is_foretold_is_made(graded: Room, day: tuple[str, ...]) -> None:
    """What a killed Snakemake noted of a job hides nothing, and its lock stops nobody."""
    facts, noted = set(), graded.path / "work/.snakemake/incomplete"
    noted.mkdir(parents=True, exist_ok=True)
    locked = noted.with_name("locks") / "0.input.lock"
    locked.parent.mkdir(exist_ok=True)
    locked.write_text(str(graded.path / "work/gradebook.json"))
    for change, records, _ in map(CHANGES.__getitem__, day):
        change(graded)
        facts |= records
    for job in ("run/board9/00", "score/board9/00", "gradebook", "report"):
        assert (graded.path / "work/done" / job).is_file()
        (noted / b64encode(f"done/{job}".encode()).decode()).write_text("")
    before = files(graded.path)
    done = graded.run()
    assert done.code == 0, done.err
    assert made(before, graded.path) == facts
    assert ("Nothing had changed." in done.out) == (facts == set())
    assert foretold(graded.path) == set()


def test_every_change_is_made_once() -> None:
    assert sorted(name for day in DAYS for name in day) == sorted(CHANGES)


# -- what gograde says, and the files themselves ---------------------------------------------


def foretold(class_dir: Path) -> set[str]:
    """The records, such as `run board9 alice` and `gradebook`, that the one function says of the class."""
    room = load_class(class_dir)
    plan = look(room, last_settings(room), datetime.now(UTC)).plan
    found = compared([*records_of(room, plan, shown(room.path, reports_folder(room)))])
    return set(map(_name, found))


def files(class_dir: Path) -> dict[str, tuple[int, int]]:
    """Which file each record is: inode and time of writing in ns; the inode may be that of one deleted."""
    room = load_class(class_dir)
    there = [(one, one.path.stat()) for one in records_of(room, read_plan(room)) if one.path.exists()]
    return {_name(one): (stat.st_ino, stat.st_mtime_ns) for one, stat in there}


def made(before: dict[str, tuple[int, int]], class_dir: Path) -> set[str]:
    """The records that are other files than before."""
    return {name for name, file in files(class_dir).items() if before.get(name) != file}


def _name(one: PlannedRecord) -> str:
    return " ".join(filter(None, (one.step, one.assignment, one.name)))


# -- in words -------------------------------------------------------------------------------------


def told(room: Room, capsys: pytest.CaptureFixture[str], *options: str) -> list[str]:
    """The lines that `gograde report` prints to the error stream."""
    assert run_command(["report", str(room.path), *options]) == 0
    return capsys.readouterr().err.splitlines()


def test_one_student_is_told_of_that_student_only(graded: Room, capsys) -> None:
    shutil.rmtree(graded.submission("alice"))
    assert told(graded, capsys, "--student", "zip") == []
    assert len(told(graded, capsys, "--student", "alice")) == 1


def test_a_class_that_cannot_be_graded_any_more_is_said(graded: Room, capsys) -> None:
    graded.edit("class.yaml", "title:", "titel:")
    what, fix = told(graded, capsys)
    where = f"the class cannot be graded as it is after these marks were made: {graded.path}/class.yaml"
    assert (what, fix[:26]) == (f"{where}: titel: unknown key", 'Fix: did you mean "title"?')


def test_after_a_run_of_one_student_the_rest_is_said(graded: Room, capsys) -> None:
    graded.edit("class.yaml", "weight: 100", "weight: 50")
    for student in ("alice", "van Gogh"):
        (graded.submission(student) / "notes.txt").write_text("one more file")
    before, reports = files(graded.path), graded.reports()
    done = graded.run("--student", "van Gogh")
    assert done.code == 0, done.err
    assert made(before, graded.path) == of("van Gogh") - MARKS
    assert graded.reports() == reports
    assert done.out.endswith("gograde run without --student brings them up to date.\n")
    assert [line.partition(" after")[0] for line in told(graded, capsys)] == [
        "board9: the work of alice changed",
        "class.yaml changed",
    ]


def test_many_students_are_counted_and_another_try_of_the_grader_is_no_change() -> None:
    def of(student: str, *why: DigestDifference) -> Change:
        return Change("run", "board9", student, "", Path(student), {}, why=why)

    found = [of(f"s{number}", DigestDifference("submission", "a", "b")) for number in range(8)]
    assert list(sentences([*found, of("x", DigestDifference(FAILED))], {})) == [
        "board9: the work of s0, s1, s2, s3, s4 and 3 more changed after these marks were made"
    ]


# -- the function, without files ---------------------------------------------------------------

RUNS, SCORES, BOOK = (Path(name) for name in ("run", "score", "book"))
THREE = [
    PlannedRecord("run", "a", "s", "run/a/00", RUNS, {"submission": "1", "run": "2"}),
    PlannedRecord("score", "a", "s", "score/a/00", SCORES, {"score": "3"}, {"run": [RUNS]}),
    PlannedRecord("gradebook", "", "", "gradebook", BOOK, {}, {"scores of a": [SCORES]}),
]
WHOLE = {
    RUNS: Head("r", {"submission": "1", "run": "2"}),
    SCORES: Head("s", {"score": "3", "run": digest_of(["r"])}),
    BOOK: Head("b", {"scores of a": digest_of(["s"])}),
}


@pytest.mark.parametrize(
    ("heads", "expected"),
    [
        (WHOLE, {}),
        ({**WHOLE, RUNS: Head("r", {"submission": "0", "run": "2"})}, {"run": ["submission"]}),
        ({**WHOLE, RUNS: Head("r", {"submission": "1", "run": "2"}, failed=True)}, {"run": ["failed"]}),
        ({**WHOLE, SCORES: Head("s", None)}, {"score": ["lost"]}),
        ({**WHOLE, SCORES: Head("t", WHOLE[SCORES].made_from)}, {"gradebook": ["scores of a"]}),
        ({}, {"run": ["lost"], "score": ["lost"], "gradebook": ["lost"]}),
    ],
)
def test_what_differs_is_named_and_what_follows_is_made_too(heads, expected) -> None:
    found = changes(THREE, heads)
    roots = {one.step: [why.part for why in one.why if not why.inherited] for one in found}
    assert {step: parts for step, parts in roots.items() if parts} == expected
    first = next((place for place, one in enumerate(THREE) if one.step in expected), len(THREE))
    assert [one.step for one in found] == [one.step for one in THREE[first:]]
