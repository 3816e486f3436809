"""Rows about imitations of other programs: windows, pages, articles, terminals."""

from __future__ import annotations

from benchmarks.pictures import mirrored, put, shifted, swapped, transposed
from tests.pictures.read.looks import EMPTY, only, other, random_board
from tests.pictures.read.programs import (
    article,
    beside_text,
    bold_terminal,
    browser_page,
    close_page,
    coloured_terminal,
    dark_wood,
    diagram_page,
    faint_pane,
    menu_window,
    pane,
    session,
    terminal,
    window,
)
from tests.pictures.read.rows import FAILS_NOT, PASSES_NOT, WAITS, Row, aside, impostors, right, row, shown

BOARD = random_board(3, dense=0.75)
FIVE = random_board(12, 5, 5, 0.5)
THREE = ("...X.", "..O..", "...O.", ".....", ".....")
CLOSE = (".....", "..XX.", "OO..O", "O.XO.", ".O..O")
SPARSE = (
    "..X......", "......O..", "...X.....", ".........", ".O..X....",
    "......X..", "..O......", ".....O...", ".........",
)  # fmt: skip
PRINTED = (
    "X.X.XO.OO", ".X...OX.O", "XOOXOOXOX", "XXX...OX.", "XXO.XO.O.",
    ".X..XOX.X", ".X.X.O..O", "X.XXXXXX.", "XXX...XXX",
)  # fmt: skip
WHITES = (
    "....O.O..", "O..O.....", "..O.O....", ".OOO.....", ".O.OOO...",
    "..O.O.OOO", ".O...OO..", "OOOO.....", "OO.O.....",
)  # fmt: skip
FEW_WORDS = random_board(1, 9, 9, 0.4)

SMALL = random_board(3)
COLOURED = random_board(9)
WHITE_ALONE = only(BOARD, "O")

ROWS: tuple[Row, ...] = (
    right("a window with panes and buttons", shown(window, BOARD), BOARD, *impostors(BOARD)),
    right("a window whose panes have borders of many lines", shown(menu_window, BOARD),
          BOARD, other(BOARD, 4, 4)),
    right("a grainy pane in a flat window", shown(pane, SPARSE, 38, 31, 9, "#705030"),
          SPARSE, put(SPARSE, 4, 4, "O"), put(SPARSE, 8, 8, "X"), transposed(SPARSE), shifted(SPARSE, 1, 0),
          ),
    row("a grainy pane without a board", shown(pane, EMPTY, 38, 31, 9, "#dcaa60"),
          (EMPTY, PASSES_NOT), (("." * 5,) * 5, PASSES_NOT)),
    right("an empty board in a pane", shown(pane, EMPTY, 26, 26), EMPTY, put(EMPTY, 4, 4, "X")),
    row("a larger empty board in a pane", shown(pane, ("." * 12,) * 12, 26, 26), (EMPTY, PASSES_NOT)),
    right("an empty board of faint lines in a dark pane", shown(faint_pane, EMPTY), EMPTY),
    right("a page of a browser", shown(browser_page, FIVE, 44),
          FIVE, swapped(FIVE), transposed(FIVE), *aside(FIVE)),
    right("a small board and text beside it", shown(beside_text, SMALL),
          SMALL, other(SMALL, 4, 4), mirrored(SMALL)),
    right("a small diagram on a page", shown(diagram_page, PRINTED, 13),
          PRINTED, put(PRINTED, 0, 1, "O"), put(PRINTED, 4, 4, ".")),
    right("a small figure in an article", shown(article, FEW_WORDS, 17, 60),
          FEW_WORDS, swapped(FEW_WORDS), shifted(FEW_WORDS, 1, 0), other(FEW_WORDS, 4, 4)),
    right("names of columns nearly a line above the board", shown(dark_wood, THREE), THREE, *aside(THREE)),
    right("a page that looks like white stones", shown(close_page, CLOSE, "white"),
          CLOSE, shifted(CLOSE, 1, 0), put(CLOSE, 0, 0, "X")),
    right("a session in a terminal", shown(session, BOARD), BOARD, *impostors(BOARD)),
    right("a terminal in a scalable font", shown(terminal, BOARD, 16),
          BOARD, other(BOARD, 4, 4), shifted(BOARD, 1, 0), shifted(BOARD, 0, -1)),
    row("a terminal with swapped letters", shown(terminal, BOARD, 13), (swapped(BOARD), WAITS)),
    row("bold letters O alone", shown(bold_terminal, WHITES, 22),
          (swapped(WHITES), WAITS), (WHITES, FAILS_NOT)),
    right("letters on grounds of their own", shown(coloured_terminal, COLOURED),
          COLOURED, other(COLOURED, 4, 4), swapped(COLOURED)),
    right("white alone in a window", shown(window, WHITE_ALONE),
          WHITE_ALONE, swapped(only(BOARD, "O"))),
)  # fmt: skip
