"""Chains, forces and the situation, kept up to date move by move, as machine code (numba).

A move changes few chains and few forces, so only these are computed again.

*Chains.*  A chain has a number, and under it a set of stones, of liberties and of eyes.  A move makes one
chain with a new number, from its stone and the own chains beside it; their sets stay as they were, so that
taking the move back only gives their stones the old numbers again.

*Forces.*  All forces of one size that arrive at a point in one direction behave alike, and are counted
(`gograde.go.influence.force`).  Every count depends linearly on the counts of larger sizes, so a change of
the board is a wave of differences of counts: a stone sends four forces, and ends those that went on through
its point.  The difference is exact, so taking it back leaves no trace.

Importing this module loads numba.  Its cache notices changes only in the file of the function that is called,
so the kernels share one file.  `gograde.go.live.tracked` is the board for callers.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from gograde.go.live.exact_sums import rounded, summed
from gograde.go.live.tables import (
    AHEAD,
    ASIDE,
    CHAINS,
    CHANGE,
    CHANGED,
    COUNT,
    EYES,
    HERE,
    LEGAL,
    LIBERTIES,
    LINKED,
    LIST,
    LISTED,
    MARK,
    NO_CHAIN,
    NO_SIZE,
    NOWHERE,
    OCCUPIED,
    PASS,
    PASSES,
    PASSES_BEFORE,
    PLIES,
    POINT,
    SEESAW,
    SEESAW_BEFORE,
    STONES,
    SUICIDE,
    TAKEN,
    TOUCHED,
    TURN,
    TURN_BEFORE,
    Floats,
    Ints,
    Longs,
    Mask,
    Table,
)  # fmt: skip
from gograde.go.machine_code import compiled


@compiled
def beside(routes: Ints, point: int, way: int) -> int:
    """The next point in a direction, NOWHERE off the board."""
    points = len(routes) // 4
    there = routes[way * points + point, AHEAD] - way * points
    return there if 0 <= there < points else NOWHERE


@compiled
def has(sets: Longs, chain: int, kind: int, point: int) -> bool:
    """Is a point in a set of a chain?"""
    return bool((sets[chain, kind, point >> 6] >> (point & 63)) & 1)


@compiled
def count(sets: Longs, chain: int, kind: int) -> int:
    """How many points are in a set of a chain."""
    found = 0
    for i in range(sets.shape[2]):
        word = sets[chain, kind, i]
        while word:
            word &= word - 1
            found += 1
    return found


@compiled
def verdict(t: Table, point: int, stone: int) -> int:
    """May a colour be played on a point?  Ko is ignored."""
    if t.colour[point]:
        return OCCUPIED
    for way in range(4):
        other = beside(t.routes, point, way)
        if other != NOWHERE:
            if t.colour[other] == 0:
                return LEGAL
            in_atari = count(t.sets, t.chain[other], LIBERTIES) == 1
            if in_atari != (t.colour[other] == stone):
                return LEGAL
    return SUICIDE


@compiled
def play(t: Table, point: int, stone: int) -> None:
    """Play a legal move (`Go`); `sets` and `log` must have a free row."""
    row = _logged(t, point)
    put(t, point, stone)
    captured, taken = 0, NOWHERE
    for way in range(4):
        other = beside(t.routes, point, way)
        if (
            other != NOWHERE
            and t.colour[other] == 3 - stone
            and count(t.sets, t.chain[other], LIBERTIES) == 0
        ):
            chain = t.chain[other]
            row[TAKEN] += 1
            row[TAKEN + row[TAKEN]] = chain
            captured += count(t.sets, chain, STONES)
            taken = other
            kill_string(t, chain)
    own = t.chain[point]
    alone = captured == 1 and count(t.sets, own, STONES) == 1 and count(t.sets, own, LIBERTIES) == 1
    t.registers[SEESAW] = taken if alone else NOWHERE
    t.registers[PASSES] = 0
    t.registers[TURN] = 3 - stone
    settle(t)


@compiled
def skip(t: Table) -> None:
    """Pass."""
    _logged(t, PASS)
    t.registers[SEESAW] = NOWHERE
    t.registers[PASSES] += 1
    t.registers[TURN] = 3 - t.registers[TURN]


@compiled
def undo(t: Table) -> None:
    """Take the last move or pass back (`ReGo`)."""
    t.registers[PLIES] -= 1
    row = t.log[t.registers[PLIES]]
    t.registers[TURN] = row[TURN_BEFORE]
    t.registers[SEESAW] = row[SEESAW_BEFORE]
    t.registers[PASSES] = row[PASSES_BEFORE]
    if row[POINT] != PASS:
        for i in range(row[TAKEN]):
            _revive(t, row[TAKEN + 1 + i])
        _lift(t, row)
        settle(t)


@compiled
def put(t: Table, point: int, stone: int) -> None:
    """Put a stone on an empty point and link it to the own chains beside it; takes nothing."""
    new = t.registers[CHAINS]
    t.registers[CHAINS] += 1
    t.sets[new] = 0
    _add(t.sets, new, STONES, point)
    update_force(t, point, stone)
    t.chain[point] = new
    row = t.log[max(t.registers[PLIES] - 1, 0)]
    row[LINKED] = 0
    for way in range(4):
        other = beside(t.routes, point, way)
        if other != NOWHERE:
            if t.colour[other] == 0:
                _add(t.sets, new, LIBERTIES, other)
            elif t.colour[other] != stone:
                lose_pep(t.sets, t.chain[other], point)
            elif t.chain[other] != new:
                row[LINKED] += 1
                row[LINKED + row[LINKED]] = t.chain[other]
                link(t, t.chain[other], new)
    lose_pep(t.sets, new, point)
    for other in range(t.colour.size):
        if has(t.sets, new, LIBERTIES, other) and _is_eye(t.routes, t.chain, new, other):
            _add(t.sets, new, EYES, other)


@compiled
def link(t: Table, old: int, new: int) -> None:
    """Give all stones and liberties of a chain to another (`Link`); the sets of the first stay."""
    t.sets[new, STONES] |= t.sets[old, STONES]
    t.sets[new, LIBERTIES] |= t.sets[old, LIBERTIES]
    for point in range(t.colour.size):
        if t.chain[point] == old:
            t.chain[point] = new


@compiled
def take_pep(t: Table, chain: int, point: int) -> None:
    """An empty point becomes a liberty of a chain (`TakePep`), and an eye if it is one."""
    _add(t.sets, chain, LIBERTIES, point)
    if _is_eye(t.routes, t.chain, chain, point):
        _add(t.sets, chain, EYES, point)


@compiled
def lose_pep(sets: Longs, chain: int, point: int) -> None:
    """A point is a liberty of a chain no more (`LosePep`)."""
    keep = ~(np.int64(1) << (point & 63))
    sets[chain, LIBERTIES, point >> 6] &= keep
    sets[chain, EYES, point >> 6] &= keep


@compiled
def kill_string(t: Table, chain: int) -> None:
    """Take a chain off the board (`KillString`); its sets stay."""
    for point in range(t.colour.size):
        if has(t.sets, chain, STONES, point):
            update_force(t, point, 0)
            t.chain[point] = NO_CHAIN
    for point in range(t.colour.size):
        if has(t.sets, chain, STONES, point):
            for way in range(4):
                other = beside(t.routes, point, way)
                if other != NOWHERE and t.colour[other]:
                    take_pep(t, t.chain[other], point)


@compiled
def update_force(t: Table, point: int, stone: int) -> None:
    """Change what a point holds, and all forces that this changes (`UpdateForce`).

    The sizes are done from the largest on, since forces only create smaller ones.
    """
    waves, routes, was = t.waves, t.routes, t.colour[point]
    t.colour[point] = stone
    _touch(t.touched, t.registers, point)
    freed = (was != 0) - (stone != 0)
    for lane in range(point, len(routes), t.colour.size):
        _change(waves, 0, routes[lane, AHEAD], _sign(stone) - _sign(was))
    for k in range(len(t.sizes)):
        size, ahead, aside = t.sizes[k]
        for lane in range(point, len(routes), t.colour.size):
            _change(waves, ahead, routes[lane, AHEAD], freed * waves[k, COUNT, lane])
        for i in range(waves[k, CHANGED, -1]):
            lane = waves[k, CHANGED, i]
            change, here = waves[k, CHANGE, lane], routes[lane, HERE]
            waves[k, CHANGE, lane] = 0
            waves[k, LISTED, lane] = 0
            if change:
                waves[k, COUNT, lane] += change
                t.sums[lane] += size * change
                _touch(t.touched, t.registers, here)
                _change(waves, aside, routes[lane, ASIDE], change)
                _change(waves, aside, routes[lane, ASIDE + 1], change)
                if not t.colour[here]:
                    _change(waves, ahead, routes[lane, AHEAD], change)
        waves[k, CHANGED, -1] = 0


@compiled
def settle(t: Table) -> None:
    """Compute again what the points add to the situation whose forces changed."""
    for i in range(t.registers[TOUCHED]):
        point = t.touched[LIST, i]
        t.touched[MARK, point] = 0
        t.worth[point] = _sign(t.colour[point]) if t.colour[point] else _worth(t.sums, point, t.clamp)
    t.registers[TOUCHED] = 0


@compiled
def situation(t: Table, dead: Mask) -> float:
    """SFB, rounded once; `dead` marks the stones that count against their colour."""
    partials = np.empty(t.worth.size, np.float64)
    height = 0
    for point in range(t.worth.size):
        worth = -t.worth[point] if dead[point] and t.colour[point] else t.worth[point]
        height = summed(partials, height, worth)
    return rounded(partials, height)


@compiled
def move_value(t: Table, point: int, stone: int, dead: Mask, before: float) -> float:
    """The situation after a legal move minus `before`; `sets` and `log` must have a free row."""
    play(t, point, stone)
    after = situation(t, dead)
    undo(t)
    return after - before


@compiled
def move_values(t: Table, stone: int, dead: Mask, values: Floats) -> None:
    """`move_value` of every legal point of a colour, and NaN of the others; ko is ignored."""
    before = situation(t, dead)
    for point in range(t.colour.size):
        legal = verdict(t, point, stone) == LEGAL
        values[point] = move_value(t, point, stone, dead, before) if legal else np.nan


@compiled
def _logged(t: Table, point: int) -> Longs:
    """A new row of the log."""
    row: Longs = t.log[t.registers[PLIES]]
    t.registers[PLIES] += 1
    row[:] = 0
    row[POINT] = point
    row[TURN_BEFORE] = t.registers[TURN]
    row[SEESAW_BEFORE] = t.registers[SEESAW]
    row[PASSES_BEFORE] = t.registers[PASSES]
    return row


@compiled
def _lift(t: Table, row: Longs) -> None:
    """Take the stone of a move off the board, and give the chains that it linked their numbers again."""
    point = row[POINT]
    t.registers[CHAINS] -= 1
    for i in range(row[LINKED]):
        old = row[LINKED + 1 + i]
        for other in range(t.colour.size):
            if has(t.sets, old, STONES, other):
                t.chain[other] = old
    stone = t.colour[point]
    update_force(t, point, 0)
    t.chain[point] = NO_CHAIN
    for way in range(4):
        other = beside(t.routes, point, way)
        if other != NOWHERE and t.colour[other] == 3 - stone:
            take_pep(t, t.chain[other], point)


@compiled
def _revive(t: Table, chain: int) -> None:
    """Put a chain back that was taken."""
    stone = 3 - t.colour[t.log[t.registers[PLIES], POINT]]
    for point in range(t.colour.size):
        if has(t.sets, chain, STONES, point):
            update_force(t, point, stone)
            t.chain[point] = chain
            for way in range(4):
                other = beside(t.routes, point, way)
                if other != NOWHERE and t.colour[other] == 3 - stone:
                    lose_pep(t.sets, t.chain[other], point)


@compiled
def _add(sets: Longs, chain: int, kind: int, point: int) -> None:
    """Put a point into a set of a chain."""
    sets[chain, kind, point >> 6] |= np.int64(1) << (point & 63)


@compiled
def _is_eye(routes: Ints, chains: Longs, chain: int, point: int) -> bool:
    """Are all neighbours of a point stones of a chain?"""
    for way in range(4):
        other = beside(routes, point, way)
        if other != NOWHERE and chains[other] != chain:
            return False
    return True


@compiled
def _sign(stone: int) -> int:
    """1 for black, -1 for white, 0 for no stone."""
    return (stone == 1) - (stone == 2)


@compiled
def _touch(touched: Ints, registers: Longs, point: int) -> None:
    """Remember that the forces of a point changed."""
    if not touched[MARK, point]:
        touched[MARK, point] = 1
        touched[LIST, registers[TOUCHED]] = point
        registers[TOUCHED] += 1


@compiled
def _change(waves: Longs, size: int, lane: int, change: int) -> None:
    """Add to the count of forces of a size that arrive on a lane, when their turn comes."""
    if size != NO_SIZE and change:
        waves[size, CHANGE, lane] += change
        if not waves[size, LISTED, lane]:
            waves[size, LISTED, lane] = 1
            waves[size, CHANGED, waves[size, CHANGED, -1]] = lane
            waves[size, CHANGED, -1] += 1


@compiled
def _worth(sums: Longs, point: int, clamp: float) -> float:
    """FB of an empty point by the clamp, at most 1, with the sign of A; integers up to the roots."""
    up, right, down, left = sums.reshape(4, -1)[:, point]
    total = up + right + down + left
    if total == 0:
        return 0.0
    modulus = sqrt(up * up + right * right + down * down + left * left)
    pull = sqrt((up - down) * (up - down) + (right - left) * (right - left))
    tilt = abs(right + left - up - down)
    weight = abs(up) + abs(right) + abs(down) + abs(left)
    hold = modulus * (1 - pull / (2 * modulus) - tilt / (2 * weight))
    return float(((total > 0) - (total < 0)) * min(hold / clamp, 1.0))
