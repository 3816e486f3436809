"""Three pictures of a league, as SVG: who won against whom, how strong each is, and what the colours did.

Filled and empty marks tell black from white, so no colour vision is needed; the colour scale of the shares
is safe for colour-blind readers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rich.cells import cell_len, chop_cells

from gograde.arena.standings.crosstable import Won
from gograde.arena.standings.table import Standing, Standings
from gograde.errors import DataError
from gograde.report.pages.svg_figure import svg_figure
from gograde.report.words.escape import line
from gograde.report.words.league_words import percent
from gograde.report.words.texts.english import ENGLISH
from gograde.report.words.texts.tables import Texts, say

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_BLUE = "#0072b2"
_ORANGE = "#d55e00"
_GREY = "#777777"
_LINE = "#bbbbbb"
_SELF = "#e8e8e8"
_CELL_IN = 0.34  # inches, the side of a field of the crosstable
_ROW_IN = 0.24  # inches, the height of a row of the other pictures
_MANY = 40  # bots; with more bots, fields and rows shrink so that viewers can open the picture
_LEAST_CELL_IN = 0.08  # inches, the smallest side of a field
_LEAST_ROW_IN = 0.12  # inches, the smallest height of a row
_LETTERS = 9.0  # points, the height of texts
_WIDTH = 0.6  # of a letter as wide as a column of a terminal, by its height
_NUMBERS_UP_TO = 16  # bots; with more bots, the fields show no numbers
_BLACK_DOT = 4.0  # points, the width of a black dot
_WHITE_DOT = 8.0  # points, of a white one, which lies below: an equal black dot is seen inside it
_LONGEST = 24  # columns of a terminal that a name takes; longer names are cut


def write_figures(folder: Path, found: Standings) -> None:
    """Write `crosstable.svg`, `ratings.svg` and `colours.svg`; raises DataError when it cannot."""
    for name, data in league_figures(found).items():
        try:
            folder.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(data)
        except OSError as error:
            what = f"cannot be written ({error.strerror})"
            raise DataError(str(folder), what, "name a folder that can be written to") from None


def league_figures(found: Standings, t: Texts = ENGLISH) -> Mapping[str, bytes]:
    """The pictures by the names of their files, with words of a language."""
    rated = [each for each in found.table if each.strength]
    return {
        "crosstable.svg": _crosstable_svg(found, t),
        "ratings.svg": _svg(_rows_size(len(rated)), rated, lambda axes: _ratings(axes, rated, t)),
        "colours.svg": _svg(_rows_size(len(found.table)), found.table, lambda axes: _colours(axes, found, t)),
    }


def _crosstable_svg(found: Standings, t: Texts) -> bytes:
    """The games that the row's bot won against the column's bot; white when they did not meet."""
    size = max(len(found.table), 5)
    cell = _shrunk(_CELL_IN, _LEAST_CELL_IN, size)
    inches = 1.1 + _names_in(found.table) + cell * size, 0.6 + cell * size
    return _svg(inches, found.table, lambda axes: _crosstable(axes, found.table, t))


def _svg(inches: tuple[float, float], table: Sequence[Standing], draw: Callable[[Axes], None]) -> bytes:
    """A picture with room for the names of its rows on the left."""

    def on(figure: Figure) -> None:
        left = _names_in(table) / inches[0]
        engine = figure.get_layout_engine()
        assert engine is not None
        engine.set(rect=(left, 0, 1 - left, 1))  # type: ignore[call-arg]
        draw(figure.subplots())

    return svg_figure(inches, on, _LETTERS)


def _names_in(table: Sequence[Standing]) -> float:
    """The inches that the longest name takes; the fonts of the reader are not known here."""
    cells = max((cell_len(_short(each.name)) for each in table), default=0)
    return 0.1 + cells * _WIDTH * _LETTERS / 72


def _rows_size(rows: int) -> tuple[float, float]:
    """Width and height in inches of a picture with a row for each bot."""
    return 7.2, 1.3 + _shrunk(_ROW_IN, _LEAST_ROW_IN, rows) * max(rows, 4)


def _shrunk(inches: float, least: float, bots: int) -> float:
    """The size in inches of a field or row in a picture of `bots` bots."""
    return inches if bots <= _MANY else max(least, inches * _MANY / bots)


def _letters(inches: float, least: float, bots: int) -> float:
    """The font size in points beside fields or rows of the size that `_shrunk` gives."""
    return min(_LETTERS, 72 * 0.7 * _shrunk(inches, least, bots))


# -- who won against whom -------------------------------------------------------------------


def _crosstable(axes: Axes, table: Sequence[Standing], t: Texts) -> None:
    import numpy as np
    from matplotlib.patches import Rectangle

    shares = np.array([[_or_nan(won) for won in each.row.against] for each in table])
    image = axes.imshow(
        np.ma.masked_invalid(shares), cmap="cividis", vmin=0, vmax=1, aspect="auto", interpolation="nearest"
    )
    for at in range(len(table)):
        axes.add_patch(Rectangle((at - 0.5, at - 0.5), 1, 1, color=_SELF, linewidth=0))
    if len(table) <= _NUMBERS_UP_TO:
        _write_wins(axes, table)
    numbers = [str(number) for number in range(1, len(table) + 1)]
    size = _letters(_CELL_IN, _LEAST_CELL_IN, len(table))
    across = min(size, 7) if len(table) > _NUMBERS_UP_TO else size
    axes.set_xticks(range(len(table)), numbers, fontsize=across)
    axes.xaxis.tick_top()
    _name_rows(axes, table, size, numbered=True)
    axes.set_xticks([at - 0.5 for at in range(1, len(table))], minor=True)
    axes.set_yticks([at - 0.5 for at in range(1, len(table))], minor=True)
    axes.grid(which="minor", color=_LINE, linewidth=0.6)
    axes.tick_params(which="both", length=0)
    axes.spines[:].set_color(_LINE)
    bar = axes.figure.colorbar(image, ax=axes, fraction=0.05, pad=0.03, aspect=30)
    bar.set_ticks([0, 0.5, 1], labels=["0 %", "50 %", "100 %"])
    bar.outline.set_edgecolor(_LINE)
    bar.set_label(t["row_won"])


def _or_nan(won: Won) -> float:
    return float("nan") if won.share is None else won.share


def _write_wins(axes: Axes, table: Sequence[Standing]) -> None:
    """Write the games won of those played into each field, in a colour that contrasts with the field."""
    met = [
        (row, column, won)
        for row, each in enumerate(table)
        for column, won in enumerate(each.row.against)
        if won.share is not None
    ]
    longest = max((len(str(won)) for _, _, won in met), default=1)
    size = min(8, 72 * _CELL_IN * 0.85 / (_WIDTH * longest))
    for row, column, won in met:
        colour = "white" if (won.share or 0) < 0.55 else "black"
        axes.text(column, row, str(won), color=colour, ha="center", va="center", fontsize=size)


# -- how strong, and what the colours did ---------------------------------------------------


def _ratings(axes: Axes, table: Sequence[Standing], t: Texts) -> None:
    strengths = [each.strength for each in table if each.strength]
    rows = range(len(strengths))
    axes.hlines(rows, [s.low for s in strengths], [s.high for s in strengths], _BLUE, linewidth=2, alpha=0.6)
    for anchor, mark, colour in ((False, "o", _BLUE), (True, "s", _ORANGE)):
        shown = [(s.elo, row) for row, s in zip(rows, strengths, strict=True) if table[row].anchor is anchor]
        axes.plot([x for x, _ in shown], [y for _, y in shown], mark, color=colour, markersize=5)
    _in_rows(axes, table)
    frozen = [(t["frozen_rating"], "s", _ORANGE)] if any(each.anchor for each in table) else []
    _key(axes, [(t["rating_interval"], "-o", _BLUE), *frozen])
    axes.set_xlabel(t["rating_elo"])


def _colours(axes: Axes, found: Standings, t: Texts) -> None:
    black = _shares([each.row.as_black for each in found.table])
    white = _shares([each.row.as_white for each in found.table])
    both = sorted(black.keys() & white.keys())
    left, right = ([shares[row] for row in both] for shares in (black, white))
    axes.hlines(both, left, right, _GREY, linewidth=1.2, zorder=1)
    for shares, face, size in ((white, "white", _WHITE_DOT), (black, "black", _BLACK_DOT)):
        axes.plot(list(shares.values()), list(shares), "o", mfc=face, mec="black", markersize=size)
    _in_rows(axes, found.table)
    axes.set_xlim(-3, 103)
    _key(axes, [(t["as_black"], "o", "black"), (t["as_white"], "o", "white")])
    white_won = 1 - found.black_wins / len(found.games) if found.games else None
    axes.set_xlabel(say(t["won_by_colour"], percent(white_won)))


def _shares(games: Sequence[Won]) -> dict[int, float]:
    """The percentage of games won, by row, for the bots that played."""
    return {row: 100 * won.share for row, won in enumerate(games) if won.share is not None}


def _in_rows(axes: Axes, table: Sequence[Standing]) -> None:
    """Lay out a row for each bot, the first on top, with a faint guide line."""
    _name_rows(axes, table, _letters(_ROW_IN, _LEAST_ROW_IN, len(table)))
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


def _name_rows(axes: Axes, table: Sequence[Standing], size: float, *, numbered: bool = False) -> None:
    """Write the names beside the rows, in the room that was left for them."""
    axes.set_yticks(range(len(table)), [str(at + 1) if numbered else "" for at in range(len(table))])
    axes.tick_params(axis="y", labelsize=size)
    away = -6 - (_WIDTH * size * (1 + len(str(len(table)))) if numbered else 0)
    for row, each in enumerate(table):
        named = axes.annotate(
            _short(each.name), (0, row), (away, 0), ("axes fraction", "data"), "offset points",
            ha="right", va="center_baseline", fontsize=size, annotation_clip=False,
        )  # fmt: skip
        named.set_in_layout(False)


def _short(name: str) -> str:
    """A name on one line that leaves room for the picture."""
    shown = line(name)
    return shown if cell_len(shown) <= _LONGEST else f"{chop_cells(shown, _LONGEST - 1)[0]}…"
