"""One function knows what changed: what it says is what `gograde run` makes anew, and what pages say."""

import hashlib
import io
import json
import os
import re
import shutil
import tarfile
from base64 import b64encode
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from gograde.classroom.class_notes import class_notes
from gograde.classroom.classroom import Classroom, load_class
from gograde.classroom.handed_in import find_submissions
from gograde.cli.main import run_command
from gograde.codec import to_json
from gograde.core.record import HandedIn
from gograde.grading.changes import (
    FAILED,
    Change,
    DigestDifference,
    PlannedRecord,
    changes,
    compared,
    records_of,
)
from gograde.grading.marks.late import lateness
from gograde.grading.plan_file import read_plan
from gograde.grading.records import Head, digest_of, write_record
from gograde.workflow.outdated import sentences
from gograde.workflow.plan import last_settings, look, take_in_class
from gograde.workflow.report_folder import are_as_written, reports_folder, shown
from gograde.workflow.steps.gradebook import make_gradebook
from tests.golden import agrees, transcript

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
noted = "notes changed ({} is noted now)".format


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
    "a lost store": (lambda room: shutil.rmtree(room.path / "work/taken"), set(), ""),
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
    ("new files with the same content", "a lost store", "a comment"),
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


# -- when a submission was handed in: never a time that a student can write ------------------------


CLASS = """\
schema: gograde/class/v1
title: A class
assignments:
  board9: {due: "2026-11-15T23:59:00+00:00", late: {policy: percentage-penalty, penalty: 10}}
"""
DUE = datetime(2026, 11, 15, 23, 59, tzinfo=UTC)
LATER = DUE + timedelta(days=15)
LONG_AGO = 1_000_000_000


@pytest.fixture
def room(tmp_path: Path) -> Classroom:
    (tmp_path / "class.yaml").write_text(CLASS)
    (tmp_path / "roster.csv").write_text("student_id\nalice\nbob\ncarol\n")
    work = tmp_path / "submissions/board9"
    (work / "alice").mkdir(parents=True)
    (work / "alice/board9.py").write_text("print(1)\n")
    (work / "alice/submission_metadata.json").write_text('{"created_at": "2001-11-15T20:00:00+08:00"}')
    with tarfile.open(work / "bob.tar", "w") as archive:
        entry = tarfile.TarInfo("board9.py")
        entry.mtime, entry.size = LONG_AGO, 1
        archive.addfile(entry, io.BytesIO(b"1"))
    for path in (*work.rglob("*"), work):
        os.utime(path, (LONG_AGO, LONG_AGO))
    return load_class(tmp_path)


def taken_at(room: Classroom, now: datetime) -> dict[str, HandedIn]:
    return take_in_class(room, {"board9": find_submissions(room, "board9")}, now)["board9"]


def test_old_times_in_files_archives_and_metadata_help_nobody(room: Classroom) -> None:
    taken = taken_at(room, LATER)
    for student in ("alice", "bob"):
        one = taken[student]
        assert (one.submitted_at, one.time_basis) == (LATER.isoformat(), "moment of intake")
        assert lateness(LATER, room.assignments["board9"], student).days == 15
    assert taken["carol"] == HandedIn("carol")


def test_the_moment_of_intake_outlives_the_work_folder_and_the_table_counts_first(room: Classroom) -> None:
    early = DUE - timedelta(hours=1)
    first = taken_at(room, early)
    shutil.rmtree(room.work)
    assert taken_at(room, LATER) == first
    (room.path / "submissions/board9/alice/board9.py").write_text("print(2)\n")
    os.utime(room.path / "submissions/board9/alice/board9.py", (LONG_AGO, LONG_AGO))
    table = room.path / "submissions/board9/submitted_at.csv"
    table.write_text("student_id,submitted_at\nbob,2026-11-15T20:00:00+08:00\n")
    again = taken_at(room, LATER)
    assert again["alice"].submitted_at == LATER.isoformat()
    assert (again["bob"].submitted_at, again["bob"].time_basis) == (
        "2026-11-15T20:00:00+08:00",
        "submitted_at.csv",
    )


@pytest.mark.parametrize(("number", "said"), [(2, True), (0, False)])
def test_a_run_says_whose_time_is_that_of_the_first_grading(room: Classroom, number: int, said: bool) -> None:
    words = (
        "board9: submissions without a line in submissions/board9/submitted_at.csv count as handed in at "
        "their first grading (2 of them); write student_id,submitted_at there, then run gograde run again"
    )
    assert class_notes(room, {}, {"board9": number}, trust=False) == ([words] if said else [])


def test_the_run_of_a_class_says_it(graded: Room) -> None:
    graded.edit("submissions/board9/submitted_at.csv", "alice,2026-11-15T20:00:00+00:00\n", "")
    assert graded.gograde("step", "plan", str(graded.path)).code == 0
    notes = json.loads((graded.path / "work/plan/plan.json").read_text())["notes"]
    assert "count as handed in at their first grading (1 of them)" in notes[0]


