"""Life and death by writing down every state: slow, and without any code of the exam or of the rules.

All states that both sides can reach are listed first.  Then the states that the attacker wins are found by
going over all of them again and again until nothing changes.  Ko is the board two plies ago.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gograde.go import Board, Point, Stone
from tests.minimax import Minimax

State = tuple[bytes, int, bytes]
"""The board, the side to move, and the board that its move must not make again (empty: any)."""


@dataclass(frozen=True)
class World:
    """What both sides may play on, and what is asked."""

    rules: Minimax
    theatre: frozenset[int]
    target: int
    attacker: int


def theatre(board: Board, target: Point) -> frozenset[Point]:
    """The least set with the target that is closed under the two rules of `docs/engine.md`."""
    return frozenset(map(board.point, _world(board, target).theatre))


def captured(
    board: Board,
    target: Point,
    first: Stone,
    before: Board | None = None,
    *,
    most: int = 10**9,
) -> bool | None:
    """Does the attacker capture the target when `first` moves first?  None when there are more states."""
    world = _world(board, target)
    root = _state(world, board.cells, first, before.cells if before else b"")
    moves: dict[State, list[State]] = {}
    new = [root]
    while new:
        state = new.pop()
        if state not in moves:
            moves[state] = [] if _lost(world, state) else list(_moves(world, state))
            new += moves[state]
            if len(moves) > most:
                return None
    won = {state for state in moves if _lost(world, state)}
    size = -1
    while size < len(won):
        size = len(won)
        for state, after in moves.items():
            wins = any if state[1] == world.attacker else all
            if after and wins(other in won for other in after):
                won.add(state)
    return root in won


def _world(board: Board, target: Point) -> World:
    rules, cells, start = Minimax(board.rows, board.cols), board.cells, board.index(target)
    attacker = 3 - cells[start]
    found = {start}
    while True:
        new = {q for p in found for q in rules.around[p] if cells[p] == attacker or cells[q] != attacker}
        beside = {q for p in found for q in rules.around[p] if cells[q] == attacker}
        for stone in beside:
            chain, liberties = rules.group(cells, stone)
            new |= chain if liberties <= found else set()
        if new <= found:
            return World(rules, frozenset(found), start, attacker)
        found |= new


def _lost(world: World, state: State) -> bool:
    return state[0][world.target] in (0, world.attacker)


def _moves(world: World, state: State) -> Iterator[State]:
    cells, mover, before = state
    yield _state(world, cells, 3 - mover, cells)
    for point in world.theatre:
        after = None if cells[point] else world.rules.played(cells, point, mover)
        if after not in (None, before):
            yield _state(world, after, 3 - mover, cells)


def _state(world: World, cells: bytes, mover: int, before: bytes) -> State:
    """Forgets a board that no move can make again."""
    if before.count(mover) != cells.count(mover) + 1:
        return cells, mover, b""
    free = (point for point in world.theatre if not cells[point])
    again = any(world.rules.played(cells, point, mover) == before for point in free)
    return cells, mover, before if again else b""
