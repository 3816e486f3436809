"""JSON, YAML, TOML and CSV files: each gives a value, or an error that a person can correct."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from random import Random

from gograde.classroom.class_config import AssignmentRules
from gograde.classroom.classroom import load_class
from gograde.classroom.handed_in import find_submissions, unknown_folders
from gograde.codec import to_json
from gograde.core.record import HandedIn
from gograde.core.verdict import Verdict
from gograde.grading.book import last_book
from gograde.grading.facts import BatchRun, RunRecord, Started
from gograde.grading.marks.late import lateness
from gograde.grading.records import read_run, read_score, write_run
from gograde.intake.submission import take_in
from gograde.package.contents import parse_json
from gograde.package.yaml_files import parse_yaml
from gograde.report.exports.reports_folder import write_reports
from gograde.report.words.wording import moment
from gograde.sandbox.protocol import RunResult
from gograde.workflow.plan import read_moments, with_times
from tests.attacks.harness.hand_in import course
from tests.fuzz.mutate import mutated, reshaped
from tests.fuzz.trial import Trial
from tests.in_place import scorer_in_place

CLASS = b"""schema: gograde/class/v1
title: Go
assignments:
  board9: {weight: 100, due: "2026-11-15T23:59:00+08:00", extensions: {alice: 24}}
