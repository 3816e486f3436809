"""The rules as machine code (numba): for playouts, searches and very many boards.

Two layers.  Functions of a **board**, a C-contiguous int8 array of shape (rows, cols) with
0 empty, 1 black, 2 white: `capture_mask`, `legal_mask`, `area_score`.  Functions of a
**table**, one int32 array that carries a whole position through a game: `new_table`,
`list_moves`, `play_at`, `pass_at`, `random_playout`.  `table.copy()` copies the position.

A table numbers points `(row + 1) * (cols + 1) + column`, see `cell_of`: a border of one row
above, one below, and one column that the end of a row shares with the start of the next.
A game must start from a board that obeys rule 1, otherwise ko is judged wrongly.  `play_at` does not check
its point: pass only points from `list_moves`.

Importing this module loads numba.  The first call of a function compiles it; later processes
read the code from numba's cache on disk.  That cache notices changes only in the file of the
function that is called, so all kernels share one file.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gograde.go.machine_code import compiled

Cells = NDArray[np.int8]
Mask = NDArray[np.bool_]
Table = NDArray[np.int32]

PASS = 0  # a move that is no point
_BORDER = 3  # the content of a point off the board

# The rows of a table.
COLOUR = 0  # of a point: what it holds
HEAD = 1  # of a point: one stone of its chain, the same for all its stones; 0 when empty
NEXT = 2  # of a point: the next stone of its chain, in a circle
OPEN = 3  # of a point: how many neighbours are empty
PLACE = 4  # of an empty point: its index in EMPTIES
LIBERTIES = 5  # of a chain, at its head: empty neighbours of its stones; a shared one counts per stone
SIZE = 6  # of a chain, at its head: stones
EMPTIES = 7  # the list of empty points
REGISTERS = 8  # the numbers below

# The registers.
STRIDE = 0  # cells a row
COUNT = 1  # empty points
KO = 2  # the point that ko forbids, 0 for none
TURN = 3  # the colour to play
PASSES = 4  # passes since the last move


def cell_of(row: int, column: int, cols: int) -> int:
    """The number of a point in a table."""
    return (row + 1) * (cols + 1) + column


@compiled
def new_table(board: Cells, to_play: int) -> Table:
    """The table of a board without history."""
    rows, cols = board.shape
    stride = cols + 1
    table = np.zeros((9, max(stride * (rows + 2), 5)), np.int32)
    table[COLOUR] = _BORDER
    table[REGISTERS, STRIDE] = stride
    table[REGISTERS, TURN] = to_play
    for row in range(rows):
        for column in range(cols):
            _open(table, (row + 1) * stride + column, stride)
    for row in range(rows):
        for column in range(cols):
            if board[row, column]:
                _put(table, (row + 1) * stride + column, board[row, column], stride)
    return table


@compiled
def to_board(table: Table, board: Cells) -> None:
    """Write the stones of a table into `board`."""
    rows, cols = board.shape
    for row in range(rows):
        for column in range(cols):
            board[row, column] = table[COLOUR, (row + 1) * (cols + 1) + column]


@compiled
def list_moves(table: Table, moves: NDArray[np.int32]) -> int:
    """Fill `moves` with every legal point in any order, without the pass; returns their number.

    `moves` must have room for `table.shape[1]` points.
    """
    stride, turn, ko = table[REGISTERS, STRIDE], table[REGISTERS, TURN], table[REGISTERS, KO]
    found = 0
    for i in range(table[REGISTERS, COUNT]):
        point = table[EMPTIES, i]
        moves[found] = point
        if table[OPEN, point] or _fits(table, point, turn, stride):
            found += point != ko
    return found


@compiled
def play_at(table: Table, point: int) -> int:
    """Play a legal point and return how many stones it captured."""
    stride, turn = table[REGISTERS, STRIDE], table[REGISTERS, TURN]
    _put(table, point, turn, stride)
    captured, taken = 0, 0
    for other in (point - stride, point - 1, point + 1, point + stride):
        if table[COLOUR, other] == 3 - turn and table[LIBERTIES, table[HEAD, other]] == 0:
            captured += table[SIZE, table[HEAD, other]]
            taken = other
            _take(table, other, stride)
    alone = table[SIZE, table[HEAD, point]] == 1 and table[LIBERTIES, point] == 1
    table[REGISTERS, KO] = taken if captured == 1 and alone else 0
    table[REGISTERS, TURN] = 3 - turn
    table[REGISTERS, PASSES] = 0
    return captured


@compiled
def pass_at(table: Table) -> None:
    """Pass: the turn changes and ko is lifted."""
    table[REGISTERS, KO] = 0
    table[REGISTERS, TURN] = 3 - table[REGISTERS, TURN]
    table[REGISTERS, PASSES] += 1


@compiled
def random_playout(table: Table, seed: int, plies: int, eager_to_pass: bool) -> int:
    """Play uniformly random legal moves until two passes or `plies` plies; returns the plies played.

    A side passes only without a legal point; with `eager_to_pass`, the pass is one of the moves to draw from.
    The same seed plays the same game.
    """
    moves = np.empty(table.shape[1], np.int32)
    state = _scrambled(np.uint64(seed))
    for ply in range(plies):
        if table[REGISTERS, PASSES] >= 2:
            return ply
        found = list_moves(table, moves)
        if eager_to_pass or found == 0:
            moves[found] = PASS
            found += 1
        state = _scrambled(state)
        choice = moves[np.int64(((state >> np.uint64(33)) * np.uint64(found)) >> np.uint64(31))]
        if choice == PASS:
            pass_at(table)
        else:
            play_at(table, choice)
    return plies


@compiled
def legal_mask(board: Cells, stone: int) -> Mask:
    """True where `stone` may be played; there is no ko without history."""
    rows, cols = board.shape
    table = new_table(board, stone)
    moves = np.empty(table.shape[1], np.int32)
    mask = np.zeros((rows, cols), np.bool_)
    for i in range(list_moves(table, moves)):
        mask[moves[i] // (cols + 1) - 1, moves[i] % (cols + 1)] = True
    return mask


@compiled
def capture_mask(board: Cells, stone: int) -> Mask:
    """True where `stone` captures something."""
    rows, cols = board.shape
    stride = cols + 1
    table = new_table(board, stone)
    mask = np.zeros((rows, cols), np.bool_)
    for i in range(table[REGISTERS, COUNT]):
        point = table[EMPTIES, i]
        mask[point // stride - 1, point % stride] = _captures(table, point, stone, stride)
    return mask


@compiled
def area_score(board: Cells) -> tuple[int, int]:
    """Black's and white's points: stones, and empty regions that touch only that colour."""
    cols = board.shape[1]
    cells, seen = board.ravel(), board.ravel() != 0
    points = np.zeros(4, np.int64)  # of nobody, black, white, both
    stack = np.empty(cells.size, np.int32)
    for start in range(cells.size):
        if cells[start]:
            points[cells[start]] += 1
        elif not seen[start]:
            size, touched = _region(cells, seen, stack, start, cols)
            points[touched] += size
    return points[1], points[2]


@compiled
def _region(cells: Cells, seen: Mask, stack: NDArray[np.int32], start: int, cols: int) -> tuple[int, int]:
    """Size of an empty region, and which colours touch it: 1 black, 2 white, 3 both."""
    seen[start], stack[0] = True, start
    size, touched, height = 0, 0, 1
    while height:
        height -= 1
        point = stack[height]
        size += 1
        column = point % cols
        for side in range(4):
            if (side == 0 and column == 0) or (side == 1 and column == cols - 1):
                continue
            other = point + (-1, 1, -cols, cols)[side]
            if 0 <= other < cells.size:
                touched |= cells[other]
                if not seen[other]:
                    seen[other], stack[height] = True, other
                    height += 1
    return size, touched


@compiled
def _fits(table: Table, point: int, turn: int, stride: int) -> bool:
    """May `turn` play a point without an empty neighbour?

    Yes when the move takes the last liberty of an opponent's chain, or touches an own chain that keeps a
    liberty.  The function lowers the liberty counts of all neighbours while it checks.
    """
    above, left, right, below = point - stride, point - 1, point + 1, point + stride
    for other in (above, left, right, below):
        table[LIBERTIES, table[HEAD, other]] -= 1
    fits = False
    for other in (above, left, right, below):
        colour, left_over = table[COLOUR, other], table[LIBERTIES, table[HEAD, other]]
        fits |= (colour == turn and left_over > 0) or (colour == 3 - turn and left_over == 0)
    for other in (above, left, right, below):
        table[LIBERTIES, table[HEAD, other]] += 1
    return fits


@compiled
def _captures(table: Table, point: int, turn: int, stride: int) -> bool:
    """Is the empty point the last liberty of an opponent's chain?"""
    around = (point - stride, point - 1, point + 1, point + stride)
    for other in around:
        if table[COLOUR, other] == 3 - turn:
            touching = 0
            for another in around:
                touching += table[HEAD, another] == table[HEAD, other]
            if table[LIBERTIES, table[HEAD, other]] == touching:
                return True
    return False


