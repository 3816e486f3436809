"""Drawings as text, as SVG, and as PNG and PDF: the same places, found again in the pixels."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from PIL import Image, ImageColor

from gograde.errors import DataError
from gograde.go import diagram
from gograde.go.board import star_points
from gograde.pictures.diagram import value_text
from gograde.pictures.draw import (
    DARK,
    STYLES,
    WOOD,
    Coordinates,
    Diagram,
    Holding,
    Mark,
    Shape,
    Style,
    Window,
    board_text,
    compare,
    figure,
    ground,
    ground_name,
    pdf,
    png,
    rows_of,
    sign_svg,
    svg,
    svg_upon,
)
from gograde.pictures.draw.parts import text_width

ROWS = (".X.", "XO.", "...")
MARKS = {(0, 0): Mark.BOTH, (1, 1): Mark.ANSWERED, (1, 2): Mark.EXPECTED}
BARE = Coordinates.NONE

sides = st.integers(1, 9)
boards = st.tuples(sides, sides).flatmap(
    lambda size: st.lists(
        st.text(".XO", min_size=size[1], max_size=size[1]), min_size=size[0], max_size=size[0]
    )
)
styles = st.sampled_from(list(STYLES.values()))


def test_points_of_both_answers_get_their_mark() -> None:
    assert compare([(0, 0), (1, 2)], [(1, 1), (0, 0)]) == MARKS


@given(*[st.sets(st.tuples(st.integers(0, 8), st.integers(0, 8)))] * 2)
def test_comparing_loses_and_adds_no_point(expected: set, answered: set) -> None:
    marks = compare(expected, answered)
    assert {p for p, mark in marks.items() if mark is not Mark.ANSWERED} == expected
    assert {p for p, mark in marks.items() if mark is not Mark.EXPECTED} == answered


def test_star_points_are_where_boards_have_them() -> None:
    two, five, nine, nineteen = ({*star_points(side, side)} for side in (2, 5, 9, 19))
    assert (two, five) == (set(), {(2, 2)})
    assert nine == {(2, 2), (2, 6), (4, 4), (6, 2), (6, 6)}
    assert nineteen == {(r, c) for r in (3, 9, 15) for c in (3, 9, 15)}


SIGNS = "use . for empty, X for black, O for white"


def test_what_is_no_board_is_refused() -> None:
    for rows, window, message in [
        (("...", ".."), None, f"row 1 is not 3 of .XO\nFix: {SIGNS}"),
        ((".x",), None, f"row 0 is not 2 of .XO\nFix: {SIGNS}"),
        (("." * 256,), None, "1x256 is too large\nFix: use sides up to 255"),
        (ROWS, Window(1, 0, 3, 3), "is not on the 3x3 board\nFix: show a part of the board"),
        (ROWS, Window(-1, 0, 3, 3), "is not on the 3x3 board\nFix: show a part of the board"),
    ]:
        with pytest.raises(DataError, match=re.escape(message)):
            Diagram(rows, window=window)


def test_rows_of_a_board_are_those_of_its_picture() -> None:
    assert rows_of(diagram(". X . / X O . / . . .")) == ROWS
    assert rows_of(diagram("")) == ()


# -- text -----------------------------------------------------------------------------------


def test_a_board_in_text_needs_no_colour() -> None:
    assert board_text(Diagram(ROWS, marks=MARKS)) == ("  0 1 2", "0 * X .", "1 X!O ?", "2 . . .")


def test_text_shows_numbers_values_shapes_and_territory() -> None:
    shown = Diagram(
        ROWS,
        Coordinates.LETTERS,
        numbers={(1, 0): 12, (0, 0): 3},
        marks={(1, 1): Shape.CROSS, (2, 2): Shape.TRIANGLE},
        values={(0, 2): -4, (0, 0): 0.5},
        territory={(2, 0): Holding.BLACK_FIRM, (2, 1): Holding.WHITE, (1, 1): Holding.BLACK},
    )
    lines = ("    A   B   C", "3 0.5   X  -4", "2  12  +O   .", "1   B   w   ^")
    assert board_text(shown) == lines


def test_text_of_a_part_has_its_own_coordinates() -> None:
    part = Window(1, 1, 2, 2)
    assert board_text(Diagram(ROWS, window=part)) == ("  1 2", "1 O .", "2 . .")
    assert board_text(Diagram(ROWS, BARE, window=part)) == (" O .", " . .")
    assert board_text(Diagram(ROWS, Coordinates.STEPS, window=part)) == ("  B C", "B O .", "C . .")


def test_columns_of_a_large_board_stay_in_line() -> None:
    lines = board_text(Diagram(["." * 19] * 19, marks={(18, 18): Mark.BOTH}))
    assert lines[0].endswith(" 17 18")
    assert lines[-1] == "18" + "  ." * 18 + "  *"
    assert {len(line) for line in lines} == {2 + 3 * 19}


def test_an_empty_board_is_drawn_too() -> None:
    assert board_text(Diagram([])) == (" ",)
    assert ET.fromstring(svg(Diagram([]))).tag.endswith("svg")
    assert ET.fromstring(svg([])).tag.endswith("svg")


def test_coordinates_have_four_kinds() -> None:
    shown = [Diagram(["." * 30] * 19, kind) for kind in Coordinates]
    labels = {one.coordinates.value: [one.column_label(n) for n in (0, 7, 8, 24, 25, 26)] for one in shown}
    assert labels.pop("none") == [""] * 6
    assert {name: " ".join(column) for name, column in labels.items()} == {
        "numbers": "0 7 8 24 25 26", "letters": "A H J Z AA AB", "steps": "A H I Y Z AA",
    }  # fmt: skip
    assert [one.row_label(2) for one in shown] == ["", "2", "17", "C"]


def test_values_are_short_and_have_a_real_minus() -> None:
    values = (0, -0.0, 17, -3, 123456, 27.871, -0.124303, 1e-9, float("inf"), float("nan"))
    assert " ".join(map(value_text, values)) == "0 0 17 −3 123456 27.87 −0.124 1e−09 ∞ nan"


# -- SVG ------------------------------------------------------------------------------------


def paths(drawn: str) -> dict[str, list[str]]:
    """The paths of each colour that is stroked or filled."""
    found: dict[str, list[str]] = {}
    for path in ET.fromstring(drawn).iter("{http://www.w3.org/2000/svg}path"):
        a = path.attrib
        found.setdefault(a["stroke"] if a["fill"] == "none" else a["fill"], []).append(a["d"])
    return found


def test_stones_lie_on_their_points() -> None:
    drawn = svg(Diagram(ROWS, BARE))
    assert paths(drawn)["#1a1a1a"] == ["M34 14h0M14 34h0", "M34 34h0"], "the rim of the white stone is last"
    assert paths(drawn)["#ffffff"][-1] == "M34 34h0"
    assert 'd="M34 14h0M14 34h0" fill="none" stroke="#1a1a1a" stroke-width="18"' in drawn


def test_each_mark_has_a_shape_and_a_colour_of_its_own() -> None:
    drawn = paths(svg(Diagram(ROWS, BARE, marks=MARKS)))
    assert drawn["#00785a"] == ["M14 7 21 14 14 21 7 14Z"]
    assert drawn["#0063a6"] == ["M49.4 29.4 58.6 29.4 58.6 38.6 49.4 38.6Z"]
    assert drawn["#c64600"] == ["M30 30 38 38M38 30 30 38"]
    assert len({re.sub(r"#\w+", "", sign_svg(sign)) for sign in (*Mark, *Shape)}) == 7


MIDDLES = ((14, 28), (34, 28), (54, 48))


def test_shapes_are_written_in_the_colour_that_a_stone_has_not() -> None:
    marks = {(1, 0): Shape.TRIANGLE, (1, 1): Shape.TRIANGLE, (2, 2): Shape.TRIANGLE}
    drawn = paths(svg(Diagram(ROWS, BARE, marks=marks), DARK))
    on_black, on_white, on_empty = (f"M{x} {y} {x + 5.2} {y + 9} {x - 5.2} {y + 9}Z" for x, y in MIDDLES)
    assert drawn[DARK.white][1:] == [on_black, on_white], "the second is the ground on the white stone"
    assert drawn[DARK.black][1:] == [on_black, on_white]
    assert drawn[DARK.ink] == [on_empty]


def test_territory_is_as_dark_as_its_owner_and_firm_is_larger() -> None:
    held = {(0, 0): Holding.BLACK, (2, 0): Holding.BLACK_FIRM, (0, 2): Holding.WHITE, (1, 1): Holding.WHITE}
    drawn = svg(Diagram(ROWS, BARE, territory=held))
    assert 'd="M11.8 11.8 16.2 11.8 16.2 16.2 11.8 16.2Z" fill="#1a1a1a"' in drawn
    assert 'd="M9.8 49.8 18.2 49.8 18.2 58.2 9.8 58.2Z" fill="#1a1a1a"' in drawn
    assert 'd="M51.8 11.8 56.2 11.8 56.2 16.2 51.8 16.2Z" fill="#ffffff"' in drawn
    assert drawn == svg(Diagram(ROWS, BARE, territory={k: v for k, v in held.items() if k != (1, 1)}))


def test_values_differ_by_sign_and_weight_and_zero_is_small() -> None:
    values = {(0, 0): 5, (2, 0): -5, (2, 2): 0, (1, 1): -7}
    root = ET.fromstring(svg(Diagram(ROWS, BARE, values=values)))
    groups = [part.attrib | {"text": part[0].text} for part in root.iter() if part.tag.endswith("}g")]
    told = {g["text"]: (g["fill"], g.get("font-weight", ""), g["font-size"]) for g in groups}
    assert told == {
        "5": ("#00497a", "bold", "9"), "−5": ("#a83200", "", "9"),
        "−7": ("#1a1a1a", "", "9"), "0": ("#6b5a3a", "", "7.65"),
    }  # fmt: skip


def test_a_point_shows_its_value_before_its_number_before_its_mark() -> None:
    marks = {(0, 0): Shape.CIRCLE, (0, 1): Shape.CIRCLE}
    both = Diagram(ROWS, marks=marks, numbers={(0, 0): 1, (0, 1): 2}, values={(0, 1): 3})
    assert svg(both) == svg(Diagram(ROWS, numbers={(0, 0): 1}, values={(0, 1): 3}))


@given(st.integers(-(10**12), 10**12) | st.floats(-1e12, 1e12))
def test_no_value_is_wider_than_its_place(value: float) -> None:
    drawn = svg(Diagram(["...", ".X.", "..."], BARE, values={(0, 0): value, (1, 1): value}))
    told = re.findall(r'font-size="([\d.]+)" text-anchor="middle"(.*?) fill', drawn)
    wide = [text_width(value_text(value), float(size), bold="bold" in weight) for size, weight in told]
    assert wide and all(room <= 17.6 for room in wide)


def test_a_last_move_has_a_ring_and_room_for_its_number() -> None:
    drawn = svg(Diagram(ROWS, BARE, numbers={(0, 1): 99}, last=(0, 1)))
    assert "M27.1 14a6.9 6.9 0 1 0 13.8 0a6.9 6.9 0 1 0 -13.8 0Z" in drawn
    assert 'font-size="8.33"' in drawn
    assert 'font-size="10.5"' in svg(Diagram(ROWS, BARE, numbers={(0, 1): 99}))


def test_what_is_outside_of_the_board_is_left_out() -> None:
    far, near = (9, 9), (-1, 0)
    marks, held = {far: Mark.BOTH, near: Shape.CROSS}, {far: Holding.WHITE}
    strange = Diagram(ROWS, marks=marks, numbers={far: 1}, values={near: 2}, territory=held, last=near)
    assert svg(strange) == svg(Diagram(ROWS))
    assert board_text(strange) == board_text(Diagram(ROWS))


def test_lines_go_on_where_the_board_does() -> None:
    whole = Diagram(["." * 19] * 19, BARE, window=Window(0, 0, 2, 2))
    assert paths(svg(whole))["#6b5a3a"] == ["M14 14 42 14M14 34 42 34M14 14 14 42M34 14 34 42"]
    inner = Diagram(["." * 19] * 19, BARE, window=Window(3, 3, 1, 2))
    assert paths(svg(inner))["#6b5a3a"] == ["M6 14 42 14M14 6 14 22M34 6 34 22", "M14 14h0"]  # a star point
    # A single line shows where its points are.
    assert paths(svg(Diagram(("..",), BARE)))["#6b5a3a"] == ["M14 14 34 14M14 10 14 18M34 10 34 18"]
    assert paths(svg(Diagram((".",), BARE)))["#6b5a3a"] == ["M10 14 18 14M14 10 14 18"]


def test_lines_between_values_are_no_minus_signs() -> None:
    lines = paths(svg(Diagram(ROWS, BARE, values={(0, 0): 1})))
    assert lines["#d9c69c"] == [*paths(svg(Diagram(ROWS, BARE)))["#6b5a3a"]]
    assert "#6b5a3a" not in lines


def test_boards_stand_side_by_side_or_in_rows() -> None:
    one = Diagram(ROWS, BARE)
    assert 'viewBox="0 0 68 68"' in svg(one)
    assert 'viewBox="0 0 236 68"' in svg([one] * 3)
    assert 'viewBox="0 0 152 152"' in svg([one] * 3, columns=2)
    assert 'viewBox="0 0 68 86"' in svg(Diagram(ROWS, BARE, caption="small"))
    assert paths(svg([one] * 3, columns=2))["#ffffff"][1:] == ["M34 34h0", "M118 34h0", "M34 118h0"]


@given(st.text(), st.text(), styles)
def test_any_text_stays_text(title: str, caption: str, style: Style) -> None:
    root = ET.fromstring(svg(Diagram(ROWS, caption=caption), style, title=title))
    assert {part.tag.partition("}")[2] for part in root.iter()} <= {"svg", "title", "path", "g", "text"}


def test_a_title_cannot_leave_its_element() -> None:
    root = ET.fromstring(svg(Diagram(ROWS, caption='"<b>&'), title="</title><script>alert(1)</script>\0"))
    assert root[0].text == "</title><script>alert(1)</script>�"
    assert [part.text for part in root.iter() if part.tag.endswith("text")][-1] == '"<b>&'


def test_coordinates_count_from_the_top_left() -> None:
    root = ET.fromstring(svg(Diagram([".."] * 3)))
    texts = [(t.text, t.attrib["x"], t.attrib["y"]) for t in root.iter() if t.tag.endswith("text")]
    rows = [("0", "9", "29.28"), ("1", "9", "49.28"), ("2", "9", "69.28")]
    assert texts == [*rows, ("0", "26", "12.28"), ("1", "46", "12.28")]


@given(boards, st.sampled_from(list(Coordinates)), st.booleans())
def test_a_board_upon_a_ground_of_the_page_is_the_same_picture(
    rows: list[str], coordinates: Coordinates, valued: bool
) -> None:
    drawn = Diagram(
        tuple(rows), coordinates, marks={(0, 0): Shape.CROSS}, values={(1, 0): 3} if valued else {}
    )
    whole, upon, below, name = svg(drawn), svg_upon(drawn), ground(drawn), ground_name(drawn)
    assert f'<use href="#{name}"/>' in upon
    inside = below.removeprefix(f'<g id="{name}">').removesuffix("</g>")
    page = re.search(r'<path d="[^"]*" fill="#ffffff"/>', whole)
    assert page is not None
    assert upon.replace(f'<use href="#{name}"/>', f"{page[0]}{inside}") == whole


def test_equal_names_of_grounds_mean_equal_grounds() -> None:
    empty = Diagram(("...",) * 3)
    others = [
        Diagram(("....",) * 3),
        Diagram(("...",) * 3, BARE),
        Diagram(("...",) * 3, values={(0, 0): 1}),
        Diagram(("....",) * 4, window=Window(0, 0, 3, 3)),
        Diagram(("....",) * 4, window=Window(1, 0, 3, 3)),
    ]
    assert ground_name(empty) == ground_name(Diagram(ROWS)) == "ground-3-3-0-0-3-3-numbers"
    assert len({ground_name(one) for one in (empty, *others)}) == 6
    assert ground(empty).split(">", 1)[1] == ground(Diagram(ROWS)).split(">", 1)[1]


# -- PNG and PDF -------------------------------------------------------------------------------


def pixels(picture: bytes) -> NDArray[np.int16]:
    """Rows of columns of red, green, blue."""
    return np.asarray(Image.open(io.BytesIO(picture)).convert("RGB"), dtype=np.int16)


def is_colour(pixel: NDArray[np.int16], colour: str) -> bool:
    return bool(np.abs(pixel - np.array(ImageColor.getrgb(colour))).max() <= 2)


@settings(max_examples=12)
@given(boards, styles, st.booleans(), st.sampled_from([2, 3.5]))
def test_the_board_can_be_read_from_the_pixels(
    rows: list[str], style: Style, labelled: bool, scale: float
) -> None:
    """At 20 units from line to line, beginning 26 from the edge with coordinates and 14 without."""
    edge, coordinates = (26, Coordinates.NUMBERS) if labelled else (14, BARE)
    seen = pixels(png(Diagram(rows, coordinates), style, scale=scale))
    middle = {"X": style.black, "O": style.white, ".": style.line}
    beside = {**middle, ".": style.board}
    for row, line in enumerate(rows):
        for col, stone in enumerate(line):
            y, x = (edge + 20 * row) * scale, (edge + 20 * col) * scale
            assert is_colour(seen[int(y), int(x)], middle[stone])
            assert is_colour(seen[int(y + 4 * scale), int(x + 4 * scale)], beside[stone])


@settings(max_examples=6)
@given(boards, st.sampled_from([WOOD, DARK]))
def test_svg_and_pixels_have_the_same_discs_at_the_same_places(rows: list[str], style: Style) -> None:
    shown = Diagram(rows)
    drawn, seen = svg([shown, shown], style), pixels(png([shown, shown], style))
    discs = re.findall(r'd="((?:M\d+ \d+h0)+)" fill="none" stroke="(#\w+)" stroke-width="1[68]"', drawn)
    last = {place: colour for path, colour in discs for place in re.findall(r"M(\d+) (\d+)h0", path)}
    assert len(last) == 2 * sum(sign != "." for line in rows for sign in line)
    for (x, y), colour in last.items():
        assert is_colour(seen[2 * int(y), 2 * int(x)], colour)


@pytest.mark.parametrize("number", [1, 10, 88, 255])
def test_digits_stand_in_the_middle_of_their_stone(number: int) -> None:
    for stone in "XO":
        shown = Diagram((f".{stone}.",), BARE, numbers={(0, 1): number})
        seen = pixels(png(shown, scale=8)).astype(int).sum(axis=2)
        inside = seen[14 * 8 - 57 : 14 * 8 + 57, 34 * 8 - 57 : 34 * 8 + 57]
        inked = inside > 600 if stone == "X" else inside < 200
        disc = np.hypot(*np.indices(inside.shape) - 57) < 57
        rows, cols = np.nonzero(inked & disc)
        assert abs((rows.min() + rows.max()) / 2 - 57) <= 0.35 * 8
        assert abs((cols.min() + cols.max()) / 2 - 57) <= (0.9 if "1" in str(number) else 0.5) * 8
        assert cols.max() - cols.min() <= 14 * 8


def test_a_rich_diagram_differs_from_a_bare_one_in_every_part() -> None:
    """Each field shows in the pixels: none is forgotten by this way of drawing."""
    bare = Diagram(ROWS, BARE)
    others = [
        Diagram(ROWS),
        Diagram(ROWS, BARE, numbers={(0, 1): 3}),
        *(Diagram(ROWS, BARE, marks={(1, 1): sign}) for sign in (*Mark, *Shape)),
        Diagram(ROWS, BARE, values={(2, 2): -4}),
        *(Diagram(ROWS, BARE, territory={(2, 0): held}) for held in Holding),
        Diagram(ROWS, BARE, last=(1, 1)),
        Diagram(ROWS, BARE, window=Window(0, 0, 2, 2)),
        Diagram(ROWS, BARE, caption="below"),
    ]
    assert len({png(one, scale=1) for one in (bare, *others)}) == 1 + len(others)


def test_sizes_are_those_of_the_svg() -> None:
    for shown, size in (Diagram(ROWS), (80, 80)), (Diagram(("X",), BARE), (28, 28)), (Diagram(()), (40, 40)):
        assert 'viewBox="0 0 {} {}"'.format(*size) in svg(shown)
        assert Image.open(io.BytesIO(png(shown))).size == (2 * size[0], 2 * size[1])
        assert tuple(figure(shown).get_size_inches() * 72) == pytest.approx(size)
    assert Image.open(io.BytesIO(png([]))).size == (2, 2)


def test_the_largest_board_is_no_larger_than_a_page_can_show() -> None:
    shown = Diagram(["." * 255] * 255, window=Window(0, 0, 255, 1))
    assert max(Image.open(io.BytesIO(png(shown))).size) <= 4000


def test_neither_dates_nor_programs_are_in_the_files() -> None:
    shown = Diagram(ROWS, numbers={(0, 1): 1}, values={(2, 2): -4}, caption="$1 and \\alpha")
    assert png(shown) == png(shown)
    assert pdf(shown) == pdf(shown)
    assert not Image.open(io.BytesIO(png(shown))).info.keys() - {"dpi"}
    assert not re.search(rb"Date|Producer|Creator|atplotlib", pdf(shown))


def test_settings_of_the_user_change_nothing(tmp_path: Path) -> None:
    (tmp_path / "matplotlibrc").write_text("font.size: 30\naxes.facecolor: red\npath.sketch: 1, 100, 2\n")
    shown = "Diagram(('.X.', 'XO.', '...'), numbers={(0, 1): 12}, values={(2, 2): -4})"
    code = "import sys; from gograde.pictures.draw import *; "
    done = subprocess.run(
        [sys.executable, "-c", f"{code}sys.stdout.buffer.write(png({shown}) + pdf({shown}))"],
        env={**os.environ, "MATPLOTLIBRC": str(tmp_path), "MPLBACKEND": "TkAgg", "PYTHONHASHSEED": "7"},
        capture_output=True,
        check=True,
    )
    same = Diagram(ROWS, numbers={(0, 1): 12}, values={(2, 2): -4})
    assert done.stdout == png(same) + pdf(same)


def test_nothing_heavy_is_loaded_before_something_is_drawn() -> None:
    code = "import sys, gograde.pictures.draw; print({'numpy', 'matplotlib', 'PIL'} & {*sys.modules})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


DOCS = Path(__file__).parents[3] / "docs"


def test_the_example_in_the_documentation_draws_its_picture() -> None:
    match = re.search(r"```python\n(.*?)```", (DOCS / "drawing.md").read_text(encoding="utf-8"), re.DOTALL)
    assert match
    made: dict[str, Any] = {}
    exec(match[1], made)
    sheets = [pixels(picture) for picture in made["pictures"]]
    shown = pixels((DOCS / "drawing.png").read_bytes())
    assert made["page"].startswith("<svg")
    assert (np.abs(np.concatenate(sheets) - shown).max(axis=2) > 64).mean() < 0.001
