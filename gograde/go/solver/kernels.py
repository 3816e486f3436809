"""Alpha-beta search on boards of up to 5x5 as machine code (numba); `exact.Solver` calls it.

A **state** is one int64, see `exact.state_of`: 25 bits of the side to play, 25 of the other
side (a point that ko forbids is set in both), five of plies left, one that says that a pass
ends the game.  Values are those of the side to play, stones less the other side's.

A **table** is an int64 array of 2^bits buckets of four entries: six bits each of a lower and
an upper bound, five of the best move, five of plies, and the rest of a 51-bit hash that can
be turned back, so that two states are never taken for one.  A **work** array holds counters,
the history of moves that paid, and a frame for each ply.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gograde.go.rule_kernels import compiled
from gograde.go.solver.bits import (
    BOARD,
    CELLS,
    SIDE,
    canonical,
    chain_of,
    count_ones,
    lowest,
    neighbours,
    sides,
    turned,
    turned_back,
)

Words = NDArray[np.int64]

# A state.
CONTENT = (1 << 50) - 1  # the bits of both sides
PLIES_AT = 50  # the lowest bit of the plies left
PASSED = 1 << 55  # the bit of a pass that ends the game
STATE = (1 << 56) - 1  # all bits of a state
NO_POINT = 31  # in place of a move: none, or a pass

# A work array.
NODES = 0  # states looked at
LIMIT = 1  # nodes allowed
STOPPED = 2  # 1 once the limit was reached
MASK = 3  # the points of the board
HISTORY = 8  # how often each move paid, 32 numbers a side
FRAMES = HISTORY + 64
FRAME = 128  # numbers of a frame
WORK = FRAMES + FRAME * 32

# A frame.
OWN = 0  # chains of the side to play, each its stones and its liberties
OTHER = 32  # chains of the other side
OWN_END = 62  # where the first list ends
OTHER_END = 63  # where the second list ends
CHILDREN = 64  # each its order, and its state with the move above it
DONE = -1  # the order of a child that is not to be tried

# A table.
WAYS = 4  # entries of a bucket
TAG_AT = 17  # the lowest bit of plies and hash in an entry
HASHED = (1 << 51) - 1  # the bits of a hash

# Plies left, found by trial.
KEPT = 3  # states with fewer are searched sooner than looked up
AHEAD = 5  # from so many on, the children are looked up before any is searched
SHAPED = 4  # from so many on, moves are ordered by shape

# What the shape of a move is worth, found by trial.
TAKING = 22  # a stone taken
RISK = 8  # a stone put at risk
SAVING = 11  # a stone saved
LIBERTY = 4  # a liberty
ATARI = 4  # a stone put into atari
TOUCH = 3  # a chain touched
LEVEL = 256  # keeps the sum above 0


def new_work(rows: int, cols: int, most_nodes: int) -> Words:
    """The search's memory for a board that lies in the top left corner of the 5x5 one."""
    work = np.zeros(WORK, np.int64)
    work[LIMIT] = most_nodes
    work[MASK] = sum(1 << SIDE * row + column for row in range(rows) for column in range(cols))
    return work


@compiled
def list_chains(work: Words, at: int, stones: int, empty: int) -> int:
    """Write each chain's stones and liberties; returns where the list ends."""
    while stones:
        chain, around = chain_of(stones & -stones, stones)
        stones ^= chain
        work[at] = chain
        work[at + 1] = around & empty
        at += 2
    return at


