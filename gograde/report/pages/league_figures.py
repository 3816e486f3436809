"""Three pictures of a league, as SVG: who won against whom, how strong each is, and what the colours did.

Filled and empty marks tell black from white, so no colour vision is needed; the colour scale of the shares
is safe for colour-blind readers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.cells import cell_len, chop_cells

from gograde.arena.standings.table import Standing, Standings, Won
from gograde.report.pages.chart import BLUE, GREY, Axes, Sheet, Span, around, shade, ticks, width_of
from gograde.report.words.escape import line
from gograde.report.words.league_words import percent
from gograde.report.words.texts import ENGLISH, Texts, say

_ORANGE = "#d55e00"
_LINE = "#bbbbbb"
_SELF = "#e8e8e8"
_CELL = 24.5  # points, the side of a field of the crosstable
_ROW = 17.3  # points, the height of a row of the other pictures
_MANY = 40  # bots; with more bots, fields and rows shrink so that viewers can open the picture
_LEAST_CELL = 5.8  # points, the smallest side of a field
_LEAST_ROW = 8.6  # points, the smallest height of a row
_LETTERS = 9.0  # points, the height of texts
_WIDE = 518.4  # points, the width of a picture with rows
_NUMBERS_UP_TO = 16  # bots; with more bots, the fields show no numbers
_BLACK_DOT = 4.0  # points, the width of a black dot
_WHITE_DOT = 8.0  # points, of a white one, which lies below: an equal black dot is seen inside it
_TOP = 26.0  # points above the rows
_LONGEST = 24  # columns of a terminal that a name takes; longer names are cut


def league_figures(found: Standings, t: Texts = ENGLISH) -> Mapping[str, bytes]:
    """The pictures by the names of their files, with words of a language."""
    return {
        "crosstable.svg": _crosstable(found.table, t),
        "ratings.svg": _ratings([each for each in found.table if each.strength], t),
        "colours.svg": _colours(found, t),
    }


def _shrunk(size: float, least: float, bots: int) -> float:
    """The size of a field or row in a picture of `bots` bots."""
    return size if bots <= _MANY else max(least, size * _MANY / bots)


def _names_wide(table: Sequence[Standing]) -> float:
    return 14 + max((width_of(_short(each.name), _LETTERS) for each in table), default=0)


# -- who won against whom -------------------------------------------------------------------


def _crosstable(table: Sequence[Standing], t: Texts) -> bytes:
    """The games that the row's bot won against the column's bot; white when they did not meet."""
    bots = len(table)
    side = _shrunk(_CELL, _LEAST_CELL, max(bots, 5))
    left = _names_wide(table) + width_of(f"{bots} ", _LETTERS)
    high = side * max(bots, 1)
    sheet = Sheet(left + side * max(bots, 1) + 80, high + 30, _LETTERS)
    size = min(_LETTERS, 0.7 * side)
    fits = min(8.0, 0.85 * _CELL / width_of(_longest(table), 1))
    for row, each in enumerate(table):
        for column, won in enumerate(each.row.against):
            box = left + side * column, 20 + side * row, side, side
            if row == column or won.share is not None:
                sheet.fields([box], _SELF if won.share is None else shade(won.share))
            if won.share is not None and bots <= _NUMBERS_UP_TO:
                ink = ' fill="white"' if won.share < 0.55 else ""
                sheet.text((box[0] + side / 2, box[1] + side / 2), str(won), size=fits, more=ink)
    edges = [20 + side * at for at in range(bots + 1)]
    sheet.lines(((left, y, left + side * bots, y) for y in edges), _LINE, 0.6)
    sheet.lines(((left + y - 20, 20, left + y - 20, 20 + side * bots) for y in edges), _LINE, 0.6)
    for at, each in enumerate(table):
        sheet.text((left + side * (at + 0.5), 12), str(at + 1), size=size)
        sheet.text((left - 5, 20 + side * (at + 0.5)), str(at + 1), "end", size)
        beside = left - 8 - width_of(f"{bots}", _LETTERS)
        sheet.text((beside, 20 + side * (at + 0.5)), _short(each.name), "end", size)
    sheet.scale((left + side * bots + 14, 20, 9, high), t["row_won"], ("0 %", "50 %", "100 %"))
    return sheet.svg()


def _longest(table: Sequence[Standing]) -> str:
    """The longest words of a field."""
    return max((str(won) for each in table for won in each.row.against), key=len, default="1")


# -- how strong, and what the colours did ---------------------------------------------------


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
    row = _shrunk(_ROW, _LEAST_ROW, rows)
    left, high = _names_wide(table), row * max(rows, 4)
    sheet = Sheet(_WIDE, high + _TOP + 34, _LETTERS)
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
