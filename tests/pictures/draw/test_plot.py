"""PNG and PDF by matplotlib: the same places as in SVG, found again in the pixels."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from PIL import Image, ImageColor

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
    figure,
    pdf,
    png,
    svg,
)

ROWS = (".X.", "XO.", "...")
BARE = Coordinates.NONE

styles = st.sampled_from(list(STYLES.values()))
boards = st.tuples(st.integers(1, 9), st.integers(1, 9)).flatmap(
    lambda size: st.lists(
        st.text(".XO", min_size=size[1], max_size=size[1]), min_size=size[0], max_size=size[0]
    )
)


def pixels(picture: bytes) -> NDArray[np.int16]:
    """Rows of columns of red, green, blue."""
    return np.asarray(Image.open(io.BytesIO(picture)).convert("RGB"), dtype=np.int16)


def is_colour(pixel: NDArray[np.int16], colour: str) -> bool:
    return bool(np.abs(pixel - np.array(ImageColor.getrgb(colour))).max() <= 2)


@settings(max_examples=12)
@given(boards, styles, st.booleans(), st.sampled_from([2, 4, 3.5]))
def test_the_board_can_be_read_from_the_pixels(
    rows: list[str], style: Style, labelled: bool, scale: float
) -> None:
    """At 20 units from line to line, beginning 26 from the edge with coordinates and 14 without."""
    edge = 26 if labelled else 14
    coordinates = Coordinates.NUMBERS if labelled else BARE
    seen = pixels(png(Diagram(rows, coordinates), style, scale=scale))
    middle = {"X": style.black, "O": style.white, ".": style.line}
    beside = {**middle, ".": style.board}
    for row, line in enumerate(rows):
        for col, stone in enumerate(line):
            y, x = (edge + 20 * row) * scale, (edge + 20 * col) * scale
            assert is_colour(seen[int(y), int(x)], middle[stone])
            assert is_colour(seen[int(y + 4 * scale), int(x + 4 * scale)], beside[stone])


@settings(max_examples=6)
@given(
    boards, st.lists(st.sampled_from(list(Holding)), min_size=81, max_size=81), st.sampled_from([WOOD, DARK])
)
def test_svg_and_pixels_have_the_same_things_at_the_same_places(
    rows: list[str], held: list[Holding], style: Style
) -> None:
    every = [(r, c) for r in range(len(rows)) for c in range(len(rows[0]))]
    shown = Diagram(rows, territory=dict(zip(every, held, strict=False)))
    drawn, seen = svg([shown, shown], style), pixels(png([shown, shown], style))
    discs = re.findall(r'd="((?:M\d+ \d+h0)+)" fill="none" stroke="(#\w+)" stroke-width="1[68]"', drawn)
    last = {place: colour for path, colour in discs for place in re.findall(r"M(\d+) (\d+)h0", path)}
    for (x, y), colour in last.items():
        assert is_colour(seen[2 * int(y), 2 * int(x)], colour)
    squares = re.findall(r'd="([^"]+Z)" fill="(#\w+)"/>', drawn)[1:]
    boxes = [
        (corner, fill) for path, fill in squares if fill != style.board for corner in path.split("Z")[:-1]
    ]
    assert len(boxes) == 2 * sum(line.count(".") for line in rows)
    for corner, fill in boxes:
        x0, y0, x1, *_, y1 = map(float, corner[1:].split())
        assert is_colour(seen[round(y0 + y1), round(x0 + x1)], fill)


@pytest.mark.parametrize("number", [1, 4, 7, 10, 23, 88, 100, 138, 255])
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
    for shown, size in (
        (Diagram(ROWS), (80, 80)),
        (Diagram(("X",), BARE), (28, 28)),
        (Diagram(()), (40, 40)),
    ):
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
