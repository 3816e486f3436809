"""What an autograder is made of: a package, rules of lateness, and hidden cases of a class or of a key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from gograde.authoring.assignment import Batch, Facts
from gograde.authoring.author import generate_batches
from gograde.authoring.case_folders import hidden_batches, sample_batches
from gograde.authoring.registry import assignment_of
from gograde.classroom.class_config import AssignmentRules, LatePolicy
from gograde.classroom.classroom import Classroom, load_class
from gograde.errors import UsageError
from gograde.intake.languages.table import LANGUAGES
from gograde.package.faults import did_you_mean
from gograde.package.package import Package, find_package, load_package
from gograde.package.secret_store import read_key
from gograde.scoring.record import most_points
from gograde.scoring.verdict import Verdict
from gograde.workflow.gradescope.pack import Wanted
from gograde.workflow.gradescope.settings import Autograder, check_settings

BY_DEFAULT = ("c",)
"""Languages whose tools are installed unless others are asked for: small ones that most courses allow."""


@dataclass(frozen=True)
class Asked:
    """What was asked for: `hidden` is a class or a key, `rules` a class, `late` keys of a late policy.

    `languages` are those whose tools the image is to have; without any, C if the assignment takes it.
    """

    assignment: str
    hidden: Path | None = None
    rules: Path | None = None
    late: Mapping[str, Any] = field(default_factory=dict)
    trust: bool = False
    backend: str | None = None
    languages: Sequence[str] = ()


def chosen(asked: Asked) -> Wanted:
    """What is packed; raises `UsageError` and `DataError` for what does not fit together."""
    cases = load_class(asked.hidden) if asked.hidden and asked.hidden.is_dir() else None
    room = load_class(asked.rules) if asked.rules else cases
    rules = _rules(room, asked.assignment) if room else AssignmentRules()
    owner = cases or room
    package = load_package(owner.package(asked.assignment)) if owner else find_package(asked.assignment)
    settings = Autograder(
        assignment=package.config.id,
        hidden=asked.hidden is not None,
        visibility=rules.visibility,
        late=_policy(asked.late, rules.late),
        due=rules.due,
        trust=asked.trust,
        backend=asked.backend,
    )
    check_settings(settings)
    hidden, tools = _hidden(package, asked.hidden, cases), _tools(package, asked.languages)
    return Wanted(package, settings, hidden, tools, tuple(rules.extensions) if settings.costs else ())


def _rules(room: Classroom, assignment: str) -> AssignmentRules:
    if assignment not in room.assignments:
        what = f"not an assignment of the class {room.path}"
        raise UsageError(assignment, what, did_you_mean(assignment, list(room.assignments)))
    return room.assignments[assignment]


def _policy(asked: Mapping[str, Any], of_class: LatePolicy) -> LatePolicy:
    given = {name: value for name, value in asked.items() if value is not None}
    if given and "policy" not in given:
        option = f"--{next(iter(given)).replace('_', '-')}"
        raise UsageError(option, "says nothing without a policy", "add --late POLICY")
    if given.get("policy", "baseline") != "baseline" and "penalty" not in given:
        raise UsageError(f"--late {given['policy']}", "costs nothing without a penalty", "add --penalty N")
    return LatePolicy(**given) if given else of_class


def _hidden(package: Package, source: Path | None, cases: Classroom | None) -> tuple[Batch, ...]:
    """The batches of hidden cases; none when none are asked for."""
    if source is None:
        return ()
    if cases is None:
        return generate_batches(package, read_key(source))
    return hidden_batches(package, cases.hidden(package.config.id))


def _tools(package: Package, asked: Sequence[str]) -> tuple[str, ...]:
    """The packages of the system with which programs in these languages are built and run."""
    taken = package.config.contract.languages
    for language in asked:
        if language not in taken:
            what = f"{package.config.id} takes no programs in {language}"
            raise UsageError(f"--language {language}", what, f"choose of {', '.join(taken)}")
    wanted = asked or [language for language in BY_DEFAULT if language in taken]
    tools = [tool for language in wanted for tool in LANGUAGES[language].tools]
    return tuple(dict.fromkeys(name for tool in tools for name in tool.install.split()))


def points(wanted: Wanted) -> float:
    """The points that a submission can get: those of its tests, or one each when they are worth none."""
    assignment, marking = assignment_of(wanted.package), wanted.package.config.marking
    nothing = Facts(Verdict.NS, "", b"", b"")
    tests = [
        test
        for batch in (*sample_batches(wanted.package), *wanted.hidden)
        for test in assignment.score(batch, nothing, marking, wanted.settings.visibility)
    ]
    return most_points(tests)
