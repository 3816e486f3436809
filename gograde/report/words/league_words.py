"""The standings of a league in words: places, ratings, shares, remarks."""

from __future__ import annotations

from gograde.arena.standings.table import Standing, Standings, Strength
from gograde.report.words.texts.english import ENGLISH
from gograde.report.words.texts.tables import Texts, count, say
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
