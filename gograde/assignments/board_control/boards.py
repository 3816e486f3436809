"""Makes random boards for board-control, answers them in two ways that share no code, tests features."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from gograde.assignments.board_control import careful_program
from gograde.authoring.stream import Stream
from gograde.go.board import Board, Stone
from gograde.go.rules import Chain, chains

QUESTIONS = ("legal", "mover", "chains")
"""The legal board, the legal board after a move of `mover`, and the list of chains."""


def fast(question: str, value: Any) -> Any:
    """The rows of the legal board, or the chains of the given board.

    `value` is `{"board": rows, "mover": None, 1 or 2}`; the question `chains` needs no mover.  A chain is
    `{"color", "stones", "liberties"}`; its stones are sorted, and chains are sorted by their first stones.
    Raises `DataError` unless the board is a rectangle of 0, 1 and 2.
    """
    board = Board.from_rows(value["board"])
    if question == "chains":
        return [_listed(chain) for chain in chains(board)]
    if value["mover"] is None:
        return _without_dead(board, (Stone.BLACK, Stone.WHITE)).to_rows()
    mover = Stone(value["mover"])
    return _without_dead(_without_dead(board, (mover.opponent,)), (mover,)).to_rows()


slow = careful_program.solve
"""Like `fast`, by the program without a mistake; does not check that the board is a rectangle."""


def _without_dead(board: Board, stones: Collection[Stone]) -> Board:
    """The board without the dead chains of the given colours."""
    dead = [chain for chain in chains(board) if chain.stone in stones and not chain.liberties]
    return board.with_stones(Stone.EMPTY, (point for chain in dead for point in chain.points))


def _listed(chain: Chain) -> dict[str, Any]:
    stones = [list(point) for point in chain.points]
    return {"color": int(chain.stone), "stones": stones, "liberties": len(chain.liberties)}


EMPTY = 0
BLACK = 1
WHITE = 2
LONG = 1200
"""The stones of a chain that crashes a program with a recursive call for every stone."""

_SIZES = {
    "no-rows": (0, 0),
    "no-columns": (1, 0),
    "one-point": (1, 1),
    "large": (28, 30),
    "long-chain": (40, 38),
}

Rows = list[list[int]]
Value = Mapping[str, Any]


def make(stream: Stream, question: str, features: tuple[str, ...]) -> dict[str, Any]:
    """An input that may have the features."""
    rows, cols = _size(stream, features)
    cells = _cells(stream, rows * cols, features)
    board = [cells[row * cols : (row + 1) * cols] for row in range(rows)]
    mover = stream.choice((BLACK, WHITE)) if question == "mover" else None
    return {"board": board, **({} if question == "chains" else {"mover": mover})}


def _size(stream: Stream, features: tuple[str, ...]) -> tuple[int, int]:
    for name, size in _SIZES.items():
        if name in features:
            return size
    if "one-row" in features:
        return 1, 3 + stream.below(6)
    if "one-column" in features:
        return 3 + stream.below(6), 1
    rows, cols = 3 + stream.below(5), 3 + stream.below(5)
    return rows, cols + (rows == cols and "not-square" in features)


def _cells(stream: Stream, count: int, features: tuple[str, ...]) -> list[int]:
    if "empty" in features:
        return [EMPTY] * count
    colours = (stream.choice((BLACK, WHITE)),) if "one-colour" in features else (BLACK, WHITE)
    if "full" in features:
        return [stream.choice(colours) for _ in range(count)]
    if "long-chain" in features:
        colours = (*colours, *[stream.choice(colours)] * 60)
    empty = 1 if "long-chain" in features else stream.choice((10, 20, 35))
    return [EMPTY if stream.chance(empty) else stream.choice(colours) for _ in range(count)]


# -- features -------------------------------------------------------------------------------


def _stones(board: Rows) -> list[int]:
    return [cell for row in board for cell in row if cell != EMPTY]


def _removed(value: Value) -> list[tuple[int, int, int]]:
    """Row, column and colour of the stones in dead chains, with both colours judged at once."""
    after = fast("legal", {"board": value["board"], "mover": None})
    return [
        (row, col, cell)
        for row, cells in enumerate(value["board"])
        for col, cell in enumerate(cells)
        if cell != after[row][col]
    ]


def _chains(value: Value) -> list[dict[str, Any]]:
    return list(fast("chains", {"board": value["board"]}))


def _in_corner(value: Value) -> bool:
    rows, cols = len(value["board"]), len(value["board"][0]) if value["board"] else 0
    return any(row in (0, rows - 1) and col in (0, cols - 1) for row, col, _ in _removed(value))


def _shares_a_liberty(value: Value) -> bool:
    """Whether two stones of a chain share a liberty."""
    return any(_touches(value["board"], chain) > chain["liberties"] for chain in _chains(value))


def _touches(board: Rows, chain: Mapping[str, Any]) -> int:
    """The number of pairs of a chain's stone and an empty point beside it."""
    near = ((r + y, c + x) for r, c in chain["stones"] for y, x in ((0, 1), (1, 0), (0, -1), (-1, 0)))
    return sum(0 <= r < len(board) and 0 <= c < len(board[0]) and board[r][c] == EMPTY for r, c in near)


def _own_saved(value: Value) -> bool:
    """Whether a chain of the mover lives only because the opponent's chains are removed first."""
    mover = value.get("mover")
    after = fast("mover", value) if mover else []
    return any(colour == mover and after[row][col] == mover for row, col, colour in _removed(value))


def _suicide(value: Value) -> bool:
    """Whether stones of the mover are removed after the opponent's."""
    mover = value.get("mover")
    after = fast("mover", value) if mover else []
    return any(colour == mover and after[row][col] == EMPTY for row, col, colour in _removed(value))


def _is(test: Callable[[Value], Any]) -> Callable[[str, Value], bool]:
    return lambda question, value: bool(test(value))


FEATURES: Mapping[str, Callable[[str, Value], bool]] = {
    "no-rows": _is(lambda value: not value["board"]),
    "one-point": _is(lambda value: [len(row) for row in value["board"]] == [1]),
    "one-row": _is(lambda value: len(value["board"]) == 1 and len(value["board"][0]) > 1),
    "one-column": _is(lambda value: len(value["board"]) > 1 and len(value["board"][0]) == 1),
    "not-square": _is(lambda value: value["board"] and len(value["board"]) != len(value["board"][0])),
    "no-columns": _is(lambda value: value["board"] and not value["board"][0]),
    "long-chain": _is(lambda value: any(len(chain["stones"]) >= LONG for chain in _chains(value))),
    "large": _is(lambda value: len(value["board"]) >= 25),
    "empty": _is(lambda value: value["board"] and not _stones(value["board"])),
    "one-colour": _is(lambda value: len(set(_stones(value["board"]))) == 1),
    "full": _is(lambda value: value["board"] and all(cell for row in value["board"] for cell in row)),
    "nothing-dies": _is(lambda value: _stones(value["board"]) and not _removed(value)),
    "both-die": _is(lambda value: len({colour for _, _, colour in _removed(value)}) == 2),
    "dead-chain": _is(lambda v: any(c["liberties"] == 0 and len(c["stones"]) > 2 for c in _chains(v))),
    "dead-in-corner": _is(_in_corner),
    "shared-liberty": _is(_shares_a_liberty),
    "own-saved": _is(_own_saved),
    "suicide": _is(_suicide),
    "white-moved": _is(lambda value: value.get("mover") == WHITE),
}
