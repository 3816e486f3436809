"""Three pictures of a league: who won against whom, how strong each is, and what the colours did.

Filled and empty marks tell black from white, so no colour vision is needed; the colour scale of the shares
is safe for colour-blind readers.  The user's matplotlib settings have no effect, and files hold no dates.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.cells import cell_len

from gograde.arena.standings.crosstable import Won
from gograde.arena.standings.table import Standing, Standings
from gograde.errors import DataError
from gograde.report.words.escape import line

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_FONTS = re.compile(r"(NotoSans|SourceHanSans)(CJK|SC)|wqy-|DroidSansFallback|PingFang|msyh|Hiragino", re.I)
"""Font files with Chinese letters; the first one on the machine is the fallback font."""

_BLUE = "#0072b2"
_ORANGE = "#d55e00"
_GREY = "#777777"
_CELL_IN = 0.3  # inches, the side of a field of the crosstable
_ROW_IN = 0.24  # inches, the height of a row of the other pictures
_MANY = 40  # bots; with more bots, fields and rows shrink so that viewers can open the picture
_LEAST_CELL_IN = 0.08  # inches, the smallest side of a field
_LEAST_ROW_IN = 0.12  # inches, the smallest height of a row
_DPI = 150  # dots per inch
_NUMBERS_UP_TO = 16  # bots; with more bots, the fields show no numbers
_BLACK_DOT = 4.0  # points, the width of a black dot
_WHITE_DOT = 8.0  # points, of a white one, which lies below: an equal black dot is seen inside it
_LONGEST = 24  # letters of a name; longer names are cut


def write_figures(folder: Path, found: Standings) -> None:
    """Write `crosstable.png`, `ratings.png` and `colours.png`; raises DataError when it cannot."""
    for name, draw in DRAWN.items():
        try:
            folder.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(draw(found))
        except OSError as error:
            what = f"cannot be written ({error.strerror})"
            raise DataError(str(folder), what, "name a folder that can be written to") from None


def crosstable_png(found: Standings) -> bytes:
    """The share of games that the row's bot won against the column's bot; white when they did not meet."""
    size = max(len(found.table), 5)
    names = max((cell_len(_short(each.name)) for each in found.table), default=0)
    cell = _shrunk(_CELL_IN, _LEAST_CELL_IN, size)
    inches = 1.7 + 0.085 * names + cell * size, 0.7 + cell * size
    return _png(inches, lambda figure: _crosstable(figure, found.table))


def ratings_png(found: Standings) -> bytes:
    """Ratings with their 95 % intervals; frozen ratings are squares without an interval."""
    rated = [each for each in found.table if each.strength]
    return _png(_rows_size(len(rated)), lambda figure: _ratings(figure, rated))


def colours_png(found: Standings) -> bytes:
    """Share of games that each bot won as black and as white, joined by a line."""
    return _png(_rows_size(len(found.table)), lambda figure: _colours(figure, found))


DRAWN: dict[str, Callable[[Standings], bytes]] = {
    "crosstable.png": crosstable_png,
    "ratings.png": ratings_png,
    "colours.png": colours_png,
}
"""The drawing function of each picture, by file name."""


def _rows_size(rows: int) -> tuple[float, float]:
    """Width and height in inches of a picture with a row for each bot."""
    return 7.2, 1.3 + _shrunk(_ROW_IN, _LEAST_ROW_IN, rows) * max(rows, 4)


def _shrunk(inches: float, least: float, bots: int) -> float:
    """The size in inches of a field or row in a picture of `bots` bots."""
    return inches if bots <= _MANY else max(least, inches * _MANY / bots)


def _letters(inches: float, least: float, bots: int) -> float:
    """The font size in points beside fields or rows of the size that `_shrunk` gives."""
    return min(9.0, 72 * 0.7 * _shrunk(inches, least, bots))


def _png(inches: tuple[float, float], draw: Callable[[Figure], None]) -> bytes:
    import matplotlib
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    out = io.BytesIO()
    shipped: Any = {k: v for k, v in matplotlib.rcParamsDefault.items() if k != "backend"}
    with matplotlib.rc_context({**shipped, "font.family": _families(), "font.size": 9}):
        figure = Figure(figsize=inches, dpi=_DPI, layout="constrained")
        FigureCanvasAgg(figure)
        draw(figure)
        figure.savefig(out, format="png", metadata={"Software": None})
    return out.getvalue()


def _families() -> list[str]:
    """The names of matplotlib's own font and, if the machine has one, of a font with Chinese letters."""
    from matplotlib.font_manager import FontProperties, findSystemFonts, fontManager

    paths = sorted(path for path in findSystemFonts() if _FONTS.match(Path(path).name))
    names = [FontProperties(fname=path).get_name() for path in paths[:1]]
    for path, name in zip(paths, names, strict=False):
        if name not in fontManager.get_font_names():
            fontManager.addfont(path)
    return ["DejaVu Sans", *names]


# -- who won against whom -------------------------------------------------------------------


