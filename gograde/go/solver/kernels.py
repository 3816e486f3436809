"""Alpha-beta search on boards of up to 5x5 as machine code (numba); `exact.Solver` calls it.

A **state** is one int64, see `exact.state_of`.  A value is the stones of the side to play minus the stones of
the other side.

A **table** is an int64 array of 2^bits buckets of four entries.  An entry has six bits each of a lower and an
upper bound, five of the best move, five of plies, and the rest of a 51-bit hash.  The hash is invertible, so
two states are never confused.  A **work** array holds counters, the history of successful moves, and a frame
for each ply.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gograde.go.kernels import (
    FULL,
    POINTS,
    SIDE,
    chain_of,
    compiled,
    count_ones,
    ko_after,
    lowest,
    neighbours,
    taken_by,
)

Words = NDArray[np.int64]

# A state.
CONTENT = (1 << 50) - 1  # the bits of both sides
PLIES_AT = 50  # the lowest bit of the plies left
PASSED = 1 << 55  # the bit of a pass that ends the game
STATE = (1 << 56) - 1  # all bits of a state
NO_POINT = 31  # instead of a move: no move, or a pass

# A work array.
NODES = 0  # searched states
LIMIT = 1  # nodes allowed
STOPPED = 2  # 1 once the limit was reached
MASK = 3  # the points of the board
HISTORY = 8  # the success of each move, 32 numbers for each parity of plies
FRAMES = HISTORY + 64
FRAME = 128  # numbers of a frame
WORK = FRAMES + FRAME * 32

# A frame.
OWN = 0  # chains of the side to play, each its stones and its liberties
OTHER = 32  # chains of the other side
OWN_END = 62  # where the first list ends
OTHER_END = 63  # where the second list ends
CHILDREN = 64  # for each child its order, then its state with the move in the bits above
DONE = -1  # the order of a child that is not to be tried

# A table.
WAYS = 4  # entries of a bucket
TAG_AT = 17  # the lowest bit of plies and hash in an entry
HASHED = (1 << 51) - 1  # the bits of a hash

# Plies left, found by trial.
KEPT = 3  # states with fewer are searched without the table
AHEAD = 5  # with at least so many, all children are looked up before any is searched
SHAPED = 4  # with at least so many, moves are ordered by shape

# Weights in the worth of a move's shape, found by trial.
TAKING = 22  # a stone taken
RISK = 8  # a stone put at risk
SAVING = 11  # a stone saved
LIBERTY = 4  # a liberty
ATARI = 4  # a stone put into atari
TOUCH = 3  # a chain touched
LEVEL = 256  # keeps the sum above 0


@compiled
def sides(state: int) -> tuple[int, int, int]:
    """The stones of the side to play, the stones of the other side, and the point that ko forbids."""
    ko = state & (state >> POINTS) & FULL
    return (state & FULL) ^ ko, ((state >> POINTS) & FULL) ^ ko, ko


def new_work(rows: int, cols: int, most_nodes: int) -> Words:
    """A new work array for a board in the top left corner of the 5x5 board."""
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
    """An upper bound of the stones that `moves` moves can capture while the chains' side passes."""
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
    """The number of stones that a side can certainly add to its chain with most liberties.

    Each own move there takes one liberty; each move of the other side takes at most one.
    """
    most = 0
    for i in range(at, end, 2):
        most = max(most, count_ones(work[i + 1]))
    return max(0, min(own, most - others - 1))


