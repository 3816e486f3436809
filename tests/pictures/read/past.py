"""Rows of random looks that were once misread and must not be misread again."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from benchmarks.pictures.positions import put, shifted, swapped
from tests.pictures.read.looks import EMPTY, Board, thrown, thrown_board
from tests.pictures.read.rows import FAILS_NOT, PASSES_NOT, Outcomes, Row, row, shown

Change = Callable[[Board], Board]


def same(board: Board) -> Board:
    return board


def at(row_: int, col: int, sign: str) -> Change:
    """One point changed."""
    return partial(put, row=row_, col=col, stone=sign)


def by(down: int, right: int) -> Change:
    """The board shifted."""
    return partial(shifted, down=down, right=right)


def empty(board: Board) -> Board:
    return EMPTY


def once(
    fault: str, seed: int, look: str, number: int, *asked: tuple[Change, Outcomes], beside: int | None = None
) -> Row:
    """A picture that was read wrongly, and how; `beside` is the number of another one of its program."""
    board = thrown_board(seed, number)
    others = [] if beside is None else [(shown(thrown, seed, look, beside), thrown_board(seed, beside))]
    boards = [(change(board), told) for change, told in asked]
    return row(f"{fault} ({seed} {look} {number})", shown(thrown, seed, look, number), *boards, beside=others)


RIGHT = (same, FAILS_NOT)

ROWS: tuple[Row, ...] = (
    once("a marked white stone passed for black", 23571113, "look 4", 8, RIGHT, (at(4, 3, "X"), PASSES_NOT)),
    once("the one black stone passed for white", 33445566, "look 12", 8, RIGHT, (at(4, 3, "O"), PASSES_NOT)),
    once("white passed for black amid four points", 13572468,
          "look 7", 9, RIGHT, (swapped, PASSES_NOT), beside=7),
    once("cells passed for a shifted board", 77312459,
          "look 4", 9, RIGHT, (by(-1, 0), PASSES_NOT), (by(1, 0), PASSES_NOT)),
    once("quarters of stones passed for stones", 19283746,
          "look 17", 8, RIGHT, (by(0, 1), PASSES_NOT), (by(0, -1), PASSES_NOT)),
    once("the right board failed as an empty one", 14142135,
          "look 2", 8, RIGHT, (at(1, 2, "."), PASSES_NOT), (empty, PASSES_NOT)),
    once("bare paper passed for a line", 50505051,
          "look 22", 4, RIGHT, (by(1, 0), PASSES_NOT), (by(-1, 0), PASSES_NOT)),
    once("colours were exchanged on a nearly full board", 74747474, "look 12", 3, (swapped, PASSES_NOT)),
    once("paper below passed for the last line", 41592653, "look 11", 3, (by(-1, 0), PASSES_NOT)),
    once("a wide frame failed the right board", 90909091, "look 11", 9, RIGHT),
    once("points in the shade were stones", 66666667, "look 19", 3, RIGHT),
    once("columns three quarters as far apart", 60221407, "figure of four", 8, RIGHT, (by(0, 1), PASSES_NOT)),
    once("black stones on a dark board were empty", 12566370, "look 15", 4, RIGHT),
    once("two stones with red dots had any colour", 16807393, "look 22", 8, RIGHT, (swapped, PASSES_NOT)),
    once("an empty point in the dark was a stone", 51503475, "look 15", 3, RIGHT,
          (at(0, 0, "O"), PASSES_NOT)),
    once("a black stone among three white ones", 43588989, "look 9", 8, (at(8, 5, "O"), PASSES_NOT)),
    once("light squares on light lines were crosses", 44721359,
          "look 14", 9, RIGHT, (swapped, PASSES_NOT), (at(0, 0, "O"), PASSES_NOT)),
    once("stones along a side were the side", 36055512,
          "look 4", 5, RIGHT, (swapped, PASSES_NOT), (by(1, 0), PASSES_NOT)),
    once("empty points under other light were stones", 920004,
          "look 18", 3, RIGHT, (at(4, 4, "."), PASSES_NOT)),
    once("names of rows passed for a column", 920009, "look 22", 7, (by(0, 1), PASSES_NOT)),
    once("most stones bear a dot", 54772255, "look 22", 0, RIGHT, (swapped, PASSES_NOT)),
    once("dark numbers on white stones", 26457513, "look 11", 8, RIGHT, (swapped, PASSES_NOT)),
    once("a lattice half as high", 56568542, "look 3", 0, RIGHT, (by(1, 0), PASSES_NOT)),
    once("a sparse board among three others failed", 52915026, "figure of four", 8, RIGHT),
    once("every second row of signs", 29278405, "look 11", 8, RIGHT),
    once("a title passed for a line", 90591400, "look 20", 5, (by(1, 0), PASSES_NOT)),
    once("small numbers emptied dark stones", 33722330, "figure of four", 3, RIGHT),
    once("one of two empty points was a light stone", 98207671, "look 9", 3, (at(1, 1, "O"), PASSES_NOT)),
    once("a hollow stone passed for a white one", 35455565, "figure of four", 8, (at(4, 6, "O"), PASSES_NOT)),
)  # fmt: skip
