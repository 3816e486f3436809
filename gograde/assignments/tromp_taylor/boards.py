"""Makes random boards for tromp-taylor, answers them in two ways that share no code, tests their features.

A board is bytes of `X`, `O` and `-`, row by row; noise is inserted between its points afterwards.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from math import isqrt

from gograde.assignments.tromp_taylor.assignment import MARKS, marks_of
from gograde.authoring.stream import Stream
from gograde.errors import DataError
from gograde.go.area import result_text

_FIRST = b"""\
- - - X - O - - -
- - - X - O - - -
- - - X - O - - -
- - - X O - - O -
X X X O - O O - -
- - - X O - - O O
- - - X - O - - -
- - - X - O - X -
- - - - - O - - -
"""
_SENTENCE = b"Xavier is insane -- says Oliver"
_WORDS = b"Code-Golf"
_ONE_LINE = b"-XXXXXXX-XOOOOOOOXXO-OXXXOXXXOX--XOXXOOX-XOOXXOX--XOXXXOXXXO-OXXOOOOOOOX-XXXXXXX-"
_LARGE = b"""\
- - X O O O O X X - - - - - - X O O -
- X X O X O X X O X X X X X X - X O -
- X O O X X X - O O O X O O X X X O -
- X O O O X X O O O O O O X X X O - -
- - X X O X - X X X X O O O O O O O -
- - X O O X X X - X X X O O O X X O -
- - X O - O X O X O O O O O X X X O -
- X O O - O O O X X X X X O O X O - -
- X X X O - - - O X O X X X O X O - -
X O O O O - - O - O O O O X X X O O -
X X O - - - O - - O O X X - - X X O O
X O O O - - O - O O X - - - - X O O X
- X X X O O X O O X X - - - - X X X X
X - X X X O X X O O X - - X X O X O O
X X O O X O X O X X - - - X O O O O -
X O - O X X X O X - - - - - X O - - -
O O - O X O O O O X X - X X X X O - -
O O - O O O X O X X - - X - X X O - -
- - O - - O X X X - - - - X O O O - -
"""

PUBLISHED = (_FIRST, _SENTENCE, _WORDS, _ONE_LINE, _LARGE)

SIZES = (0, 1, 2, 3, 5, 9, 13, 19, 37, 100, 255)
EMPTY, BLACK, WHITE = MARKS

PUBLISHED_AS = {f"published-{number}": data for number, data in enumerate(PUBLISHED, start=1)}
"""The published boards by the features that ask for them."""

_NOISE = {
    "lower-case": b"xo",
    "digits": b"0123456789",
    "dots": b".,:;",
    "blanks": b" \t",
    "nul": b"\0",
    "dashes": "–—−".encode(),
    "lines": b"\n",
}
_NAMED_NOISE = tuple(name for name in _NOISE if name != "lines")


def make(stream: Stream, question: str, features: tuple[str, ...]) -> bytes:
    """A board that may have the features; boards of the question `noise` have other characters too."""
    published = next((PUBLISHED_AS[name] for name in features if name in PUBLISHED_AS), None)
    if published is not None:
        return published
    side = _side(stream, features)
    shape = next((SHAPES[name] for name in features if name in SHAPES), random_cells)
    cells = shape(stream, side)
    if question == "noise":
        return _noisy(stream, cells, [name for name in features if name in _NOISE])
    if "one-line" in features:
        return cells
    end = b"\r\n" if "windows-lines" in features else b"\n"
    return b"".join(cells[start : start + side] + end for start in range(0, side * side, side or 1))


def _side(stream: Stream, features: tuple[str, ...]) -> int:
    named = [int(name.removeprefix("size-")) for name in features if name.startswith("size-")]
    return named[0] if named else stream.choice((2, 3, 5, 9, 13))


# -- shapes ---------------------------------------------------------------------------------


def random_cells(stream: Stream, side: int) -> bytes:
    """Random stones, mostly in groups of one colour; 5, 25, 50 or 80 percent of the points are empty."""
    empty = stream.choice((5, 25, 50, 80))
    cells = bytearray(EMPTY for _ in range(side * side))
    for index in range(side * side):
        if not stream.chance(empty):
            cells[index] = _beside(stream, cells, index, side)
    return bytes(cells)


def _beside(stream: Stream, cells: bytearray, index: int, side: int) -> int:
    """The colour of the stone above or on the left in 60 of 100 cases, else a random colour."""
    near = [cells[index - step] for step in (1, side) if index >= step and cells[index - step] != EMPTY]
    return stream.choice(near) if near and stream.chance(60) else stream.choice((BLACK, WHITE))


def _full(stream: Stream, side: int) -> bytes:
    return bytes(stream.choice((BLACK, WHITE)) for _ in range(side * side))


def _one_colour(stream: Stream, side: int) -> bytes:
    colour = stream.choice((BLACK, WHITE))
    return bytes(colour if stream.chance(40) else EMPTY for _ in range(side * side))


def _empty(stream: Stream, side: int) -> bytes:
    return bytes([EMPTY]) * (side * side)


def _lone_stone(stream: Stream, side: int) -> bytes:
    cells = bytearray(_empty(stream, side))
    if cells:
        cells[stream.below(len(cells))] = stream.choice((BLACK, WHITE))
    return bytes(cells)


def _nested(stream: Stream, side: int) -> bytes:
    """Concentric rings of stones and of empty points."""
    order = stream.choice(((BLACK, EMPTY, WHITE, EMPTY), (WHITE, EMPTY, BLACK), (EMPTY, BLACK, EMPTY, EMPTY)))
    points = ((row, col) for row in range(side) for col in range(side))
    return bytes(order[min(r, c, side - 1 - r, side - 1 - c) % len(order)] for r, c in points)


def _spiral(stream: Stream, side: int) -> bytes:
    """An inward spiral of empty points, one wide, between walls; a stone of the other colour ends it."""
    wall, other = (BLACK, WHITE) if stream.chance(50) else (WHITE, BLACK)
    cells = bytearray([wall]) * (side * side)
    path = list(_winding(side))
    for row, col in path:
        cells[row * side + col] = EMPTY
    if path:
        row, col = path[-1]
        cells[row * side + col] = other
    return bytes(cells)


def _winding(side: int) -> Iterator[tuple[int, int]]:
    """The points of an inward spiral from the top left corner, with a wall between its windings."""
    row, col, (down, right) = 0, 0, (0, 1)
    seen = {(0, 0)} if side else set()
    yield from seen
    turns = 0
    while side and turns < 2:
        ahead, beyond = (row + down, col + right), (row + 2 * down, col + 2 * right)
        inside = 0 <= ahead[0] < side and 0 <= ahead[1] < side
        if not inside or ahead in seen or beyond in seen:
            down, right, turns = right, -down, turns + 1
            continue
        row, col = ahead
        turns = 0
        seen.add(ahead)
        yield ahead


def _comb(stream: Stream, side: int) -> bytes:
    """Columns of empty points, one wide, joined by the last row, with a stone of the other colour in it."""
    return _walled(stream, side, lambda row, col: col % 2 == 0 or row == side - 1)


def _serpentine(stream: Stream, side: int) -> bytes:
    """A path of empty points, one wide, up and down the columns, with a stone of the other colour."""

    def is_path(row: int, col: int) -> bool:
        return col % 2 == 0 or row == (side - 1 if col % 4 == 1 else 0)

    return _walled(stream, side, is_path)


def _walled(stream: Stream, side: int, is_path: Callable[[int, int], bool]) -> bytes:
    """A board of one colour with a path of empty points; the last corner has the other colour."""
    wall, other = (BLACK, WHITE) if stream.chance(50) else (WHITE, BLACK)
    points = ((row, col) for row in range(side) for col in range(side))
    cells = [EMPTY if is_path(*point) else wall for point in points]
    return bytes([*cells[:-1], other]) if cells else b""


def _corridor(stream: Stream, side: int) -> bytes:
    """An empty board with a stone in the first or the last corner."""
    cells = bytearray(_empty(stream, side))
    if cells:
        cells[stream.choice((0, side * side - 1))] = stream.choice((BLACK, WHITE))
    return bytes(cells)


SHAPES: Mapping[str, Callable[[Stream, int], bytes]] = {
    "full": _full,
    "one-colour": _one_colour,
    "empty": _empty,
    "lone-stone": _lone_stone,
    "nested": _nested,
    "spiral": _spiral,
    "comb": _comb,
    "serpentine": _serpentine,
    "corridor": _corridor,
}


# -- noise ----------------------------------------------------------------------------------


def _noisy(stream: Stream, cells: bytes, kinds: list[str]) -> bytes:
    """The points with runs of other characters between them; no `kinds` means all kinds."""
    letters = [_NOISE[kind] for kind in kinds or _NAMED_NOISE]
    parts = [_run(stream, letters)]
    for cell in cells:
        parts += [bytes([cell]), _run(stream, letters) if stream.chance(30) else b""]
    return b"".join(parts)


def _run(stream: Stream, letters: list[bytes]) -> bytes:
    """One to four characters; a Unicode dash has three bytes."""
    return b"".join(_character(stream, stream.choice(letters)) for _ in range(1 + stream.below(4)))


def _character(stream: Stream, letters: bytes) -> bytes:
    if letters[0] >= 0x80:
        start = 3 * stream.below(len(letters) // 3)
        return letters[start : start + 3]
    return bytes([stream.choice(letters)])


# -- features -------------------------------------------------------------------------------


def _of_size(side: int) -> Callable[[str, bytes], bool]:
    return lambda question, data: len(marks_of(data)) == side * side


def _has_noise(letters: bytes) -> Callable[[str, bytes], bool]:
    return lambda question, data: any(byte in letters for byte in data)


def _is_shape(name: str) -> Callable[[str, bytes], bool]:
    """A test for what all boards of a shape have in common."""
    return lambda question, data: _SHOWS[name](marks_of(data))


def _is_the_same(published: bytes) -> Callable[[str, bytes], bool]:
    return lambda question, data: data == published


def _stones(cells: bytes) -> int:
    return len(cells) - cells.count(EMPTY)


def _is_walled(cells: bytes) -> bool:
    """Whether one colour has a single stone, and more than three points are empty."""
    return 1 in (cells.count(BLACK), cells.count(WHITE)) and cells.count(EMPTY) > 3


def _is_one_path(cells: bytes) -> bool:
    """Whether no empty point has more than two empty neighbours, so that a path has no branches."""
    side = isqrt(len(cells))
    empty = {(at // side, at % side) for at, cell in enumerate(cells) if cell == EMPTY}
    near = ((0, 1), (1, 0), (0, -1), (-1, 0))
    return all(sum((row + y, col + x) in empty for y, x in near) <= 2 for row, col in empty)


_SHOWS: Mapping[str, Callable[[bytes], bool]] = {
    "full": lambda cells: bool(cells) and EMPTY not in cells,
    "one-colour": lambda cells: (BLACK in cells) != (WHITE in cells),
    "empty": lambda cells: not _stones(cells),
    "lone-stone": lambda cells: _stones(cells) == 1,
    "nested": lambda cells: bool(cells) and cells == cells[::-1] and EMPTY in cells,
    "spiral": lambda cells: _is_walled(cells) and _is_one_path(cells),
    "comb": lambda cells: _is_walled(cells) and not _is_one_path(cells),
    "serpentine": lambda cells: _is_walled(cells) and _is_one_path(cells),
    "corridor": lambda cells: _stones(cells) == 1,
}


def _result_is(first: str) -> Callable[[str, bytes], bool]:
    return lambda question, data: fast(question, data).startswith(first)


FEATURES: Mapping[str, Callable[[str, bytes], bool]] = {
    **{f"size-{side}": _of_size(side) for side in SIZES},
    **{name: _is_shape(name) for name in SHAPES},
    **{name: _has_noise(letters) for name, letters in _NOISE.items()},
    "one-line": lambda question, data: b"\n" not in data,
    "windows-lines": lambda question, data: b"\r\n" in data,
    "black-wins": _result_is("B"),
    "white-wins": _result_is("W"),
    "jigo": _result_is("J"),
    **{name: _is_the_same(data) for name, data in PUBLISHED_AS.items()},
}

# -- the right answers: `fast` floods empty regions, `slow` follows the definition ---------------------------


def fast(_question: str, data: bytes) -> str:
    """`B+k`, `W+k` or `Jigo`; raises `DataError` unless the points fill a square of side 0 to 255."""
    return result_text(data)


def slow(_question: str, data: bytes) -> str:
    """Like `fast`, by joining neighbours of one colour; takes about linear time on every board."""
    points = [letter for letter in data.decode("latin-1") if letter in "XO-"]
    pairs = list(_pairs(_side_of(len(points))))
    reached = _reached(points, pairs)
    lead = sum(_worth(own, others) for own, others in zip(points, reached, strict=True))
    return f"B+{lead}" if lead > 0 else f"W+{-lead}" if lead < 0 else "Jigo"


def _side_of(count: int) -> int:
    side = isqrt(count)
    if side * side != count or side > 255:
        what = f"{count} points are no square of at most 255 a side"
        raise DataError("board", what, "give n x n of X, O and -")
    return side


def _pairs(side: int) -> Iterator[tuple[int, int]]:
    """Every pair of neighbours once, as indices of points."""
    for place in range(side * side):
        if place % side:
            yield place - 1, place
        if place >= side:
            yield place - side, place


def _reached(points: list[str], pairs: list[tuple[int, int]]) -> list[set[str]]:
    """The colours that each point reaches."""
    heads = _heads(points, pairs)
    beside: dict[int, set[str]] = defaultdict(set)
    for one, other in pairs:
        beside[heads[one]].add(points[other])
        beside[heads[other]].add(points[one])
    return [beside[head] - {own} for own, head in zip(points, heads, strict=True)]


def _heads(points: list[str], pairs: list[tuple[int, int]]) -> list[int]:
    """For each point, the index that represents its chain or region (union-find with path halving)."""
    parent = list(range(len(points)))

    def head(place: int) -> int:
        while parent[place] != place:
            parent[place] = parent[parent[place]]
            place = parent[place]
        return place

    for one, other in pairs:
        if points[one] == points[other]:
            parent[head(one)] = head(other)
    return [head(place) for place in range(len(points))]


def _worth(own: str, reached: set[str]) -> int:
    """1 for Black's point, -1 for White's, 0 for a point without an owner."""
    black = own == "X" or (own == "-" and "X" in reached and "O" not in reached)
    white = own == "O" or (own == "-" and "O" in reached and "X" not in reached)
    return black - white
