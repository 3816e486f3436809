"""Boards that are grids of labels or buttons: each widget is a cell, and what is on it lies on a point.

Runs inside the sandbox.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from gograde.pictures.shapes.scene import Group, Shape

Part = tuple[list[float], list[float], str, list[Any]]
At = tuple[int, int]

FEW_ITEMS = 3
"""The most items of a label: its border, an image and a text."""

LEAST = 4
"""The least rows and columns of a board."""

FULL = 0.6
"""The part of the longest row that a row of the board has; a row of buttons is shorter."""

SAME = 3.0
"""Pixels between the middles of widgets in one row."""

EVEN = 0.02
"""The part of a step by which two rows may be nearer or farther than others, beside two pixels."""

LONGEST_NAME = 2
"""Letters of the name of a line, at most."""

LINES = "#808080"
"""The colour of the lines that are added between cells."""


def widget_boards(
    parts: Sequence[Part], colour: Callable[[Any], str], shapes: Callable[[Part], Iterator[Shape]]
) -> Iterator[tuple[set[int], Group]]:
    """The parts of each board that is a grid of widgets, and its shapes; `shapes` gives those of a part."""
    for run in _runs(parts):
        cells = _lattice({n: _middle(parts[n]) for n in run})
        board = _without_names(cells, parts)
        if len(board) >= LEAST * LEAST:
            names = {n for n in run if 0 < len(_text(parts[n])) <= LONGEST_NAME}
            drawn = (_cell(board, at, parts, colour) for at in board)
            on_them = (shape for n in board.values() for shape in _on_cell(parts[n], shapes))
            yield names | set(cells.values()), Group(colour(parts[0][2]), (*drawn, *on_them))


def _runs(parts: Sequence[Part]) -> Iterator[list[int]]:
    """Parts that follow one another in one container; the first part inside another follows it."""
    run: list[int] = []
    for n in range(1, len(parts) + 1):
        inside = n + 1 < len(parts) and _holds(parts[n][0], _middle(parts[n + 1]))
        if n < len(parts) and not inside and len(parts[n][3]) <= FEW_ITEMS:
            run.append(n)
            continue
        if len(run) >= LEAST * LEAST:
            yield run
        run = []


def _holds(box: Sequence[float], point: tuple[float, float]) -> bool:
    return all(0 < point[axis] - box[axis] < box[axis + 2] for axis in (0, 1))


def _middle(part: Part) -> tuple[float, float]:
    left, top, width, height = part[0]
    return left + width / 2, top + height / 2


def _lattice(middles: Mapping[int, tuple[float, float]]) -> dict[At, int]:
    """The parts by row and column; empty when they do not fill a lattice of equal steps."""
    columns, rows = (_places([middle[axis] for middle in middles.values()]) for axis in (0, 1))
    found = {
        (row, col): n
        for n, (x, y) in middles.items()
        if (row := _nearest(rows, y)) is not None and (col := _nearest(columns, x)) is not None
    }
    return found if len(found) == len(rows) * len(columns) >= LEAST * LEAST else {}


def _places(values: Sequence[float]) -> list[float]:
    """The places of full rows, without an outer one at another step; none when their steps differ."""
    rows: list[list[float]] = []
    for value in sorted(values):
        if rows and value - rows[-1][0] <= SAME:
            rows[-1].append(value)
        else:
            rows.append([value])
    most = max(map(len, rows))
    places = [sum(row) / len(row) for row in rows if len(row) >= FULL * most]
    inner = (places, places[1:], places[:-1], places[1:-1])
    return next((found for found in inner if len(found) >= LEAST and _are_even(found)), [])


def _are_even(places: Sequence[float]) -> bool:
    step = (places[-1] - places[0]) / (len(places) - 1)
    return all(abs(end - start - step) <= 2 + EVEN * step for start, end in pairwise(places))


def _nearest(places: Sequence[float], value: float) -> int | None:
    return next((n for n, place in enumerate(places) if abs(place - value) <= SAME), None)


def _without_names(cells: Mapping[At, int], parts: Sequence[Part]) -> dict[At, int]:
    """The cells without the rows and columns on the edge whose texts all differ: names of lines."""
    board = dict(cells)
    for axis in (0, 1):
        for edge in (0, max((at[axis] for at in board), default=0)):
            texts = [_text(parts[n]) for at, n in board.items() if at[axis] == edge]
            named = [text for text in texts if text]
            if len(named) >= max(LEAST, len(texts) - 2) and len(set(named)) == len(named):
                board = {at: n for at, n in board.items() if at[axis] != edge}
    return board


def _text(part: Part) -> str:
    return next((str(options.get("text", "")) for kind, _, options in part[3] if kind == "text"), "").strip()


def _cell(board: Mapping[At, int], at: At, parts: Sequence[Part], colour: Callable[[Any], str]) -> Shape:
    """The cell around a widget, which reaches half a step to every side."""
    first, last = (_middle(parts[board[end]]) for end in (min(board), max(board)))
    (top, left), (bottom, right) = min(board), max(board)
    across, down = (last[0] - first[0]) / (right - left) / 2, (last[1] - first[1]) / (bottom - top) / 2
    x, y = _middle(parts[board[at]])
    return Shape("rect", (x - across, y - down, x + across, y + down), colour(parts[board[at]][2]), LINES)


def _on_cell(part: Part, shapes: Callable[[Part], Iterator[Shape]]) -> Iterator[Shape]:
    """What lies on a widget, without its border; its text is in the middle, whatever the anchor."""
    (x, y), (*_, width, height) = _middle(part), part[0]
    for shape in shapes(part):
        if shape.kind == "text":
            yield shape._replace(coords=(x - width / 4, y - height / 4, x + width / 4, y + height / 4))
        elif shape.kind != "rect" or shape.fill:
            yield shape