@compiled
def _open(table: Table, point: int, stride: int) -> None:
    """Make a point empty, and update the counts of its neighbours."""
    count = table[REGISTERS, COUNT]
    table[COLOUR, point] = 0
    table[HEAD, point] = 0
    table[EMPTIES, count] = point
    table[PLACE, point] = count
    table[REGISTERS, COUNT] = count + 1
    for other in (point - stride, point - 1, point + 1, point + stride):
        table[OPEN, other] += 1
        table[LIBERTIES, table[HEAD, other]] += 1


@compiled
def _put(table: Table, point: int, colour: int, stride: int) -> None:
    """Put a stone on an empty point, update its neighbours, and join own chains; captures nothing."""
    count = table[REGISTERS, COUNT] - 1
    last, place = table[EMPTIES, count], table[PLACE, point]
    table[EMPTIES, place] = last
    table[PLACE, last] = place
    table[REGISTERS, COUNT] = count
    for other in (point - stride, point - 1, point + 1, point + stride):
        table[OPEN, other] -= 1
        table[LIBERTIES, table[HEAD, other]] -= 1
    table[COLOUR, point] = colour
    table[HEAD, point] = point
    table[NEXT, point] = point
    table[SIZE, point] = 1
    table[LIBERTIES, point] = table[OPEN, point]
    for other in (point - stride, point - 1, point + 1, point + stride):
        if table[COLOUR, other] == colour and table[HEAD, other] != table[HEAD, point]:
            _join(table, table[HEAD, other], table[HEAD, point])


@compiled
def _join(table: Table, big: int, small: int) -> None:
    """Merge two chains; the smaller chain gets the head of the bigger chain."""
    if table[SIZE, big] < table[SIZE, small]:
        big, small = small, big
    table[SIZE, big] += table[SIZE, small]
    table[LIBERTIES, big] += table[LIBERTIES, small]
    stone = small
    while True:
        table[HEAD, stone] = big
        stone = table[NEXT, stone]
        if stone == small:
            break
    table[NEXT, big], table[NEXT, small] = table[NEXT, small], table[NEXT, big]


@compiled
def _take(table: Table, first: int, stride: int) -> None:
    """Take a chain off the board."""
    stone = first
    while True:
        following = table[NEXT, stone]
        _open(table, stone, stride)
        stone = following
        if stone == first:
            break


@compiled
def _scrambled(state: np.uint64) -> np.uint64:
    """The next state of a 64-bit generator (splitmix64: Steele, Lea, Flood 2014)."""
    mixed = state + np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return mixed ^ (mixed >> np.uint64(31))
