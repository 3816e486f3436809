"""What can take part in games: a bot has a name, a content hash, and makes a player for each game."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Protocol

from gograde.arena.game.referee import Player
from gograde.arena.players.reference import ReferencePlayer, chooser

_SOURCES = (
    "arena/game/chance.py",
    "arena/players/search_kernels.py",
    "arena/players/reference.py",
    "arena/players/qtable.npz",
    "arena/players/qtable.py",
)
_OF_PERFECT = (
    "arena/players/book.py",
    "arena/players/book.txt",
    "arena/players/perfect.py",
    "go/solver/exact.py",
    "go/solver/bits.py",
    "go/solver/kernels.py",
)


class Bot(Protocol):
    """Takes part in games; `digest` changes when its play may."""

    @property
    def name(self) -> str: ...

    @property
    def digest(self) -> str: ...

    def player(self, seed: int) -> Player:
        """The bot in a new game, as either colour."""
        ...


@dataclass(frozen=True, slots=True)
class ReferenceBot:
    """A reference player; raises UsageError when it is asked to play and there is none of this name."""

    name: str

    @property
    def digest(self) -> str:
        """Of its name and the code of all reference players, for `perfect` of its book and the solver too."""
        return sha256(f"{self.name}\n{_code_digest(self.name)}".encode()).hexdigest()

    def player(self, seed: int) -> ReferencePlayer:
        return ReferencePlayer(chooser(self.name), seed)


@lru_cache
def _code_digest(player: str) -> str:
    folder, names = Path(__file__).parents[2], _SOURCES + (_OF_PERFECT if player == "perfect" else ())
    return sha256(b"\0".join((folder / name).read_bytes() for name in names)).hexdigest()
