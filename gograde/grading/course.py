"""An assignment of a class with everything that grading it needs."""

from __future__ import annotations

from dataclasses import dataclass

from gograde.authoring.assignment import Assignment, Batch
from gograde.authoring.case_folders import hidden_batches, sample_batches
from gograde.authoring.registry import assignment_of
from gograde.classroom.class_config import AssignmentRules
from gograde.classroom.classroom import Classroom
from gograde.package.package import Package, open_package


@dataclass(frozen=True)
class Course:
    """The package of an assignment, the class's rules for it, and its cases (public cases first)."""

    package: Package
    rules: AssignmentRules
    assignment: Assignment
    batches: tuple[Batch, ...]

    @property
    def has_league(self) -> bool:
        """Whether a league of the class scores one of the groups."""
        return any(group.scored == "by-league" for group in self.package.config.groups)


def load_course(classroom: Classroom, name: str) -> Course:
    """Load an assignment of the class; raises `DataError`.

    Each file that is read is compared with the package's descriptor; other files are not.
    """
    package = open_package(classroom.package(name))
    batches = (*sample_batches(package), *hidden_batches(package, classroom.hidden(name)))
    return Course(package, classroom.assignments[name], assignment_of(package), batches)
