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

from gograde.codec import replace
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
    MarkShape,
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
from tests.golden import agrees

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


NINETEEN = Diagram(["." * 19] * 19, BARE, window=Window(0, 0, 2, 2))
HELD = {(0, 0): Holding.BLACK, (2, 0): Holding.BLACK_FIRM, (0, 2): Holding.WHITE, (1, 1): Holding.WHITE}
TRIANGLES = {(1, 0): MarkShape.TRIANGLE, (1, 1): MarkShape.TRIANGLE, (2, 2): MarkShape.TRIANGLE}
SHOWN: dict[str, Diagram | list[Diagram]] = {
    "plain": Diagram(ROWS),
    "bare": Diagram(ROWS, BARE),
    "marks": Diagram(ROWS, BARE, marks=MARKS),
    "triangles": Diagram(ROWS, BARE, marks=TRIANGLES),
    "crosses": Diagram(ROWS, BARE, marks=dict.fromkeys(TRIANGLES, MarkShape.CROSS)),
    "circles and squares": Diagram(ROWS, BARE, marks={(0, 0): MarkShape.CIRCLE, (2, 1): MarkShape.SQUARE}),
    "territory": Diagram(ROWS, BARE, territory=HELD),
    "values": Diagram(ROWS, BARE, values={(0, 0): 5, (2, 0): -5, (2, 2): 0, (1, 1): -7}),
    "the last move": Diagram(ROWS, BARE, numbers={(0, 1): 99}, last=(0, 1)),
    "a number": Diagram(ROWS, BARE, numbers={(0, 1): 99}),
    "a value before a number before a mark": Diagram(
        ROWS,
        marks={(0, 0): MarkShape.CIRCLE, (0, 1): MarkShape.CIRCLE},
        numbers={(0, 0): 1, (0, 1): 2},
        values={(0, 1): 3},
    ),
    "all": Diagram(
        ROWS,
        Coordinates.LETTERS,
        numbers={(1, 0): 12, (0, 0): 3},
        marks={(1, 1): MarkShape.CROSS, (2, 2): MarkShape.TRIANGLE},
        values={(0, 2): -4, (0, 0): 0.5},
        territory={(2, 0): Holding.BLACK_FIRM, (2, 1): Holding.WHITE, (1, 1): Holding.BLACK},
    ),
    "a corner": NINETEEN,
    "a star point": replace(NINETEEN, window=Window(3, 3, 1, 2)),
    "a part": Diagram(ROWS, window=Window(1, 1, 2, 2)),
    "a part with steps": Diagram(ROWS, Coordinates.STEPS, window=Window(1, 1, 2, 2)),
    "one line": Diagram(("..",), BARE),
    "one point": Diagram((".",), BARE),
    "no board": Diagram([]),
    "a caption": Diagram(ROWS, BARE, caption='"<b>&'),
    "side by side": [Diagram(ROWS, BARE)] * 3,
}


def test_each_is_drawn_so() -> None:
    said = []
    for name, shown in SHOWN.items():
        text = "" if isinstance(shown, list) else "".join(f"{line}\n" for line in board_text(shown))
        drawn = svg(shown, DARK if name == "triangles" else WOOD, title="</title><script>\0")
        said.append(f"== {name}\n{text}{drawn.replace('><', '>' + chr(10) + '<')}\n")
    in_rows = svg([Diagram(ROWS, BARE)] * 3, columns=2)
    agrees("pictures/drawn.txt", "\n".join([*said, "== in rows", in_rows.replace("><", ">\n<"), ""]))


def test_columns_of_a_large_board_stay_in_line() -> None:
    lines = board_text(Diagram(["." * 19] * 19, marks={(18, 18): Mark.BOTH}))
    assert lines[0].endswith(" 17 18")
    assert lines[-1] == "18" + "  ." * 18 + "  *"
    assert {len(line) for line in lines} == {2 + 3 * 19}


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


