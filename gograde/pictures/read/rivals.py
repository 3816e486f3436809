"""Boards drawn instead of the right one: turned, mirrored, shifted, with the colours exchanged."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gograde.pictures.read.question import Board, Rival, differences

_SWAP = str.maketrans("XO", "OX")
_SIDES = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
_CORNERS = {
    "up and left": (-1, -1),
    "up and right": (-1, 1),
    "down and left": (1, -1),
    "down and right": (1, 1),
}

_STONES = 5  # stones moved by a shift, at least, for the shift to be recognised
_SHARE = 0.1  # share of the board's points with a stone that the shift moved, at least


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


def shift_name(seen: Board, reference: Board) -> str | None:
    """The name of the shift that turns the reference, apart from its edge, into what was seen.

    None when there is no such shift, or when too few stones prove it.
    """
    stones = max(_STONES, _SHARE * len(seen) * len(seen[0]))
    for name, by in (_SIDES | _CORNERS).items():
        pairs = _shifted_pairs(seen, reference, *by)
        if all(a == b for a, b in pairs) and sum(b != "." for _, b in pairs) >= stones:
            return f"the board shifted {name}, with other points at the edge"
    return None


def _shifted_pairs(seen: Board, reference: Board, down: int, right: int) -> list[tuple[str, str]]:
    """The sign seen at each point and the sign there after the shift, without the lines that came in."""
    return [
        (seen[r][c], reference[r - down][c - right])
        for r in range(max(0, down), len(seen) + min(0, down))
        for c in range(max(0, right), len(seen[0]) + min(0, right))
    ]


def nearest(seen: Board, rivals: Sequence[Rival]) -> tuple[str, int] | None:
    """The first rival with the fewest differences from what was seen, and their number."""
    counted = [(len(differences(rival.board, seen)), rival.name) for rival in rivals]
    least = min(counted, key=lambda pair: pair[0], default=None)
    return None if least is None else (least[1], least[0])


def name_of(seen: Board, rivals: Sequence[Rival]) -> str | None:
    """The name of the first rival that equals what was seen; None when none does."""
    return next((rival.name for rival in rivals if rival.board == seen), None)