def _crosstable(figure: Figure, table: Sequence[Standing]) -> None:
    import numpy as np

    shares = np.array([[_or_nan(won) for won in each.row.against] for each in table])
    axes = figure.subplots()
    image = axes.imshow(np.ma.masked_invalid(shares), cmap="cividis", vmin=0, vmax=1, aspect="auto")
    if len(table) <= _NUMBERS_UP_TO:
        _write_wins(axes, table)
    numbers = [str(number) for number in range(1, len(table) + 1)]
    size = _letters(_CELL_IN, _LEAST_CELL_IN, len(table))
    axes.set_xticks(
        range(len(table)), numbers, fontsize=min(size, 7) if len(table) > _NUMBERS_UP_TO else size
    )
    axes.xaxis.tick_top()
    _name_rows(axes, [f"{_short(each.name)}  {n}" for each, n in zip(table, numbers, strict=True)], size)
    axes.set_xticks([at - 0.5 for at in range(1, len(table))], minor=True)
    axes.set_yticks([at - 0.5 for at in range(1, len(table))], minor=True)
    axes.grid(which="minor", color="#bbbbbb", linewidth=0.6)
    axes.tick_params(which="both", length=0)
    axes.spines[:].set_color("#bbbbbb")
    bar = figure.colorbar(image, ax=axes, fraction=0.2 / figure.get_figwidth(), pad=0.02, aspect=30)
    bar.set_ticks([0, 0.5, 1], labels=["0 %", "50 %", "100 %"])
    bar.set_label("games won by the row")


def _or_nan(won: Won) -> float:
    return float("nan") if won.share is None else won.share


def _write_wins(axes: Axes, table: Sequence[Standing]) -> None:
    """Write the games won into each field, in a colour that contrasts with the field."""
    for row, each in enumerate(table):
        for column, won in enumerate(each.row.against):
            if won.share is not None:
                colour = "white" if won.share < 0.55 else "black"
                axes.text(column, row, str(won.won), color=colour, ha="center", va="center", fontsize=8)


# -- how strong, and what the colours did ---------------------------------------------------


def _ratings(figure: Figure, table: Sequence[Standing]) -> None:
    axes = figure.subplots()
    strengths = [each.strength for each in table if each.strength]
    rows = range(len(strengths))
    axes.hlines(rows, [s.low for s in strengths], [s.high for s in strengths], _BLUE, linewidth=2, alpha=0.6)
    for anchor, mark, colour in ((False, "o", _BLUE), (True, "s", _ORANGE)):
        shown = [(s.elo, row) for row, s in zip(rows, strengths, strict=True) if table[row].anchor is anchor]
        axes.plot([x for x, _ in shown], [y for _, y in shown], mark, color=colour, markersize=5)
    _in_rows(axes, table)
    frozen = [("frozen rating", "s", _ORANGE)] if any(each.anchor for each in table) else []
    _key(axes, [("rating, 95 % interval", "-o", _BLUE), *frozen])
    axes.set_xlabel("rating, Elo points")


def _colours(figure: Figure, found: Standings) -> None:
    axes = figure.subplots()
    black = _shares([each.row.as_black for each in found.table])
    white = _shares([each.row.as_white for each in found.table])
    both = sorted(black.keys() & white.keys())
    left, right = ([shares[row] for row in both] for shares in (black, white))
    axes.hlines(both, left, right, _GREY, linewidth=1.2, zorder=1)
    for shares, face, size in ((white, "white", _WHITE_DOT), (black, "black", _BLACK_DOT)):
        axes.plot(list(shares.values()), list(shares), "o", mfc=face, mec="black", markersize=size)
    _in_rows(axes, found.table)
    axes.set_xlim(-3, 103)
    _key(axes, [("as black", "o", "black"), ("as white", "o", "white")])
    axes.set_xlabel(f"games won, %; white won {_white_share(found)} of all")


def _shares(games: Sequence[Won]) -> dict[int, float]:
    """The percentage of games won, by row, for the bots that played."""
    return {row: 100 * won.share for row, won in enumerate(games) if won.share is not None}


def _white_share(found: Standings) -> str:
    games = len(found.games)
    return f"{100 * (games - found.black_wins) / games:.0f} %" if games else "none"


def _in_rows(axes: Axes, table: Sequence[Standing]) -> None:
    """Lay out a row for each bot, the first on top, with a faint guide line."""
    _name_rows(axes, [_short(each.name) for each in table], _letters(_ROW_IN, _LEAST_ROW_IN, len(table)))
    axes.set_ylim(len(table) - 0.4, -0.6)
    axes.grid(axis="both", alpha=0.25)
    axes.set_axisbelow(True)
    axes.tick_params(axis="y", length=0)
    axes.spines[["top", "right", "left"]].set_visible(False)


def _key(axes: Axes, kinds: Sequence[tuple[str, str, str]]) -> None:
    """Draw the legend of the marks above the rows; a kind is (label, line and mark, filling)."""
    from matplotlib.lines import Line2D

    marks = []
    for label, form, fill in kinds:
        edge = "black" if fill == "white" else fill
        mark = Line2D([], [], linestyle="-", marker=form[-1], color=fill, mec=edge, label=label)
        mark.set_linewidth(2 if form[0] == "-" else 0)
        marks.append(mark)
    axes.legend(handles=marks, loc="lower left", bbox_to_anchor=(0, 1), ncols=2, frameon=False)


def _name_rows(axes: Axes, names: Sequence[str], size: float) -> None:
    """Write the names beside the rows; a `$` in a name starts no formula."""
    axes.set_yticks(range(len(names)), names, fontsize=size)
    for label in axes.get_yticklabels():
        label.set_parse_math(False)


def _short(name: str) -> str:
    """A name on one line that leaves room for the picture."""
    shown = line(name)
    return shown if len(shown) <= _LONGEST else f"{shown[: _LONGEST - 1]}…"
