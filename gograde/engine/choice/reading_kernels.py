"""Reading as machine code (numba): is a chain taken, with either side first?

The **work** is one int64 array of rows.  The first rows are registers and lists, then comes a pair of rows
for each ply of the reading: a board and a frame with the moves to try.  Row `BOARD` is the position in
question.

`is_taken` reads: the attacker fills liberties, at the first ply also points beside them; the defender
extends, takes chains beside it that have one liberty, or, with two liberties, plays elsewhere.  The chain
escapes when the attacker is to move and it has more than three liberties (after three plies, more than two),
and when the reading reaches its limits.  So a chain that is taken is taken whatever the defender does of
this; one that escapes may be lost.
"""

from __future__ import annotations

import numpy as np

from gograde.go.kernels import (
    KO,
    LIBERTIES,
    QUEUE,
    REGISTERS,
    STRIDE,
    Cells,
    compiled,
    index_of,
    look,
    padded,
    put,
)
from gograde.go.position import Position

Work = Cells

# The rows, after those of a work array.
COPIES = 4  # the stones of the chain whose defence is listed
STATUS = 5  # of a stone: see below
ATTACK = 6  # of a stone that can be taken: where its attacker plays
DEFENCE = 7  # of a stone that can be saved: where its side plays
BOARD = 8
FRAME = 9

# More registers.
NODES = 3  # moves tried in this reading
FIRST = 4  # the first move of the last reading that succeeded
TO_PLAY = 5  # the side to play on row `BOARD`
BANNED = 6  # the point that ko forbids it, 0 for none

# A frame.
ATTACKING = 0  # 1 when the attacker is to move
COUNT = 1
AT = 2
FORBIDDEN = 3  # the point that ko forbids
MOVES = 4
MOST_MOVES = 40

# The status of a chain.
SAFE = 0
CRITICAL = 1  # who plays first decides
DEAD = 2  # taken although its side plays first

PASS = 0
_PLIES = 90  # of the longest ladder
_NODES = 400  # moves tried, then the chain escapes
_WIDE_PLIES = 3  # so many plies deep an attacker still faces three liberties


def new_work(side: int) -> Work:
    """A work array for a board of a side."""
    stride = side + 2
    work = np.zeros((BOARD + 2 * (_PLIES + 1), max(stride * stride, MOVES + MOST_MOVES)), np.int64)
    work[REGISTERS, STRIDE] = stride
    return work


def work_of(position: Position) -> Work:
    """A work array with a position."""
    side = position.board.rows
    work, ko = new_work(side), position.ko_point
    set_board(work, padded(position.board), position.to_play, index_of(ko, side) if ko else 0)
    return work


def set_board(work: Work, cells: Cells, to_play: int, ko: int) -> None:
    """Put another position of the same size into a work array."""
    work[BOARD, : cells.size] = cells
    work[REGISTERS, TO_PLAY] = to_play
    work[REGISTERS, BANNED] = ko


@compiled
def read_all(work: Work) -> None:
    """Write the status of every chain with at most three liberties, and the moves that decide it."""
    size = work[REGISTERS, STRIDE] * work[REGISTERS, STRIDE]
    work[STATUS] = -1
    for point in range(size):
        if (work[BOARD, point] == 1 or work[BOARD, point] == 2) and work[STATUS, point] < 0:
            status, attack, defence = status_of(work, point)
            _, stones = look(work, BOARD, point, size)
            for at in range(stones):
                stone = work[QUEUE, at]
                work[STATUS, stone] = status
                work[ATTACK, stone] = attack
                work[DEFENCE, stone] = defence


@compiled
def status_of(work: Work, target: int) -> tuple[int, int, int]:
    """The status of a chain, and the moves that take and save it."""
    found, _ = look(work, BOARD, target, 3)
    if found > 3 or not is_taken(work, target, 1):
        return SAFE, PASS, PASS
    attack = work[REGISTERS, FIRST]
    if is_taken(work, target, 0):
        return DEAD, attack, PASS
    return CRITICAL, attack, work[REGISTERS, FIRST]


@compiled
def is_taken(work: Work, target: int, attacking: int) -> bool:
    """Is the chain of a stone on row `BOARD` taken, with its attacker (1) or its own side (0) first?"""
    colour = work[BOARD, target]
    work[REGISTERS, NODES] = 0
    ply = 0
    first = 3 - colour if attacking else colour
    banned = work[REGISTERS, BANNED] if first == work[REGISTERS, TO_PLAY] else 0
    answer = _open(work, BOARD, target, attacking, banned)
    while True:
        row = BOARD + 2 * ply
        frame = row + 1
        if answer < 0:  # the frame at this ply has more to try
            answer = _try_next(work, row, target, colour, ply)
            if answer == 2:
                ply += 1
                answer = -1
                if work[row + 2, target] != colour:
                    answer = 1
                else:
                    answer = _open(work, row + 2, target, 1 - work[frame, ATTACKING], work[REGISTERS, KO])
            continue
        if ply == 0:
            work[REGISTERS, FIRST] = work[frame, MOVES + work[frame, AT] - 1] if work[frame, AT] else PASS
            return answer == 1
        ply -= 1
        if answer != work[BOARD + 2 * ply + 1, ATTACKING]:
            answer = -1