@compiled
def static_bounds(work: Words, state: int, at: int, score: int) -> tuple[int, int]:
    """Bounds of the value when one side only extends its safest chain; writes the lists of chains.

    The other side gains its placed stones, and the best set of chains whose liberties together are not more
    than its moves.
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
    """The value with one ply left, or a lower bound of it that is at least beta."""
    own, other, ko = sides(state)
    empty = work[MASK] & ~(own | other)
    best = score + 1 if empty & neighbours(empty) else score
    if best >= beta:
        return best
    rest = other
    while rest:
        chain, around = chain_of(rest & -rest, other)
        rest ^= chain
        bit = around & empty
        if bit & (bit - 1) == 0 and bit != ko:
            best = max(best, score + 1 + count_ones(taken_by(bit, other, empty & ~bit)))
    while own and best == score:
        chain, around = chain_of(own & -own, own)
        own ^= chain
        if around & empty & ((around & empty) - 1):
            best = score + 1
    return best


@compiled
def shape(work: Words, at: int, bit: int, taken: int, empty: int) -> int:
    """The estimated worth of a move, for the order of moves."""
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
    """The legal points, ignoring ko, and the legal points that capture."""
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
        next_ko = ko_after(bit, taken, own, empty)
        if plies >= SHAPED:
            order = (shape(work, at, bit, taken, empty) << 40) + work[history + place]
        else:
            order = (count_ones(taken) << 40) + count_ones(neighbours(bit) & empty)
        work[end] = order + (1 << 52 if place == hint else 0)
        child = (other & ~taken) | next_ko | (own | bit | next_ko) << POINTS
        work[end + 1] = child | (plies - 1) << PLIES_AT | place << 56
        end += 2
    work[end] = DONE if state & PASSED else 0
    work[end + 1] = other | own << POINTS | (plies - 1) << PLIES_AT | PASSED | NO_POINT << 56
    return end + 2


# -- symmetries -----------------------------------------------------------------------------------
# A word holds two boards; the second starts at bit 25.


def _both(bits: int) -> int:
    return bits | bits << POINTS


def _diagonal(offset: int) -> int:
    return sum(1 << SIDE * r + r + offset for r in range(SIDE) if 0 <= r + offset < SIDE)


_COLUMN = 0b00001_00001_00001_00001_00001
_ROW = 0b11111
C0, C1, C2, C3, C4 = (_both(_COLUMN << c) for c in range(SIDE))
R0, R1, R2, R3, R4 = (_both(_ROW << SIDE * r) for r in range(SIDE))
B4, B3, B2, B1, D0, A1, A2, A3, A4 = (_both(_diagonal(offset)) for offset in range(-4, 5))
_WAY_OF_STEP = (0, 1, 3, 2, 4, 5, 7, 6)


@compiled
def mirrored(x: int) -> int:
    """Left and right exchanged, of both boards of a word."""
    return ((x & C0) << 4) | ((x & C4) >> 4) | ((x & C1) << 2) | ((x & C3) >> 2) | (x & C2)


@compiled
def flipped(x: int) -> int:
    """Top and bottom exchanged, of both boards of a word."""
    return ((x & R0) << 20) | ((x & R4) >> 20) | ((x & R1) << 10) | ((x & R3) >> 10) | (x & R2)


@compiled
def transposed(x: int) -> int:
    """Rows and columns exchanged, of both boards of a word."""
    above = ((x & A1) << 4) | ((x & A2) << 8) | ((x & A3) << 12) | ((x & A4) << 16)
    below = ((x & B1) >> 4) | ((x & B2) >> 8) | ((x & B3) >> 12) | ((x & B4) >> 16)
    return (x & D0) | above | below


@compiled
def turned(x: int, way: int) -> int:
    """A word under one of the eight symmetries: transposed, then mirrored, then flipped."""
    x = transposed(x) if way & 4 else x
    x = mirrored(x) if way & 1 else x
    return flipped(x) if way & 2 else x


@compiled
def turned_back(x: int, way: int) -> int:
    """The inverse of `turned`."""
    x = flipped(x) if way & 2 else x
    x = mirrored(x) if way & 1 else x
    return transposed(x) if way & 4 else x


@compiled
def canonical(x: int) -> tuple[int, int]:
    """The least of the eight symmetric words, and which symmetry made it."""
    best, way, y = x, 0, x
    for step in range(1, 8):  # 1, 3, 2, 6, 7, 5, 4: each symmetry is one step from the previous symmetry
        if step == 4:
            y = transposed(x)
        elif step & 1:
            y = mirrored(y)
        else:
            y = flipped(y)
        if y < best:
            best, way = y, step
    return best, _WAY_OF_STEP[way]


@compiled
def locate(table: Words, word: int, plies: int) -> tuple[int, int]:
    """The start of the bucket of a canonical word, and the tag of the word in it."""
    bits = lowest(table.size) - 2
    mixed = (word * 0x9E3779B97F4A7C15) & HASHED
    mixed ^= mixed >> 26
    mixed = (mixed * 0x3F58476D1CE4E5B9) & HASHED
    mixed ^= mixed >> 25
    first = (mixed ^ (plies * 0x2545F491)) & ((1 << bits) - 1)
    return first * WAYS, (mixed >> bits) << 5 | plies


@compiled
def place_of(table: Words, work: Words, state: int) -> tuple[int, int, int]:
    """The start of a state's bucket, its tag, and the symmetry that maps it to the stored word."""
    word, way = state & CONTENT, 0
    if work[MASK] == FULL:
        word, way = canonical(word)
    first, tag = locate(table, word | (state >> 5) & (1 << 50), (state >> PLIES_AT) & 31)
    return first, tag, way


@compiled
def recall(table: Words, work: Words, state: int) -> tuple[int, int, int]:
    """The bounds and the best move of a state in the table, or trivial bounds and `NO_POINT`."""
    first, tag, way = place_of(table, work, state)
    for i in range(first, first + WAYS):
        if table[i] >> TAG_AT == tag:
            move = (table[i] >> 12) & 31
            if move != NO_POINT:
                move = lowest(turned_back(1 << move, way))
            return (table[i] & 63) - 32, ((table[i] >> 6) & 63) - 32, move
    return -POINTS, POINTS, NO_POINT


@compiled
def remember(table: Words, work: Words, state: int, bounds: tuple[int, int], move: int) -> None:
    """Store a state over its own entry, else over the one with fewest plies if fewer, else over the last."""
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
    """The best bound from the children in the table; children that cannot reach beta are marked `DONE`."""
    best = -POINTS
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
    """The index of the next child to search, now marked `DONE`; 0 when none is left."""
    best, place = DONE, 0
    for i in range(at + CHILDREN, end, 2):
        if work[i] > best:
            best, place = work[i], i
    if place:
        work[place] = DONE
    return place


@compiled
def known_bounds(table: Words, work: Words, state: int, score: int, beta: int) -> tuple[int, int, int]:
    """Bounds of the value before the search, and the best known move; writes the lists of chains."""
    plies = (state >> PLIES_AT) & 31
    low, high = static_bounds(work, state, FRAMES + FRAME * plies, score)
    if not low < beta <= high or plies < KEPT:
        return low, high, NO_POINT
    least, most, hint = recall(table, work, state)
    return max(low, least), min(high, most), hint


@compiled
def search(table: Words, work: Words, state: int, beta: int) -> int:
    """A bound of the value for the side to play: a lower bound if it is at least beta, else an upper bound.

    The result is invalid if `work[STOPPED]` is set, that is, if the search needs more than `work[LIMIT]`
    nodes.
    """
    work[NODES] += 1
    plies = (state >> PLIES_AT) & 31
    score = count_ones(state & FULL) - count_ones((state >> POINTS) & FULL)
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
    best = score if state & PASSED else -POINTS
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
