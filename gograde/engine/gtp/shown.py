"""Commands that show the paper's picture of a position: influence by four models, territory, the board.

`gogui-analyze_commands` lists them for GoGui and for every program that has its menu of analysis.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from gograde.engine.dragons.estimate import estimate_fields
from gograde.engine.dragons.exam import Status, statuses
from gograde.engine.gtp.session import SYNTAX, Refused, Session, Told, asked
from gograde.engine.gtp.vertices import COLUMNS
from gograde.go.board import Board, Point, star_points
from gograde.go.influence.models import fast_influence, force_field, ryder_influence, zobrist_influence
from gograde.go.influence.territory import territory_of

Grid = Sequence[Sequence[float]]

MODELS: dict[str, Callable[[Board], Grid]] = {
    "force": lambda board: force_field(board).total,
    "fast": fast_influence,
    "zobrist": zobrist_influence,
    "ryder": ryder_influence,
}

LETTERS = {Status.ALIVE: "a", Status.UNSETTLED: "u", Status.DEAD: "d", Status.UNKNOWN: "?"}

ANALYSES = (
    *(f"dboard/Influence, {model}/gograde-influence {model}" for model in MODELS),
    *(f"sboard/Influence, {model}, numbers/gograde-values {model}" for model in MODELS),
    "bwboard/Territory/gograde-territory all",
    "bwboard/Territory, solid/gograde-territory solid",
    "bwboard/Fields/gograde-fields",
    "sboard/Dragons, status/gograde-dragons status",
    "sboard/Dragons, viability/gograde-dragons viability",
)
"""Type, label and command of each, as GoGui wants them."""


def analyses(session: Session, words: tuple[str, ...]) -> Told:
    """`gogui-analyze_commands`: what can be shown on the board."""
    asked(words, 0)
    return session, "\n".join(ANALYSES)


def influence(session: Session, words: tuple[str, ...]) -> Told:
    """`gograde-influence force`: the influence on every empty point, as parts of the largest; 0 on stones."""
    board = session.game.position.board
    shown = [
        [0 if board.get((row, column)) else value for column, value in enumerate(values)]
        for row, values in enumerate(_values(session, words))
    ]
    largest = max((abs(value) for values in shown for value in values), default=0) or 1
    return session, _rows([f"{value / largest:.3f}" for value in values] for values in shown)


def numbers(session: Session, words: tuple[str, ...]) -> Told:
    """`gograde-values force`: the influence on every point, exact."""
    return session, _rows([f"{value:g}" for value in row] for row in _values(session, words))


def territory(session: Session, words: tuple[str, ...]) -> Told:
    """`gograde-territory all`: whose every point is; `solid` leaves out what may still be lost."""
    [which] = asked(words, 1)
    if which not in {"all", "solid"}:
        raise Refused(SYNTAX)
    found = territory_of(session.game.position.board)
    return session, _owners(found.solid if which == "solid" else found.held)


def fields(session: Session, words: tuple[str, ...]) -> Told:
    """`gograde-fields`: who holds every point, with the dead stones that the engine finds."""
    asked(words, 0)
    return session, _owners(estimate_fields(session.game.position).holder)


def dragons(session: Session, words: tuple[str, ...]) -> Told:
    """`gograde-dragons status`: the dragon of every stone by number and letter.

    `gograde-dragons viability` says how many eyes it looks good for.
    """
    [which] = asked(words, 1)
    position = session.game.position
    if which not in {"status", "viability"}:
        raise Refused(SYNTAX)
    said: dict[Point, str] = {}
    for number, (dragon, status) in enumerate(statuses(position), start=1):
        label = f"{dragon.viability:.1f}"
        if which == "status":
            label = f"{number}{LETTERS[status]}"
        said.update(dict.fromkeys(dragon.points, label))
    side = range(session.game.side)
    return session, _rows([said.get(Point(row, column), '""') for column in side] for row in side)


def show_board(session: Session, words: tuple[str, ...]) -> Told:
    """`showboard`: the board as a picture, for people."""
    asked(words, 0)
    return session, "\n" + picture(session.game.position.board)


def picture(board: Board) -> str:
    """A board with its coordinates; `+` is a star point."""
    stars = star_points(board.rows, board.cols)
    letters = "   " + " ".join(COLUMNS[: board.cols])
    lines = []
    for row in range(board.rows):
        marks = (
            "+" if not cell and (row, column) in stars else ".XO"[cell]
            for column, cell in enumerate(board.cells[row * board.cols : (row + 1) * board.cols])
        )
        lines.append(f"{board.rows - row:2} {' '.join(marks)} {board.rows - row}")
    return "\n".join([letters, *lines, letters])


def _values(session: Session, words: tuple[str, ...]) -> Grid:
    [model] = asked(words, 1)
    if model not in MODELS:
        raise Refused(SYNTAX)
    return MODELS[model](session.game.position.board)


def _owners(grid: Iterable[Iterable[int]]) -> str:
    """A board of colours from 1 for black, -1 for white, 0 for nobody."""
    names = {1: "black", -1: "white", 0: '""'}
    return _rows([names[owner] for owner in row] for row in grid)


def _rows(rows: Iterable[Iterable[str]]) -> str:
    """A line for each row from the top, words with blanks between them."""
    return "\n".join(" ".join(row) for row in rows)
