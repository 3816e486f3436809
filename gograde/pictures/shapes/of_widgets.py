"""Boards that are grids of labels or buttons: each widget is a cell, its text or its colour the stone.

Runs inside the sandbox.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from gograde.pictures.shapes.colours import DARK, LIGHT, lightness
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

EVEN = 0.08
"""The part of a step by which a row may lie off its place, beside two pixels."""

RADIUS = 0.4
"""Steps: the radius of the disc that stands for a sign."""

LONGEST_NAME = 2
"""Letters of the name of a line, at most."""

EMPTY = frozenset((*".+·-_─│┼┌┐└┘├┤┬┴", ""))
DISCS, RINGS = frozenset("●⚫⬤"), frozenset("○◯⚪")
WORDS: Mapping[str, str] = {**dict.fromkeys("Bb黑", "X"), **dict.fromkeys("Ww白", "O")}
LETTERS: Mapping[str, str] = {**dict.fromkeys("Xx", "X"), **dict.fromkeys("Oo", "O")}

Colour = Callable[[Any], str]


def widget_boards(parts: Sequence[Part], colour: Colour) -> Iterator[tuple[set[int], Group]]:
    """The parts of each board, and its shapes; nothing of a grid whose texts do not say what they mean.

    X and O mean black and white to nearly all; the ground is told as dark, where either may be meant.
    """
    for run in _runs(parts):
        cells = _lattice({n: _middle(parts[n]) for n in run})
        board = _without_names(cells, parts)
        signs = _signs({at: _text(parts[n], colour) for at, n in board.items()}) if board else None
        if signs is not None:
            names = {n for n in run if _is_name(_raw(parts[n]))}
            letters = any(_raw(parts[n]) in LETTERS for n in board.values())
            ground = "#000000" if letters else colour(parts[0][2])
            yield names | set(cells.values()), Group(ground, tuple(_shapes(board, signs, parts, colour)))


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
    return all(abs(place - places[0] - n * step) <= 2 + EVEN * step for n, place in enumerate(places))


def _nearest(places: Sequence[float], value: float) -> int | None:
    return next((n for n, place in enumerate(places) if abs(place - value) <= SAME), None)


def _without_names(cells: Mapping[At, int], parts: Sequence[Part]) -> dict[At, int]:
    """The cells without the rows and columns on the edge whose texts all differ: names of lines."""
    board = dict(cells)
    for axis in (0, 1):
        for edge in (0, max((at[axis] for at in board), default=0)):
            texts = [_raw(parts[n]) for at, n in board.items() if at[axis] == edge]
            named = [text for text in texts if text]
            if len(named) >= max(LEAST, len(texts) - 2) and len(set(named)) == len(named):
                board = {at: n for at, n in board.items() if at[axis] != edge}
    return board


def _is_name(text: str) -> bool:
    """Whether a text may be the name of a line, such as `A` or `10`."""
    return 0 < len(text) <= LONGEST_NAME and text.isalnum() and text.isascii()


def _raw(part: Part) -> str:
    return next((str(options.get("text", "")) for kind, _, options in part[3] if kind == "text"), "").strip()


def _text(part: Part, colour: Colour) -> tuple[str, str]:
    """The text of a widget and its colour; an image is a text that no board has."""
    if any(kind == "image" for kind, *_ in part[3]):
        return "image", ""
    fills = [colour(options.get("fill", "black")) for kind, _, options in part[3] if kind == "text"]
    return _raw(part), fills[0] if fills else ""


def _signs(texts: Mapping[At, tuple[str, str]]) -> dict[At, str] | None:
    """`X` and `O` by row and column; None when the texts do not say it for certain."""
    stones = {at: told for at, told in texts.items() if told[0] not in EMPTY}
    signs = {text for text, _ in stones.values()}
    shades = {text: {_shade(fill) for sign, fill in stones.values() if sign == text} for text in signs}
    if signs <= DISCS | RINGS:
        dark_rings = all(shades[sign] == {"X"} for sign in signs & RINGS)
        light_discs = any("O" in shades[sign] for sign in signs & DISCS)
        if not dark_rings or (light_discs and signs & RINGS) or any("" in one for one in shades.values()):
            return None
        return {at: "O" if text in RINGS else _shade(fill) for at, (text, fill) in stones.items()}
    for table in (WORDS, LETTERS):
        meant = {sign: table.get(sign) for sign in signs}
        both = set(meant.values()) == {"X", "O"} or (table is WORDS and None not in meant.values())
        swapped = any(one == "X" and shades[sign] == {"O"} for sign, one in meant.items()) and any(
            one == "O" and shades[sign] == {"X"} for sign, one in meant.items()
        )
        if both and not swapped:
            return {at: table[text] for at, (text, _) in stones.items()}
    return None


def _shade(fill: str) -> str:
    """`X` for dark, `O` for light, nothing for what is neither."""
    value = lightness(fill)
    return "X" if value < DARK else "O" if value > LIGHT else ""


def _shapes(
    board: Mapping[At, int], signs: Mapping[At, str], parts: Sequence[Part], colour: Colour
) -> Iterator[Shape]:
    """The cells, then the discs that the signs mean."""
    middles = {at: _middle(parts[n]) for at, n in board.items()}
    rows, columns = Counter(row for row, _ in board), Counter(col for _, col in board)
    first, last = (min(rows), min(columns)), (max(rows), max(columns))
    across = (middles[last][0] - middles[first][0]) / (len(columns) - 1) / 2
    down = (middles[last][1] - middles[first][1]) / (len(rows) - 1) / 2
    for at, (x, y) in middles.items():
        ground = colour(parts[board[at]][2])
        yield Shape("rect", (x - across, y - down, x + across, y + down), ground, "#808080")
    half = 2 * RADIUS * min(across, down)
    for at, sign in signs.items():
        (x, y), fill = middles[at], {"X": "#000000", "O": "#ffffff"}[sign]
        yield Shape("oval", (x - half, y - half, x + half, y + half), fill, "#000000")
