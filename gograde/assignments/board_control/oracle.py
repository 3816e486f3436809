"""The right answers of board-control, from two implementations that share no code.

`fast` uses `gograde.go.rules`.  `slow` is the program that known mistakes are changes of.  Both return new
JSON values and do not change their input.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from gograde.assignments.board_control import careful_program
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
