"""Wrong neighbours of points, for `mistakes`."""

from __future__ import annotations

from functools import lru_cache

from gograde.assignments.tromp_taylor.careful_program import Near


@lru_cache(maxsize=8)
def with_diagonals(rows: int, columns: int) -> Near:
    def around(place: int) -> tuple[int, ...]:
        row, column = divmod(place, columns)
        ys = range(max(row - 1, 0), min(row + 2, rows))
        xs = range(max(column - 1, 0), min(column + 2, columns))
        return tuple(y * columns + x for y in ys for x in xs if (y, x) != (row, column))

    return tuple(around(place) for place in range(rows * columns))


@lru_cache(maxsize=8)
def wrapped(rows: int, columns: int) -> Near:
    """Neighbours where the index -1 means the opposite edge, as in Python lists."""

    def around(place: int) -> tuple[int, ...]:
        row, column = divmod(place, columns)
        up, left = (row - 1) % rows * columns + column, row * columns + (column - 1) % columns
        right = (place + 1,) if column + 1 < columns else ()
        down = (place + columns,) if row + 1 < rows else ()
        return (up, left, *right, *down)

    return tuple(around(place) for place in range(rows * columns))


@lru_cache(maxsize=8)
def run_on(rows: int, columns: int) -> Near:
    """Neighbours where the last point of a row is beside the first point of the next row."""
    last = rows * columns
    steps = (-columns, -1, 1, columns)
    return tuple(tuple(p + step for step in steps if 0 <= p + step < last) for p in range(last))
