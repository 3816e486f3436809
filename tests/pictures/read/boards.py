"""Rows about boards: looks, sizes, lines, frames, cells, rotated and cropped pictures, and no boards."""

from __future__ import annotations

from benchmarks.pictures import put, swapped, transposed
from tests.pictures.read.junk import (
    bare,
    colour_field,
    landscape,
    lines_anywhere,
    noise,
    soft_noise,
    stripes,
    wood,
)
from tests.pictures.read.looks import (
    EMPTY,
    Look,
    chequered,
    marked,
    numbers,
    other,
    painted,
    printed,
    random_board,
    thick,
    walled,
)
from tests.pictures.read.rows import FAILS_NOT, PASSES_NOT, WAITS, Row, aside, impostors, right, row, shown

BOARD = random_board(3)
SPARSE = (
    "..X......", "......O..", "...X.....", ".........", ".O..X....",
    "......X..", "..O......", ".....O...", ".........",
)  # fmt: skip
NEARLY_FULL = put(put(random_board(4, dense=1.0), 4, 1, "."), 7, 3, ".")
TOUCHING = (
    "XXOXXXOOX", "OOXOX.XXO", "XXOOXXXX.", "XOXOOXOXO", "OOXXXOOOX",
    "OOOXOOOOX", "OO.OX.XOX", "X.OXOXXXO", "OXOXOOXOO",
)  # fmt: skip
NINE = (
    "X.X.XO.OO", ".X...OX.O", "XOOXOOXOX", "XXX...OX.", "XXO.XO.O.",
    ".X..XOX.X", ".X.X.O..O", "X.XXXXXX.", "XXX...XXX",
)  # fmt: skip

FULL = random_board(6, dense=1.0)
LARGE = random_board(6, 13, 13)
OPEN = random_board(1, dense=0.35)
DENSE = random_board(12, dense=0.95)
USUAL = random_board(1)
FIVE = (".OX..", ".....", ".....", ".....", "...X.")

LOOKS = {
    "wood": Look(),
    "rings": Look(paper="white", white=None, step=36),
    "cells": Look(cells=True, paper="white", radius=0.35),
    "dark": Look(paper="#202428", ink="#808080", black="#050505", rim="#808080"),
    "small": Look(step=14, radius=0.45),
    "turned": Look(turn=3),
}
PLAIN = tuple(
    right(f"{name} look", shown(painted, BOARD, look), BOARD, *impostors(BOARD))
    for name, look in LOOKS.items()
)
SIZES = tuple(
    right(
        f"{rows}x{cols} points",
        shown(painted, board, LOOKS[look]),
        board,
        other(board, 1, 1),
    )
    for rows, cols, look in ((5, 5, "wood"), (13, 13, "cells"), (19, 19, "wood"), (7, 9, "cells"))
    for board in (random_board(3, rows, cols),)
)
FILLED = (
    *(right(f"{share:.0%} of the points bear stones", shown(painted, random_board(5, dense=share),
          LOOKS["wood"]),
            random_board(5, dense=share)) for share in (0.0, 0.03, 0.9)),
    row("a full board", shown(painted, FULL, LOOKS["wood"]), (FULL, FAILS_NOT)),
    row("nothing is said against a picture that reads as full", shown(painted, FULL, LOOKS["wood"]),
          (put(FULL, 2, 2, "."), PASSES_NOT)),
    row("the corner of a larger board", shown(painted, LARGE, LOOKS["wood"]),
          (tuple(line[:9] for line in LARGE[:9]), PASSES_NOT)),
    row("a part of a larger empty board", shown(painted, ("." * 11,) * 11, Look(step=28)),
          (EMPTY, PASSES_NOT)),
    row("every second line of a finer board", shown(painted, ("." * 17,) * 17, Look(step=18, margin=40)),
          (EMPTY, WAITS)),
)  # fmt: skip

