"""What a package says to its scorer: which questions are asked, and what an answer is worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from gograde.errors import DataError
from gograde.scoring.record import Visibility


class Shape(NamedTuple):
    """Rows and columns of a board."""

    rows: int
    cols: int


@dataclass(frozen=True)
class QuestionGroup:
    """A group of questions as scorers see it (`gograde.package.config.Group`)."""

    name: str
    questions: tuple[str, ...]
    weight: int
    cases: str
    answer: str
    scored: str
    visibility: Visibility | None
    extra: bool = False


@dataclass(frozen=True)
class Marking:
    """The part of `assignment.yaml` that scorers see; `board` is the size of all boards.

    `id` and `code` say which code scores.
    """

    id: str
    code: str | None
    groups: tuple[QuestionGroup, ...]
    board: Shape | None
    parameters: Mapping[str, Any]

    @property
    def size(self) -> Shape:
        """The size of all boards; raises `DataError` for a package without `board`."""
        if self.board is None:
            raise DataError("assignment.yaml: board", "missing", "add board: {rows: 9, cols: 9}")
        return self.board

    def group_of(self, question: str, answer: str, *, public: bool) -> QuestionGroup | None:
        """The group with this kind of answer to a question; None if no group asks for it."""
        cases = "sample" if public else "hidden"
        fits = (g for g in self.groups if (g.cases, g.answer) == (cases, answer) and question in g.questions)
        return next(fits, None)
