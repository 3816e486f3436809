"""The right answers of board-control, from two implementations that share no code.

`fast` uses `gograde.go.rules`.  `slow` applies the definitions to nested lists: a stone stays when an
empty point or a staying stone of its colour is beside it, and adjacent stones of one colour belong to
one chain.  Both return new JSON values and do not change their input.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from gograde.go.board import Board, Stone
from gograde.go.rules import Chain, chains

QUESTIONS = ("legal", "mover", "chains")
"""The legal board, the legal board after a move of `mover`, and the list of chains."""

Place = tuple[int, int]


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


def slow(question: str, value: Any) -> Any:
    """Like `fast`, from the definitions; does not check that the board is a rectangle."""
    rows = value["board"]
    if question == "chains":
        return _joined(dict(_cells(rows)))
    staying = _staying(rows, value["mover"])
    return [[cell * ((r, c) in staying) for c, cell in enumerate(row)] for r, row in enumerate(rows)]


# -- with the rules module ------------------------------------------------------------------


def _without_dead(board: Board, stones: Collection[Stone]) -> Board:
    """The board without the dead chains of the given colours."""
    dead = [chain for chain in chains(board) if chain.stone in stones and not chain.liberties]
    return board.with_stones(Stone.EMPTY, (point for chain in dead for point in chain.points))


def _listed(chain: Chain) -> dict[str, Any]:
    stones = [list(point) for point in chain.points]
    return {"color": int(chain.stone), "stones": stones, "liberties": len(chain.liberties)}


# -- from the definitions -------------------------------------------------------------------


def _staying(rows: Sequence[Sequence[int]], mover: int | None) -> set[Place]:
    """The points of all stones on the legal board."""
    held = {colour: {place for place, cell in _cells(rows) if cell == colour} for colour in (0, 1, 2)}
    if mover is None:
        return _breathing(held[1], held[0]) | _breathing(held[2], held[0])
    theirs = _breathing(held[3 - mover], held[0])
    freed = held[0] | held[3 - mover] - theirs
    return theirs | _breathing(held[mover], freed)


def _breathing(stones: set[Place], empty: set[Place]) -> set[Place]:
    """The stones connected to an empty point."""
    staying: set[Place] = set()
    new = _beside(empty) & stones
    while new:
        staying |= new
        new = (_beside(new) & stones) - staying
    return staying


def _joined(cells: Mapping[Place, int]) -> list[dict[str, Any]]:
    """The chains, by union-find: each stone leads to the first stone of its chain."""
    leader = {place: place for place, cell in cells.items() if cell}
    for place in leader:
        for other in _beside([place]) & leader.keys():
            if cells[other] == cells[place]:
                low, high = sorted((_first(place, leader), _first(other, leader)))
                leader[high] = low
    members: dict[Place, list[Place]] = {}
    for place in sorted(leader):
        members.setdefault(_first(place, leader), []).append(place)
    return [_counted(stones, cells) for stones in members.values()]


def _counted(stones: list[Place], cells: Mapping[Place, int]) -> dict[str, Any]:
    liberties = sum(cells.get(place) == 0 for place in _beside(stones))
    return {"color": cells[stones[0]], "stones": [list(place) for place in stones], "liberties": liberties}


def _first(place: Place, leader: Mapping[Place, Place]) -> Place:
    while leader[place] != place:
        place = leader[place]
    return place


def _beside(places: Iterable[Place]) -> set[Place]:
    """All points beside the given places, on the board or not."""
    return {(r + y, c + x) for r, c in places for y, x in ((-1, 0), (0, -1), (0, 1), (1, 0))}


def _cells(rows: Sequence[Sequence[int]]) -> Iterator[tuple[Place, int]]:
    return (((r, c), cell) for r, row in enumerate(rows) for c, cell in enumerate(row))
