"""What there is to do in a class, and from what each part of it is made.

The plan is computed once a run.  Digests of everything a step depends on lie in small files
that are written only when their content changes, so a submission that was only touched costs
nothing, and changed weights never cost a run.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import platform
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import gograde
from gograde.assignments import assignment_of, hidden_batches, sample_batches
from gograde.authoring.assignment import Assignment, Batch
from gograde.classroom.class_notes import class_notes
from gograde.classroom.classroom import AssignmentRules, Classroom, Student
from gograde.classroom.handed_in import TOUCHED, Found, find_submissions, read_times, time_of
from gograde.errors import DataError
from gograde.grading.facts import HandedIn
from gograde.grading.records import RUN_SCHEMA, leftovers, run_verdict, to_json, write_changed
from gograde.intake.submission import digest, digest_of
from gograde.package.package import Package, load_package, open_package
from gograde.scoring.verdict import Verdict

PLAN_SCHEMA = "gograde/plan/v1"
REPORTED = "reports.signature"
"""The file in the work folder that says which reports were written."""

SLICES = 16
"""Scoring is quick, so a process scores a slice of the class rather than one student."""

RUN_CODE = (
    "sandbox/*.py",
    "pictures/headless/**/*.py",
    "pictures/*.py",
    "pictures/formats/*.py",
    *(
        f"grading/{name}.py"
        for name in ("archives", "clones", "entry", "facts", "intake", "languages", "packed")
    ),
    *(f"grading/{name}.py" for name in ("pictures", "programs", "records", "remarks", "runner", "shown")),
    *(f"grading/{name}.py" for name in ("sources", "streams", "tar", "translate")),
)
GAME_CODE = (
    *("arena/*.py", "arena/*.npz", "arena/*.txt", "arena/handed_out/*.py", "go/*.py"),
    *("assignments/base.py", "assignments/little_go_series.py", "grading/bots.py", "grading/games.py"),
)
"""What runs and scores are made by, beside the others' code, when programs play games."""

SCORE_CODE = (
    *("scoring/*.py", "go/*.py", "assignments/*.py", "grading/facts.py", "grading/score.py"),
    *("pictures/*.py", "pictures/formats/*.py", "pictures/recognise/*.py"),
)
GRADEBOOK_CODE = ("grading/gradebook.py", "grading/late.py", "grading/classroom.py")
LEAGUE_CODE = (
    *("arena/*.py", "arena/*.json", "go/*.py", "scoring/*.py", "grading/league*.py"),
    "assignments/little_go_*.py",
)
"""What says who plays whom in a league, and what comes of it; `GAME_CODE` plays the games."""

REPORT_CODE = (
    *("report/**/*", "scoring/record.py", "pictures/draw/*.py"),
    *("arena/*.py", "assignments/little_go_slow.py", "go/*.py"),
)


@dataclass(frozen=True)
class Course:
    """An assignment of a class with all it is graded by."""

    package: Package
    rules: AssignmentRules
    assignment: Assignment
    batches: tuple[Batch, ...]


@dataclass(frozen=True)
class Settings:
    """What a run of the workflow is asked for; `reports` is as it is written in the plan."""

    backend: str
    trust: bool
    reports: str


def load_course(classroom: Classroom, name: str) -> Course:
    """An assignment's package and batches, the public ones first; raises `DataError`.

    Only the files that are read are compared with the package's descriptor.
    """
    package = open_package(classroom.package(name))
    batches = (*sample_batches(package), *hidden_batches(package, classroom.hidden(name)))
    return Course(package, classroom.assignments[name], assignment_of(package), batches)


def make_plan(classroom: Classroom, settings: Settings, now: datetime) -> dict[str, Any]:
    """Write the plan and its digest files, and clear away what must be made anew.

    Returns `work/plan/plan.json` as JSON values.  Raises `DataError` for a class that cannot be
    graded.  `now` only tells which due dates have passed.
    """
    for path in leftovers(classroom.work):
        path.unlink(missing_ok=True)
    found = {name: find_submissions(classroom, name) for name in classroom.assignments}
    if not any(one.paths for one in found.values()):
        raise DataError(
            str(classroom.path / "submissions"),
            "nothing to grade: no student of the roster has a submission",
            "put each student's work into submissions/<assignment>/<student id>/",
        )
    plan = {
        "schema": PLAN_SCHEMA,
        "gograde": gograde.__version__,
        **asdict(settings),
        "assignments": {
            name: _plan_assignment(classroom, name, one, settings) for name, one in found.items()
        },
        "past_due": {name: past_due(rules, now) for name, rules in classroom.assignments.items()},
        "notes": class_notes(classroom, found, trust=settings.trust),
    }
    _forget_lost_reports(classroom, settings.reports)
    plan["gradebook"] = _gradebook_digest(classroom, plan)
    plan["report"] = _report_digest(classroom)
    write_changed(classroom.work / "plan" / "gradebook.digest", to_json(plan["gradebook"]))
    write_changed(classroom.work / "plan" / "report.digest", to_json(plan["report"]))
    write_changed(classroom.work / "plan" / "plan.json", to_json(plan))
    return plan


