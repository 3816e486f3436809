"""The memory of a board that is kept up to date: its arrays, and the names of their rows and columns."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gograde.go.influence.force import ForceParameters, lanes
from gograde.go.influence.situation import SituationParameters

Longs = NDArray[np.int64]
Ints = NDArray[np.int32]
Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]

# The sets of a chain: bits of points, 64 in a word.
STONES = 0
LIBERTIES = 1
EYES = 2

# The columns of the log; a row is a ply.
POINT = 0  # the point of the move, PASS for none
TURN_BEFORE = 1
SEESAW_BEFORE = 2
PASSES_BEFORE = 3
LINKED = 4  # how many own chains the move linked; their numbers follow
TAKEN = 9  # how many chains the move took; their numbers follow
LOG_COLUMNS = 14

# What `waves` holds of a size and a lane.
COUNT = 0  # the forces
CHANGE = 1  # what is to be added to them; 0 between two changes
CHANGED = 2  # the list of lanes with a change; its last place has their number
LISTED = 3  # is the lane in that list?

# The rows of `touched`.
LIST = 0
MARK = 1

# The columns of `routes`.
AHEAD = 0
ASIDE = 1  # and in `routes` the column after it
HERE = 3

# The registers.
TURN = 0  # the colour to play
SEESAW = 1  # the point that ko forbids, NOWHERE for none
PASSES = 2  # passes since the last move
PLIES = 3  # rows of the log in use
CHAINS = 4  # numbers of chains in use
TOUCHED = 5  # points whose forces changed since `settle`
REGISTERS = 6

SPARE = 64  # rows of a new table; doubled when they are used up
PASS = -1  # a move that is no point
NOWHERE = -1  # no point
NO_CHAIN = -1  # the chain of an empty point
NO_SIZE = -1  # a force that ends

# What `verdict` says.
LEGAL = 0
OCCUPIED = 1
SUICIDE = 2


class Table(NamedTuple):
    """A board with its history, its chains and its forces.

    A lane is a direction (0 up, 1 right, 2 down, 3 left) times the number of points, plus a point.
    """

    routes: Ints
    """Of a lane: its point, and the lanes on which forces arrive that leave it ahead and to both sides."""

    sizes: Longs
    """The sizes that a force can have, falling, each with the numbers of those ahead and aside of it."""

    clamp: float
    colour: NDArray[np.int8]
    chain: Longs
    sets: Longs
    log: Longs
    registers: Longs
    waves: Longs
    """Of a size, a kind of number (COUNT and so on) and a lane: forces that arrive, black's minus white's."""

    sums: Longs
    """Of a lane: the sum of the forces that arrive there."""

    worth: Floats
    """Of a point: what it adds to the situation."""

    touched: Ints
    """The points whose forces changed since the last `settle`: a list, and a mark a point."""


def empty_table(side: int, parameters: SituationParameters) -> Table:
    """The memory of an empty board with black to play."""
    points, sizes = side * side, _sizes(parameters.force)
    registers = np.zeros(REGISTERS, np.int64)
    registers[TURN], registers[SEESAW] = 1, NOWHERE
    return Table(
        routes=_routes(side),
        sizes=sizes,
        clamp=float(parameters.clamp),
        colour=np.zeros(points, np.int8),
        chain=np.full(points, NO_CHAIN, np.int64),
        sets=np.zeros((SPARE, 3, -(-points // 64)), np.int64),
        log=np.zeros((SPARE, LOG_COLUMNS), np.int64),
        registers=registers,
        waves=np.zeros((len(sizes), 4, 4 * points + 1), np.int64),
        sums=np.zeros(4 * points, np.int64),
        worth=np.zeros(points, np.float64),
        touched=np.zeros((2, points), np.int32),
    )


def with_room(table: Table) -> Table:
    """The memory with a free row for the sets of a chain and for a ply."""
    sets, log = table.sets, table.log
    if table.registers[CHAINS] == len(sets):
        sets = np.concatenate([sets, np.zeros_like(sets)])
    if table.registers[PLIES] == len(log):
        log = np.concatenate([log, np.zeros_like(log)])
    return table._replace(sets=sets, log=log)


def members(table: Table, chain: int, kind: int) -> list[int]:
    """The points in a set of a chain."""
    words = table.sets[chain, kind].astype("<i8").view(np.uint8)
    return [int(point) for point in np.unpackbits(words, bitorder="little").nonzero()[0]]


def no_values(table: Table) -> Floats:
    """Room for a number a point."""
    return np.empty(table.colour.size, np.float64)


def mask_of(cells: bytes, content: int) -> Mask:
    """Where a board has this content."""
    mask: Mask = np.frombuffer(cells, np.int8) == content
    return mask


def _routes(side: int) -> Ints:
    leads, turns = lanes(side, side)
    routes = [
        (leads[lane], leads[first], leads[second], lane % (side * side))
        for lane, (first, second) in enumerate(turns)
    ]
    return np.array(routes, np.int32)


def _sizes(force: ForceParameters) -> Longs:
    """Every size that a force can have, falling, with the numbers of the sizes ahead and aside of it."""
    found, fresh = {force.force}, {force.force}
    while (
        fresh := {size // divisor for size in fresh for divisor in (force.ahead, force.aside)} - {0} - found
    ):
        found |= fresh
    sizes = sorted(found, reverse=True)
    numbers = {size: number for number, size in enumerate(sizes)}
    rows = [
        (size, numbers.get(size // force.ahead, NO_SIZE), numbers.get(size // force.aside, NO_SIZE))
        for size in sizes
    ]
    return np.array(rows, np.int64).reshape(len(rows), 3)
