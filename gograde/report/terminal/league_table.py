"""The table of a league as text and as JSON values."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from gograde.arena.standings.crosstable import Row, Won
from gograde.arena.standings.table import Standing, Standings, Strength
from gograde.report.words.columns import columns

CROSSTABLE = 12
"""Up to so many bots the text has a column for every opponent."""


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


def place_text(each: Standing) -> str:
    """The places that a bot may have, like `2-4`, or why it has none."""
    if each.anchor or each.fault:
        return "frozen" if each.anchor else "broken"
    return str(each.place or "")


def expected_text(each: Standing) -> str:
    """The expected win rate with its interval, like `62 % (48-74)`; a dot for none."""
    rate = each.rate
    return f"{percent(rate.rate)} ({100 * rate.low:.0f}-{100 * rate.high:.0f})" if rate else "."


def strength_text(strength: Strength | None) -> str:
    """A rating with half the width of its interval, like `812 ± 95`; a dot for none."""
    if strength is None:
        return "."
    elo, half = f"{strength.elo:z.0f}", (strength.high - strength.low) / 2
    return f"{elo} ± {half:.0f}" if half else elo


def percent(share: float | None) -> str:
    """A share between 0 and 1 in whole percent; a dot for none."""
    return "." if share is None else f"{100 * share:.0f} %"


def remarks(found: Standings) -> list[str]:
    """What is to be said below the table, a line each."""
    games = len(found.games)
    lines = [f"{games} games; white won {percent(1 - found.black_wins / games)}"] if games else []
    if games:
        lines[0] += f" and is worth {strength_text(found.white)} Elo points"
    if found.repeats:
        lines.append(f"{found.repeats} games were played just so before and count once for the ratings")
    if not found.ratings.connected:
        lines.append("games do not connect all bots: ratings of different groups cannot be compared")
    lines += [
        f"{each.name}: {each.fault} three times in a row, plays no more" for each in found.table if each.fault
    ]
    return lines


def standings_json(found: Standings) -> dict[str, Any]:
    """The table as JSON values; shares are between 0 and 1, ratings in Elo points."""
    return {
        "games_played": len(found.games),
        "games_repeated": found.repeats,
        "black_wins": found.black_wins,
        "white_advantage": asdict(found.white),
        "connected": found.ratings.connected,
        "standings": [_standing_json(each) for each in found.table],
    }


def _standing_json(each: Standing) -> dict[str, Any]:
    return {
        "name": each.name,
        "place": asdict(each.place) if each.place else None,
        "rating": asdict(each.strength) if each.strength else None,
        "frozen": each.anchor,
        "expected": asdict(each.rate) if each.rate else None,
        "broken": each.fault or None,
        **_row_json(each.row),
    }


def _row_json(row: Row) -> dict[str, Any]:
    return {
        "won": _won_json(row.total),
        "as_black": _won_json(row.as_black),
        "as_white": _won_json(row.as_white),
        "forfeits": row.forfeits,
        "against": [_won_json(won) for won in row.against],
    }


def _won_json(won: Won) -> list[int]:
    return [won.won, won.played]
