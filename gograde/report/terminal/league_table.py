"""The table of a league as text."""

from __future__ import annotations

from gograde.arena.standings.table import Standing, Standings
from gograde.report.words.columns import columns
from gograde.report.words.league_words import expected_text, place_text, strength_text

CROSSTABLE = 12  # bots; a larger table has no columns for the opponents


def table_text(found: Standings) -> str:
    """Lines of equal columns: place, rating, expected win rate, games won; opponents by their line."""
    across = len(found.table) <= CROSSTABLE
    opponents = [str(number) for number in range(1, len(found.table) + 1)] if across else []
    head = ["", "place", "player", "rating", "expected", "won", "black", "white", "forfeits", *opponents]
    body = [
        [str(number), *_cells(each), *(map(str, each.row.against) if across else ())]
        for number, each in enumerate(found.table, start=1)
    ]
    return columns([head, *body], names=2)


def _cells(each: Standing) -> list[str]:
    row = each.row
    won = [str(row.total), str(row.as_black), str(row.as_white), str(row.forfeits)]
    return [place_text(each), each.name, strength_text(each.strength), expected_text(each), *won]
