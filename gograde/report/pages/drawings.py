"""The drawings in the pages: boards and pictures as SVG."""

from __future__ import annotations

import io
from base64 import b64encode
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from markupsafe import Markup

from gograde.core.record import PictureReading, PictureScore, TestScore
from gograde.errors import DataError
from gograde.files import read_blob
from gograde.pictures.draw import Diagram, MarkShape, ground, ground_name, sign_svg, svg_upon
from gograde.pictures.picture import read_png
from gograde.report.words import answers, game_list
from gograde.report.words.escape import html, visible
from gograde.report.words.game_list import SIGNS, lost_wins

LARGE = 32_000
"""Bytes from which a picture is drawn with fewer colours; one without a pattern has a third of it."""

COLOURS = 256

_LEVEL = 4  # of zlib: a third of the CPU time of 6 for a tenth more bytes

RED = "#c64600"

RULER = 30  # pixels of the edge in which the pixels of a picture are numbered
TICK = 50  # pixels from one number to the next

Address = Callable[[PictureScore], str]
"""Where a page finds a picture."""

NAMED = 20  # digits of a picture's SHA-256 in the name of its file
LATEST = 5  # lost wins that a page shows for each test; the page only counts the others


@dataclass(frozen=True)
class LostWinBoards:
    """Words and boards of the latest `LATEST` games lost from a won position, of `count` in all."""

    latest: tuple[tuple[str, Markup], ...]
    count: int
    legend: Markup


class PageBoards:
    """The boards of one page, which holds the empty board below them once for each size."""

    def __init__(self) -> None:
        self._grounds: dict[str, str] = {}

    def functions(self) -> dict[str, Callable[..., Any]]:
        """What the templates of the page call."""
        named: tuple[Callable[..., Any], ...] = (self.test_board, self.expected_board, self.read_board)
        named += (self.fault_board, self.lost_win_boards, self.grounds)
        return {each.__name__: each for each in named}

    def grounds(self) -> Markup:
        """The empty boards, to be written once all boards are drawn; nothing when none is."""
        if not self._grounds:
            return Markup("")
        made = "".join(self._grounds.values())
        return Markup(
            f'<svg class="grounds" width="0" height="0" aria-hidden="true"><defs>{made}</defs></svg>'
        )

    def test_board(self, test: TestScore) -> Markup:
        """The board of a test with the points of both answers marked."""
        if not test.board:
            return Markup("")
        drawn = Diagram(test.board, marks={**answers.marks_of(test), **answers.moves_of(test)})
        return self._draw(drawn, f"Board of test {visible(test.name)}")

    def expected_board(self, test: TestScore) -> Markup:
        """The board that a picture should show; empty when the answer is no board."""
        rows = answers.board_of(test.cause.expected) if test.cause else None
        return (
            self._draw(Diagram(rows), f"Board expected of test {visible(test.name)}") if rows else Markup("")
        )

    def read_board(self, reading: PictureReading) -> Markup:
        """The board that was read from a picture, with the points that differ ringed; empty without one."""
        if not reading.board:
            return Markup("")
        ringed = {(point.row, point.col): MarkShape.CIRCLE for point in reading.wrong}
        return self._draw(Diagram(reading.board, marks=ringed), f"Board read from {visible(reading.picture)}")

    def fault_board(self, test: TestScore) -> Markup:
        """The board on which the program first lost a game by a fault; empty without such a game."""
        drawn = game_list.fault_diagram(test)
        return (
            self._draw(drawn, f"Board of a lost game of test {visible(test.name)}") if drawn else Markup("")
        )

    def lost_win_boards(self, test: TestScore) -> LostWinBoards:
        """The games that a program lost from a won position, each shown at its first losing move."""
        found = lost_wins(test)
        latest = [(each, each.diagram) for each in found[-LATEST:]]
        boards = tuple(
            (each.words, self._draw(drawn, f"The board before ply {each.move.ply}")) for each, drawn in latest
        )
        signs = [shape for shape in SIGNS if any(shape in drawn.marks.values() for _, drawn in latest)]
        legend = Markup(" ").join(Markup(sign_svg(shape)) + html(SIGNS[shape]) for shape in signs)
        return LostWinBoards(boards, len(found), legend)

    def _draw(self, diagram: Diagram, title: str) -> Markup:
        name = ground_name(diagram)
        if name not in self._grounds:
            self._grounds[name] = ground(diagram)
        return Markup(svg_upon(diagram, title=title))


