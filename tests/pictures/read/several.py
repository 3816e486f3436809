"""Rows about several boards: figures, boards beside the right one, pictures of one program."""

from __future__ import annotations

from PIL import Image

from benchmarks.pictures import put, swapped
from tests.pictures.read.looks import (
    EMPTY,
    Board,
    Look,
    Mark,
    figure,
    marked,
    other,
    painted,
    points_of,
    random_board,
)
from tests.pictures.read.programs import diagram_page
from tests.pictures.read.rows import FAILS_NOT, PASSES_NOT, WAITS, Row, Shown, right, row, shown
from tests.pictures.read.type_pages import bitmap_page, letters, terminal_rows
from tests.pictures.read.typed import BOARD as TYPED

FOUR = tuple(random_board(seed) for seed in (21, 22, 23, 24))
FIVES = tuple(random_board(seed, 5, 5, dense=0.5) for seed in (1, 2, 3, 4))
WOOD, GREY = Look(), Look(paper="white", ink="#808080", step=34)
CELLS = Look(step=60, margin=50, paper="#1a1a1a", ink="white", black="#404040", white="#e8e8e8",
      rim="white", radius=0.33,
             cells=True, names=30)  # fmt: skip
RED_AND_BLUE = Look(black="#d02020", white="#2020d0")
PAIR = put(put(EMPTY, 4, 3, "X"), 4, 4, "X")
WRONG = put(TYPED, 4, 7, "X")
UNREAD = put(put(TYPED, 0, 0, "@"), 4, 3, "%")
"""The right board with two signs that stand for nothing."""


def two_sizes(upper: Board, lower: Board) -> Image.Image:
    """A board in type, and another one drawn below."""
    typed = bitmap_page(terminal_rows(upper), "black", "#00ff00")
    image = Image.new("RGB", (max(typed.width, 260), typed.height + 240), "black")
    image.paste(typed, (0, 0))
    look = Look(step=20, margin=20, paper="black", ink="black", white="grey", black="#101010", rim="grey")
    image.paste(painted(lower, look), (0, typed.height))
    return image


def typed_pair(*boards: Board) -> Shown:
    lines = [line for board in boards for line in (*terminal_rows(board), "")]
    return shown(bitmap_page, tuple(lines), "black", "#00ff00")


FIGURES = (
    right("two boards side by side", shown(figure, FOUR[:2], WOOD),
          FOUR[0], other(FOUR[1], 0, 0)),
    right("four boards", shown(figure, FOUR, GREY), FOUR[2], other(FOUR[2], 4, 4)),
    right("four dark boards in cells, with names", shown(figure, FIVES, CELLS, 16),
          FIVES[0], other(FIVES[0], 2, 2)),
    row("of two wrong boards the one with fewer wrong points counts",
          shown(figure, (other(FOUR[0], 4, 3), other(other(FOUR[0], 0, 0), 8, 8)), WOOD),
          (FOUR[0], PASSES_NOT)),
    row("a wrong board beside the right one, small, on a page",
          shown(diagram_page, other(FOUR[0], 4, 4), 13, FOUR[0]),
          (FOUR[0], FAILS_NOT)),
)  # fmt: skip

IN_TYPE = (
    right("two boards in type", typed_pair(put(TYPED, 0, 0, "X"), TYPED), TYPED),
    row("a wrong board in type, and words", typed_pair(WRONG), (TYPED, PASSES_NOT), (WRONG, FAILS_NOT)),
    row("a wrong board in type above one that is not read", typed_pair(WRONG, UNREAD), (TYPED, WAITS)),
    row("a wrong board in type above one that is drawn", shown(two_sizes, WRONG, TYPED), (TYPED, FAILS_NOT)),
)  # fmt: skip

LEARNT = (shown(painted, FOUR[0], RED_AND_BLUE), FOUR[0])
TOGETHER = (
    row("red stones alone", shown(painted, PAIR, RED_AND_BLUE), (PAIR, WAITS), (swapped(PAIR), WAITS)),
    row("red stones alone, beside a board with red and blue", shown(painted, PAIR, RED_AND_BLUE),
          (PAIR, FAILS_NOT), (swapped(PAIR), PASSES_NOT), beside=[LEARNT]),
    row("blue stones alone, beside a board with red and blue", shown(painted, swapped(PAIR), RED_AND_BLUE),
          (swapped(PAIR), FAILS_NOT), (PAIR, PASSES_NOT), beside=[LEARNT]),
    row("usual stones beside another board", shown(painted, FOUR[1], WOOD),
          (FOUR[1], FAILS_NOT), (swapped(FOUR[1]), PASSES_NOT), (other(FOUR[1], 4, 4), PASSES_NOT),
          beside=[(shown(painted, FOUR[0], WOOD), FOUR[0])]),
    row("letters beside another board", shown(letters, FOUR[1], "white", "black"),
          (swapped(FOUR[1]), PASSES_NOT), beside=[(shown(letters, FOUR[0], "white", "black"), FOUR[0])]),
    row("marked stones beside another board",
          shown(marked, PAIR, WOOD, (points_of(PAIR), Mark("disc", 0.1, "red"))),
          (PAIR, FAILS_NOT), (swapped(PAIR), PASSES_NOT), beside=[(shown(painted, FOUR[0], WOOD), FOUR[0])]),
)  # fmt: skip

ROWS: tuple[Row, ...] = (*FIGURES, *IN_TYPE, *TOGETHER)
