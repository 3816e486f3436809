"""The table of a league as JSON values."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from gograde.arena.standings.crosstable import Row, Won
from gograde.arena.standings.table import Standing, Standings


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
