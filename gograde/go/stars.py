"""The star points of a board."""

from __future__ import annotations


def star_points(rows: int, cols: int) -> tuple[tuple[int, int], ...]:
    """The star points: corners and centre, and on odd boards of at least 13 lines also on the sides."""

    def lines(size: int) -> tuple[int, ...]:
        edge = 2 if size < 13 else 3
        ends = (edge, size - 1 - edge) if size >= 8 else ()
        middle = (size // 2,) if size % 2 and size >= 3 else ()
        return tuple(sorted({*ends, *middle}))

    side = min(rows, cols) >= 13
    corner = [(r, c) for r in lines(rows) for c in lines(cols)]
    return tuple((r, c) for r, c in corner if side or (2 * r == rows - 1) == (2 * c == cols - 1))