LINES = (
    right("small, with thick lines",
          shown(painted, BOARD, Look(step=16, margin=25, line=2, radius=0.47, paper="#f2f2f2")),
          BOARD, other(BOARD, 4, 4), transposed(BOARD)),
    right("small, in cells of thick lines",
          shown(painted, BOARD, Look(step=16, margin=8, line=2, radius=0.36, cells=True, ink="#5a4020",
                paper="#c99a5b")),
          BOARD, other(BOARD, 4, 4), transposed(BOARD)),
    right("lines too thick to be seen near by", shown(thick, USUAL, 18),
          USUAL, other(USUAL, 4, 4), swapped(USUAL), *aside(USUAL)[:2], EMPTY),
    right("an empty board of thick lines", shown(thick, EMPTY, 9),
          EMPTY, put(EMPTY, 4, 4, "X"), put(EMPTY, 4, 4, "O")),
    row("every second thick line of a larger board", shown(thick, ("." * 18,) * 18, 8, "#a88d75"),
          (EMPTY, PASSES_NOT)),
    right("thick rims of many stones",
          shown(painted, NEARLY_FULL, Look(step=34, margin=40, radius=0.45, ink="brown", line=2,
                rim="#666666", rim_width=2)),
          NEARLY_FULL, put(NEARLY_FULL, 0, 0, ".")),
    right("touching stones and names",
          shown(painted, TOUCHING, Look(step=45, margin=62, paper="#d0e4d0", radius=0.5, white="#d6d6d6",
                names=38)),
          TOUCHING, put(TOUCHING, 6, 2, "X")),
    right("the grain of wood", shown(painted, BOARD, Look(step=44, margin=40, grain=9)),
          BOARD, transposed(BOARD)),
    right("light that falls off",
          shown(painted, SPARSE, Look(step=44, black="#181818", white="#f0e8e0", shade=0.4)),
          SPARSE, put(SPARSE, 2, 3, "."), put(SPARSE, 7, 5, "."), put(SPARSE, 8, 0, "X")),
    right("a thick frame", shown(printed, NINE, 26, "#b0b0b0", 0.14),
          NINE, put(NINE, 8, 4, "O"), put(NINE, 8, 4, "X"), put(NINE, 0, 0, ".")),
    row("a stone that hides a thick frame", shown(printed, put(SPARSE, 0, 4, "X"), 26, "#808080"),
          (SPARSE, PASSES_NOT)),
    right("a wide wall divides no board", shown(walled, BOARD, frozenset({1})), BOARD, *aside(BOARD)),
    right("names a step beyond all sides",
          shown(painted, EMPTY, Look(step=41, margin=44, paper="white", ink="#a0a0a0", names=27,
                around=True)),
          EMPTY),
)  # fmt: skip

CUT_AND_TURNED = (
    right("the picture ends in the stones", shown(painted, USUAL, Look(margin=4)),
          USUAL, other(USUAL, 8, 8)),
    right("squares of two tones", shown(chequered, OPEN), OPEN, other(OPEN, 3, 5)),
    right("squares that fill the picture", shown(chequered, BOARD, 46, 0),
          BOARD, transposed(BOARD), *aside(BOARD)),
    right("few stones on squares that fill the picture", shown(chequered, put(EMPTY, 1, 2, "O"), 46, 0),
          put(EMPTY, 1, 2, "O"), put(EMPTY, 2, 1, "O")),
    right("turned, nearly full", shown(painted, NEARLY_FULL, Look(step=44, turn=3)),
          NEARLY_FULL, put(NEARLY_FULL, 4, 1, "X")),
    right("turned, full of numbers",
          shown(marked, DENSE, Look(step=52, paper="#1e1e1e", ink="white", line=2, black="#101010",
                white="#e8e8e8", rim="#c8c8c8", turn=-1.4), *numbers(DENSE, Look(), 0.38)),
          DENSE),
    right("1,400 pixels a side",
          shown(painted, FIVE, Look(step=310, margin=80, paper="white", ink="#555555", line=2,
                black="#222222", white="#f0f0f0", rim="#333333", rim_width=3, radius=0.35)),
          FIVE),
)  # fmt: skip

JUNK = {
    "a blank picture": shown(bare, 200, 200, "white"),
    "a black picture": shown(bare, 640, 480, "black"),
    "a picture one pixel high": shown(bare, 300, 1, "red"),
    "a picture of three pixels": shown(bare, 3, 3, "white"),
    "noise": shown(noise),
    "soft noise": shown(soft_noise),
    "stripes": shown(stripes),
    "a landscape": shown(landscape),
    "a field of colours": shown(colour_field),
    "bare wood": shown(wood),
    "lines anywhere": shown(lines_anywhere, 2),
}
ASKED = (BOARD, EMPTY, ("XXXXXXXXX",) * 9, ("....",) * 4)
NO_BOARD = tuple(row(name, picture, *((board, WAITS) for board in ASKED)) for name, picture in JUNK.items())

ROWS: tuple[Row, ...] = (*PLAIN, *SIZES, *FILLED, *LINES, *CUT_AND_TURNED, *NO_BOARD)
