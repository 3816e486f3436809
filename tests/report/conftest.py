"""A graded class made by hand: score records and a gradebook, without running anything."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import asdict

from gograde.classroom.classroom import Override
from gograde.codec import of_value, replace, to_json, to_value
from gograde.core.record import (
    AssignmentRef,
    Cause,
    Flag,
    GroupScore,
    RunScore,
    RunUsage,
    ScoreRecord,
    SourceLines,
    SubmissionRef,
    TestScore,
    Visibility,
    counted_verdict,
    official_of,
)
from gograde.core.verdict import Verdict, gravest
from gograde.grading.marks.gradebook import BookEntry, Correction, assess
from gograde.grading.marks.late import LateResult
from gograde.report.redact import StudentRecord, for_student

BOARD = """
. . X O . . . . .
. X O . O . . . .
. . X O . . . . .
. . . . . . . . .
. . . . X . . . .
. . . . . . . . .
. . . . . . . O .
. . . . . . O X .
. . . . . . . O .
"""
ROWS = tuple(BOARD.replace(" ", "").split())
V, H = Visibility.VISIBLE, Visibility.HIDDEN
PACKAGE = "ab" * 32


def rule(batch: str, *, right: bool = True, visibility: Visibility = H) -> TestScore:
    """Question 0: does the board obey rule 1?"""
    cause = None if right else Cause(message="the board obeys rule 1", expected=True, actual=False)
    return TestScore(
        name=f"{batch}/0", group="sample" if visibility is V else "rule", batch=batch,
        verdict=Verdict.AC if right else Verdict.WA, points=1 if right else 0, max_points=1,
        visibility=visibility, message="" if right else "expected True, answered False", board=ROWS,
        cause=cause, features=("rule-obeyed",),
    )  # fmt: skip


def capture(batch: str, answered: Any, *, visibility: Visibility = H, message: str = "") -> TestScore:
    """Question 3: the points (1, 3) and (7, 8) are expected."""
    expected = [[1, 3], [7, 8]]
    right = answered == expected
    return TestScore(
        name=f"{batch}/3", group="sample" if visibility is V else "capture", batch=batch,
        verdict=Verdict.AC if right else Verdict.NO if answered is None else Verdict.WA,
        points=2 if right else 0, max_points=2, visibility=visibility,
        message=message or ("" if right else "1 missing, 1 too many"),
        remarks=("not in row-major order",) if right else (),
        cause=Cause(message="capture points differ", expected=expected, actual=answered), board=ROWS,
        features=("edge-capture",),
    )  # fmt: skip


def picture(batch: str) -> TestScore:
    """The picture of question 3, which nobody has judged."""
    return TestScore(
        name=f"{batch}/3 picture", group="picture", batch=batch, verdict=Verdict.RV, points=None,
        max_points=1, visibility=H, message="a person must look at it", board=ROWS,
    )  # fmt: skip


RIGHT = [[1, 3], [7, 8]]


def tests_of(answered: Any, *, rule_right: bool = True) -> tuple[TestScore, ...]:
    """A public batch and a hidden one."""
    public = (rule("sample-01", visibility=V), capture("sample-01", RIGHT, visibility=V))
    return (*public, rule("01", right=rule_right), capture("01", answered), picture("01"))


def record(student: str, tests: Sequence[TestScore] = (), **changes: Any) -> ScoreRecord:
    """A record whose sums fit its tests."""
    graded = [test for test in tests if test.points is not None]
    verdict = changes.pop("verdict", gravest(test.verdict for test in tests))
    runs = tuple(
        RunScore(batch=b, visibility=v, verdict=Verdict.AC, stdout=f"Problem 0: rule checking:True ({b})\n")
        for b, v in {test.batch: test.visibility for test in tests}.items()
    )
    groups = dict.fromkeys(test.group for test in tests)
    values: dict[str, Any] = {
        "assignment": AssignmentRef(
            id="board9", version="1.0.0", package_sha256=PACKAGE, title="Reading a 9x9 board"
        ),
        "submission": SubmissionRef(
            student=student, sha256="cd" * 32, submitted_at="2026-11-14T10:00:00+00:00",
            time_basis="submission_metadata.json", entry="board9.py", language="python",
        ),
        "verdict": verdict,
        "score": sum(test.points for test in graded if test.points),
        "max_score": sum(test.max_points for test in tests),
        "pending": sum(test.max_points for test in tests if test.points is None),
        "groups": tuple(group(name, tests) for name in groups),
        "tests": tuple(tests),
        "runs": runs,
        "usage": tuple(
            RunUsage(batch=run.batch, cpu_s=0.25, wall_s=0.5, max_rss_kib=31415, output_bytes=99, exit_code=0,
                  signal=None, killed_for=None)
            for run in runs
        ),
        "backend": "bwrap",
    }  # fmt: skip
    made = of_value(ScoreRecord, {**values, **changes})
    return replace(made, official=changes.get("official", official_of(counted_verdict(made))))


def group(name: str, tests: Sequence[TestScore]) -> GroupScore:
    """Sums of one group."""
    own = [test for test in tests if test.group == name]
    return GroupScore(
        name=name, verdict=gravest(test.verdict for test in own), score=sum(test.points or 0 for test in own),
        max_score=sum(test.max_points for test in own),
        pending=sum(test.max_points for test in own if test.points is None), decides=name != "sample",
    )  # fmt: skip


def undone(verdict: Verdict, points: float | None = 0) -> tuple[TestScore, ...]:
    """The hidden tests of a submission that never ran."""
    changes = {"verdict": verdict, "points": points, "message": verdict.meaning, "cause": None, "board": None}
    return tuple(replace(test, **changes) for test in (rule("01"), capture("01", None)))


@dataclass(frozen=True)
class Person:
    """One student of the made class."""

    id: str
    record: ScoreRecord
    last_name: str = ""
    first_name: str = ""
    email: str = ""
    late: Mapping[str, Any] | None = None
    overrides: Sequence[Mapping[str, Any]] = field(default=())


def people() -> list[Person]:
    """Right, wrong, late, missing, broken, a judge's fault, and one that the sandbox caught."""
    late = {"days": 2, "penalty": 1.2, "reason": "2 days late: 10 % of the maximum a day"}
    nobody = SubmissionRef(student="dan")
    flag = Flag(id="forbidden", severity="serious", evidence="socket(AF_INET) in run 01")
    return [
        Person("alice", record("alice", tests_of(RIGHT)), "Li", "Alice", "alice@example.org"),
        Person("bob", record("bob", tests_of([[1, 3], [4, 4]])), "Braun", "Bob", "bob@example.org"),
        Person("carol", record("carol", tests_of(RIGHT, rule_right=False)), "Chen", "Carol", late=late),
        Person("dan", record("dan", undone(Verdict.NS), verdict=Verdict.NS, submission=nobody, runs=(),
                             usage=(), message="nothing was handed in", backend=""), "Diaz", "Dan"),
        Person("erin", record("erin", undone(Verdict.CE), verdict=Verdict.CE, runs=(), usage=(),
                              message="erin.zip: not a whole zip archive"), "Eriksen", "Erin"),
        Person("frank", record("frank", undone(Verdict.JE, None), verdict=Verdict.JE, runs=(), usage=(),
                               message="the sandbox failed twice"), "Fontaine", "Frank"),
        Person("grace", record("grace", tests_of(None), verdict=Verdict.SV, flags=(flag,)), "Gupta", "Grace"),
    ]  # fmt: skip


