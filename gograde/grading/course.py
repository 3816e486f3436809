"""An assignment of a class with all that its students are graded by."""

from __future__ import annotations

from dataclasses import dataclass

from gograde.authoring.assignment import Assignment, Batch
from gograde.authoring.case_folders import hidden_batches, sample_batches
from gograde.authoring.registry import assignment_of
from gograde.classroom.classroom import AssignmentRules, Classroom
from gograde.package.package import Package, open_package


@dataclass(frozen=True)
class Course:
    """The package of an assignment, the rules of the class for it, and its cases, the public ones first."""

    package: Package
    rules: AssignmentRules
    assignment: Assignment
    batches: tuple[Batch, ...]

    @property
    def has_league(self) -> bool:
        """Whether a group of tests is scored by a league of the class."""
        return any(group.scored == "by-league" for group in self.package.config.groups)


def load_course(classroom: Classroom, name: str) -> Course:
    """An assignment of the class; raises `DataError`.

    Only the files that are read are compared with the package's descriptor.
    """
    package = open_package(classroom.package(name))
    batches = (*sample_batches(package), *hidden_batches(package, classroom.hidden(name)))
    return Course(package, classroom.assignments[name], assignment_of(package), batches)
