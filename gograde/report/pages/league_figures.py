"""Two pictures of a league, as SVG: how strong each program is, and what the colours did.

Filled and empty marks tell black from white, so no colour vision is needed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.cells import cell_len, chop_cells

from gograde.arena.standings.table import Standing, Standings, Won
from gograde.report.pages.chart import BLUE, GREY, Axes, ChartSheet, Span, around, ticks, width_of
from gograde.report.words.escape import line
from gograde.report.words.league_words import percent
from gograde.report.words.texts import ENGLISH, Texts, say

_ORANGE = "#d55e00"
_LINE = "#bbbbbb"
_ROW = 17.3  # points, the height of a row
_MANY = 40  # bots; with more bots, rows shrink so that viewers can open the picture
_LEAST_ROW = 8.6  # points, the smallest height of a row
_LETTERS = 9.0  # points, the height of texts
_WIDE = 518.4  # points, the width of a picture with rows
_BLACK_DOT = 4.0  # points, the width of a black dot
_WHITE_DOT = 8.0  # points, of a white one, which lies below: an equal black dot is seen inside it
_TOP = 26.0  # points above the rows
_LONGEST = 24  # columns of a terminal that a name takes; longer names are cut


def league_figures(found: Standings, t: Texts = ENGLISH) -> Mapping[str, bytes]:
    """The pictures by the names of their files, with words of a language."""
    return {
        "ratings.svg": _ratings([each for each in found.table if each.strength], t),
        "colours.svg": _colours(found, t),
    }


def _names_wide(table: Sequence[Standing]) -> float:
    return 14 + max((width_of(_short(each.name), _LETTERS) for each in table), default=0)


def _ratings(table: Sequence[Standing], t: Texts) -> bytes:
    known = [(row, each.anchor, each.strength) for row, each in enumerate(table) if each.strength]
    axes = _in_rows(table, around(x for _, _, one in known for x in (one.low, one.high)))
    axes.lines((((one.low, row), (one.high, row)) for row, _, one in known), BLUE, 2, ' opacity="0.6"')
    for anchor, colour in ((False, BLUE), (True, _ORANGE)):
        axes.dots(((one.elo, row) for row, is_anchor, one in known if is_anchor is anchor), colour, 5)
    frozen = [(t["frozen_rating"], _ORANGE)] if any(each.anchor for each in table) else []
    _key(axes, [(t["rating_interval"], BLUE), *frozen])
    axes.frame(t["rating_elo"])
    return axes.sheet.svg()


def _colours(found: Standings, t: Texts) -> bytes:
    black = _shares([each.row.as_black for each in found.table])
    white = _shares([each.row.as_white for each in found.table])
    axes = _in_rows(found.table, (-3, 103))
    both = sorted(black.keys() & white.keys())
    axes.lines((((black[row], row), (white[row], row)) for row in both), GREY, 1.2)
    for size, colour in ((_WHITE_DOT, "black"), (_WHITE_DOT - 2, "white")):
        axes.dots(((share, row) for row, share in white.items()), colour, size)
    axes.dots(((share, row) for row, share in black.items()), "black", _BLACK_DOT)
    _key(axes, [(t["as_black"], "black"), (t["as_white"], "white")])
    white_won = 1 - found.black_wins / len(found.games) if found.games else None
    axes.frame(say(t["won_by_colour"], percent(white_won)))
    return axes.sheet.svg()


def _shares(games: Sequence[Won]) -> dict[int, float]:
    """The percentage of games won, by row, for the bots that played."""
    return {row: 100 * won.share for row, won in enumerate(games) if won.share is not None}


def _in_rows(table: Sequence[Standing], x: Span) -> Axes:
    """Axes with a named row for each bot, the first on top, with a faint guide line."""
    rows = max(len(table), 1)
    row = max(_LEAST_ROW, _ROW * min(1.0, _MANY / rows))
    left, high = _names_wide(table), row * max(rows, 4)
    sheet = ChartSheet(_WIDE, high + _TOP + 34, _LETTERS)
    axes = Axes(sheet, (left, _TOP, _WIDE - left - 12, high), x, (rows - 0.4, -0.6))
    axes.lines((axes.across(at) for at in range(len(table))), _LINE, 0.4)
    axes.lines(map(axes.up, ticks(x)), _LINE, 0.4)
    for at, each in enumerate(table):
        place = left - 6, axes.at(x[0], at)[1]
        sheet.text(place, _short(each.name), "end", min(_LETTERS, 0.7 * row))
    return axes


def _key(axes: Axes, kinds: Sequence[tuple[str, str]]) -> None:
    """The legend of the marks, above the rows."""
    x, y = axes.box[0] + 6, axes.box[1] / 2
    for label, colour in kinds:
        axes.sheet.dots([(x, y)], "black" if colour == "white" else colour, 6)
        axes.sheet.dots([(x, y)], colour, 4.5)
        axes.sheet.text((x + 8, y), label, "start")
        x += 30 + width_of(label, _LETTERS)


def _short(name: str) -> str:
    """A name on one line that leaves room for the picture."""
    shown = line(name)
    return shown if cell_len(shown) <= _LONGEST else f"{chop_cells(shown, _LONGEST - 1)[0]}…"
