"""Drawings by matplotlib, as PNG and PDF: the same bytes for the same diagram and libraries.

The user's settings have no effect, no window opens, and files hold no dates.  Only a drawing loads
matplotlib, since loading takes half a second.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gograde.pictures.draw.layout import Diagrams, scene
from gograde.pictures.draw.parts import WOOD, XY, Areas, Discs, Drawing, Part, Rings, Strokes, Style, Words

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.path import Path as Outline

SCALE = 2.0
"""Pixels per unit in a PNG, unless the picture would exceed `LARGEST`."""

LARGEST = 4000
"""Pixels of the longer side of a PNG when no scale is given."""

_POINTS = 72
"""Points per inch; a unit is a point."""


def figure(diagrams: Diagrams, style: Style = WOOD, *, columns: int | None = None) -> Figure:
    """A figure of a board, or of several boards (`columns` in a row); a unit is a point."""
    drawn = scene(diagrams, style, columns)
    with _settings():
        return _figure(drawn)


def png(
    diagrams: Diagrams, style: Style = WOOD, *, columns: int | None = None, scale: float | None = None
) -> bytes:
    """A PNG; `scale` is in pixels per unit (20 units from line to line)."""
    drawn = scene(diagrams, style, columns)
    chosen = scale or min(SCALE, LARGEST / max(drawn.width, drawn.height, 1))
    more = {"dpi": chosen * _POINTS, "metadata": {"Software": None}, "pil_kwargs": {"optimize": True}}
    return _saved(drawn, "png", more)


def pdf(diagrams: Diagrams, style: Style = WOOD, *, columns: int | None = None) -> bytes:
    """A PDF of one page; a unit is a point, so lines are 7 mm apart; text stays text."""
    nameless = dict.fromkeys(("Creator", "Producer", "CreationDate"))
    return _saved(scene(diagrams, style, columns), "pdf", {"metadata": nameless})


def _saved(drawn: Drawing, form: str, more: dict[str, Any]) -> bytes:
    out = io.BytesIO()
    with _settings():
        _figure(drawn).savefig(out, format=form, **more)
    return out.getvalue()


def _settings() -> Any:
    """A context with matplotlib's shipped settings instead of the user's."""
    import matplotlib

    shipped: Any = matplotlib.rcParamsDefault
    kept: Any = {key: value for key, value in shipped.items() if key != "backend"}
    return matplotlib.rc_context({**kept, "text.hinting": "none", "pdf.fonttype": 42})


def _figure(drawn: Drawing) -> Figure:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    made = Figure(figsize=(max(drawn.width, 1) / _POINTS, max(drawn.height, 1) / _POINTS), dpi=_POINTS)
    FigureCanvasAgg(made)
    axes = made.add_axes((0, 0, 1, 1))
    axes.set_axis_off()
    axes.set_xlim(0, max(drawn.width, 1))
    axes.set_ylim(max(drawn.height, 1), 0)
    for part in drawn.parts:
        _add(axes, part)
    return made


def _add(axes: Axes, part: Part) -> None:
    match part:
        case Discs(centres, radius, colour):
            # With one colour matplotlib moves the circles to whole pixels; with two equal ones it does not.
            _circles(axes, centres, radius, {"facecolors": [colour] * 2, "linewidths": [0]})
        case Rings(centres, radius, colour, width):
            _circles(
                axes, centres, radius, {"facecolors": "none", "edgecolors": [colour], "linewidths": [width]}
            )
        case Areas(outlines, colour):
            _add_path(axes, _outline(outlines, closed=True), facecolor=colour, linewidth=0)
        case Strokes(outlines, colour, width, closed):
            pen = {"edgecolor": colour, "linewidth": width, "capstyle": "projecting", "joinstyle": "miter"}
            _add_path(axes, _outline(outlines, closed=closed), facecolor="none", **pen)
        case Words():
            _write(axes, part)


def _add_path(axes: Axes, outline: Outline, **look: Any) -> None:
    from matplotlib.patches import PathPatch

    axes.add_patch(PathPatch(outline, **look))


def _circles(axes: Axes, centres: Sequence[XY], radius: float, look: dict[str, Any]) -> None:
    """Draw one circle at many places; a single path of all circles takes a minute on the largest boards."""
    from matplotlib.collections import PathCollection
    from matplotlib.path import Path as Outline
    from matplotlib.transforms import IdentityTransform

    look |= {"transform": IdentityTransform(), "offset_transform": axes.transData}
    made = PathCollection([Outline.unit_circle()], sizes=[radius**2], offsets=centres, **look)
    axes.add_collection(made, autolim=False)


def _outline(outlines: Iterable[Sequence[XY]], *, closed: bool) -> Outline:
    from matplotlib.path import Path as Outline

    ends = [(*line, line[0]) if closed else line for line in outlines]
    return Outline.make_compound_path(*(Outline(line, closed=closed) for line in ends))


def _write(axes: Axes, words: Words) -> None:
    import matplotlib
    from matplotlib.font_manager import FontProperties

    file = "DejaVuSans-Bold.ttf" if words.bold else "DejaVuSans.ttf"
    font = FontProperties(fname=Path(matplotlib.get_data_path()) / "fonts" / "ttf" / file, size=words.size)
    look: dict[str, Any] = {"ha": "center", "va": "baseline", "color": words.colour, "fontproperties": font}
    for x, y, text in words.places:
        axes.text(x, y, text, parse_math=False, **look)
