"""Rows about stones: colours, rings, marks, numbers, and stones of one colour alone."""

from __future__ import annotations

from benchmarks.pictures import mirrored, put, shifted, swapped, transposed
from tests.pictures.read.looks import (
    EMPTY,
    Look,
    Mark,
    Point,
    dark_frame,
    framed,
    marked,
    numbers,
    only,
    other,
    painted,
    points_of,
    random_board,
    ringed,
)
from tests.pictures.read.rows import FAILS_NOT, PASSES_NOT, WAITS, Row, aside, right, row, shown

BOARD = random_board(3)
FIVE = ("..O..", "....X", ".X...", ".X...", "OX.X.")
WHITES = (
    "..O..O...", ".....O.O.", "O..O.....", "....O.O.O", ".O..O....",
    "...O...OO", "O....O...", "..OO..O..", ".O.....O.",
)  # fmt: skip
BLACKS = swapped(WHITES)
THREE = put(put(put(EMPTY, 2, 3, "O"), 4, 4, "O"), 6, 7, "O")
ONE_BLACK = put(THREE, 4, 4, "X")
FEW = put(put(put(EMPTY, 1, 6, "O"), 4, 3, "X"), 4, 7, "O")
LONE_BLACK = put(put(put(EMPTY, 1, 3, "X"), 6, 2, "X"), 8, 5, "X")
PAIR = put(put(EMPTY, 4, 3, "X"), 4, 4, "X")
CAPTURES = (
    ".OO..XXO.", ".XXOOX.OO", "OO.O.XOOO", "OO.O...XO", "...O.X.X.",
    "..OOOXX.O", "....X...X", "X..O..OX.", ".....XXOO",
)  # fmt: skip
TAKEN: tuple[Point, ...] = ((0, 0), (4, 6), (7, 5))
CROSS = Mark("cross", 0.2, "#e00000", 3)

WOOD, RINGS = Look(), Look(step=36, paper="white", white=None)
BROWN = Look(step=42, paper="#c89858", ink="#704820")
DARK = Look(paper="#1e1e1e", ink="#b0b0b0", black="#101010", white="#d6d6d6", rim="#c8c8c8", rim_width=2)
PALE = Look(paper="#c8d4cc", ink="#305040", line=2)
NUMBERED = Look(paper="#fdfdf5", ink="#909090")
RED_AND_BLUE = Look(black="#d02020", white="#2020d0")


def _taken_as(sign: str) -> tuple[str, ...]:
    board = CAPTURES
    for point in TAKEN:
        board = put(board, *point, sign)
    return board


MANY_BLACKS = swapped(only(random_board(8, dense=0.9), "O"))
SOME_BLACKS = only(BOARD, "X")
CAPTURED_WHITES = only(CAPTURES, "O")
TWO_EACH = put(FEW, 7, 2, "X")
STAR_STONE = put(FEW, 2, 2, "X")
LONE_WHITE = swapped(LONE_BLACK)
ONE_EACH = put(put(EMPTY, 4, 3, "X"), 4, 7, "O")

COLOURS = (
    right("one of two stones is told from an empty point", shown(painted, FIVE, BROWN),
          FIVE, put(FIVE, 4, 0, "."), put(FIVE, 0, 2, "X"), put(FIVE, 2, 3, "O"), swapped(FIVE)),
    right("near greys", shown(painted, FIVE, Look(black="#707070", white="#a0a0a0", paper="#f0e0c0")),
          FIVE, put(FIVE, 2, 1, ".")),
    right("small dark stones on a dark ground", shown(painted, BOARD, DARK),
          BOARD, swapped(BOARD)),
    right("black stones alone on a dark ground", shown(painted, SOME_BLACKS, DARK),
          SOME_BLACKS, swapped(SOME_BLACKS)),
    row("rings on a dark ground say nothing",
          shown(painted, BOARD, Look(paper="#1e1e1e", ink="#b0b0b0", black="#1e1e1e", white="#d6d6d6",
                rim="#c8c8c8")),
          (BOARD, WAITS), (swapped(BOARD), WAITS)),
    right("faint white stones on white paper",
          shown(painted, BOARD, Look(paper="white", ink="#c0c0c0", black="#303030", rim="#d8d8d8",
                radius=0.46)),
          BOARD, mirrored(BOARD), BOARD[::-1], transposed(BOARD), swapped(BOARD)),
    right("a stone among two of the other colour", shown(painted, FEW, Look(radius=0.45)),
          FEW, put(FEW, 4, 3, "O")),
    right("one stone of a star point", shown(painted, STAR_STONE, WOOD), STAR_STONE, FEW),
    row("red and blue stones may be either", shown(painted, BOARD, RED_AND_BLUE),
          (BOARD, FAILS_NOT)),
)  # fmt: skip

