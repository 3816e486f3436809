"""Life and death by writing down every state: slow, and without any code of the exam or of the rules.

All states that both sides can reach are listed first.  Then the states that the attacker wins are found by
going over all of them again and again until nothing changes.  Boards are text, ko is the text two plies ago.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from gograde.go import Board, Point, Stone

Near = tuple[tuple[int, ...], ...]
State = tuple[str, str, str]
"""The board, the side to move, and the board that its move must not make again (empty: any)."""


@dataclass(frozen=True)
class World:
    """What both sides may play on, and what is asked."""

    near: Near
    theatre: frozenset[int]
    target: int
    attacker: str


def theatre(board: Board, target: Point) -> frozenset[Point]:
    """The least set with the target that is closed under the two rules of `docs/engine.md`."""
    return frozenset(Point(*divmod(i, board.cols)) for i in _world(board, target).theatre)


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
    root = _state(world, _text(board), "XO"[first - 1], _text(before) if before else "")
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
    near = tuple(
        tuple(
            p * board.cols + q
            for p, q in product(range(board.rows), range(board.cols))
            if abs(p - r) + abs(q - c) == 1
        )
        for r, c in product(range(board.rows), range(board.cols))
    )
    text, start = _text(board), target[0] * board.cols + target[1]
    attacker = "X" if text[start] == "O" else "O"
    found = {start}
    while True:
        new = {q for p in found for q in near[p] if text[p] == attacker or text[q] != attacker}
        beside = {q for p in found for q in near[p] if text[q] == attacker}
        for stone in beside:
            chain, liberties = _chain(near, text, stone)
            new |= chain if liberties <= found else set()
        if new <= found:
            return World(near, frozenset(found), start, attacker)
        found |= new


def _text(board: Board) -> str:
    return "".join(".XO"[cell] for row in board.to_rows() for cell in row)


def _lost(world: World, state: State) -> bool:
    return state[0][world.target] in (".", world.attacker)


def _moves(world: World, state: State) -> Iterator[State]:
    text, mover, before = state
    following = "XO"[mover == "X"]
    yield _state(world, text, following, text)
    for point in world.theatre:
        after = _play(world.near, text, mover, point)
        if after not in ("", before):
            yield _state(world, after, following, text)


def _state(world: World, text: str, mover: str, before: str) -> State:
    """Forgets a board that no move can make again."""
    if before.count(mover) != text.count(mover) + 1:
        return text, mover, ""
    again = any(_play(world.near, text, mover, point) == before for point in world.theatre)
    return text, mover, before if again else ""


def _play(near: Near, text: str, mover: str, point: int) -> str:
    """The board after a move, empty when it is illegal."""
    if text[point] != ".":
        return ""
    after = text[:point] + mover + text[point + 1 :]
    for other in near[point]:
        if after[other] not in (".", mover):
            chain, liberties = _chain(near, after, other)
            if not liberties:
                after = "".join("." if place in chain else mark for place, mark in enumerate(after))
    return after if _chain(near, after, point)[1] else ""


def _chain(near: Near, text: str, stone: int) -> tuple[set[int], set[int]]:
    """The stones of a chain, and its liberties."""
    chain, liberties, new = {stone}, set(), [stone]
    while new:
        for other in near[new.pop()]:
            if text[other] == ".":
                liberties.add(other)
            elif text[other] == text[stone] and other not in chain:
                chain.add(other)
                new.append(other)
    return chain, liberties
