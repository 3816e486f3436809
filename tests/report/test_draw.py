"""Boards as text and as SVG."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gograde.pictures.draw import Mark, board_svg, board_text, compare, mark_svg, star_points
from gograde.report.answers import in_words, points_of

ROWS = (".X.", "XO.", "...")
MARKS = {(0, 0): Mark.BOTH, (1, 1): Mark.ANSWERED, (1, 2): Mark.EXPECTED}


def test_points_of_both_answers_get_their_mark() -> None:
    assert compare([(0, 0), (1, 2)], [(1, 1), (0, 0)]) == MARKS


@given(*[st.sets(st.tuples(st.integers(0, 8), st.integers(0, 8)))] * 2)
def test_comparing_loses_and_adds_no_point(expected: set, answered: set) -> None:
    marks = compare(expected, answered)
    assert {p for p, mark in marks.items() if mark is not Mark.ANSWERED} == expected
    assert {p for p, mark in marks.items() if mark is not Mark.EXPECTED} == answered


def test_a_board_in_text_needs_no_colour() -> None:
    assert board_text(ROWS, MARKS) == (
        "  0 1 2",
        "0 * X .",
        "1 X!O ?",
        "2 . . .",
    )


def test_columns_of_a_large_board_stay_in_line() -> None:
    lines = board_text(["." * 19] * 19, {(18, 18): Mark.BOTH})
    assert lines[0].endswith(" 17 18")
    assert lines[-1] == "18" + "  ." * 18 + "  *"
    assert {len(line) for line in lines} == {2 + 3 * 19}


def test_an_empty_board_is_drawn_too() -> None:
    assert board_text([], {}) == (" ",)
    assert ET.fromstring(board_svg([])).tag.endswith("svg")


@pytest.mark.parametrize(
    ("rows", "cols", "points"),
    [
        (9, 9, {(2, 2), (2, 6), (4, 4), (6, 2), (6, 6)}),
        (5, 5, {(2, 2)}),
        (2, 2, set()),
        (19, 19, {(r, c) for r in (3, 9, 15) for c in (3, 9, 15)}),
    ],
)
def test_star_points_are_where_boards_have_them(rows: int, cols: int, points: set) -> None:
    assert set(star_points(rows, cols)) == points


def paths(svg: str) -> dict[str, str]:
    """The path of each colour that is stroked or filled."""
    root = ET.fromstring(svg)
    found = [path.attrib for path in root.iter() if path.tag.endswith("path")]
    return {a["stroke"] if a.get("fill", "none") == "none" else a["fill"]: a["d"] for a in found}


def test_stones_lie_on_their_points() -> None:
    drawn = paths(board_svg(ROWS, coordinates=False))
    assert drawn["#1a1a1a"] == "M34 34h0", "the rim of the white stone comes last"
    assert drawn["#fff"] == "M34 34h0"
    assert 'd="M34 14h0M14 34h0" stroke="#1a1a1a" stroke-width="18"' in board_svg(ROWS, coordinates=False)


def test_each_mark_has_a_shape_and_a_colour_of_its_own() -> None:
    drawn = paths(board_svg(ROWS, MARKS, coordinates=False))
    assert drawn["#00785a"] == "M14 7l7 7l-7 7l-7-7z"
    assert drawn["#0063a6"] == "M49 29h10v10h-10z"
    assert drawn["#c64600"] == "M29 29l10 10m0-10l-10 10"
    assert len({mark_svg(mark) for mark in Mark}) == 3


def test_marks_outside_of_the_board_are_left_out() -> None:
    assert board_svg(ROWS, {(9, 9): Mark.BOTH, (-1, 0): Mark.ANSWERED}) == board_svg(ROWS)


def test_a_title_cannot_leave_its_element() -> None:
    root = ET.fromstring(board_svg(ROWS, title="</title><script>alert(1)</script>"))
    assert root[0].text == "</title><script>alert(1)</script>"
    assert not [part for part in root.iter() if part.tag.endswith("script")]


def test_coordinates_count_from_the_top_left() -> None:
    root = ET.fromstring(board_svg([".." for _ in range(3)]))
    texts = [
        (text.text, text.attrib["x"], text.attrib["y"]) for text in root.iter() if text.tag.endswith("text")
    ]
    assert texts == [
        ("0", "9", "29"),
        ("1", "9", "49"),
        ("2", "9", "69"),
        ("0", "26", "12"),
        ("1", "46", "12"),
    ]


def test_rows_of_a_board_with_two_columns_are_no_points() -> None:
    rows, board = [[0, 1], [2, 0], [1, 1]], (".X", "O.", "XX")
    assert points_of(rows) == ((0, 1), (2, 0), (1, 1))
    assert points_of(rows, board) is None
    assert points_of(rows[:2], board) == ((0, 1), (2, 0))
    assert points_of(rows, ("...", "...", "...")) == ((0, 1), (2, 0), (1, 1))
    assert in_words(rows, board) == "[[0, 1], [2, 0], [1, 1]]"
