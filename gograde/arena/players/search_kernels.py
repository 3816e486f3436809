"""Searches of the 5x5 game as machine code (numba): alpha-beta and Monte Carlo tree search.

A board is the bits of the side to play and of the other side.  The point that ko forbids is a bit, or 0.  A
move is the number of a point, or `PASS` (25).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gograde.arena.game.rules import KOMI
from gograde.go.kernels import FULL, POINTS, compiled, count_ones, neighbours, played

PASS = POINTS
_KOMI_TWICE = int(2 * KOMI)
_CHILDREN = POINTS + 1

Bits = int
Situation = tuple[Bits, Bits, Bits, int, bool, int]
"""Stones of the side to play and of the other, ko, passes, whether black is to play, plies left."""


@compiled
def listed(own: Bits, other: Bits, ko: Bits, moves: NDArray[np.int64]) -> int:
    """Fill `moves` with the legal points in order, without the pass; returns their number."""
    empty = FULL & ~(own | other)
    found = 0
    for point in range(POINTS):
        bit = 1 << point
        if not bit & empty or bit == ko:
            continue
        if neighbours(bit) & empty or played(bit, own, other)[0]:
            moves[found] = point
            found += 1
    return found


@compiled
def after(situation: Situation, move: int) -> Situation:
    """The situation after a move; a pass lifts ko."""
    own, other, _, passes, black, left = situation
    if move == PASS:
        return other, own, 0, passes + 1, not black, left - 1
    mine, theirs, ko = played(1 << move, own, other)
    return theirs, mine, ko, 0, not black, left - 1


@compiled
def is_over(situation: Situation) -> bool:
    """Have both sides passed, or is there no ply left?"""
    return situation[5] == 0 or situation[3] >= 2


@compiled
def scrambled(state: np.uint64) -> np.uint64:
    """The next state of a 64-bit generator (splitmix64: Steele, Lea, Flood 2014)."""
    mixed = state + np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return mixed ^ (mixed >> np.uint64(31))


@compiled
def below(state: np.uint64, options: int) -> int:
    """A number from 0 to `options` - 1."""
    return int(((state >> np.uint64(33)) * np.uint64(options)) >> np.uint64(31))


@compiled
def lead(own: Bits, other: Bits, black: bool) -> int:
    """Twice the lead of the side to play in points, including komi; never 0."""
    komi = -_KOMI_TWICE if black else _KOMI_TWICE
    return 2 * (count_ones(own) - count_ones(other)) + komi


# ------------------------------------------------------------------------------- alpha-beta

_WON = 1000
_INFINITE = 100_000


@compiled
def _worth(own: Bits, other: Bits, black: bool, over: bool) -> int:
    """The lead of `own`; before the end, a liberty of either colour counts like half a stone.

    A finished game outweighs every other position.
    """
    points = lead(own, other, black)
    if over:
        return points + _WON if points > 0 else points - _WON
    empty = FULL & ~(own | other)
    return points + count_ones(neighbours(own) & empty) - count_ones(neighbours(other) & empty)


_OWN, _OTHER, _KO, _PASSES, _ALPHA, _BETA, _NEXT, _FOUND, _MOVES = range(9)
"""The places of a frame: the position, the window, the next move to search, the number of moves
(-1: not listed yet), then the moves."""


@compiled
def _search(frames: NDArray[np.int64], black: bool, left: int, depth: int) -> int:
    """The worth of the first frame for its side to play, searched `depth` plies deep.

    `left` plies remain in the game.  The search is iterative, since numba cannot cache recursive functions
    on disk.
    """
    level = 0
    while True:
        frame, dark = frames[level], black == (level % 2 == 0)
        over = left == level or frame[_PASSES] >= 2
        if over or level == depth:
            worth = _worth(frame[_OWN], frame[_OTHER], dark, over)
        else:
            if frame[_FOUND] < 0:
                frame[_FOUND] = listed(frame[_OWN], frame[_OTHER], frame[_KO], frame[_MOVES:])
                frame[_MOVES + frame[_FOUND]] = PASS
            if frame[_NEXT] <= frame[_FOUND] and frame[_ALPHA] < frame[_BETA]:
                _descend(frame, frame[_MOVES + frame[_NEXT]], frames[level + 1])
                frame[_NEXT] += 1
                level += 1
                continue
            worth = frame[_ALPHA]
        if level == 0:
            return worth
        level -= 1
        frames[level, _ALPHA] = max(frames[level, _ALPHA], -worth)


@compiled
def _descend(frame: NDArray[np.int64], move: int, below_it: NDArray[np.int64]) -> None:
    """Fill the frame below with the position after a move."""
    now = (frame[_OWN], frame[_OTHER], frame[_KO], frame[_PASSES], True, 0)
    own, other, ko, passes, _, _ = after(now, move)
    _enter(below_it, own, other, ko, passes)
    below_it[_ALPHA], below_it[_BETA] = -frame[_BETA], -frame[_ALPHA]


@compiled
def _enter(frame: NDArray[np.int64], own: Bits, other: Bits, ko: Bits, passes: int) -> None:
    frame[_OWN], frame[_OTHER], frame[_KO], frame[_PASSES] = own, other, ko, passes
    frame[_NEXT], frame[_FOUND] = 0, -1


@compiled
def alpha_beta(situation: Situation, depth: int, seed: int) -> int:
    """The best move of a search `depth` plies deep; the seed draws one of equal moves."""
    own, other, ko, passes, black, left = situation
    frames = np.empty((depth + 1, _MOVES + _CHILDREN), np.int64)
    _enter(frames[0], own, other, ko, passes)
    moves = np.empty(_CHILDREN, np.int64)
    found = listed(own, other, ko, moves)
    moves[found] = PASS
    best, choice, equal, state = -_INFINITE, PASS, 0, np.uint64(seed)
    for i in range(found + 1):
        frames[0, _ALPHA], frames[0, _BETA] = best - 1, _INFINITE
        _descend(frames[0], moves[i], frames[1])
        worth = -_search(frames[1:], not black, left - 1, depth - 1)
        if worth > best:
            equal = 0
        if worth >= best:
            equal += 1
            state = scrambled(state)
            best = worth
            if below(state, equal) == 0:
                choice = moves[i]
    return choice


# --------------------------------------------------------------------- Monte Carlo tree search

_MOVE, _FIRST, _WIDTH, _VISITS, _WINS = range(5)
_EXPLORATION = 1.0


@compiled
def playout(situation: Situation, state: np.uint64) -> tuple[bool, np.uint64]:
    """Whether black wins when both play at random and pass only when no point is legal."""
    moves = np.empty(_CHILDREN, np.int64)
    while not is_over(situation):
        found, move = listed(situation[0], situation[1], situation[2], moves), PASS
        if found:
            state = scrambled(state)
            move = moves[below(state, found)]
        situation = after(situation, move)
    black = situation[4]
    return (lead(situation[0], situation[1], black) > 0) == black, state


@compiled
def _chosen(nodes: NDArray[np.int64], node: int) -> int:
    """The child to visit next: a child without visits, else the one with the best upper bound (UCB1)."""
    best, choice = -1.0, 0
    spread = np.log(nodes[node, _VISITS])
    for child in range(nodes[node, _FIRST], nodes[node, _FIRST] + nodes[node, _WIDTH]):
        visits = nodes[child, _VISITS]
        if visits == 0:
            return child
        bound = nodes[child, _WINS] / visits + _EXPLORATION * np.sqrt(spread / visits)
        if bound > best:
            best, choice = bound, child
    return choice


@compiled
def _grow(nodes: NDArray[np.int64], node: int, size: int, moves: NDArray[np.int64], found: int) -> int:
    """Give a node a child for each listed move and for the pass; returns the new number of nodes."""
    nodes[node, _FIRST], nodes[node, _WIDTH] = size, found + 1
    for i in range(found):
        nodes[size + i, _MOVE] = moves[i]
    nodes[size + found, _MOVE] = PASS
    return size + found + 1


@compiled
def _shuffle(moves: NDArray[np.int64], found: int, state: np.uint64) -> np.uint64:
    for i in range(found - 1, 0, -1):
        state = scrambled(state)
        j = below(state, i + 1)
        moves[i], moves[j] = moves[j], moves[i]
    return state


@compiled
def tree_search(situation: Situation, playouts: int, seed: int) -> int:
    """The move with most visits, then most wins, in a tree search of `playouts` playouts.

    A node counts the wins of the side that moved to the node.
    """
    nodes = np.zeros((1 + _CHILDREN * (playouts + 1), 5), np.int64)
    moves = np.empty(_CHILDREN, np.int64)
    path = np.empty(64, np.int64)
    state, size = scrambled(np.uint64(seed)), 1
    black = situation[4]
    for _ in range(playouts):
        now, node, length = situation, 0, 1
        path[0] = 0
        while not is_over(now):
            if nodes[node, _WIDTH] == 0:
                if nodes[node, _VISITS] == 0 and node:
                    break
                found = listed(now[0], now[1], now[2], moves)
                state = _shuffle(moves, found, state)
                size = _grow(nodes, node, size, moves, found)
            node = _chosen(nodes, node)
            path[length] = node
            length += 1
            now = after(now, nodes[node, _MOVE])
        black_wins, state = playout(now, state)
        for depth in range(length):
            mover_is_black = black == (depth % 2 == 1)
            nodes[path[depth], _VISITS] += 1
            nodes[path[depth], _WINS] += black_wins == mover_is_black
    return _most_seen(nodes)


@compiled
def _most_seen(nodes: NDArray[np.int64]) -> int:
    choice = nodes[0, _FIRST]
    for child in range(choice, choice + nodes[0, _WIDTH]):
        visits, best = nodes[child, _VISITS], nodes[choice, _VISITS]
        if visits > best or (visits == best and nodes[child, _WINS] > nodes[choice, _WINS]):
            choice = child
    return int(nodes[choice, _MOVE])