def _forget_lost_reports(classroom: Classroom, reports: str) -> None:
    """Have the reports written again when those written last are not there as they were."""
    signature = classroom.work / REPORTED
    with contextlib.suppress(FileNotFoundError):
        if signature.read_bytes() != reports_signature(classroom.work / reports):
            signature.unlink()


def reports_signature(reports: Path) -> bytes:
    """The manifest and every file it lists by their SHA-256; empty when one of them cannot be read."""
    try:
        manifest = (reports / "manifest.json").read_bytes()
        names = ["manifest.json", *json.loads(manifest)["files"]]
        return to_json({name: hashlib.sha256((reports / name).read_bytes()).hexdigest() for name in names})
    except (OSError, ValueError, KeyError, TypeError):
        return b""


def read_plan(classroom: Classroom) -> dict[str, Any]:
    """The plan as it was written last; raises `DataError` when there is none."""
    path = classroom.work / "plan" / "plan.json"
    try:
        plan: dict[str, Any] = json.loads(path.read_bytes())
    except (OSError, ValueError):
        raise DataError(str(path), "no plan", "make one: gograde step plan CLASS") from None
    return plan


def past_due(rules: AssignmentRules, now: datetime) -> bool:
    """Whether nobody can hand in any more, not even with an extension, nor late as far as that is taken."""
    if rules.due is None:
        return False
    hours = max(rules.extensions.values(), default=0) + 24 * (rules.late.reject_after_days or 0)
    return now.timestamp() > rules.due.timestamp() + 3600 * hours + 60 * rules.late.grace_minutes


def slice_of(student: str) -> str:
    """The slice that scores a student: fixed by the id, so that nobody moves when others come."""
    return f"{hashlib.sha256(student.encode()).digest()[0] % SLICES:02d}"


# -- digests --------------------------------------------------------------------------------


def _plan_assignment(classroom: Classroom, name: str, found: Found, settings: Settings) -> dict[str, Any]:
    load_package(classroom.package(name))
    course = load_course(classroom, name)
    digests = {"run": run_digest(course, settings), "score": score_digest(course)}
    folder = classroom.work / "plan" / name
    _write_digests(classroom, name, digests)
    times = read_times(classroom, name)
    for student in classroom.students:
        path = found.paths.get(student.id)
        _write_handed_in(folder / f"{student.id}.submission", student, path, times.get(student.id))
    _forget_judge_errors(classroom, name)
    return {
        **digests,
        "students": [s.id for s in classroom.students],
        "slices": _slices(classroom, name),
        "league": _league(classroom, name, course, settings),
    }


def _league(classroom: Classroom, name: str, course: Course, settings: Settings) -> dict[str, Any]:
    """The rounds, tiles and digests of a league; empty for an assignment without one."""
    config, result = course.package.config, classroom.work / "league" / f"{name}.json"
    if not any(group.scored == "by-league" for group in config.groups):
        result.unlink(missing_ok=True)  # of a league that the assignment had before
        return {}
    from gograde.grading.league.result import read_league
    from gograde.grading.league.rounds import forget_unless_read, forget_unreadable, forget_voids, shape

    forget_voids(classroom, name)
    forget_unreadable(classroom, name)
    forget_unless_read(read_league, [result])
    code, games = code_digest(LEAGUE_CODE), game_digest(course, settings)
    asked = shape(len(classroom.students), config)
    digests = {
        "play": _sha256([games, asked, config.parameters, code]),
        "rate": _sha256([score_digest(course), code]),
    }
    _write_digests(classroom, name, digests)
    return {**asked, **digests, "games": games}


def _write_digests(classroom: Classroom, name: str, digests: Mapping[str, str]) -> None:
    for step, value in digests.items():
        write_changed(classroom.work / "plan" / name / f"{step}.digest", to_json(value))


def _slices(classroom: Classroom, name: str) -> dict[str, list[str]]:
    slices: dict[str, list[str]] = {}
    for student in classroom.students:
        slices.setdefault(slice_of(student.id), []).append(student.id)
    for number, students in slices.items():
        if not all((classroom.work / "scores" / name / f"{student}.json").is_file() for student in students):
            slice_path(classroom, name, number).unlink(missing_ok=True)
    return slices


def slice_path(classroom: Classroom, assignment: str, number: str) -> Path:
    """The file that says what a slice was scored to."""
    return classroom.work / "scores" / assignment / f"slice-{number}.index"


def _write_handed_in(target: Path, student: Student, path: Path | None, listed: datetime | None) -> None:
    handed_in = _handed_in(student, path, listed)
    before = read_handed_in(target, student.id)
    if before.sha256 == handed_in.sha256 and before.time_basis == handed_in.time_basis in TOUCHED:
        return
    write_changed(target, to_json(asdict(handed_in)))


