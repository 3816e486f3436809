"""Notes about the whole class for every report: what a person should know before releasing the marks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gograde.classroom.classroom import Classroom
from gograde.classroom.handed_in import TIMES, Found, cloned, read_times, unknown_folders
from gograde.scoring.record import Visibility


def class_notes(classroom: Classroom, found: Mapping[str, Found], *, trust: bool) -> list[str]:
    """The notes of a class; `found` maps assignments to their submissions."""
    trusted = ["graded without a sandbox (--trust-submissions)"] if trust else []
    strangers = [note for one in found.values() for note in one.strangers]
    others = (*unknown_folders(classroom), *_still_taken(classroom), *_cloned(classroom, found))
    return [*trusted, *strangers, *others]


def _cloned(classroom: Classroom, found: Mapping[str, Found]) -> Iterator[str]:
    """Notes about git clones, whose file times only show when they were cloned."""
    for name, one in found.items():
        students = cloned(one, read_times(classroom, name))
        if students and classroom.assignments[name].due is not None:
            yield (
                f"{name}: git clones count as handed in when they were cloned ({', '.join(students)}); "
                f"write the times into submissions/{name}/{TIMES}"
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
