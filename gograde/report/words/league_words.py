"""The table of a league in words, as text, and as JSON values."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from gograde.arena.standings import Standing, Standings, StandingsRow, Strength, Won
from gograde.report.words.table_text import columns
from gograde.report.words.texts import ENGLISH, Texts, count, say
from gograde.report.words.wording import NOT_GRADED, number_of


def place_text(each: Standing, t: Texts = ENGLISH) -> str:
    """The possible places of a bot, like `2–4`, or why it has no place."""
    if each.anchor or each.fault:
        return t["frozen" if each.anchor else "broken"]
    return str(each.place or "").replace("-", "–")


def expected_text(each: Standing) -> str:
    """The expected win rate with its interval, like `62 % (48–74)`; a dash for none."""
    rate = each.rate
    return f"{percent(rate.rate)} ({100 * rate.low:.0f}–{100 * rate.high:.0f})" if rate else NOT_GRADED


def strength_text(strength: Strength | None) -> str:
    """A rating with half the width of its interval, like `812 ± 95`; a dash for none."""
    if strength is None:
        return NOT_GRADED
    elo, half = f"{strength.elo:z.0f}", (strength.high - strength.low) / 2
    return f"{elo} ± {half:.0f}" if half else elo


def percent(share: float | None) -> str:
    """A share between 0 and 1 in whole percent; a dash for none."""
    return NOT_GRADED if share is None else f"{100 * share:.0f} %"


def white_text(found: Standings, t: Texts = ENGLISH) -> str:
    """How many games there are, and white's share and worth by the games that count for the ratings."""
    games, rated = len(found.games), len(found.rated)
    black = sum(game.winner == game.fixture.black for game in found.rated)
    white = percent(1 - black / rated if rated else None), strength_text(found.white)
    outside = len(set(found.rated).difference(found.games))
    if outside:
        return count(t["games_outside"], games, games, rated, outside, *white)
    if rated < games:
        return count(t["games_rated"], games, games, rated, *white)
    return count(t["games_white"], games, games, *white)


def remarks(found: Standings, t: Texts = ENGLISH) -> list[str]:
    """The remarks below the table, one per line."""
    lines = [white_text(found, t)] if found.games else []
    if found.rated and not found.ratings.anchors:
        lines.append(t["middle"])
    if found.ratings.styles >= 1:
        lines.append(say(t["styles"], f"{found.ratings.styles:.0f}"))
    if found.repeats:
        lines.append(number_of("games_repeated", found.repeats, t))
    if not found.ratings.connected:
        lines.append(t["not_connected"])
    lines += [say(t["plays_no_more"], each.name, each.fault) for each in found.table if each.fault]
    return lines


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


def _row_json(row: StandingsRow) -> dict[str, Any]:
    return {
        "won": _won_json(row.total),
        "as_black": _won_json(row.as_black),
        "as_white": _won_json(row.as_white),
        "forfeits": row.forfeits,
        "against": [_won_json(won) for won in row.against],
    }


def _won_json(won: Won) -> list[int]:
    return [won.won, won.played]
