"""An assignment of a class with everything that grading it needs."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from gograde.authoring.case_folders import hidden_batches, sample_batches
from gograde.authoring.registry import assignment_of
from gograde.classroom.class_config import AssignmentRules
from gograde.classroom.classroom import ClassCorrection, Classroom
from gograde.core.assignment import Assignment, Batch
from gograde.core.sighting import Sighting, Sightings
from gograde.grading.corrections import RightAnswers, corrected_answers
from gograde.package.package import Package


@dataclass(frozen=True)
class Course:
    """The package of an assignment, the class's rules for it, and its cases as they lie there (public first).

    `corrections` are those for the whole class.  `seen` is what a person saw in pictures of each student.
    """

    package: Package
    rules: AssignmentRules
    assignment: Assignment
    batches: tuple[Batch, ...]
    corrections: tuple[ClassCorrection, ...] = ()
    seen: Sightings = field(default_factory=dict)

    @cached_property
    def right(self) -> RightAnswers:
        """The cases with the right answers that the class says; raises `DataError` for one that is none."""
        return corrected_answers(self.assignment, self.batches, self.corrections)

    @property
    def has_league(self) -> bool:
        """Whether a league of the class scores one of the groups."""
        return any(group.scored == "by-league" for group in self.package.config.groups)


def load_course(classroom: Classroom, name: str) -> Course:
    """Load an assignment of the class; raises `DataError`.

    Each file that is read is compared with the package's descriptor; other files are not.
    """
    package = classroom.open_package(name)
    batches = (*sample_batches(package), *hidden_batches(package, classroom.hidden(name)))
    rules, assignment = classroom.assignments[name], assignment_of(package)
    corrections = tuple(one for one in classroom.corrections if one.assignment == name)
    course = Course(package, rules, assignment, batches, corrections, seen_in(classroom, name))
    _ = course.right  # a fault in a correction is told now
    return course


def seen_in(classroom: Classroom, name: str) -> Sightings:
    """What a person saw in pictures of an assignment: all words on a picture make one."""
    found: dict[str, dict[str, Sighting]] = {}
    for one in classroom.rows:
        if one.assignment == name and (seen := one.sighting):
            known = found.setdefault(one.student, {})
            known[seen.picture] = known.get(seen.picture, seen).beside(seen)
    return {student: tuple(known.values()) for student, known in found.items()}
