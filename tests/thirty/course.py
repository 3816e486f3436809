"""A class on disk, graded by everything that makes marks except the sandbox.

Answers are signs in the order of the tests, with blanks for reading: `1` is the right answer, `2` another one
(right where the class corrects it so), `h` and `t` are worth half and a third, `0` is wrong, `?` waits for a
person, `!` is a fault of the grader.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from gograde.classroom.classroom import Classroom, load_class
from gograde.classroom.handed_in import find_submissions
from gograde.classroom.importing.bring_in import counts
from gograde.codec import of_value, to_json
from gograde.core.assignment import Batch, Case, Facts
from gograde.core.marking import Marking
from gograde.core.record import AssignmentRef, HandedIn, ScoreRecord, TestScore, Visibility
from gograde.core.verdict import Verdict
from gograde.grading.boxed.box import InPlace
from gograde.grading.boxed.sheet import Code
from gograde.grading.corrections import check_named, corrected_answers
from gograde.grading.facts import BatchRun, RunRecord
from gograde.grading.marks.gradebook import Gradebook, gradebook
from gograde.grading.score import Scorer
from gograde.package.config import AssignmentConfig
from gograde.sandbox.protocol import RunResult, StagedFile
from gograde.workflow.plan import take_in_class

FIRST_DUE = datetime(2026, 10, 26, 12, tzinfo=UTC)
WEEK = timedelta(days=7)
WHOLE = ("NS", "CE", "TLE", "JE")
"""Verdicts of a whole submission, written where its answers would stand."""

SHARES = {"1": 1.0, "h": 0.5, "t": 1 / 3, "0": 0.0, "2": 0.0}


@dataclass(frozen=True)
class Work:
    """An assignment: `groups` maps names to the number of tests and the points of each."""

    weight: float
    groups: Mapping[str, tuple[int, int]]
    late: Mapping[str, Any] = field(default_factory=dict)

    @property
    def tests(self) -> list[tuple[str, str, int]]:
        """The name, group and points of each test."""
        return [
            (f"{group}{n}", group, points)
            for group, (number, points) in self.groups.items()
            for n in range(1, number + 1)
        ]


@dataclass(frozen=True)
class Hand:
    """What a student handed in, and how many minutes after the due date."""

    answers: str
    minutes: int = -120


@dataclass(frozen=True)
class Course:
    """A class: works in the order of their due dates, a week apart, and what everybody handed in.

    `hands` has every attempt of a student, `extensions` are hours, `overrides` are points by test (empty for
    the whole), and `changes` are the corrections of the class by test: what is done, and a right answer.
    """

    works: Mapping[str, Work]
    students: Sequence[str]
    hands: Mapping[tuple[str, str], Sequence[Hand]]
    late_days: int = 0
    extensions: Mapping[tuple[str, str], int] = field(default_factory=dict)
    overrides: Mapping[tuple[str, str, str], float] = field(default_factory=dict)
    changes: Mapping[tuple[str, str], tuple[str, str]] = field(default_factory=dict)
    gone: Sequence[str] = ()

    def due(self, work: str) -> datetime:
        return FIRST_DUE + list(self.works).index(work) * WEEK


# -- the files of the class -------------------------------------------------------------------


def write(course: Course, folder: Path) -> None:
    """The class as an instructor has it: settings, roster, decisions, and what was handed in."""
    rules = {
        name: {
            "weight": work.weight,
            "due": course.due(name).isoformat(),
            "late": dict(work.late),
            "extensions": {who: hours for (who, one), hours in course.extensions.items() if one == name},
        }
        for name, work in course.works.items()
    }
    said = {"schema": "gograde/class/v1", "title": "Thirty", "late_days": course.late_days}
    _json(folder / "class.yaml", {**said, "assignments": rules})
    ids = [
        (who, f"{who.title()}son", who.title(), f"{who}@example.org", who, str(900 + n), str(30 + n))
        for n, who in enumerate(course.students)
    ]
    head = ("student_id", "last_name", "first_name", "email", "login", "canvas_id", "moodle_id")
    _table(folder / "roster.csv", head, ids)
    worthless = {(w, t) for w, work in course.works.items() for t, _, points in work.tests if not points}
    given = [
        (w, who, t and f"01/{t}", p, "Ada", "", "I say", "right" if (w, t) in worthless else "")
        for (who, w, t), p in course.overrides.items()
    ]
    changes = [
        (w, "", f"01/{t}", "", "Ada", "", "I say", do, answer and f'"{answer}"')
        for (w, t), (do, answer) in course.changes.items()
    ]
    columns = ("assignment", "student_id", "test", "points", "by", "at", "reason", "decision", "answer")
    _table(folder / "overrides.csv", columns, [*((*row, "") for row in given), *changes])
    for name in course.works:
        _write_work(course, name, folder / "submissions" / name)


def _write_work(course: Course, name: str, folder: Path) -> None:
    folder.mkdir(parents=True)
    times = []
    for who in course.students:
        hand = counted(course, who, name)
        if hand.answers != "NS":
            (folder / f"{who}.py").write_text(hand.answers)
            at = course.due(name) + timedelta(minutes=hand.minutes)
            times.append((who, at.isoformat()))
    for who in course.gone:
        (folder / f"{who}.py").write_text("1")
        times.append((who, course.due(name).isoformat()))
    _table(folder / "submitted_at.csv", ("student_id", "submitted_at"), times)


def counted(course: Course, who: str, name: str) -> Hand:
    """The attempt that counts, as an import finds it."""
    due, grace = course.due(name), course.works[name].late.get("grace_minutes", 0)
    deadline = due + timedelta(hours=course.extensions.get((who, name), 0), minutes=grace)
    taken, *later = course.hands.get((who, name), [Hand("NS")])
    for one in later:
        times = (due + timedelta(minutes=hand.minutes) for hand in (taken, one))
        taken = one if counts(*times, deadline, "last_before_due") else taken
    return taken


def _json(path: Path, value: Any) -> None:
    path.write_text(json.dumps(value))  # which is YAML, too


def _table(path: Path, head: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([head, *rows])


# -- an assignment ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Signs:
    """Each test has a sign for an answer, and the right one is `1`."""

    id: str

    def read_batch(self, name: str, folder: Mapping[str, bytes], *, public: bool) -> Batch:
        cases = json.loads(folder["cases.json"])
        return Batch(name, tuple(Case(test, group, b"", answer) for test, group, _, answer in cases), public)

    def write_batch(self, batch: Batch) -> dict[str, bytes]:
        cases = [(case.id, case.question, "", case.answer) for case in batch.cases]
        return {"cases.json": json.dumps(cases).encode()}

    def stage(self, batch: Batch) -> tuple[StagedFile, ...]:
        return ()

    def stdin(self, batch: Batch) -> bytes:
        return b""

    def score(
        self, batch: Batch, facts: Facts, marking: Marking, visibility: Visibility
    ) -> tuple[TestScore, ...]:
        said = facts.stdout.decode() or " " * len(batch.cases)
        made = []
        for case, sign in zip(batch.cases, said, strict=True):
            group = marking.group_of(case.question, "text", public=False)
            assert group is not None
            verdict, share = _judged(facts.verdict, sign, case.answer)
            made.append(
                TestScore(
                    name=f"{batch.name}/{case.id}",
                    group=group.name,
                    batch=batch.name,
                    verdict=verdict,
                    points=None if share is None else share * group.weight,
                    max_points=group.weight,
                    visibility=visibility,
                )
            )
        return tuple(made)


def _judged(run: Verdict, sign: str, right: str) -> tuple[Verdict, float | None]:
    if run is not Verdict.AC:
        return run, None if run is Verdict.JE else 0.0
    if sign in "?!":
        return (Verdict.RV if sign == "?" else Verdict.JE), None
    if sign in "12":
        return (Verdict.AC, 1.0) if sign == right else (Verdict.WA, 0.0)
    return Verdict.PAC if SHARES[sign] else Verdict.WA, SHARES[sign]


def _config(name: str, work: Work) -> AssignmentConfig:
    groups = [
        {"name": group, "questions": [group], "weight": points} for group, (_, points) in work.groups.items()
    ]
    contract = {"kind": "stdio", "entries": ["a.py"], "languages": ["python"]}
    said = {"schema": "gograde/assignment/v1", "id": name, "version": "1.0.0", "title": {"en": name}}
    return of_value(AssignmentConfig, {**said, "contract": contract, "groups": groups})


# -- grading ----------------------------------------------------------------------------------


def grade(course: Course, folder: Path) -> Gradebook:
    """Write the class, and what `gograde run` leaves of it in `work/`; returns the marks."""
    write(course, folder)
    room = load_class(folder)
    records = {
        (name, one.submission.student): one for name in course.works for one in _scored(course, room, name)
    }
    for (name, who), record in records.items():
        path = folder / "work" / "scores" / name / f"{who}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(to_json(record))
    book = gradebook(room, records, dict.fromkeys(course.works, True), [])
    (folder / "work" / "gradebook.json").write_bytes(to_json(book))
    return book


def _scored(course: Course, room: Classroom, name: str) -> list[ScoreRecord]:
    config, signs = _config(name, course.works[name]), Signs(name)
    cases = tuple(Case(test, group, b"", "1") for test, group, _ in course.works[name].tests)
    corrections = [one for one in room.corrections if one.assignment == name]
    check_named(corrections, (f"01/{case.id}" for case in cases))
    right = corrected_answers(signs, (Batch("01", cases, public=False),), corrections)
    scorer = Scorer(
        InPlace(Code(config.marking), signs),
        config,
        AssignmentRef(id=name, version="1.0.0", package_sha256="0" * 64, title=name),
        right.batches,
        room.assignments[name].visibility,
        [one.change for one in corrections],
        right.also,
    )
    there = take_in_class(room, {name: find_submissions(room, name)}, None)[name].values()
    return [scorer.score(_run(one, counted(course, one.student, name).answers, name)) for one in there]


def _run(handed_in: HandedIn, answers: str, name: str) -> RunRecord:
    """The run of a program that says these answers."""
    if answers in WHOLE and answers != "TLE":
        return RunRecord(name, handed_in, verdict=Verdict(answers), backend="bwrap")
    ended = Verdict.TLE if answers == "TLE" else Verdict.AC
    said = b"" if ended is Verdict.TLE else answers.replace(" ", "").encode()
    result = RunResult("bwrap", 0, None, None, 0.01, 0.02, 5000, said, b"", len(said), 0, {}, {})
    return RunRecord(name, handed_in, backend="bwrap", batches=(BatchRun("01", ended, "", result),))
