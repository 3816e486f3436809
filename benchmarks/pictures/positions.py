"""Positions to draw, and for each the wrong boards that a program may draw instead."""

from __future__ import annotations

from random import Random

Board = tuple[str, ...]

NINE = 9


def positions(seed: int, count: int, side: int = NINE) -> list[Board]:
    """`count` boards, mostly `side` x `side`: one empty, one nearly full, some sparse.

    If `side` is 9, about every sixth board has another size.
    """
    rng = Random(seed)
    sizes = {5: (5, 5), 11: (13, 13), 17: (19, 19), 23: (5, 5), 29: (7, 9)} if side == NINE else {}
    return [_position(rng, number, sizes.get(number % 30, (side, side))) for number in range(count)]


def _position(rng: Random, number: int, size: tuple[int, int]) -> Board:
    special = {1: 0.0, 3: 0.95, 8: 0.04, 14: 0.88, 20: 0.07}
    dense = special.get(number % 30, rng.uniform(0.2, 0.7))
    balance = {9: 0.0, 21: 1.0, 26: 0.05}.get(number % 30, rng.uniform(0.35, 0.6))
    rows, cols = size
    return tuple("".join(_stone(rng, dense, balance) for _ in range(cols)) for _ in range(rows))


def _stone(rng: Random, dense: float, balance: float) -> str:
    if rng.random() >= dense:
        return "."
    return "X" if rng.random() < balance else "O"


def standing(board: Board) -> Board:
    """The board without stones that have no liberty; white stones are removed first."""
    for stone in "OX":
        dead = [point for group in _groups(board, stone) if not _free(board, group) for point in group]
        for row, col in dead:
            board = put(board, row, col, ".")
    return board


def _groups(board: Board, stone: str) -> list[set[tuple[int, int]]]:
    """The connected groups of stones of a colour."""
    left = {(r, c) for r, line in enumerate(board) for c, sign in enumerate(line) if sign == stone}
    groups = []
    while left:
        group, new = set(), {left.pop()}
        while new:
            group |= new
            new = {near for point in new for near in _around(point)} & left
            left -= new
        groups.append(group)
    return groups


def _free(board: Board, group: set[tuple[int, int]]) -> bool:
    """Whether a group has a liberty."""
    near = {point for stone in group for point in _around(stone)}
    return any(0 <= r < len(board) and 0 <= c < len(board[0]) and board[r][c] == "." for r, c in near)


def _around(point: tuple[int, int]) -> list[tuple[int, int]]:
    r, c = point
    return [(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)]


def put(board: Board, row: int, col: int, stone: str) -> Board:
    """The board with one point changed."""
    line = board[row]
    return (*board[:row], line[:col] + stone + line[col + 1 :], *board[row + 1 :])


def swapped(board: Board) -> Board:
    """The board with black and white exchanged."""
    return tuple(line.translate(str.maketrans("XO", "OX")) for line in board)


def transposed(board: Board) -> Board:
    """The board with rows and columns exchanged."""
    return tuple("".join(line) for line in zip(*board, strict=True))


def mirrored(board: Board) -> Board:
    """The board with left and right exchanged."""
    return tuple(line[::-1] for line in board)


def shifted(board: Board, down: int, right: int) -> Board:
    """The board with every stone moved; stones that leave the board are lost."""
    rows, cols = len(board), len(board[0])

    def at(r: int, c: int) -> str:
        return board[r][c] if 0 <= r < rows and 0 <= c < cols else "."

    return tuple("".join(at(r - down, c - right) for c in range(cols)) for r in range(rows))


def before(board: Board, rng: Random) -> Board:
    """A board from which one capturing white move may have led to this board."""
    white = [(r, c) for r, line in enumerate(board) for c, s in enumerate(line) if s == "O"]
    rng.shuffle(white)
    for r, c in white:
        near = [(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)]
        free = [
            (a, b) for a, b in near if 0 <= a < len(board) and 0 <= b < len(board[0]) and board[a][b] == "."
        ]
        if free:
            older = put(board, r, c, ".")
            for a, b in free[: rng.randint(1, len(free))]:
                older = put(older, a, b, "X")
            return older
    return board


def impostors(board: Board, seed: int) -> dict[str, Board]:
    """Wrong boards by name, without those that happen to equal the board."""
    rng = Random(seed)
    spots = [(r, c) for r in range(len(board)) for c in range(len(board[0]))]
    stones = [p for p in spots if board[p[0]][p[1]] != "."]
    free = [p for p in spots if board[p[0]][p[1]] == "."]
    made: dict[str, Board] = {}
    if stones:
        made["removed"] = put(board, *rng.choice(stones), ".")
        r, c = rng.choice(stones)
        made["recoloured"] = put(board, r, c, "O" if board[r][c] == "X" else "X")
    if free:
        made["added"] = put(board, *rng.choice(free), rng.choice("XO"))
    made["before"] = before(board, rng)
    if len(board) == len(board[0]):
        made["transposed"] = transposed(board)
    made["mirrored"] = rng.choice([mirrored(board), board[::-1]])
    made["swapped"] = swapped(board)
    made["shifted"] = shifted(board, *rng.choice([(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1)]))
    return {name: wrong for name, wrong in made.items() if wrong != board}