def picture_bytes(blobs: Path, picture: PictureScore) -> bytes:
    """The PNG of a picture; raises `DataError` when the blob is missing."""
    try:
        return read_blob(blobs, picture.sha256)
    except (OSError, ValueError):
        fix = f"delete {blobs.parent} and run gograde run again"
        raise DataError(str(blobs), f"the picture {picture.sha256} is gone", fix) from None


def picture_file(folder: str, picture: PictureScore) -> str:
    """The path of a picture in a folder beside the page."""
    return f"{folder}/{picture.sha256[:NAMED]}.png"


def data_url(png: bytes) -> str:
    """A PNG as an address that holds it."""
    return f"data:image/png;base64,{b64encode(png).decode()}"


def read_picture(
    address: str, picture: PictureScore, reading: PictureReading, *, lattice: bool, ruled: bool = False
) -> Markup:
    """The picture as one `<svg>` with rings around its wrong points; with `lattice` also the points read.

    `address` is that of the PNG.  A reading without a lattice gives the picture alone.  With `ruled` the
    pixels are numbered at the edges.
    """
    wide, high, edge = picture.width, picture.height, RULER if ruled else 0
    size = (
        f'viewBox="{-edge} {-edge} {wide + edge} {high + edge}" width="{wide + edge}" height="{high + edge}"'
    )
    image = f'<image href="{address}" width="{picture.width}" height="{picture.height}"/>'
    ticks = _ticks(picture) if ruled else ()
    drawn = "".join((*_crosses(reading, wanted=lattice), *_rings(reading), *ticks))
    named = f'role="img" aria-label="{html(picture.name)}"'
    return Markup(
        f'<svg class="overlay" xmlns="http://www.w3.org/2000/svg" {named} {size}>{image}{drawn}</svg>'
    )


def _ticks(picture: PictureScore) -> Iterator[str]:
    """Numbers of pixels above the picture and left of it."""
    for at in range(0, max(picture.width, picture.height) + 1, TICK):
        for length, x, y in ((picture.width, at, -4), (picture.height, -RULER, at + 4)):
            if at <= length:
                yield f'<text x="{x}" y="{y}" font-size="12" fill="currentColor">{at}</text>'


def _rings(reading: PictureReading) -> Iterator[str]:
    radius = 0.55 * _spacing(reading)
    for point in reading.wrong if reading.lattice else ():
        x, y = _at(reading, point.row, point.col)
        for colour, width in (("#fff", 0.28), (RED, 0.14)):
            yield (
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="none" stroke="{colour}" '
                f'stroke-width="{radius * width:.1f}"/>'
            )


def _crosses(reading: PictureReading, *, wanted: bool) -> Iterator[str]:
    if not wanted or not reading.lattice or not reading.board:
        return
    arm = max(1, round(0.12 * _spacing(reading)))
    places = (_at(reading, r, c) for r, row in enumerate(reading.board) for c in range(len(row)))
    path = "".join(f"M{round(x) - arm} {round(y)}h{2 * arm}m-{arm}-{arm}v{2 * arm}" for x, y in places)
    yield f'<path d="{path}" stroke="{RED}" fill="none" opacity="0.8"/>'


def _at(reading: PictureReading, row: int, col: int) -> tuple[float, float]:
    assert reading.lattice is not None
    x, right, y, down = reading.lattice
    return x + col * right, y + row * down


def _spacing(reading: PictureReading) -> float:
    return min(reading.lattice[1::2]) if reading.lattice else 0.0


def small(png: bytes) -> bytes:
    """A PNG of ours as it is, or with fewer colours if it is large; the same bytes give the same bytes.

    A board with a wooden ground has thousands of colours, and a class of 300 draws some thousand of them.
    """
    if len(png) < LARGE:
        return png
    from PIL import Image

    picture, out = read_png(png), io.BytesIO()
    whole = Image.frombytes("RGB", (picture.width, picture.height), picture.rgb)
    made = whole.quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    made.save(out, "PNG", compress_level=_LEVEL)
    return out.getvalue()
