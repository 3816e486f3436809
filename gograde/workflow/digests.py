"""Digests over the inputs of each step: a step is done again when its digest changes.

Imports determine the code that a step depends on (`gograde.code_closure`); no list names it.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gograde.authoring.registry import code_of
from gograde.classroom.classroom import Classroom
from gograde.code_closure import code_digest, packages
from gograde.codec import to_value
from gograde.grading.changes import class_parts
from gograde.grading.contracts.kind import code_of_kind, kind_of
from gograde.grading.course import Course
from gograde.grading.plan_file import LeaguePlan
from gograde.grading.records import RUN_SCHEMA, digest_of
from gograde.intake.languages import LANGUAGES, identity
from gograde.intake.runtime import recipe_of
from gograde.intake.submission import digest

RUN_CODE = "gograde.workflow.steps.run"
SCORE_CODE = "gograde.workflow.steps.score"
GRADEBOOK_CODE = "gograde.workflow.steps.gradebook"
REPORT_CODE = "gograde.report.exports.reports_folder"
ROUND_CODE = "gograde.grading.league.rounds"
PLAY_CODE = "gograde.grading.league.play"
RATE_CODE = "gograde.grading.league.rate"
SANDBOX_CODE = "gograde.workflow.fitness"

FONTS = (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"))
"""The system's font folders, which programs may read."""


@dataclass(frozen=True)
class RunSettings:
    """The settings of a run; `reports` is the report folder, absolute or relative to the work folder."""

    backend: str
    trust: bool
    reports: str


def run_digests(course: Course, settings: RunSettings, languages: Mapping[str, str]) -> dict[str, str]:
    """The digest of each student's run except the submission; `languages` are those of their programs.

    What is to be run again is decided by these alone: by `gograde run`, its preview and reports.
    """
    asked = _asked_digest(course, settings)
    found = {one: digest_of([asked, seen_digest(course, one)]) for one in {*languages.values()}}
    return {student: found[language] for student, language in languages.items()}


def seen_digest(course: Course, language: str) -> str:
    """The digest of what programs in a language, empty without a program, can see of this machine."""
    if language not in LANGUAGES:
        return digest_of(language)
    package = course.package
    values = {
        "language": language,
        "tools": identity(language),
        "runtime": {} if LANGUAGES[language].tools else dict(recipe_of(package).identity()),
        "fonts": sorted(_fonts()) if package.config.contract.pictures.patterns else [],
    }
    return digest_of(values)


def _fonts() -> Iterator[str]:
    """Paths of the fonts, with sizes in bytes."""
    walked = ((top, *found) for top in FONTS for found in os.walk(top))
    paths = ((top, Path(folder, name)) for top, folder, _, names in walked for name in names)
    return (f"{path.relative_to(top)} {path.stat().st_size}" for top, path in paths if path.is_file())


def game_digest(course: Course, settings: RunSettings) -> str:
    """The digest of the inputs of a game between students, except their programs and what these can see."""
    parameters = course.package.config.parameters
    rules = {name: parameters.get(name) for name in ("budget", "clock", "first_pass_ends")}
    return digest_of({**_sandboxed(course, settings), **rules, "code": _code(PLAY_CODE, SANDBOX_CODE)})


def league_digests(
    course: Course, settings: RunSettings, shape: Mapping[str, Any], language: str
) -> dict[str, str]:
    """The digests of a league's inputs: of its games, its pairs (`play`) and its marks (`rate`).

    `shape` holds what each student's program can see, too.
    """
    games, parameters = game_digest(course, settings), course.package.config.parameters
    return {
        "games": games,
        "play": digest_of([games, shape, parameters, code_digest(ROUND_CODE)]),
        "rate": digest_of([score_digest(course, language), code_digest(RATE_CODE)]),
    }


def score_digest(course: Course, language: str) -> str:
    """The digest of the inputs of all scores; `language` is that of the class."""
    values = {
        "package": course.package.sha256,
        "answers": digest(_answers(course)),
        "visibility": course.rules.visibility,
        "corrections": [one.value for one in course.corrections],
        "language": language,
        "code": _scoring_code(course),
    }
    return digest_of(values)


def making(course: Course, league: LeaguePlan | None) -> dict[str, str]:
    """A digest for each part of the making of results, so that a later change can say what it came from."""
    parts = {"cases": digest(_answers(course)), "scorer": _scoring_code(course)}
    return {**parts, "league": digest_of(league.play)} if league else parts


def gradebook_parts(
    classroom: Classroom, past_due: Mapping[str, bool], notes: Sequence[str]
) -> dict[str, str]:
    """A digest of each thing that the marks are made from, except the scores."""
    parts = {"due dates": digest_of(past_due), "notes": digest_of(notes), "code": code_digest(GRADEBOOK_CODE)}
    return {**class_parts(classroom), **parts}


def report_parts(findings: Path) -> dict[str, str]:
    """A digest of each thing that reports are made from, but the marks; `findings` is the doctor's file."""
    found = findings.read_text("utf-8") if findings.is_file() else ""
    return {"code": code_digest(REPORT_CODE), "sandbox": digest_of(found)}


def _asked_digest(course: Course, settings: RunSettings) -> str:
    """The digest of all that is the same for the runs of an assignment."""
    config = course.package.config
    values = {
        **_sandboxed(course, settings),
        "schema": RUN_SCHEMA,
        "stop_after": config.stop_after,
        "staged": digest(_inputs(course)),
        "parameters": kind_of(config.contract).parameters(config),
        "code": _code(RUN_CODE, code_of_kind(config.contract)),
    }
    return digest_of(values)


def _sandboxed(course: Course, settings: RunSettings) -> dict[str, Any]:
    """The values that decide how a program runs, whatever its input is."""
    config = course.package.config
    return {
        "contract": to_value(config.contract),
        "limits": to_value(config.limits),
        "backend": settings.backend,
    }


def _code(*modules: str) -> list[Any]:
    """The code of a step with the Python that runs it, and the packages that it imports."""
    return [code_digest(*modules), platform.python_version(), packages(*modules)]


def _scoring_code(course: Course) -> str:
    return code_digest(SCORE_CODE, *code_of(course.package))


def _answers(course: Course) -> dict[str, bytes]:
    """The files of all cases, with the references."""
    return {
        f"{batch.name}/{path}": data
        for batch in course.batches
        for path, data in course.assignment.write_batch(batch).items()
    }


def _inputs(course: Course) -> dict[str, bytes]:
    """The inputs of the program, by batch and name."""
    kind = kind_of(course.package.config.contract)
    return {
        f"{batch.name}/{name}": data
        for batch in course.batches
        for name, data in kind.inputs(course.assignment, batch).items()
    }
