"""Digests over the inputs of each step: a step is done again when its digest changes.

Imports determine the code that a step depends on (`gograde.code_closure`); no list names it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gograde.authoring.registry import code_of
from gograde.classroom.classroom import Classroom
from gograde.code_closure import code_digest
from gograde.grading.contracts.table import code_of_kind, kind_of
from gograde.grading.course import Course
from gograde.grading.records import RUN_SCHEMA, to_json
from gograde.intake.languages.tools import identity
from gograde.intake.submission import digest
from gograde.runtimes.recipe import recipe_of
from gograde.workflow.class_digests import class_digests
from gograde.workflow.machine import seen_by_programs

RUN_CODE = "gograde.workflow.steps.run"
SCORE_CODE = "gograde.workflow.steps.score"
GRADEBOOK_CODE = "gograde.workflow.steps.gradebook"
REPORT_CODE = "gograde.report.exports.reports_folder"
ROUND_CODE = "gograde.grading.league.schedule"
PLAY_CODE = "gograde.workflow.steps.play"
RATE_CODE = "gograde.workflow.steps.rate"


@dataclass(frozen=True)
class Settings:
    """The settings of a run; `reports` is the report folder, absolute or relative to the work folder."""

    backend: str
    trust: bool
    reports: str


def run_digest(course: Course, settings: Settings) -> str:
    """The digest of a run's inputs except the submission."""
    config = course.package.config
    values = {
        **_sandboxed(course, settings),
        "schema": RUN_SCHEMA,
        "stop_after": config.stop_after,
        "staged": digest(_asked(course)),
        "parameters": kind_of(config.contract).parameters(config),
        "code": code_digest(RUN_CODE, code_of_kind(config.contract)),
    }
    return sha256_of(values)


def game_digest(course: Course, settings: Settings) -> str:
    """The digest of the inputs of a game between students, except their submissions."""
    parameters = course.package.config.parameters
    rules = {name: parameters.get(name) for name in ("budget", "clock", "first_pass_ends")}
    return sha256_of({**_sandboxed(course, settings), **rules, "code": code_digest(PLAY_CODE)})


def league_digests(
    course: Course, settings: Settings, shape: Mapping[str, int], language: str
) -> dict[str, str]:
    """The digests of a league's inputs: of its games, its pairs (`play`) and its marks (`rate`)."""
    games, parameters = game_digest(course, settings), course.package.config.parameters
    return {
        "games": games,
        "play": sha256_of([games, shape, parameters, code_digest(ROUND_CODE)]),
        "rate": sha256_of([score_digest(course, language), code_digest(RATE_CODE)]),
    }


def score_digest(course: Course, language: str) -> str:
    """The digest of a score's inputs except the run; `language` is that of the class."""
    values = {
        "package": course.package.sha256,
        "answers": digest(_answers(course)),
        "visibility": course.rules.visibility,
        "corrections": [one.correction.model_dump(mode="json") for one in course.corrections],
        "settled": course.settled,
        "language": language,
        "code": _scoring_code(course),
    }
    return sha256_of(values)


def made_from(course: Course, digests: Mapping[str, str]) -> dict[str, str]:
    """A digest for each part of the making of results, so that a later change can say what it came from.

    `digests` are those of the assignment's steps.  `scores` covers everything but the runs.
    """
    after_runs = {step: value for step, value in digests.items() if step != "run"}
    parts = {
        "cases": digest(_answers(course)),
        "scorer": _scoring_code(course),
        "runs": digests["run"],
        "scores": sha256_of(after_runs),
    }
    return {**parts, "league": sha256_of(digests["play"])} if "play" in digests else parts


def gradebook_digest(classroom: Classroom, past_due: Mapping[str, bool], notes: Sequence[str]) -> str:
    """The digest of the inputs of the marks, except the scores."""
    values = {
        "class_files": class_digests(classroom),
        "past_due": past_due,
        "notes": list(notes),
        "code": code_digest(GRADEBOOK_CODE),
    }
    return sha256_of(values)


def report_digest(findings: Path) -> str:
    """The digest of the inputs of the reports, except the marks; `findings` is the doctor's file."""
    return sha256_of([code_digest(REPORT_CODE), findings.read_text("utf-8") if findings.is_file() else ""])


def sha256_of(values: Any) -> str:
    """SHA-256 (hex) of JSON values."""
    return hashlib.sha256(to_json(values)).hexdigest()


def _sandboxed(course: Course, settings: Settings) -> dict[str, Any]:
    """The values that decide how a program runs, whatever its input is."""
    config = course.package.config
    return {
        "contract": config.contract.model_dump(mode="json"),
        "limits": config.limits.model_dump(mode="json"),
        "backend": settings.backend,
        "runtime": recipe_of(course.package).identity(),
        "machine": seen_by_programs(),
        "tools": {name: identity(name) for name in config.contract.languages},
    }


def _scoring_code(course: Course) -> str:
    return code_digest(SCORE_CODE, *code_of(course.package))


def _answers(course: Course) -> dict[str, bytes]:
    """The files of all cases, with the references."""
    return {
        f"{batch.name}/{path}": data
        for batch in course.batches
        for path, data in course.assignment.write_batch(batch).items()
    }


def _asked(course: Course) -> dict[str, bytes]:
    """The inputs of the program, by batch and name."""
    kind = kind_of(course.package.config.contract)
    return {
        f"{batch.name}/{name}": data
        for batch in course.batches
        for name, data in kind.asked(course.assignment, batch).items()
    }
