"""Records of games for the tests that judge games."""

from __future__ import annotations

from collections.abc import Sequence

from gograde.arena.game.record import Colour, GameRecord, GameSide
from gograde.go.player import Termination


def moves(words: str) -> list[str]:
    """`22` is the point (2, 2), `-` a pass."""
    return ["PASS" if word == "-" else f"{word[0]},{word[1]}" for word in words.split()]


LOST_TWICE = moves("32 04 13 40 10 23 24 42 43 21 41 44 30 01 34 12 03 31 14 22 00 02 33 11")
"""Ply 21 throws black's win away, ply 22 gives it back."""


def record(
    played: Sequence[str], termination: Termination = Termination.POINTS, winner: Colour = "white"
) -> GameRecord:
    """A record of ann as black against ben; its stones are not counted."""
    return GameRecord(
        schema="gograde/game/v1",
        key="k" * 64,
        package="little-go",
        black=GameSide(name="ann", digest="a"),
        white=GameSide(name="ben", digest="b"),
        seed=1,
        opening=(),
        moves=tuple(played),
        termination=termination,
        winner=winner,
        reason="why",
        black_stones=0,
        white_stones=0,
    )
