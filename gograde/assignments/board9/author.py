"""How board9 is answered, in two ways that share no code, and how its cases are made and checked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache, partial
from typing import Any

from gograde.assignments.board9 import reference_program
from gograde.assignments.board9.assignment import ASSIGNMENT
from gograde.assignments.board9.batch import CAPTURE, QUESTIONS, RULE, picture_rows, points_json
from gograde.assignments.board9.boards import maker_for
from gograde.assignments.board9.features import FEATURES, View, obeys, one_picture
from gograde.assignments.board9.generate import BoardPlan, BoardSearch
from gograde.assignments.board9.mistakes import mistakes_of
from gograde.assignments.board9.reference_program import breathes, chain, solve
from gograde.assignments.board9.score import RUBRIC
from gograde.authoring.spec import Reference, Spec
from gograde.authoring.spec_author import Bench, SpecAuthor
from gograde.authoring.statement import Examples, Figure, drawn, empty_points
from gograde.authoring.stream import Stream
from gograde.core.marking import BoardShape
from gograde.go import rules
from gograde.go.board import Board, Stone
from gograde.go.rules import capture_points, dead_chains, legal_points, result_after_captures
from gograde.package.config import AssignmentConfig
from gograde.package.package import Finding
from gograde.pictures.draw import MarkShape


def fast_answer(question: str, board: Board) -> Any:
    """The right answer as a JSON value, from the fast rules.

    The value is a bool for rule 1, otherwise `{"points"}`.  Capture problems add `"board"`, the rows
    after all captures.
    """
    if question in RULE:
        return rules.obeys_rule_1(board)
    if question not in CAPTURE:
        return {"points": points_json(rules.legal_points(board, Stone.WHITE))}
    after = rules.result_after_captures(board, Stone.WHITE)
    points = points_json(rules.capture_points(board, Stone.WHITE))
    return {"points": points, "board": list(picture_rows(after))}


def slow_answer(question: str, board: Board) -> Any:
    """Like `fast_answer`, from the program that mutants are made of, which shares no code with the rules."""
    answer = solve(question, board)
    if question in RULE:
        return answer
    return {"points": answer} | ({"board": _after(board, answer)} if question in CAPTURE else {})


def _after(board: Board, captures: list[list[int]]) -> list[str]:
    """The rows with a white stone on each point, and without the black chains that then have no liberty."""
    placed = board.with_stones(Stone.WHITE, [(row, column) for row, column in captures])
    cells = {(point.row, point.column): int(placed.get(point)) for point in placed.points()}
    black = [place for place, cell in cells.items() if cell == Stone.BLACK]
    dead = [place for place in black if not breathes(cells, chain(cells, place))]
    return list(picture_rows(placed.with_stones(Stone.EMPTY, dead)))


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
        reference=Reference(dict.fromkeys(QUESTIONS, reference_program.__name__)),
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

# -- figures of the statement -----------------------------------------------------------------------


def figures(examples: Examples, _parameters: Mapping[str, Any]) -> dict[str, Figure]:
    """The pictures by name; raises `DataError` when the statement lacks an example."""
    broken, captures = examples.board_before("rule"), examples.board_before("captures")
    legal = examples.board_before("illegal")
    dead = [point for chain in dead_chains(broken) for point in chain.points]
    after = result_after_captures(captures, Stone.WHITE)
    points = dict.fromkeys(capture_points(captures, Stone.WHITE), MarkShape.TRIANGLE)
    illegal = set(empty_points(legal)) - set(legal_points(legal, Stone.WHITE))
    return {
        "picture": Figure((drawn(legal, caption="x = 50(c+1), y = 50(r+1)"),)),
        "rule-1": Figure((drawn(broken, marks=dict.fromkeys(dead, MarkShape.TRIANGLE)),)),
        "captures": Figure((drawn(captures, marks=points), drawn(after))),
        "legal": Figure((drawn(legal, marks=dict.fromkeys(sorted(illegal), MarkShape.CROSS)),)),
    }