LONE_COLOURS = (
    right("light grey stones on wood", shown(painted, WHITES, Look(white="#d3d3d3")),
          WHITES, BLACKS),
    row("darker grey stones on white paper may be either",
          shown(painted, WHITES, Look(paper="white", white="#b8b8b8")),
          (WHITES, WAITS), (BLACKS, WAITS)),
    right("light stones on light lines on blue",
          shown(painted, WHITES, Look(step=20, margin=24, paper="#2b3a55", ink="white", white="#e8e8e8",
                rim="#c8c8c8", rim_width=2)),
          WHITES, BLACKS),
    row("rings on white paper are white", shown(painted, WHITES, RINGS),
          (WHITES, FAILS_NOT), (BLACKS, WAITS | PASSES_NOT)),
    right("pale stones on paper that is paler",
          shown(painted, LONE_WHITE, Look(paper="#f8f8f8", white="#d6d6d6")),
          LONE_WHITE, LONE_BLACK),
    row("grey stones on black paper",
          shown(painted, PAIR, Look(paper="#101010", ink="#808080", black="#383838")),
          (PAIR, WAITS)),
    right("small stones", shown(painted, BLACKS, Look(radius=0.18)), BLACKS, WHITES),
)  # fmt: skip

MARKS = (
    right("a dot on every white stone",
          shown(marked, WHITES, Look(line=2, white="#e0e0e0", rim="#808080"),
                (points_of(WHITES), Mark("disc", 0.12, "#2060d0"))),
          WHITES, BLACKS),
    row("a light square with a cross is no white stone",
          shown(marked, WHITES, Look(radius=0.1), (points_of(WHITES), Mark("square", 0.45, "white")),
                (points_of(WHITES), Mark("cross", 0.28, "black", 4))),
          (WHITES, PASSES_NOT)),
    right("numbers in rings",
          shown(marked, WHITES, NUMBERED, (points_of(WHITES), Mark("number", 0.3, "black"))),
          WHITES, BLACKS),
    row("large numbers make no black stones",
          shown(marked, WHITES, NUMBERED, (points_of(WHITES), Mark("number", 0.42, "black"))),
          (BLACKS, PASSES_NOT)),
    row("one letter in all rings may mean black",
          shown(marked, WHITES, NUMBERED, (points_of(WHITES), Mark("B", 0.5, "black"))),
          (WHITES, WAITS), (BLACKS, WAITS)),
    right("numbers on black stones alone",
          shown(marked, LONE_BLACK, Look(step=45, radius=0.44), *numbers(LONE_BLACK, WOOD, 0.45)),
          LONE_BLACK, LONE_WHITE),
    right("small numbered stones in cells",
          shown(marked, BOARD, Look(step=33, cells=True, paper="#3d7a55", ink="#b0b0b0", line=2,
                rim="#3d7a55", radius=0.31), *numbers(BOARD, WOOD, 0.28)),
          BOARD, swapped(BOARD)),
    right("a small dot on the last move", shown(marked, THREE, WOOD, ([(4, 4)], Mark("disc", 0.075, "red"))),
          THREE, ONE_BLACK),
    row("a wide dot on the last move", shown(marked, THREE, WOOD, ([(4, 4)], Mark("disc", 0.175, "red"))),
          (THREE, FAILS_NOT), (ONE_BLACK, WAITS)),
    right("the dot on one of two stones",
          shown(marked, PAIR, Look(step=28, margin=21), ([(4, 3)], Mark("disc", 0.1, "#2060d0"))),
          PAIR, put(PAIR, 4, 3, "O"), put(PAIR, 4, 4, "O")),
    right("coloured dots on all stones",
          shown(marked, TWO_EACH, Look(radius=0.45), (points_of(FEW, "X"), Mark("disc", 0.13, "red")),
                (points_of(FEW, "O"), Mark("disc", 0.13, "blue"))),
          TWO_EACH, swapped(TWO_EACH)),
    right("a digit on two lone stones",
          shown(marked, ONE_EACH, Look(step=32), ([(4, 3)], Mark("8", 0.7, "white")),
                ([(4, 7)], Mark("8", 0.7, "black"))),
          ONE_EACH, put(put(EMPTY, 4, 3, "O"), 4, 7, "X")),
    right("dots on the legal moves",
          shown(marked, THREE, Look(cells=True, paper="#3d7a55", ink="#9ab8a5", rim="#777777"),
                (points_of(THREE, ".")[::2], Mark("disc", 0.12, "red"))),
          THREE, *aside(THREE), put(THREE, 4, 4, ".")),
    right("crosses where stones were captured", shown(marked, CAPTURES, PALE, (TAKEN, CROSS)),
          CAPTURES, _taken_as("X"), put(CAPTURES, 4, 6, "O"), put(CAPTURES, 4, 6, "X"), swapped(CAPTURES),
          ),
    row("beside one colour alone a cross may be the other",
          shown(marked, CAPTURED_WHITES, Look(step=25), (TAKEN, CROSS)),
          (CAPTURED_WHITES, WAITS)),
    row("a small disc may be a stone",
          shown(marked, CAPTURES, Look(step=25), ([(4, 6)], Mark("disc", 0.26, "red"))),
          (CAPTURES, PASSES_NOT), (put(CAPTURES, 4, 6, "X"), PASSES_NOT),
          (put(CAPTURES, 4, 6, "O"), PASSES_NOT)),
    right("a square around the last move",
          shown(marked, CAPTURES, PALE, ([(4, 3)], Mark("box", 0.28, "#e00000", 2))),
          CAPTURES, put(CAPTURES, 4, 3, "X"), put(CAPTURES, 4, 3, ".")),
    row("a dot the size of a stone on an empty point",
          shown(marked, FIVE, Look(step=42, radius=0.43, rim="white"),
                ([(1, 3)], Mark("disc", 0.4, "white"))),
          (FIVE, PASSES_NOT)),
    row("a dot of half that size",
          shown(marked, FIVE, Look(step=42, radius=0.43, rim="white"),
                ([(1, 3)], Mark("disc", 0.24, "white"))),
          (FIVE, PASSES_NOT)),
)  # fmt: skip