@compiled
def _try_next(work: Work, row: int, target: int, colour: int, ply: int) -> int:
    """Make the next move of a frame on the rows of the next ply: 2; or the value of the frame: 0 or 1."""
    frame = row + 1
    attacking = work[frame, ATTACKING]
    while work[frame, AT] < work[frame, COUNT]:
        move = work[frame, MOVES + work[frame, AT]]
        work[frame, AT] += 1
        work[REGISTERS, NODES] += 1
        if work[REGISTERS, NODES] > _NODES or ply + 1 >= _PLIES:
            return 0
        work[row + 2] = work[row]
        work[REGISTERS, KO] = 0
        if move == PASS:
            return 2
        side = 3 - colour if attacking else colour
        if move != work[frame, FORBIDDEN] and put(work, row + 2, move, side) >= 0:
            return 2
    return 0 if attacking else 1


@compiled
def _open(work: Work, row: int, target: int, attacking: int, forbidden: int) -> int:
    """Fill the frame of a row with the moves to try: -1; or the value, when none need be tried."""
    frame = row + 1
    work[frame, ATTACKING] = attacking
    work[frame, FORBIDDEN] = forbidden
    work[frame, AT] = 0
    work[frame, COUNT] = 0
    found, stones = look(work, row, target, 3)
    if attacking:
        if found > 3 or (found == 3 and row > BOARD + 2 * _WIDE_PLIES):
            return 0
        _list_attack(work, row, found)
    else:
        if found > 2:
            return 0
        _list_defence(work, row, found, stones)
    return -1


@compiled
def _list_attack(work: Work, row: int, found: int) -> None:
    """The liberties, those with most room beside them first; at the first ply also their neighbours."""
    stride, frame = work[REGISTERS, STRIDE], row + 1
    for room in range(3, -1, -1):
        for at in range(found):
            point = work[LIBERTIES, at]
            beside = 0
            for other in (point - stride, point - 1, point + 1, point + stride):
                beside += work[row, other] == 0
            if beside == room or (room == 3 and beside == 4):
                _add(work, frame, point)
    if row == BOARD and found > 1:
        for at in range(found):
            point = work[LIBERTIES, at]
            for other in (point - stride, point - 1, point + 1, point + stride):
                if work[row, other] == 0:
                    _add(work, frame, other)


@compiled
def _list_defence(work: Work, row: int, found: int, stones: int) -> None:
    """Captures beside the chain, its liberties, and with two liberties a move elsewhere."""
    stride, frame = work[REGISTERS, STRIDE], row + 1
    own = work[row, work[QUEUE, 0]]
    first, second = work[LIBERTIES, 0], work[LIBERTIES, 1]
    for at in range(stones):
        work[COPIES, at] = work[QUEUE, at]
    for at in range(stones):
        stone = work[COPIES, at]
        for other in (stone - stride, stone - 1, stone + 1, stone + stride):
            if work[row, other] == 3 - own:
                count, _ = look(work, row, other, 1)
                if count == 1:
                    _add(work, frame, work[LIBERTIES, 0])
    _add(work, frame, first)
    if found > 1:
        _add(work, frame, second)
        work[frame, MOVES + work[frame, COUNT]] = PASS
        work[frame, COUNT] += 1


@compiled
def _add(work: Work, frame: int, point: int) -> None:
    """Add a move to a frame unless it is there or the frame is full."""
    count = work[frame, COUNT]
    for at in range(count):
        if work[frame, MOVES + at] == point:
            return
    if count < MOST_MOVES - 1:
        work[frame, MOVES + count] = point
        work[frame, COUNT] = count + 1


@compiled
def play_all(work: Work, points: Cells, colour: int, boards: Cells, facts: Cells) -> None:
    """Play each point on row `BOARD`: write the board after it, the stones it takes, its liberties then.

    A point that is occupied or suicide takes -1, and its board is as before.
    """
    size, row = boards.shape[1], BOARD + 2
    for at in range(points.size):
        work[row] = work[BOARD]
        facts[at, 0], facts[at, 1] = -1, 0
        if work[row, points[at]] == 0:
            facts[at, 0] = put(work, row, points[at], colour)
            if facts[at, 0] >= 0:
                facts[at, 1], _ = look(work, row, points[at], size)
        boards[at] = work[row, :size]
