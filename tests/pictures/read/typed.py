"""Rows about boards in type: terminals, tables of dashes, letters, cursors."""

from __future__ import annotations

from benchmarks.pictures import put, swapped, transposed
from tests.pictures.read.looks import EMPTY, Board, only, random_board
from tests.pictures.read.rows import FAILS_NOT, PASSES_NOT, WAITS, Row, Shown, aside, right, row, shown
from tests.pictures.read.type_pages import bitmap_page, dashes, letters, terminal_rows, under_cursor, written

BOARD = (
    "..XX..X.O", "......X..", "..X.OOXOX", "X.XXXXXXO", "XOX.XXO.O",
    "OX..O.X.O", "X.OOXXOO.", "O.O..O.O.", ".X..XO.X.",
)  # fmt: skip
CHANGED = put(BOARD, 4, 7, "X")
WHITES, BLACKS = only(BOARD, "O"), only(BOARD, "X")
FIELD = put(put(EMPTY, 0, 3, "X"), 8, 8, "O")
LARGE = random_board(3, 19, 19)
PARTS = tuple(tuple(line[at : at + 9] for line in LARGE[at : at + 9]) for at in (0, 10))
WORDS = ("so it goes on and on, xoxo; six or so.", "look: OXO XOX ... oo. xx. o.o x o", "no. do. to. fro.")
STARS = ((2, 2), (2, 6), (4, 4), (6, 2), (6, 6))
DARK = ("black", "#00ff00")


def page(board: Board, signs: str = ".XO", gap: str = " ", colours: tuple[str, str] = DARK) -> Shown:
    """A session in a bitmap font."""
    return shown(bitmap_page, terminal_rows(board, signs, gap), *colours)


def starred(board: Board, sign: str) -> Board:
    """The board with that sign on its free star points."""
    for row_, col in STARS:
        board = put(board, row_, col, sign) if board[row_][col] == "." else board
    return board


BITMAPS = (
    *(right(f"a terminal, {len(gap)} blanks between the signs", page(BOARD, gap=gap), BOARD, CHANGED,
          *aside(BOARD))
      for gap in ("", " ", "  ")),
    right("a page on white paper", page(BOARD, colours=("white", "black")), BOARD, CHANGED),
    right("a terminal with an empty board", page(EMPTY), EMPTY, put(EMPTY, 4, 4, "X")),
    right("a terminal with black alone", page(BLACKS), BLACKS),
    right("a terminal of 13 lines", page(random_board(2, 13, 13)), random_board(2, 13, 13)),
    right("a hash is black beside a ring", page(BOARD, ".#o", "  "),
          BOARD, put(BOARD, 0, 0, "X")),
    row("swapped letters", page(BOARD, ".OX"), (BOARD, WAITS), (swapped(BOARD), FAILS_NOT)),
    row("a ring is black beside a hash", page(BOARD, ".o#"), (BOARD, WAITS)),
    row("a ring for an empty point", page(BOARD, "O.X"), (BOARD, FAILS_NOT)),
    row("a plus for black", page(BOARD, ".+O", colours=("white", "black")), (WHITES, PASSES_NOT)),
    row("rings alone on dark paper", page(WHITES), (WHITES, WAITS), (swapped(WHITES), WAITS)),
    row("rings alone on light paper", page(WHITES, colours=("white", "black")), (WHITES, FAILS_NOT)),
    right("pluses on all free star points", page(starred(FIELD, "+")),
          FIELD, put(FIELD, 2, 2, "X")),
    right("asterisks on all free star points", page(starred(FIELD, "*")), FIELD),
    right("the star point in the middle is left out", page(put(starred(FIELD, "+"), 4, 4, ".")),
          FIELD, put(FIELD, 2, 2, "X")),
    row("a plus on one star point alone", page(put(FIELD, 2, 2, "+")), (FIELD, PASSES_NOT)),
    row("a part of a larger board", page(LARGE, gap=""),
          (PARTS[0], PASSES_NOT), (PARTS[1], PASSES_NOT)),
    row("rows of one sign", shown(bitmap_page, [" ".join("." * 19)] * 19), (EMPTY, WAITS)),
    row("a row too few", page(BOARD[:-1]), (BOARD, PASSES_NOT)),
    row("a column too many", page(tuple(line + "." for line in BOARD)), (BOARD, PASSES_NOT)),
    row("a page of words",
          shown(bitmap_page,
                WORDS * 6),
          (BOARD, WAITS)),
)  # fmt: skip

