"""The standings of a league in words: places, ratings, shares, remarks."""

from __future__ import annotations

from gograde.arena.standings.table import Standing, Standings, Strength


def place_text(each: Standing) -> str:
    """The possible places of a bot, like `2-4`, or why it has no place."""
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
    """The remarks below the table, one per line."""
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
