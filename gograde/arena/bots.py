"""What can take part in games: a bot has a name, a content hash, and makes a player for each game."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Protocol

from gograde.arena.players import ReferencePlayer, chooser
from gograde.arena.referee import Player

_SOURCES = ("chance.py", "kernels.py", "players.py", "qtable.npz", "qtable.py")
_OF_PERFECT = (
    "book.py",
    "book.txt",
    "perfect.py",
    "../go/solver.py",
    "../go/solver_bits.py",
    "../go/solver_kernels.py",
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
    folder, names = Path(__file__).parent, _SOURCES + (_OF_PERFECT if player == "perfect" else ())
    return sha256(b"\0".join((folder / name).read_bytes() for name in names)).hexdigest()