def test_each_sign_has_a_form_of_its_own() -> None:
    assert len({re.sub(r"#\w+", "", sign_svg(sign)) for sign in (*Mark, *MarkShape)}) == 7


@given(st.integers(-(10**12), 10**12) | st.floats(-1e12, 1e12))
def test_no_value_is_wider_than_its_place(value: float) -> None:
    drawn = svg(Diagram(["...", ".X.", "..."], BARE, values={(0, 0): value, (1, 1): value}))
    told = re.findall(r'font-size="([\d.]+)" text-anchor="middle"(.*?) fill', drawn)
    wide = [text_width(value_text(value), float(size), bold="bold" in weight) for size, weight in told]
    assert wide and all(room <= 17.6 for room in wide)


def test_what_is_outside_of_the_board_is_left_out() -> None:
    far, near = (9, 9), (-1, 0)
    marks, held = {far: Mark.BOTH, near: MarkShape.CROSS}, {far: Holding.WHITE}
    strange = Diagram(ROWS, marks=marks, numbers={far: 1}, values={near: 2}, territory=held, last=near)
    assert svg(strange) == svg(Diagram(ROWS))
    assert board_text(strange) == board_text(Diagram(ROWS))


@given(st.text(), st.text(), styles)
def test_any_text_stays_text(title: str, caption: str, style: Style) -> None:
    root = ET.fromstring(svg(Diagram(ROWS, caption=caption), style, title=title))
    assert {part.tag.partition("}")[2] for part in root.iter()} <= {"svg", "title", "path", "g", "text"}


@given(boards, st.sampled_from(list(Coordinates)), st.booleans())
def test_a_board_upon_a_ground_of_the_page_is_the_same_picture(
    rows: list[str], coordinates: Coordinates, valued: bool
) -> None:
    drawn = Diagram(
        tuple(rows), coordinates, marks={(0, 0): MarkShape.CROSS}, values={(1, 0): 3} if valued else {}
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
        *(Diagram(ROWS, BARE, marks={(1, 1): sign}) for sign in (*Mark, *MarkShape)),
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


# -- every style is read in print, in grey, and by colour-blind people -------------------------


Linear = tuple[float, float, float]
Matrix = tuple[Linear, Linear, Linear]

SIGHTS: dict[str, Matrix] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia":
        ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia":
        ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia":
        ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}  # fmt: skip
LUMINANCE = (0.2126, 0.7152, 0.0722)


def linear(colour: str) -> Linear:
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return red, green, blue


def seen(colour: str, sight: str) -> Linear:
    """What is left of a colour."""
    light = linear(colour)
    red, green, blue = (
        min(max(sum(a * b for a, b in zip(row, light, strict=True)), 0), 1) for row in SIGHTS[sight]
    )
    return red, green, blue


def contrast(one: str, other: str, sight: str = "usual") -> float:
    first, second = (
        sum(a * b for a, b in zip(LUMINANCE, seen(colour, sight), strict=True)) for colour in (one, other)
    )
    return (max(first, second) + 0.05) / (min(first, second) + 0.05)


def test_texts_stones_and_marks_are_seen() -> None:
    """Territory has the colours of stones, and numbers on a stone that of the other."""
    for sight in SIGHTS:
        for style in STYLES.values():
            for colour in (style.ink, style.positive, style.negative, style.zero, style.line):
                assert contrast(colour, style.board, sight) >= 4.5, colour
            assert contrast(style.ink, style.page, sight) >= 7
            # Seen, and never taken for a minus sign.
            assert 1.3 <= contrast(style.faint, style.board, sight) <= 1.8
            assert contrast(style.black, style.white, sight) >= 12
            for fill, rim in ((style.black, style.black_rim), (style.white, style.white_rim)):
                assert max(contrast(fill, style.board, sight), contrast(rim, style.board, sight)) >= 7
            colours = (style.both, style.expected, style.answered)
            assert all(contrast(colour, style.halo, sight) >= 3 for colour in colours)
            assert len({*colours}) == 3 and style.positive != style.negative