UNDER_CURSOR = (
    right("a cursor that frames a stone", shown(under_cursor, BOARD, [(0, 2)], False),
          BOARD, put(BOARD, 0, 2, "O")),
    right("a cursor that fills the cell of a stone", shown(under_cursor, BOARD, [(0, 2)], True),
          BOARD, put(BOARD, 0, 2, "O")),
    row("a cursor that fills the cell of an empty point", shown(under_cursor, BOARD, [(0, 0)], True),
          (BOARD, WAITS), (put(BOARD, 0, 0, "X"), PASSES_NOT)),
    right("a cursor on the only stone", shown(under_cursor, put(EMPTY, 3, 5, "X"), [(3, 5)], True),
          put(EMPTY, 3, 5, "X"), put(EMPTY, 3, 5, "O"), EMPTY),
    row("two cursors", shown(under_cursor, BOARD, [(0, 0), (0, 2)], False), (swapped(BOARD), PASSES_NOT)),
    row("a cursor moves no board", shown(under_cursor, BOARD, [(0, 0)], False),
          *((one, PASSES_NOT) for one in aside(BOARD))),
)  # fmt: skip

LABELLED = (
    "  " + " ".join("012345678"),
    *(f"{number} " + " ".join(line.replace(".", "+")) for number, line in enumerate(BOARD)),
)
LETTERS = (
    right("a table of dashes", shown(dashes, BOARD),
          BOARD, put(BOARD, 2, 4, "X"), transposed(BOARD)),
    row("a table of dashes with swapped letters", shown(dashes, BOARD, " OX"), (BOARD, WAITS)),
    row("a table of dashes with digits", shown(dashes, BOARD, " 12"), (BOARD, WAITS)),
    row("a table of dashes with crosses alone", shown(dashes, BLACKS),
          (BLACKS, FAILS_NOT), (swapped(BLACKS), WAITS)),
    row("a table of dashes with a lone W", shown(dashes, BLACKS, " WO"), (BLACKS, WAITS)),
    row("a table of dashes with rings alone", shown(dashes, WHITES),
          (WHITES, FAILS_NOT), (swapped(WHITES), WAITS)),
    row("a table of dashes with a lone C", shown(dashes, WHITES, " XC"), (WHITES, WAITS)),
    right("rows of discs and rings",
          shown(written, [" ".join(line.translate(str.maketrans(".XO", "+●○"))) for line in BOARD], 20,
                "white", "black", 1.4),
          BOARD, put(BOARD, 2, 4, "X")),
    right("numbers of rows and columns are no points", shown(written, LABELLED, 16, "#101418", "#c8d0d8"),
          BOARD, *aside(BOARD)),
    right("letters in squares on white", shown(letters, BOARD, "white", "black"),
          BOARD, put(BOARD, 2, 4, "X")),
    right("letters in squares on black", shown(letters, BOARD, "#101418", "#c8d0d8"),
          BOARD, put(BOARD, 2, 4, "X")),
    row("which of A and B is black", shown(letters, BOARD, "#101418", "#c8d0d8", "·AB"), (BOARD, WAITS)),
    row("which of a disc and a ring is black, on black", shown(letters, BOARD, "#101418", "#c8d0d8", "·●○"),
          (BOARD, WAITS)),
)  # fmt: skip

ROWS: tuple[Row, ...] = (*BITMAPS, *UNDER_CURSOR, *LETTERS)