LARGE = Look(radius=0.46)
SIX = random_board(6)
SIX_BLACKS = only(SIX, "X")
RINGED = ringed, SIX, LARGE
WRONG_SIX = (put(SIX, 4, 3, "O"), put(SIX, 4, 3, "."), put(SIX, 4, 5, "X"), swapped(SIX), shifted(SIX, 0, 1))
LAST_MOVE = (
    right("a wide ring on a black stone", shown(*RINGED, (4, 3), (0.34, "white"), (0.23, "black")),
          SIX, *WRONG_SIX),
    right("a thin ring on a white stone", shown(*RINGED, (5, 4), (0.28, "black"), (0.23, "white")),
          SIX, put(SIX, 5, 4, "X")),
    row("a ring on an empty point is no stone", shown(*RINGED, (4, 5), (0.46, "black"), (0.35, WOOD.paper)),
          (put(SIX, 4, 5, "X"), PASSES_NOT)),
    row("a black stone with outline and dot is not white",
          shown(*RINGED, (4, 3), (0.46, "white"), (0.38, "black"), (0.1, "white")),
          (put(SIX, 4, 3, "O"), PASSES_NOT)),
    row("a ring beside one colour alone",
          shown(ringed, SIX_BLACKS, LARGE, (4, 3), (0.34, "white"), (0.26, "black")),
          (SIX_BLACKS, PASSES_NOT)),
)  # fmt: skip

OPEN = (
    ".........", "..X......", "..X..X...", ".X.X.X.X.", "....XX...",
    ".XX..X...", "...X..X..", "..XX.....", ".........",
)  # fmt: skip
SIDES = (
    right("sides of thick lines hide no wrong stone",
          shown(painted, WHITES, Look(step=20, margin=25, line=3, white="#e8e8e8")),
          WHITES, put(WHITES, 0, 2, "."), put(WHITES, 1, 1, "O"), shifted(WHITES, 1, 0)),
    row("a stone on a side beside a frame is no empty point",
          shown(framed, FIVE, Look(step=38, margin=25, white="#e8e8e8"), 7, 0),
          (put(FIVE, 0, 2, "."), PASSES_NOT)),
    row("a frame of thick lines fails no right board", shown(dark_frame, random_board(0)),
          (random_board(0), FAILS_NOT)),
    row("between many stones of one colour", shown(painted, MANY_BLACKS, Look(step=30, radius=0.5)),
          (MANY_BLACKS, FAILS_NOT), (other(MANY_BLACKS, 4, 4), PASSES_NOT)),
)  # fmt: skip

STARS: tuple[Point, ...] = ((2, 2), (2, 6), (6, 2), (6, 6), (4, 4))
CELLS = Look(step=32, paper="#181818", ink="white", cells=True)
DOTS = (
    row("star points may be large dots", shown(marked, EMPTY, CELLS, (STARS, Mark("disc", 0.125, "white"))),
          (EMPTY, FAILS_NOT)),
    row("not all star points in the corners",
          shown(marked, EMPTY, CELLS, (STARS[:3], Mark("disc", 0.125, "white"))),
          (EMPTY, WAITS)),
    row("star points as large as stones",
          shown(marked, EMPTY, CELLS, (STARS[:4], Mark("disc", 0.25, "white"))),
          (EMPTY, WAITS)),
)  # fmt: skip

ROWS: tuple[Row, ...] = (*COLOURS, *LONE_COLOURS, *MARKS, *LAST_MOVE, *SIDES, *DOTS)
