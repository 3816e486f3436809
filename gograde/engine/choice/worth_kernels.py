"""What boards are worth at a glance, as machine code (numba).  Boards are rows.

`situation` is SFB with the paper's parameters, equal to `gograde.go.influence.territory` but for the order
of the sum.

For each colour, the points that it can still use are its stones and the empty points that the opponent does
not hold: where it counts less than `_WALL` for the opponent.  Connected points of use are a **dragon**, when
stones are among them.  Its room is its empty points without an opponent's stone beside them.  Connected
points of room are an eye when they are one (that is not false) or two, two eyes when they are four or more;
with three, who plays first decides.  A dragon with less than two eyes is lost.  One that lives by one room
alone is uneasy until that room has `_EASY` points.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gograde.go.influence.models import FORCE, measures
from gograde.go.influence.territory import SITUATION
from gograde.go.kernels import BORDER, Cells, compiled

Shares = NDArray[np.float64]
Mask = NDArray[np.bool_]

_SIZES = tuple(
    FORCE.force >> level for level in range(FORCE.force.bit_length())
)  # of forces: each is half the last
_ASIDE = FORCE.aside.bit_length() - 1  # places down that list
_AHEAD = FORCE.ahead.bit_length() - 1
_FULL = float(SITUATION.clamp)  # the FB from which an empty point counts 1

_WALL = 0.02
_ALIVE = 4  # half eyes
_EASY = 30  # points of room
_DOUBT = 0.5  # what a stone of a lost dragon that is not taken by reading counts against its side
_UNEASE = 1.6  # what a stone loses in the worst case

# The row of registers: what `_spread` and `_rooms` found.
COLOUR = 0
STRIDE = 1
NAME = 2
EYES = 3  # half eyes
ROOM = 4  # points of the largest room
ROOMS = 5  # rooms that are eyes


@compiled
def glances(boards: Cells, stride: int, to_play: int, dead: Mask, out: Shares) -> None:
    """The worth of each board by `glance`; stones in `dead` are known to be lost."""
    shares = np.empty(boards.shape[1])
    for at in range(boards.shape[0]):
        lost = dead & (boards[at] != 0)
        out[at] = glance(boards[at], stride, to_play, lost, shares)


@compiled
def glance(board: Cells, stride: int, to_play: int, lost: Mask, shares: Shares) -> float:
    """SFB without lost stones, each counted against its side; adds dragons that cannot live to `lost`."""
    sure = lost.copy()
    while True:
        lifted = np.where(lost, 0, board)
        total = situation(lifted, stride, shares)
        found, unease = lost_dragons(lifted, shares, stride, to_play, lost)
        if found == 0:
            break
    total -= unease
    for point in range(board.size):
        if lost[point]:
            total -= (1.0 if sure[point] else _DOUBT) * (3.0 - 2.0 * board[point]) + shares[point]
    return total


@compiled
def lost_dragons(board: Cells, shares: Shares, stride: int, to_play: int, lost: Mask) -> tuple[int, float]:
    """Mark the stones of a side's lost dragons; returns their number, 0 when all live.

    It is the side of the dragon with the fewest eyes, then with the fewest liberties: lost dragons of the
    other side may live without those.  When all live, the second answer is what uneasy dragons lose, black
    positive.
    """
    size = board.size
    group = np.zeros((4, size), np.int64)
    found = group[3]
    found[STRIDE] = stride
    least, name, chosen, unease = 1 << 40, 0, 0, 0.0
    doomed = np.zeros(size + 1, np.bool_)
    for colour in range(1, 3):
        for start in range(size):
            if board[start] == colour and group[colour, start] == 0:
                name += 1
                found[COLOUR], found[NAME] = colour, name
                count = _spread(board, shares, group, start)
                _rooms(board, group, count)
                if found[EYES] < _ALIVE and not (found[EYES] == _ALIVE - 1 and to_play == colour):
                    worth = (found[EYES] << 20) + _liberties(board, group, count)
                    doomed[name] = True
                    if worth < least:
                        least, chosen = worth, colour
                elif found[ROOMS] < 2 and found[ROOM] < _EASY:
                    stones = (board[group[0, :count]] == colour).sum()
                    fear = _UNEASE * (_EASY - found[ROOM]) / (_EASY - 3)
                    unease += fear * stones * (3 - 2 * colour)
    if chosen == 0:
        return 0, unease
    stones = 0
    for point in range(size):
        if board[point] == chosen and doomed[abs(group[chosen, point])]:
            lost[point] = True
            stones += 1
    return stones, 0.0


@compiled
def _spread(board: Cells, shares: Shares, group: Cells, start: int) -> int:
    """Give all connected points of use a name; returns their number, and lists them in the first row."""
    found, queue = group[3], group[0]
    colour, stride, names = found[COLOUR], found[STRIDE], group[found[COLOUR]]
    sign = 3.0 - 2.0 * colour
    queue[0] = start
    names[start] = found[NAME]
    count, at = 1, 0
    while at < count:
        point = queue[at]
        at += 1
        for other in (point - stride, point - 1, point + 1, point + stride):
            if names[other] == 0:
                usable = board[other] == 0 and sign * shares[other] > -_WALL
                if board[other] == colour or usable:
                    names[other] = found[NAME]
                    queue[count] = other
                    count += 1
    return count


@compiled
def _rooms(board: Cells, group: Cells, count: int) -> None:
    """Find the rooms of the dragon in the first row.  Points of room get the name's negative."""
    found = group[3]
    colour, stride, name, names = found[COLOUR], found[STRIDE], found[NAME], group[found[COLOUR]]
    queue = np.empty(count, np.int64)
    found[EYES], found[ROOM], found[ROOMS] = 0, 0, 0
    for i in range(count):
        start = group[0, i]
        if names[start] != name or not _is_room(board, stride, colour, start):
            continue
        names[start] = -name
        queue[0] = start
        size, at = 1, 0
        while at < size:
            point = queue[at]
            at += 1
            for other in (point - stride, point - 1, point + 1, point + stride):
                if names[other] == name and _is_room(board, stride, colour, other):
                    names[other] = -name
                    queue[size] = other
                    size += 1
        found[ROOM] = max(found[ROOM], size)
        if size > 1 or not is_false(board, stride, colour, start):
            found[EYES] += min(max(size, 2), 4)
            found[ROOMS] += 1


