"""How a tournament is scheduled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from gograde.arena.game.openings import NO_OPENING, Opening
from gograde.errors import UsageError

ROUNDS = 10
"""The default number of Swiss rounds."""

FULL_UP_TO = 30
"""By default, at most so many bots play a full round robin; more bots play Swiss rounds."""


@dataclass(frozen=True)
class Settings:
    """The requested schedule of a tournament.

    In a full round robin, every two bots meet in `pairs` pairs of games; a Swiss round has one pair for each
    bot.  If `swiss` is None, the number of bots decides.
    """

    pairs: int = 1
    rounds: int | None = None
    swiss: bool | None = None
    seed: int = 1
    openings: tuple[Opening, ...] = (NO_OPENING,)


def decided(settings: Settings, names: Sequence[str]) -> Settings:
    """The settings for bots of these names, with every default filled in.

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
