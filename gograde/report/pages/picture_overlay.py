"""A student's picture with what was read in it: rings around wrong points, the lattice for staff."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup

from gograde.report.words.escape import html
from gograde.scoring.record import PictureScore, Reading

RED = "#c64600"


def overlay_svg(address: str, picture: PictureScore, reading: Reading, *, lattice: bool) -> Markup:
    """The picture as one `<svg>` with rings around its wrong points; with `lattice` also the points read.

    `address` is that of the PNG.  A reading without a lattice gives the picture alone.
    """
    size = f'viewBox="0 0 {picture.width} {picture.height}" width="{picture.width}" height="{picture.height}"'
    image = f'<image href="{address}" width="{picture.width}" height="{picture.height}"/>'
    drawn = "".join((*_crosses(reading, wanted=lattice), *_rings(reading)))
    named = f'role="img" aria-label="{html(picture.name)}"'
    return Markup(
        f'<svg class="overlay" xmlns="http://www.w3.org/2000/svg" {named} {size}>{image}{drawn}</svg>'
    )


def _rings(reading: Reading) -> Iterator[str]:
    radius = 0.55 * _spacing(reading)
    for point in reading.wrong if reading.lattice else ():
        x, y = _at(reading, point.row, point.col)
        for colour, width in (("#fff", 0.28), (RED, 0.14)):
            yield (
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="none" stroke="{colour}" '
                f'stroke-width="{radius * width:.1f}"/>'
            )


def _crosses(reading: Reading, *, wanted: bool) -> Iterator[str]:
    if not wanted or not reading.lattice or not reading.board:
        return
    arm = max(1, round(0.12 * _spacing(reading)))
    places = (_at(reading, r, c) for r, row in enumerate(reading.board) for c in range(len(row)))
    path = "".join(f"M{round(x) - arm} {round(y)}h{2 * arm}m-{arm}-{arm}v{2 * arm}" for x, y in places)
    yield f'<path d="{path}" stroke="{RED}" fill="none" opacity="0.8"/>'


def _at(reading: Reading, row: int, col: int) -> tuple[float, float]:
    assert reading.lattice is not None
    x, y, right_x, right_y, down_x, down_y = reading.lattice
    return x + col * right_x + row * down_x, y + col * right_y + row * down_y


def _spacing(reading: Reading) -> float:
    if reading.lattice is None:
        return 0.0
    _, _, right_x, right_y, down_x, down_y = reading.lattice
    return float(min((right_x**2 + right_y**2) ** 0.5, (down_x**2 + down_y**2) ** 0.5))