@compiled
def _is_room(board: Cells, stride: int, colour: int, point: int) -> bool:
    """Is the point empty, without an opponent's stone beside it?"""
    other = 3 - colour
    return bool(
        board[point] == 0
        and board[point - stride] != other
        and board[point - 1] != other
        and board[point + 1] != other
        and board[point + stride] != other
    )


@compiled
def is_false(board: Cells, stride: int, colour: int, point: int) -> bool:
    """Does the opponent hold two diagonal points, or one where the point is on the edge?"""
    taken, outside = 0, 0
    for other in (point - stride - 1, point - stride + 1, point + stride - 1, point + stride + 1):
        taken += board[other] == 3 - colour
        outside += board[other] == BORDER
    return taken + (outside > 0) >= 2


@compiled
def _liberties(board: Cells, group: Cells, count: int) -> int:
    """The number of empty points beside stones of the dragon, a point once for each stone."""
    colour, stride, liberties = group[3, COLOUR], group[3, STRIDE], 0
    for point in group[0, :count]:
        if board[point] == colour:
            for other in (point - stride, point - 1, point + 1, point + stride):
                liberties += board[other] == 0
    return liberties


@compiled
def situation(board: Cells, stride: int, out: Shares) -> float:
    """Write what each point counts (black positive, white negative) to `out`; returns the sum, SFB."""
    sums = forces(board, stride)
    total = 0.0
    for point in range(board.size):
        held = board[point]
        if held == 0:
            out[point] = _share(sums[0, point], sums[1, point], sums[2, point], sums[3, point])
        else:
            out[point] = 0.0 if held == BORDER else 3.0 - 2.0 * held
        total += out[point]
    return total


@compiled
def forces(board: Cells, stride: int) -> NDArray[np.int64]:
    """The four forces that arrive at every point: up, right, down, left."""
    steps = np.array((-stride, 1, stride, -1))
    sums = np.zeros((4, board.size), np.int64)
    waves = np.zeros((len(_SIZES) + _ASIDE, 4, board.size), np.int16)
    for point in range(board.size):
        if board[point] == 1 or board[point] == 2:
            waves[0, :, point] = 3 - 2 * board[point]
    for level in range(len(_SIZES)):
        for way in range(4):
            for start in range(stride, board.size - stride):
                count = waves[level, way, start]
                if count:
                    point, to = start + steps[way], way
                    if board[point] == BORDER:
                        point, to = start, (way + 2) % 4
                    sums[to, point] += _SIZES[level] * count
                    waves[level + _ASIDE, (to + 1) % 4, point] += count
                    waves[level + _ASIDE, (to + 3) % 4, point] += count
                    if board[point] == 0:
                        waves[level + _AHEAD, to, point] += count
    return sums


measures_of = compiled(measures)


@compiled
def _share(up: int, right: int, down: int, left: int) -> float:
    """What an empty point counts: FB / 32, at most 1, with the sign of A."""
    total, modulus, balance = measures_of(up, right, down, left)
    if total == 0:
        return 0.0
    share = min(modulus * balance / _FULL, 1.0)
    return share if total > 0 else -share
