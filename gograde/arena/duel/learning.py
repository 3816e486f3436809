"""Engines that open by the results of earlier games, kept in a file, and add the results of their own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from gograde.arena.duel.game import Duel
from gograde.engine.formulary.experience import add, default_file, load
from gograde.engine.formulary.formulary import Formulary
from gograde.engine.player import Player, engine
from gograde.go.board import Stone

ENGINE = "engine"


OWN = "-"
"""The name that stands for the file of this user."""


def taught_by(file: Path) -> Callable[[int], Player]:
    """Makes engines of a seed that prefer what won; raises `DataError` for a broken file."""
    return lambda seed: engine(seed, Formulary(experience=load(_at(file))))


def teach(file: Path, duel: Duel) -> None:
    """Add what a game teaches each engine in it; a draw and a fault teach nothing about joseki."""
    if duel.winner is None or duel.failed is not None:
        return
    for stone in (Stone.BLACK, Stone.WHITE):
        if duel.name(stone) == ENGINE:
            add(_at(file), Formulary().learn(duel.game, won=duel.winner is stone))


def _at(file: Path) -> Path:
    return default_file() if str(file) == OWN else file
