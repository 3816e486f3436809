"""What a package says to its scorer: which questions are asked, and what an answer is worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from msgspec import Meta

from gograde.codec import Record
from gograde.core.record import Visibility
from gograde.errors import DataError

Size = Annotated[int, Meta(ge=1, le=255)]


class BoardShape(Record):
    """Rows and columns of a board, 1 to 255 each."""

    rows: Size
    cols: Size


class QuestionGroup(Record):
    """Tests that are counted together.

    `cases` selects the batches, `questions` and `answer` the answers; `weight` is the points of each.
    `scored: by-person` gives the verdict RV and no points.  A group scored `by-league` has no questions
    in batches; its points come from the games between the students of a class.  Without a
    `visibility` the class decides.  An `extra` group earns points, may be left out, and does not affect the
    official result; nor do samples that earn none, unless the package says so.
    """

    name: Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_-]{0,39}$")]
    questions: Annotated[tuple[str, ...], Meta(min_length=1)]
    weight: Annotated[int, Meta(ge=0, le=1000)]
    extra: bool = False
    cases: Literal["sample", "hidden"] = "hidden"
    answer: Literal["text", "picture"] = "text"
    scored: Literal["automatically", "by-person", "by-league"] = "automatically"
    visibility: Visibility | None = None


@dataclass(frozen=True)
class Marking:
    """The part of `assignment.yaml` that scorers see; `board` is the size of all boards.

    `id` and `code` say which code scores.
    """

    id: str
    code: str | None
    groups: tuple[QuestionGroup, ...]
    board: BoardShape | None
    parameters: Mapping[str, Any]

    @property
    def size(self) -> BoardShape:
        """The size of all boards; raises `DataError` for a package without `board`."""
        if self.board is None:
            raise DataError("assignment.yaml: board", "missing", "add board: {rows: 9, cols: 9}")
        return self.board

    def group_of(self, question: str, answer: str, *, public: bool) -> QuestionGroup | None:
        """The group with this kind of answer to a question; None if no group asks for it."""
        cases = "sample" if public else "hidden"
        fits = (g for g in self.groups if (g.cases, g.answer) == (cases, answer) and question in g.questions)
        return next(fits, None)
