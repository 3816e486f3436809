"""Points, colours and moves as words."""

from __future__ import annotations

import pytest

from gograde.engine.gtp.vertices import is_pass, read_colour, read_vertex, write_vertex
from gograde.go import Board, Point, Stone


def test_a_vertex_is_column_and_row_from_the_bottom() -> None:
    for word, side, point in [
        ("A1", 19, Point(18, 0)),
        ("t19", 19, Point(0, 18)),
        ("J9", 9, Point(0, 8)),
        ("h8", 9, Point(1, 7)),
        ("I5", 9, None),
        ("K1", 9, None),
        ("A10", 9, None),
        ("A0", 9, None),
        ("A01", 9, None),
        ("AA1", 19, None),
        ("A", 19, None),
        ("A１", 19, None),
        ("pass", 19, None),
    ]:
        assert read_vertex(word, side) == point


@pytest.mark.parametrize("side", [2, 9, 19, 25])
def test_what_is_written_is_read(side: int) -> None:
    for point in Board.empty(side).points():
        assert read_vertex(write_vertex(point, side), side) == point


def test_passes_and_colours_are_read_in_any_case() -> None:
    assert write_vertex(None, 9) == "pass"
    assert [is_pass(word) for word in ("pass", "PASS", "passs")] == [True, True, False]
    assert [read_colour(word) for word in ("b", "Black", "W", "white", "x", "")] == [
        *[Stone.BLACK, Stone.BLACK, Stone.WHITE, Stone.WHITE],
        *[None, None],
    ]
