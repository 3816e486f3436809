"""Corrections for a whole class: `corrections.yaml`.

The points of one student are corrected in `overrides.csv`.  A correction here is of a test or a case, and
changes what everybody got for it.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, field

from gograde.classroom.class_config import AssignmentId
from gograde.classroom.tables import check_day
from gograde.codec import Record, part_of
from gograde.errors import DataError
from gograde.package.yaml_files import did_you_mean, load_model
from gograde.scoring.record import ClassChange

CORRECTIONS = "corrections.yaml"

Text = Annotated[str, Meta(min_length=1, max_length=1000)]


class ClassCorrection(Record):
    """A correction of a test, or of a case with all its tests.

    `void` takes the test away from everybody, `full` gives its points to all who handed in, `replace` puts
    `answer` in the place of the reference, and `accept` takes `answer` as right too.  Students read `reason`.
    """

    assignment: AssignmentId
    test: Annotated[str, Meta(min_length=1)] | None = None
    case: Annotated[str, Meta(min_length=1)] | None = None
    do: Literal["void", "full", "replace", "accept"]
    answer: Any = UNSET
    by: Text
    at: str = ""
    reason: Text

    def __post_init__(self) -> None:
        if (self.test is None) == (self.case is None):
            raise ValueError("write either test: or case:, not both")
        if self.answers == (self.answer is UNSET):
            raise ValueError(f"do: {self.do} {'needs an' if self.answers else 'takes no'} answer")
        if self.answers and self.case is None:
            raise ValueError(f"do: {self.do} needs case:, since all tests of a case share its answer")

    @property
    def answers(self) -> bool:
        """Whether the correction is of the right answer."""
        return self.do in ("replace", "accept")

    @property
    def name(self) -> str:
        """The name of the test or case."""
        return self.test or self.case or ""

    def concerns(self, test: str) -> bool:
        """Whether a test of the assignment is corrected."""
        return self.change.concerns(test)

    @property
    def change(self) -> ClassChange:
        """The correction as records tell of it: without the answer, which may be hidden."""
        return part_of(ClassChange, self, case=self.case is not None)


class _Corrections(Record):
    """The content of `corrections.yaml`."""

    schema_: Literal["gograde/corrections/v1"] = field(name="schema")
    corrections: tuple[ClassCorrection, ...] = ()


def read_corrections(path: Path, assignments: Collection[str]) -> tuple[ClassCorrection, ...]:
    """Read the corrections; empty without the file.  Raises `DataError`."""
    if not path.is_file():
        return ()
    found = load_model(path, _Corrections).corrections
    for number, one in enumerate(found):
        check_day(one.at, f"{path}: corrections[{number}].at")
        if one.assignment not in assignments:
            where = f"{path}: corrections[{number}].assignment"
            what = f"no assignment {one.assignment!r} in the class"
            raise DataError(where, what, did_you_mean(one.assignment, assignments))
    return found
