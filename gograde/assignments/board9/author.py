"""How the cases of board9 are made and checked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache, partial
from typing import Any

from gograde.assignments.board9 import reference_program
from gograde.assignments.board9.assignment import ASSIGNMENT
from gograde.assignments.board9.batch import QUESTIONS, RULE
from gograde.assignments.board9.boards import maker_for
from gograde.assignments.board9.features import FEATURES, View, obeys, one_picture
from gograde.assignments.board9.generate import BoardPlan, BoardSearch
from gograde.assignments.board9.mistakes import mistakes_of
from gograde.assignments.board9.oracle import fast_answer, slow_answer
from gograde.assignments.board9.score import RUBRIC
from gograde.authoring.spec import Reference, Spec
from gograde.authoring.spec_author import Bench, SpecAuthor
from gograde.authoring.stream import Stream
from gograde.core.marking import BoardShape
from gograde.go.board import Board
from gograde.package.config import AssignmentConfig
from gograde.package.package import Finding


def make(size: BoardShape, stream: Stream, question: str, features: tuple[str, ...]) -> Board:
    """A board that may have the wanted features."""
    living = question not in RULE or "obeys" in features
    return maker_for(features, obeys=living)(stream, size.rows, size.cols)


def may_ask(question: str, board: Board) -> bool:
    """Problems 1 to 5 need a board that obeys rule 1 and has one result in both readings."""
    return question in RULE or (obeys(_view(board)) and one_picture(board))


@lru_cache(maxsize=4)
def _view(board: Board) -> View:
    """The view of a board, cached for all its features."""
    return View(board)


def _has(test: Callable[[View], bool], _question: str, board: Board) -> bool:
    return test(_view(board))


def spec_of(config: AssignmentConfig) -> Spec:
    """The spec for boards of the size in the package; inputs are boards."""
    return Spec(
        **vars(RUBRIC),
        mistakes=mistakes_of(config.parameters),
        questions=QUESTIONS,
        fast=fast_answer,
        slow=slow_answer,
        make=partial(make, config.marking.size),
        features={name: partial(_has, test) for name, test in FEATURES.items()},
        reference=Reference(
            dict.fromkeys(QUESTIONS, reference_program.__name__), reference_program.EQUIVALENT
        ),
        may_ask=may_ask,
    )


class Board9Author(SpecAuthor):
    """Checks also that `generator.yaml` and `assignment.yaml` have the same board size."""

    def _configuration(self, bench: Bench, generator: Mapping[str, Any]) -> Iterator[Finding]:
        yield from super()._configuration(bench, generator)
        size = BoardShape(**generator["board"])
        if size != bench.config.board:
            yield Finding("generator.yaml", f"makes {size.rows}x{size.cols} boards, unlike assignment.yaml")


AUTHOR = Board9Author(ASSIGNMENT, spec_of, BoardPlan, BoardSearch)
