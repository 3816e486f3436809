"""Notes about the whole class for every report: what a person should know before releasing the marks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gograde.classroom.classroom import Classroom
from gograde.classroom.former import SUBMISSIONS, student_part
from gograde.classroom.handed_in import TIMES, Submissions, unknown_folders
from gograde.classroom.kept_package import PACKAGES
from gograde.core.record import Visibility
from gograde.intake.names import readable
from gograde.listing import safe
from gograde.package.package import load_config


def class_notes(
    classroom: Classroom, found: Mapping[str, Submissions], untimed: Mapping[str, int], *, trust: bool
) -> list[str]:
    """The notes of a class.

    `found` maps assignments to their submissions, `untimed` to the number of those whose time is the moment
    of intake.
    """
    trusted = ["graded without a sandbox (--trust-submissions)"] if trust else []
    others = (*unknown_folders(classroom), *_still_taken(classroom), *_untimed(classroom, untimed))
    changes = (f"{one.assignment}: {one.change.words}" for one in classroom.corrections)
    return [
        *trusted,
        *_strangers(found),
        *others,
        *_idle_keys(classroom),
        *changes,
        *_other_versions(classroom),
    ]


def _other_versions(classroom: Classroom) -> Iterator[str]:
    """Notes about packages that have another version than the class was graded with."""
    for name in classroom.assignments:
        used, named = classroom.package(name), classroom.named_package(name)
        if used != named:
            old, new = load_config(used).version, load_config(named).version
            yield (
                f"{name}: graded with version {old} of its package, which the class keeps in "
                f"{PACKAGES}/{name}; the package is at {new} now. To go over to that, make the hidden cases "
                f"anew: gograde cases generate {name} --into CLASS --force"
            )


def _strangers(found: Mapping[str, Submissions]) -> Iterator[str]:
    """A note about each person who handed in and is not on the roster."""
    paths: dict[str, list[str]] = {}
    for assignment, one in found.items():
        for name in one.strangers:
            paths.setdefault(student_part(name), []).append(f"{SUBMISSIONS}/{assignment}/{readable(name)}")
    for them in paths.values():
        yield f"{', '.join(map(safe, them))}: not on the roster, so not graded"


def _idle_keys(classroom: Classroom) -> Iterator[str]:
    """Notes about keys on lateness that change nothing."""
    rules = classroom.assignments
    if classroom.config.late_days and all(one.late.policy != "late-days" for one in rules.values()):
        yield "late_days frees no day: no assignment in class.yaml has the policy late-days"
    for name, one in rules.items():
        if one.late.policy == "baseline" and one.late.penalty:
            yield f"{name}: late.penalty costs nothing under the policy baseline of class.yaml"


def _untimed(classroom: Classroom, untimed: Mapping[str, int]) -> Iterator[str]:
    """Notes about submissions that count as handed in when they were first taken in."""
    for name, number in untimed.items():
        if number and classroom.assignments[name].due is not None:
            table = f"{SUBMISSIONS}/{name}/{TIMES}"
            yield (
                f"{name}: submissions without a line in {table} count as handed in at their first grading "
                f"({number} of them); write student_id,submitted_at there, then run gograde run again"
            )


def _still_taken(classroom: Classroom) -> Iterator[str]:
    """Notes about hidden boards that are released while students may still hand in."""
    for name, rules in classroom.assignments.items():
        late = rules.late.reject_after_days is None
        if rules.visibility is Visibility.AFTER_DUE_DATE and rules.due is not None and late:
            yield (
                f"{name}: hidden boards are released after the due date, and late work is taken for ever; "
                "set late.reject_after_days in class.yaml to release them after it"
            )