RELEASED = {"visible": True, "hidden": False, "after_due_date": False, "after_published": False}


def write_class(
    folder: Path,
    persons: Sequence[Person],
    title: str = "Go programming",
    released: Mapping[str, bool] = RELEASED,
) -> Path:
    """A class folder as `gograde run` leaves it, as far as reports read it."""
    work = folder / "work"
    for person in persons:
        path = work / "scores" / "board9" / f"{person.id}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(to_json(person.record))
    work.mkdir(parents=True, exist_ok=True)
    (work / "gradebook.json").write_text(json.dumps(book(persons, title, released)), encoding="utf-8")
    return folder


def book(persons: Sequence[Person], title: str, released: Mapping[str, bool]) -> dict[str, Any]:
    """`gograde/gradebook/v2` of these people."""
    assignment = {
        "id": "board9", "title": "Reading a 9x9 board", "version": "1.0.0", "weight": 100,
        "package_sha256": PACKAGE, "due": "2026-11-15T23:59:00+00:00",
        "visibility": "hidden", "released": released,
    }  # fmt: skip
    entries = [entry(person) for person in persons]
    people = [
        {"id": p.id, "last_name": p.last_name, "first_name": p.first_name, "email": p.email} for p in persons
    ]
    return {
        "schema": "gograde/gradebook/v2",
        "class": {"title": title, "language": "en"},
        "students": people,
        "assignments": [assignment],
        "entries": entries,
        "totals": [
            {
                "student": e["student"],
                "percent": {key: 100 * part / e["max_score"] for key, part in e["mark"].items()},
                "pending": e["pending"],
            }
            for e in entries
        ],
        "notes": ["submissions/board9/zoe: not on the roster, not graded"],
    }