@compiled
def most_captured(work: Words, at: int, end: int, moves: int) -> int:
    """At least as many stones as so many moves can capture while the chains' side passes."""
    total, union, found = 0, 0, 0
    for i in range(at, end, 2):
        if count_ones(work[i + 1]) <= moves:
            total += count_ones(work[i])
            union |= work[i + 1]
            found += 1
    if found < 2 or found > 4 or count_ones(union) <= moves:
        return total
    best = 0
    for chosen in range(1, 1 << ((end - at) // 2)):
        union, total, left = 0, 0, chosen
        while left:
            i = at + 2 * lowest(left)
            left &= left - 1
            union |= work[i + 1]
            total += count_ones(work[i])
        if total > best and count_ones(union) <= moves:
            best = total
    return best


@compiled
def surely_placed(work: Words, at: int, end: int, own: int, others: int) -> int:
    """How many stones a side can add for certain to its chain of most liberties.

    A move of its own there takes one liberty, a move of the other side at most one.
    """
    most = 0
    for i in range(at, end, 2):
        most = max(most, count_ones(work[i + 1]))
    return max(0, min(own, most - others - 1))


@compiled
def static_bounds(work: Words, state: int, at: int, score: int) -> tuple[int, int]:
    """Bounds of the value when one side only fills its safest chain; writes the lists of chains.

    The other side gains its placements and the best set of chains whose joint liberties it
    has the moves to fill.
    """
    own, other, _ = sides(state)
    plies = (state >> PLIES_AT) & 31
    later, now = plies // 2, (plies + 1) // 2
    empty = work[MASK] & ~(own | other)
    end = list_chains(work, at + OWN, own, empty)
    work[at + OWN_END] = end
    low = score - later - most_captured(work, at + OWN, end, later)
    low += surely_placed(work, at + OWN, end, now, later)
    if state & PASSED:
        low = max(low, score)
    end = list_chains(work, at + OTHER, other, empty)
    work[at + OTHER_END] = end
    high = score + now + most_captured(work, at + OTHER, end, now)
    return low, high - surely_placed(work, at + OTHER, end, later, now)


@compiled
def last_ply(work: Words, state: int, score: int, beta: int) -> int:
    """The value with one ply left, or a bound of it that beta is below."""
    own, other, ko = sides(state)
    empty = work[MASK] & ~(own | other)
    best = score + 1 if empty & neighbours(empty) & ~ko else score
    if best >= beta:
        return best
    captures, rest = 0, other
    while rest:
        chain, around = chain_of(rest & -rest, other)
        rest ^= chain
        if around & empty & ((around & empty) - 1) == 0:
            captures |= around & empty
    captures &= ~ko
    while captures:
        best = max(best, score + 1 + taken_at(other, empty, captures & -captures))
        captures &= captures - 1
    while own and best == score:
        chain, around = chain_of(own & -own, own)
        own ^= chain
        if around & empty & ((around & empty) - 1):
            best = score + 1
    return best


@compiled
def taken_at(other: int, empty: int, point: int) -> int:
    """How many stones a move captures."""
    taken, rest = 0, other & neighbours(point)
    while rest:
        chain, around = chain_of(rest & -rest, other)
        rest &= ~chain
        if around & empty == point:
            taken += count_ones(chain)
    return taken


@compiled
def shape(work: Words, at: int, bit: int, taken: int, empty: int) -> int:
    """What a move looks like it is worth."""
    stones, liberties, saved = 1, neighbours(bit) & (empty | taken), 0
    for i in range(at + OWN, work[at + OWN_END], 2):
        if work[i + 1] & bit:
            stones += count_ones(work[i])
            liberties |= work[i + 1]
            if work[i + 1] == bit:
                saved += count_ones(work[i])
    free = count_ones(liberties & ~bit)
    value = LEVEL + TAKING * count_ones(taken)
    value += -RISK * stones if free == 1 and taken == 0 else SAVING * saved + LIBERTY * min(free, 5)
    for i in range(at + OTHER, work[at + OTHER_END], 2):
        if work[i + 1] & bit:
            free = count_ones(work[i + 1])
            value += ATARI * count_ones(work[i]) if free == 2 else TOUCH * (free > 2)
    return value


@compiled
def legal_and_captures(work: Words, at: int, empty: int) -> tuple[int, int]:
    """The points that may be played, but for ko, and those of them that capture."""
    points, captures = empty & neighbours(empty), 0
    for i in range(at + OWN, work[at + OWN_END], 2):
        if work[i + 1] & (work[i + 1] - 1):
            points |= work[i + 1]
    for i in range(at + OTHER, work[at + OTHER_END], 2):
        if work[i + 1] & (work[i + 1] - 1) == 0:
            captures |= work[i + 1]
    return points | captures, captures


@compiled
def list_children(work: Words, at: int, state: int, hint: int) -> int:
    """Write order and state of every child, the pass last; returns where the list ends."""
    own, other, ko = sides(state)
    plies = (state >> PLIES_AT) & 31
    empty = work[MASK] & ~(own | other)
    points, captures = legal_and_captures(work, at, empty)
    points, end, history = points & ~ko, at + CHILDREN, HISTORY + 32 * (plies & 1)
    while points:
        bit = points & -points
        points ^= bit
        place, taken = lowest(bit), 0
        if bit & captures:
            for i in range(at + OTHER, work[at + OTHER_END], 2):
                taken |= work[i] if work[i + 1] == bit else 0
        alone = taken & (taken - 1) == 0 and neighbours(bit) & (own | empty) == 0
        next_ko = taken if alone else 0
        if plies >= SHAPED:
            order = (shape(work, at, bit, taken, empty) << 40) + work[history + place]
        else:
            order = (count_ones(taken) << 40) + count_ones(neighbours(bit) & empty)
        work[end] = order + (1 << 52 if place == hint else 0)
        child = (other & ~taken) | next_ko | (own | bit | next_ko) << CELLS
        work[end + 1] = child | (plies - 1) << PLIES_AT | place << 56
        end += 2
    work[end] = DONE if state & PASSED else 0
    work[end + 1] = other | own << CELLS | (plies - 1) << PLIES_AT | PASSED | NO_POINT << 56
    return end + 2


@compiled
def locate(table: Words, word: int, plies: int) -> tuple[int, int]:
    """Where the bucket of a canonical word begins, and its tag there."""
    bits = lowest(table.size) - 2
    mixed = (word * 0x9E3779B97F4A7C15) & HASHED
    mixed ^= mixed >> 26
    mixed = (mixed * 0x3F58476D1CE4E5B9) & HASHED
    mixed ^= mixed >> 25
    first = (mixed ^ (plies * 0x2545F491)) & ((1 << bits) - 1)
    return first * WAYS, (mixed >> bits) << 5 | plies


@compiled
def place_of(table: Words, work: Words, state: int) -> tuple[int, int, int]:
    """A state's bucket, its tag there, and the symmetry under which it is kept."""
    word, way = state & CONTENT, 0
    if work[MASK] == BOARD:
        word, way = canonical(word)
    first, tag = locate(table, word | (state >> 5) & (1 << 50), (state >> PLIES_AT) & 31)
    return first, tag, way


@compiled
def recall(table: Words, work: Words, state: int) -> tuple[int, int, int]:
    """What the table has of a state: bounds, and a move that was best."""
    first, tag, way = place_of(table, work, state)
    for i in range(first, first + WAYS):
        if table[i] >> TAG_AT == tag:
            move = (table[i] >> 12) & 31
            if move != NO_POINT:
                move = lowest(turned_back(1 << move, way))
            return (table[i] & 63) - 32, ((table[i] >> 6) & 63) - 32, move
    return -CELLS, CELLS, NO_POINT


@compiled
def remember(table: Words, work: Words, state: int, bounds: tuple[int, int], move: int) -> None:
    """Keep a state in its bucket, where it was or in place of one with fewer plies left."""
    first, tag, way = place_of(table, work, state)
    worst, least = first + WAYS - 1, tag & 31
    for i in range(first, first + WAYS):
        if table[i] >> TAG_AT == tag:
            worst = i
            break
        plies = (table[i] >> TAG_AT) & 31
        if plies < least:
            worst, least = i, plies
    if move != NO_POINT:
        move = lowest(turned(1 << move, way))
    table[worst] = tag << TAG_AT | move << 12 | (bounds[1] + 32) << 6 | (bounds[0] + 32)


@compiled
def look_ahead(table: Words, work: Words, at: int, end: int, beta: int) -> int:
    """The best bound that the table has by the children; those known to fail are struck out."""
    best = -CELLS
    for i in range(at + CHILDREN, end, 2):
        if work[i] != DONE:
            low, high, _ = recall(table, work, work[i + 1] & STATE)
            if -high >= beta:
                return -high
            if -low < beta:
                best = max(best, -low)
                work[i] = DONE
    return best


@compiled
def next_child(work: Words, at: int, end: int) -> int:
    """The child to try next, struck out with this; 0 when there is none."""
    best, place = DONE, 0
    for i in range(at + CHILDREN, end, 2):
        if work[i] > best:
            best, place = work[i], i
    if place:
        work[place] = DONE
    return place


@compiled
def known_bounds(table: Words, work: Words, state: int, score: int, beta: int) -> tuple[int, int, int]:
    """Bounds of the value before any search, and the move that was best; writes the lists of chains."""
    plies = (state >> PLIES_AT) & 31
    low, high = static_bounds(work, state, FRAMES + FRAME * plies, score)
    if not low < beta <= high or plies < KEPT:
        return low, high, NO_POINT
    least, most, hint = recall(table, work, state)
    return max(low, least), min(high, most), hint


@compiled
def search(table: Words, work: Words, state: int, beta: int) -> int:
    """A bound of the value for the side to play: a lower one if beta is reached, else an upper one.

    What it returns is worth nothing once `work[STOPPED]` is set, when `work[LIMIT]` nodes
    were not enough.
    """
    work[NODES] += 1
    plies = (state >> PLIES_AT) & 31
    score = count_ones(state & BOARD) - count_ones((state >> CELLS) & BOARD)
    if plies == 0 or (plies == 1 and score >= beta):
        return score
    if plies == 1:
        return last_ply(work, state, score, beta)
    if work[NODES] > work[LIMIT]:
        work[STOPPED] = 1
        return 0
    at, move = FRAMES + FRAME * plies, NO_POINT
    low, high, hint = known_bounds(table, work, state, score, beta)
    if not low < beta <= high:
        return low if low >= beta else high
    end = list_children(work, at, state, hint)
    best = score if state & PASSED else -CELLS
    if plies >= AHEAD:
        best = max(best, look_ahead(table, work, at, end, beta))
    while best < beta:
        i = next_child(work, at, end)
        if i == 0:
            break
        child = work[i + 1]
        value = -search(table, work, child & STATE, 1 - beta)
        if work[STOPPED]:
            return 0
        if value > best:
            best, move = value, child >> 56
    if best >= beta and move != NO_POINT:
        work[HISTORY + 32 * (plies & 1) + move] += plies * plies
    if plies >= KEPT:
        bounds = (best, max(high, best)) if best >= beta else (min(low, best), min(high, best))
        remember(table, work, state, bounds, move)
    return best
