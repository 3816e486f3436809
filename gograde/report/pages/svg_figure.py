"""Figures as SVG: matplotlib's shipped settings, no date, and texts that stay texts.

A browser draws the texts with its own fonts, so names in any letters can be read.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_TEXTS: Any = {"svg.fonttype": "none", "svg.hashsalt": "gograde", "text.parse_math": False}


def svg_figure(inches: tuple[float, float], draw: Callable[[Figure], None], letters: float) -> bytes:
    """A figure of this size, its texts `letters` points high; the user's settings have no effect."""
    import matplotlib
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    out = io.BytesIO()
    shipped: Any = {k: v for k, v in matplotlib.rcParamsDefault.items() if k != "backend"}
    with matplotlib.rc_context({**shipped, **_TEXTS, "font.size": letters}), warnings.catch_warnings():
        # matplotlib measures a letter that its font lacks as a box, and warns; the browser draws it.
        warnings.filterwarnings("ignore", "Glyph .* missing from font")
        figure = Figure(figsize=inches, layout="constrained")
        FigureCanvasSVG(figure)
        draw(figure)
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    return out.getvalue()