def _handed_in(student: Student, path: Path | None, listed: datetime | None) -> HandedIn:
    if path is None:
        return HandedIn(student.id)
    try:
        submitted, basis = time_of(path, listed)
        return HandedIn(student.id, digest_of(path), submitted.isoformat(), basis)
    except OSError as error:
        raise DataError(str(path), f"cannot be read ({error.strerror})", "make it readable") from None


def read_handed_in(path: Path, student: str) -> HandedIn:
    """What the plan says was handed in (nothing when it says nothing)."""
    try:
        return HandedIn(**json.loads(path.read_bytes()))
    except (OSError, ValueError, TypeError):
        return HandedIn(student)


def _forget_judge_errors(classroom: Classroom, name: str) -> None:
    """Delete the run records that are our own fault, so that they are made anew."""
    for student in classroom.students:
        path = run_path(classroom, name, student.id)
        with contextlib.suppress(OSError, ValueError, KeyError):
            if run_verdict(path) is Verdict.JE:
                path.unlink()


def run_path(classroom: Classroom, assignment: str, student: str) -> Path:
    """Where a student's run record lies."""
    return classroom.work / "runs" / assignment / f"{student}.jsonl"


def run_digest(course: Course, settings: Settings) -> str:
    """Over all that a run depends on, beside the submission."""
    config, plays = course.package.config, _plays(course)
    values = {
        **_sandboxed(course, settings),
        "schema": RUN_SCHEMA,
        "stop_after": config.stop_after,
        "staged": digest(_asked(course, plays=plays)),
        "parameters": config.parameters if plays else {},
        "code": code_digest((*RUN_CODE, *GAME_CODE) if plays else RUN_CODE),
    }
    return _sha256(values)


def _plays(course: Course) -> bool:
    return course.package.config.contract.kind == "game"


def game_digest(course: Course, settings: Settings) -> str:
    """Over all that a game between students depends on, beside their submissions."""
    values = {**_sandboxed(course, settings), "budget": course.package.config.parameters.get("budget")}
    return _sha256({**values, "code": code_digest((*RUN_CODE, *GAME_CODE))})


def _sandboxed(course: Course, settings: Settings) -> dict[str, Any]:
    """What decides how a program runs, whatever it is asked."""
    config = course.package.config
    return {
        "contract": config.contract.model_dump(mode="json"),
        "limits": config.limits.model_dump(mode="json"),
        "backend": settings.backend,
        "python": platform.python_version(),
    }


def _asked(course: Course, *, plays: bool) -> dict[str, bytes]:
    """What a program is asked in every batch: files, standard input, and the series that it plays."""
    asked: dict[str, bytes] = {}
    for batch in course.batches:
        series = course.assignment.write_batch(batch) if plays else {}
        files = {file.path: file.data for file in course.assignment.stage(batch)}
        asked[f"{batch.name}/"] = course.assignment.stdin(batch)
        asked.update({f"{batch.name}/{path}": data for path, data in {**files, **series}.items()})
    return asked


def score_digest(course: Course) -> str:
    """Over all that a score depends on, beside the run."""
    answers = {
        f"{batch.name}/{path}": data
        for batch in course.batches
        for path, data in course.assignment.write_batch(batch).items()
    }
    values = {
        "package": course.package.sha256,
        "answers": digest(answers),
        "visibility": course.rules.visibility,
        "code": code_digest((*SCORE_CODE, *GAME_CODE) if _plays(course) else SCORE_CODE),
    }
    return _sha256(values)


def _gradebook_digest(classroom: Classroom, plan: Mapping[str, Any]) -> str:
    values = {
        "class": classroom.config.model_dump(mode="json"),
        "students": [asdict(student) for student in classroom.students],
        "overrides": [asdict(override) for override in classroom.overrides],
        "past_due": plan["past_due"],
        "notes": plan["notes"],
        "code": code_digest(GRADEBOOK_CODE),
    }
    return _sha256(values)


def _report_digest(classroom: Classroom) -> str:
    findings = classroom.work / "doctor.json"
    return _sha256([code_digest(REPORT_CODE), findings.read_text("utf-8") if findings.is_file() else ""])


def code_digest(patterns: Sequence[str]) -> str:
    """Over the files of the grader's own code that match."""
    root = Path(gograde.__file__).parent
    return digest({path.relative_to(root).as_posix(): path.read_bytes() for path in _code(root, patterns)})


def _code(root: Path, patterns: Iterable[str]) -> set[Path]:
    matched = (path for pattern in patterns for path in root.glob(pattern))
    return {path for path in matched if path.is_file() and "__pycache__" not in path.parts}


def _sha256(values: Any) -> str:
    return hashlib.sha256(to_json(values)).hexdigest()