# -- `gograde publish` on a graded class: what students see, and that the marks of the day are kept


def published(room: Room, capsys: pytest.CaptureFixture[str], *options: str) -> list[str]:
    """The lines that `gograde publish` prints; it must end well."""
    code = run_command(["publish", str(room.path), *options])
    captured = capsys.readouterr()
    assert (code, captured.err) == (0, "")
    return captured.out.splitlines()


def of_students(room: Room) -> dict[str, str]:
    return {name: digest for name, digest in room.reports().items() if name.startswith("students/")}


def test_students_keep_what_was_published_until_the_next_time(graded: Room, capsys) -> None:
    before = graded.reports()
    lines = published(graded, capsys, "--note", "first marks")
    assert lines[:2] == [
        "Gradebook 1 is published: gradebooks/0001.json keeps it.",
        f"Students' pages: {graded.path}/reports/students",
    ]
    assert graded.reports() == before
    kept = (graded.path / "gradebooks/0001.json").read_bytes()
    assert json.loads(kept)["note"] == "first marks"
    assert published(graded, capsys)[0] == (
        "Students see these marks already: nothing is newer than gradebook 1."
    )

    (graded.path / "overrides.csv").write_text(OVERRIDE)
    done = graded.run()
    assert done.code == 0, done.err
    assert "1 result is newer than gradebook 1, which students see." in done.out
    assert of_students(graded) == {name: before[name] for name in of_students(graded)}
    assert graded.reports()["staff/alice.html"] != before["staff/alice.html"]

    assert published(graded, capsys)[0] == "Gradebook 2 is published: gradebooks/0002.json keeps it."
    now = of_students(graded)
    assert {name for name in now if now[name] != before[name]} == {"students/alice.html"}
    assert (graded.path / "gradebooks/0001.json").read_bytes() == kept
    assert run_command(["report", str(graded.path), "--diff", "1", "2"]) == 0
    assert "correction: the whole 7 points, by Ms Rivera: she asked" in capsys.readouterr().out
    assert are_as_written(load_class(graded.path), graded.path / "reports")


SAID = (
    "publish CLASS --list", f"publish CLASS --note {'x' * 501}", "publish CLASS --note first\udcff",
    "publish CLASS --list", "publish CLASS --note first_marks", "publish CLASS --list --format json",
    "publish CLASS --format json",
)  # fmt: skip
UNGRADED = tuple(f"{command} EMPTY" for command in ("publish", "regrade", "report", "export --to csv"))


def test_what_is_said_of_publishing_is_kept(graded: Room, make_room, tmp_path: Path, capsys) -> None:
    """At last the marks are out of date."""
    room = make_room(tmp_path / "empty")
    (room.path / "class.yaml").write_text("schema: gograde/class/v1\ntitle: T\nassignments: {board9: {}}\n")
    (room.path / "roster.csv").write_text("student_id\nalice\n")
    named = {graded.path: "CLASS", room.path: "EMPTY"}
    said = [transcript([*UNGRADED, *SAID], named, capsys)]
    (graded.path / "overrides.csv").write_text(OVERRIDE)
    said.append(transcript(["publish CLASS"], named, capsys))
    make_gradebook(load_class(graded.path))
    said.append(transcript(["publish CLASS", "publish CLASS --list"], named, capsys))
    graded.edit("class.yaml", "weight: 100", "weight: 50")
    said.append(transcript(["publish CLASS"], named, capsys))
    text = re.sub(r'"students_pages": .*', '"students_pages": ...', "\n".join(said))
    agrees("workflow/publish.txt", re.sub(r"\d{4}-\d\d-\d\dT[\d:.+]+", "NOW", text))
    assert not (room.path / "work").exists()
    assert len([*(graded.path / "gradebooks").glob("*.json")]) == 2


@pytest.mark.parametrize(
    ("past_due", "said", "opened"), [(True, False, True), (False, False, False), (False, True, True)]
)
def test_publishing_releases_hidden_tests_once_nobody_can_hand_in(graded, capsys, *, past_due, said, opened):
    path = graded.path / "work/gradebook.json"
    book = json.loads(path.read_bytes())
    book["assignments"][0]["visibility"] = "after_published"
    book["assignments"][0]["released"] = {
        "visible": True, "hidden": False, "after_due_date": past_due, "after_published": said,
    }  # fmt: skip
    write_record(path, to_json(book), {**book["made_from"]})
    lines = published(graded, capsys)
    kept = json.loads((graded.path / "gradebooks/0001.json").read_bytes())
    assert kept["gradebook"]["assignments"][0]["released"]["after_published"] is opened
    closed = (
        "board9: its hidden tests stay hidden while work is taken; published: true in class.yaml releases "
        "them at the next publishing."
    )
    assert (closed in lines) is not opened