def entry(person: Person) -> dict[str, Any]:
    """One line of the gradebook."""
    made = person.record
    late = LateResult(0, person.late["penalty"], "") if person.late else None
    result = assess(made, [override(person.id, one) for one in person.overrides], late)
    return {
        **to_value(result),
        "assignment": "board9", "student": person.id, "late": person.late,
        "overrides": list(person.overrides), "flags": [to_value(flag) for flag in made.flags],
        "record": f"scores/board9/{person.id}.json",
        "sha256": made.submission.sha256, "submitted_at": made.submission.submitted_at,
        "time_basis": made.submission.time_basis,
    }  # fmt: skip


def override(student: str, told: Mapping[str, Any]) -> Override:
    """A row of `overrides.csv`; what is not told is empty."""
    cells = (told.get(key, "") for key in ("by", "at", "reason"))
    decision = told.get("decision", "")
    return Override("board9", student, told.get("test", ""), told["points"], *cells, decision=decision)


def entry_of(made: ScoreRecord, *corrections: Correction, work: str = "board9") -> BookEntry:
    """The marks of a record after these corrections."""
    student = made.submission.student
    result = assess(made, [override(student, to_value(one)) for one in corrections])
    told = asdict(result)
    return BookEntry(**told, assignment=work, student=student, overrides=corrections, flags=made.flags)


@pytest.fixture
def class_dir(tmp_path: Path) -> Path:
    """The class of `people`."""
    return write_class(tmp_path / "autumn", people())


@pytest.fixture
def make_class(tmp_path: Path) -> Callable[..., Path]:
    """Makes another class."""
    return lambda persons, **more: write_class(tmp_path / "made", persons, **more)


@pytest.fixture
def write() -> Callable[..., Path]:
    """Writes a class into a folder, over one that is there."""
    return write_class


@pytest.fixture
def make_record() -> Callable[..., ScoreRecord]:
    """Makes a record whose sums fit its tests."""
    return record


@pytest.fixture
def make_seen() -> Callable[..., StudentRecord]:
    """Makes a record of tests that are all open, as its student sees it."""

    def made(student: str, tests: Sequence[TestScore] = (), **changes: Any) -> StudentRecord:
        return for_student(record(student, [replace(test, visibility=V) for test in tests], **changes))

    return made


@pytest.fixture
def make_person() -> Callable[..., Person]:
    """Makes a student of a class."""
    return Person


@pytest.fixture
def all_tests() -> tuple[TestScore, ...]:
    """Two public and three hidden tests of which one is answered wrongly and one is a picture."""
    return tests_of([[1, 3], [4, 4]])


@pytest.fixture
def public(make_seen: Callable[..., StudentRecord], all_tests: Sequence[TestScore]) -> StudentRecord:
    """A check of public cases, which are worth nothing: 3 right, 1 wrong, a picture that waits."""
    nothing = [replace(test, max_points=0, points=None if test.points is None else 0) for test in all_tests]
    return make_seen("bob", nothing)


@pytest.fixture
def class_people() -> list[Person]:
    """The students of `class_dir`."""
    return people()


# -- checks that broke down ---------------------------------------------------------------------

TRACEBACK = """\
Traceback (most recent call last):
  File "/box/./board9.py", line 12, in <module>
    main()
  File "/box/./board9.py", line 4, in main
    1 / 0
ZeroDivisionError: division by zero
"""
DIVISION = SourceLines("board9.py", 3, ("def main():", "    1 / 0"), (4, 12))
GCC = "./main.c:2:9: warning: unused variable\n./main.c:6:45: error: ‘answer’ undeclared\n"


def every(record: StudentRecord, **changes: object) -> StudentRecord:
    """The record with the same changes of each of its tests."""
    return replace(record, tests=tuple(replace(test, **changes) for test in record.tests))


def crashed(record: StudentRecord, **changes: object) -> StudentRecord:
    """All tests of the record failed for the same crash."""
    message = "exit code 1: ZeroDivisionError: division by zero"
    run = {"verdict": Verdict.RTE, "message": message, "stderr": TRACEBACK, "source": (DIVISION,)}
    runs = tuple(replace(one, **run) for one in record.runs)
    failed = every(record, verdict=Verdict.RTE, points=0, message=message)
    return replace(failed, **{"runs": runs, "verdict": Verdict.RTE} | changes)
