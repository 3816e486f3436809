"""Points, colours and moves as words."""

from __future__ import annotations

import pytest

from gograde.engine.gtp import vertices as gtp
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
        assert gtp.read_vertex(word, side) == point


@pytest.mark.parametrize("side", [2, 9, 19, 25])
def test_what_is_written_is_read(side: int) -> None:
    for point in Board.empty(side).points():
        assert gtp.read_vertex(gtp.write_vertex(point, side), side) == point


def test_passes_and_colours_are_read_in_any_case() -> None:
    assert gtp.write_vertex(None, 9) == "pass"
    assert [gtp.is_pass(word) for word in ("pass", "PASS", "passs")] == [True, True, False]
    assert [gtp.read_colour(word) for word in ("b", "Black", "W", "white", "x", "")] == [
        *[Stone.BLACK, Stone.BLACK, Stone.WHITE, Stone.WHITE],
        *[None, None],
    ]


# -- lines of the protocol ---------------------------------------------------------------------------------


def test_a_line_is_read_as_the_protocol_says() -> None:
    for line, command in [
        ("genmove b\n", gtp.Command("", "genmove", ("b",))),
        ("  12\tplay  b   D4 \r\n", gtp.Command("12", "play", ("b", "D4"))),
        ("0 name", gtp.Command("0", "name")),
        ("1abc", gtp.Command("", "1abc")),
        ("name # comment 3", gtp.Command("", "name")),
        ("na\x00m\x1be\x7f", gtp.Command("", "name")),
        ("17", gtp.Command("17", "")),
        ("# comment", None),
        (" \t\r\n", None),
        ("", None),
        ("\x07", None),
        ("１ name", gtp.Command("", "１", ("name",))),
    ]:
        assert gtp.read_command(line) == command


def test_an_answer_ends_with_the_only_blank_line() -> None:
    assert gtp.success("", "") == "=\n\n"
    assert gtp.success("7", "D4") == "=7 D4\n\n"
    assert gtp.failure("7", "illegal move") == "?7 illegal move\n\n"
    assert gtp.success("", "\n A B \n\n  \n1 . .\n") == "=\n A B\n1 . .\n\n"