"""
ROSTER = b"student_id,last_name,first_name,email\nalice,Li,Alice,a@example.org\nbob,Braun,Bob,\n"
TIMES = b"student_id,submitted_at\nbob,2026-11-15T20:00:00+08:00\n"
TAKEN_IN = (
    b"assignment,student_id,sha256,taken_in_at\n"
    b"board9,alice,d23ba5ee92e33e4c0ed1c6f7de97e66b0e60c4ebc1a1d2f8b2d4e1a8f1f3c0aa,2026-11-15T20:00:00+00:00\n"
)
METADATA = b'{"id": 1, "created_at": "2026-11-15T20:00:00.5-08:00", "users": [{"name": "x"}]}'
OVERRIDES = b"assignment,student_id,test,points,by,at,reason\nboard9,bob,,7.5,me,,because\n"
FILES = {
    "class.yaml": CLASS,
    "roster.csv": ROSTER,
    "overrides.csv": OVERRIDES,
    "submissions/board9/submitted_at.csv": TIMES,
    "submissions/board9/alice/board9.py": b"print(1)\n",
    "taken_in.csv": TAKEN_IN,
}
GRADEBOOK: dict[str, object] = {
    "schema": "gograde/gradebook/v2",
    "class": {"title": "x", "language": "en"},
    "students": [{"id": "alice", "last_name": "Li", "first_name": "A", "email": ""}],
    "assignments": [
        {"id": "board9", "title": "x", "weight": 100, "due": None, "released": {"hidden": False}}
    ],
    "entries": [
        {
            **{
                "assignment": "board9", "student": "alice", "verdict": "WA", "badge": "WA",
                "official": "fail", "score": 0.0,
            },
            **{"max_score": 2.0, "pending": 0.0, "late": None, "final": None, "overrides": [], "flags": []},
        }
    ],
    "totals": [{"student": "alice", "percent": {"at_least": 0, "pending": 0, "of": 100}, "pending": 0.0}],
    "notes": ["x"],
}  # fmt: skip
BOOK = json.dumps(GRADEBOOK).encode()
KEPT = json.dumps(
    {
        "schema": "gograde/kept/v1", "number": 1, "at": "2026-11-20T12:00:00+00:00", "note": "first marks",
        "gradebook": GRADEBOOK, "records": {"board9": {"alice": "ab" * 32}},
    }
).encode()  # fmt: skip


@cache
def run_and_score() -> tuple[bytes, bytes]:
    """A run record and the score record made from it, as they lie on disk."""
    package, batch = course()
    result = RunResult(
        "bwrap", 1, None, None, 0.1, 0.2, 9000, b"x", b"E: y", 1, 4, {}, {"answer.txt": "FIFO"}
    )
    runs = (BatchRun(batch.name, Verdict.RTE, "exit code 1", result),)
    started = Started(path="board9.py", language="python", argv=("python3", "./board9.py"))
    handed_in = HandedIn("alice", "0" * 64, "2026-11-15T20:00:00+08:00", "submitted_at.csv")
    record = RunRecord("board9", handed_in, left_out={"x": "a link"}, started=started, batches=runs)
    with tempfile.TemporaryDirectory() as folder:
        write_run(Path(folder) / "run", Path(folder) / "blobs", record)
        run = (Path(folder) / "run").read_bytes()
    return run, to_json(scorer_in_place(package, [batch]).score(record))


def trial(random: Random) -> Trial:
    """One hostile file among good ones."""
    name = random.choice([*FILES, *READERS])
    seed = FILES.get(name) or READERS[name][0]()
    json_like = seed.startswith(b"{")
    data = reshaped(random, seed) if json_like and random.random() < 0.7 else mutated(random, seed)
    if name in FILES:
        return Trial(name, data, lambda: _class_taken({**FILES, name: data}))
    return Trial(name, data, lambda: READERS[name][1](data))


def _class_taken(files: Mapping[str, bytes]) -> str:
    with tempfile.TemporaryDirectory() as folder:
        top = Path(folder)
        for name, data in files.items():
            (top / name).parent.mkdir(parents=True, exist_ok=True)
            (top / name).write_bytes(data)
        classroom = load_class(top)
        unknown_folders(classroom)
        told = []
        moments = read_moments(classroom)
        for assignment, rules in classroom.assignments.items():
            paths = find_submissions(classroom, assignment).paths
            taken = {student: take_in(path, top).sha256 for student, path in paths.items()}
            for one in with_times(classroom, assignment, taken, moments):
                if one.submitted_at:
                    time = datetime.fromisoformat(one.submitted_at)
                    told.append(_time_told(time, one.time_basis, rules, one.student))
    return f"a class of {len(classroom.students)} {told}"


def _time_told(time: datetime, basis: str, rules: AssignmentRules, student: str) -> str:
    """What the gradebook and the pages make of a time."""
    again = datetime.fromisoformat(time.isoformat())
    late = lateness(again, rules, student)
    return f"{moment(time.isoformat())} {basis} {late.days} {again > datetime(2026, 1, 1, tzinfo=UTC)}"


def _run(data: bytes) -> str:
    return _with_file("run.jsonl", data, lambda path: read_run(path, path.parent).assignment or "no name")


def _score(data: bytes) -> str:
    return _with_file("score.json", data, lambda path: read_score(path).verdict.meaning)


def _book(data: bytes, record: bytes) -> str:
    """The whole of the reports, from a gradebook and its one score record."""
    with tempfile.TemporaryDirectory() as folder:
        top = Path(folder)
        for name, text in (("work/gradebook.json", data), ("work/scores/board9/alice.json", record)):
            (top / name).parent.mkdir(parents=True, exist_ok=True)
            (top / name).write_bytes(text)
        write_reports(top, top / "reports")
        return f"{len(list((top / 'reports').iterdir()))} reports"


def _kept(data: bytes) -> str:
    def read(path: Path) -> str:
        book = last_book(path.parent.parent)
        return f"published: {book.note}" if book else "not published"

    return _with_file("gradebooks/0001.json", data, read)


def _with_file(name: str, data: bytes, read: Callable[[Path], str]) -> str:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data)
        return read(path)


READERS: Mapping[str, tuple[Callable[[], bytes], Callable[[bytes], str]]] = {
    "run record": (lambda: run_and_score()[0], _run),
    "score record": (lambda: run_and_score()[1], _score),
    "score record in reports": (lambda: run_and_score()[1], lambda data: _book(BOOK, data)),
    "kept gradebook": (lambda: KEPT, _kept),
    "gradebook": (lambda: BOOK, lambda data: _book(data, run_and_score()[1])),
    "json": (lambda: METADATA, lambda data: repr(parse_json(data, "x.json"))),
    "yaml": (lambda: CLASS, lambda data: repr(parse_yaml(data, "x.yaml"))),
}
