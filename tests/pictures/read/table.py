"""All rows that test the reader, and further rows drawn at random from a seed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

from PIL import Image

from tests.pictures.read import boards, screens, several, stones, typed
from tests.pictures.read.looks import (
    Board,
    Look,
    Mark,
    chequered,
    figure,
    marked,
    numbers,
    painted,
    points_of,
    printed,
    random_board,
    thick,
    walled,
)
from tests.pictures.read.programs import (
    article,
    browser_page,
    coloured_terminal,
    menu_window,
    pane,
    session,
    terminal,
    window,
)
from tests.pictures.read.rows import Row, Shown, impostors, right, shown
from tests.pictures.read.type_pages import bitmap_page, dashes, terminal_rows

ROWS: tuple[Row, ...] = (
    *stones.ROWS, *boards.ROWS, *typed.ROWS, *several.ROWS, *screens.ROWS,
)  # fmt: skip

Kind = Callable[[Random, Board], tuple[Shown, Board]]
"""A picture, and the board that it shows."""

PAPERS = ("#e8c890", "#dcb35c", "white", "#f2f2f2", "#7fb287", "#2b3a55", "#1e1e1e")


def rows(seed: int) -> Iterator[Row]:
    """Rows without end, the same ones for the same seed: the right board never fails, no wrong one passes."""
    rng = Random(seed)
    while True:
        side, dense = rng.choice((5, 9, 9, 9, 13)), rng.uniform(0.1, 0.85)
        board = random_board(rng.randrange(2**30), side, side, dense)
        kind = rng.choice(sorted(KINDS))
        picture, board = KINDS[kind](rng, board)
        yield right(f"{kind}, {len(board)} lines, {dense:.2f} filled", picture, board, *impostors(board),

)  # fmt: skip


def _look(rng: Random) -> Look:
    paper = rng.choice(PAPERS)
    dark = paper in PAPERS[-2:]
    ink, rim = (
        rng.choice(("white", "#b0b0b0") if dark else ("black", "#5a4020")),
        "#c8c8c8" if dark else "black",
    )
    step = rng.choice((16, 20, 28, 40, 52))
    return Look(step=step, margin=round(step * rng.uniform(0.5, 1.6)), paper=paper, ink=ink,
          line=rng.choice((1, 1, 2)),
                black=rng.choice(("black", "#202020")), white=rng.choice(("white", "#e8e8e8")), rim=rim,
                radius=rng.uniform(0.28, 0.5), cells=rng.random() < 0.3, turn=rng.choice((0, 0, 0, 3, -2)),
                grain=rng.choice((0, 0, 0, 6)), shade=rng.choice((0, 0, 0, 0.3)))  # fmt: skip


def _usual(rng: Random, board: Board) -> tuple[Shown, Board]:
    return shown(painted, board, _look(rng)), board


def _numbered(rng: Random, board: Board) -> tuple[Shown, Board]:
    look = replace(_look(rng), step=44, margin=44)
    return shown(marked, board, look, *numbers(board, look, 0.4)), board


def _dotted(rng: Random, board: Board) -> tuple[Shown, Board]:
    """Small dots on some empty points, as on legal moves, or on one stone, as on the last move."""
    empty, stones_ = points_of(board, "."), points_of(board)
    some = empty[:: rng.choice((2, 3))] if rng.random() < 0.5 or not stones_ else (rng.choice(stones_),)
    return shown(marked, board, _look(rng), (some, Mark("disc", 0.1, rng.choice(("red", "#2060d0"))))), board


def _figure(rng: Random, board: Board) -> tuple[Shown, Board]:
    """One of two or four boards of one size."""
    others = [random_board(rng.randrange(2**30), len(board), len(board)) for _ in range(rng.choice((1, 3)))]
    others.insert(rng.randrange(len(others) + 1), board)
    return shown(figure, tuple(others), replace(_look(rng), turn=0)), board


def _of_nine(draw: Callable[..., Image.Image], *choices: tuple[object, ...]) -> Kind:
    """Pictures of boards of nine lines, by a function that also takes one of each of the choices."""

    def kind(rng: Random, board: Board) -> tuple[Shown, Board]:
        nine = board if len(board) == 9 else random_board(rng.randrange(2**30))
        return shown(draw, nine, *map(rng.choice, choices)), nine

    return kind


def _typed(rng: Random, board: Board) -> tuple[Shown, Board]:
    lines = terminal_rows(board, gap=rng.choice(("", " ", "  ")))
    colours = rng.choice(
        (("white", "black"), ("black", "#00ff00"), ("#300a24", "white"), ("ivory", "#403020"))
    )
    return shown(bitmap_page, lines, *colours, rng.choice((12, 15))), board


def _walled(rng: Random, board: Board) -> tuple[Shown, Board]:
    nine = board if len(board) == 9 else random_board(rng.randrange(2**30))
    return shown(walled, nine, frozenset(rng.sample(range(10), rng.randrange(3)))), nine


KINDS: dict[str, Kind] = {
    "usual look": _usual,
    "numbered stones": _numbered,
    "dots": _dotted,
    "figure": _figure,
    "bitmap page": _typed,
    "walls": _walled,
    "squares": _of_nine(chequered, (30, 46), (0, 20)),
    "thick lines": _of_nine(thick, (9, 12, 15, 18)),
    "printed": _of_nine(printed, (15, 26), ("black", "#808080", "#b0b0b0"), (0.1, 0.14)),
    "table of dashes": _of_nine(dashes, (" XO",), (15, 20)),
    "window": _of_nine(window, (30, 36)),
    "menu window": _of_nine(menu_window),
    "pane": _of_nine(pane, (26, 30, 38), (26, 31, 40), (0, 9)),
    "page of a browser": _of_nine(browser_page, (28, 36)),
    "article": _of_nine(article, (17, 18, 20, 24), (60, 90, 300, 420)),
    "session": _of_nine(session),
    "terminal": _of_nine(terminal, (13, 16, 18, 22)),
    "coloured terminal": _of_nine(coloured_terminal, (0, 1, 2)),
}
"""The kinds of pictures that a seed throws: each draws a board, or another one of a size that it can draw."""
