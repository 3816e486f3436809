"""How a tournament is scheduled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from gograde.arena.game.openings import NO_OPENING, Opening
from gograde.errors import UsageError

ROUNDS = 10
"""Swiss rounds unless a number is asked for."""

FULL_UP_TO = 30
"""Up to so many bots all meet all unless Swiss rounds are asked for."""


@dataclass(frozen=True)
class Settings:
    """What a tournament is asked for.

    When all meet all they do so in `pairs` pairs of games; Swiss rounds are of a pair each.  Where
    `swiss` is None the number of bots decides.
    """

    pairs: int = 1
    rounds: int | None = None
    swiss: bool | None = None
    seed: int = 1
    openings: tuple[Opening, ...] = (NO_OPENING,)


def decided(settings: Settings, names: Sequence[str]) -> Settings:
    """The settings for bots of these names, with nothing left open.

    Raises UsageError for names and settings that make no tournament.
    """
    bots = len(names)
    if bots < 2 or len(set(names)) < bots:
        raise UsageError(" ".join(names), "no tournament", "give two bots or more, each of them once")
    swiss = bots > FULL_UP_TO if settings.swiss is None else settings.swiss
    if swiss and settings.pairs > 1:
        raise UsageError("--pairs", "Swiss rounds are of one pair each", "give --rounds, or --full")
    if not swiss and settings.rounds is not None:
        raise UsageError("--rounds", "all meet all, in rounds enough for that", "give --pairs, or --swiss")
    if len(settings.openings) > 1 and settings.pairs == 1:
        what = "no two bots meet twice, and first meetings are on the empty board"
        raise UsageError("--openings", what, "give --full and --pairs 2 or more")
    most = bots // 2 - 1
    if swiss and most < (settings.rounds or 1):
        fix = f"give at most {most}" if most > 0 else "leave --swiss out"
        raise UsageError("--rounds", f"too many for {bots} bots, of whom no two meet twice", fix)
    return replace(settings, swiss=swiss, rounds=settings.rounds or ROUNDS)
