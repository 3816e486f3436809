"""Boards drawn instead of the right one: turned, mirrored, shifted, with the colours exchanged."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gograde.pictures.read.question import Board, Rival

_SWAP = str.maketrans("XO", "OX")
_SIDES = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
_CORNERS = {
    "up and left": (-1, -1),
    "up and right": (-1, 1),
    "down and left": (1, -1),
    "down and right": (1, 1),
}


def transposed(board: Board) -> Board:
    """Rows and columns exchanged."""
    return tuple("".join(line) for line in zip(*board, strict=True))


def mirrored(board: Board) -> Board:
    """Left and right exchanged."""
    return tuple(line[::-1] for line in board)


def swapped(board: Board) -> Board:
    """Black and white exchanged."""
    return tuple(line.translate(_SWAP) for line in board)


def shifted(board: Board, down: int, right: int) -> Board:
    """The board with every stone moved by so many points; stones that leave the board are lost."""
    rows, cols = len(board), len(board[0])

    def at(row: int, col: int) -> str:
        return board[row][col] if 0 <= row < rows and 0 <= col < cols else "."

    return tuple("".join(at(r - down, c - right) for c in range(cols)) for r in range(rows))


def turned_boards(board: Board) -> Iterator[Rival]:
    """The seven other orientations of the board; only three when it is not square."""
    yield Rival("the board mirrored, left and right exchanged", mirrored(board))
    yield Rival("the board mirrored, top and bottom exchanged", board[::-1])
    yield Rival("the board turned by half a turn", mirrored(board)[::-1])
    if len(board) == len(board[0]):
        flat = transposed(board)
        yield Rival("the board transposed, rows and columns exchanged", flat)
        yield Rival("the board turned by a quarter turn to the left", flat[::-1])
        yield Rival("the board turned by a quarter turn to the right", mirrored(flat))
        yield Rival("the board transposed along the other diagonal", mirrored(flat)[::-1])


def all_rivals(board: Board, given: Sequence[Rival]) -> tuple[Rival, ...]:
    """The given boards first, then every known distortion, without boards equal to `board`."""
    turned = tuple(turned_boards(board))
    shifts = (
        Rival(f"the board shifted {name}", shifted(board, *by)) for name, by in (_SIDES | _CORNERS).items()
    )
    exchanged = (Rival(f"{rival.name}, and the colours swapped", swapped(rival.board)) for rival in turned)
    found = (
        *given,
        Rival("the board with the colours swapped", swapped(board)),
        *turned,
        *shifts,
        *exchanged,
    )
    return tuple(rival for rival in found if rival.board != board)


def name_of(seen: Board, rivals: Sequence[Rival]) -> str | None:
    """The name of the first rival that equals what was seen; None when none does."""
    return next((rival.name for rival in rivals if rival.board == seen), None)
