"""The frozen ratings of the reference players, which were measured once and ship with gograde.

`python -m tools.reference_ratings` makes the file.  Ratings are in Elo points; random play has 0.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

SCHEMA = "gograde/reference-ratings/v1"
FILE = Path(__file__).parent / "frozen.json"
ZERO = "random"
"""The player whose rating is 0."""

RATED = (
    "random",
    "greedy",
    "alphabeta-1",
    "alphabeta-2",
    "alphabeta-3",
    "alphabeta-4",
    "qlearning",
    "mcts-200",
    "mcts-1000",
)


@dataclass(frozen=True, slots=True)
class Witness:
    """A recorded game; if its players no longer repeat it move for move, the frozen ratings are outdated."""

    black: str
    white: str
    seed: int
    moves: str


@dataclass(frozen=True, slots=True)
class FrozenRatings:
    """Measured ratings and white's advantage in Elo points, with standard errors.

    `wins` has black's wins for every (black, white), including games of a player against itself, which the
    fit leaves out.
    """

    elo: Mapping[str, float]
    errors: Mapping[str, float]
    white: float
    white_error: float
    games_a_cell: int
    seed: int
    wins: Mapping[tuple[str, str], int]
    witnesses: tuple[Witness, ...]

    @property
    def digest(self) -> str:
        """SHA-256 of the witnesses: it changes with the players' moves, not with their code."""
        told = "".join(f"{w.black} {w.white} {w.seed} {w.moves}\n" for w in self.witnesses)
        return sha256(told.encode()).hexdigest()


def from_json(text: str) -> FrozenRatings:
    """The ratings in the text of the file; raises ValueError for another schema or digest."""
    value: dict[str, Any] = json.loads(text)
    games, players = value["games_a_cell"], value["players"]
    rows = value["black_wins_percent"].items()
    frozen = FrozenRatings(
        elo={name: player["elo"] for name, player in players.items()},
        errors={name: player["error"] for name, player in players.items()},
        white=value["white"]["elo"],
        white_error=value["white"]["error"],
        games_a_cell=games,
        seed=value["seed"],
        wins={(b, w): round(percent * games / 100) for b, row in rows for w, percent in row.items()},
        witnesses=tuple(Witness(*witness) for witness in value["witnesses"]),
    )
    if (value["schema"], value["digest"]) != (SCHEMA, frozen.digest):
        raise ValueError("another schema, or a digest that is not that of the witnesses")
    return frozen


@lru_cache(maxsize=1)
def frozen_ratings() -> FrozenRatings:
    """The ratings that ship with gograde."""
    return from_json(FILE.read_text(encoding="utf-8"))
