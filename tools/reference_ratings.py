"""Rates the reference players by games of each against each, and writes the frozen ratings; random is 0.

    python -m tools.reference_ratings LOG FILE

goes on from the games in LOG.  The ratings that ship with gograde were made so, with all defaults.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import product
from pathlib import Path
from typing import Any

from gograde.arena.game.match import Match, play_match
from gograde.arena.game.record import GameRecord, append, read_log
from gograde.arena.game.rules import drawn
from gograde.arena.players.reference import ReferenceBot
from gograde.arena.rating.bradley_terry import WIDEST, Prior, Ratings, Tally, rate

SCHEMA = "gograde/reference-ratings/v1"
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


_WITNESS_SEED = 20
"""The seed of all witnesses; an arbitrary number."""

DECIMALS = 1
"""Decimals of ratings in Elo points; the standard errors are above 3 points."""


def matches(games_a_cell: int, seed: int, names: Sequence[str] = RATED) -> Iterator[Match]:
    """The games of every player as black against every player as white, including itself, cell by cell.

    Two games with colours swapped have the same seed.
    """
    for black, white in product(names, repeat=2):
        for number in range(games_a_cell):
            luck = drawn(seed, "reference", number, *sorted((black, white))) >> 1
            yield Match(ReferenceBot(black), ReferenceBot(white), luck)


def played(games_a_cell: int, seed: int, log: Path, names: Sequence[str] = RATED) -> Iterator[GameRecord]:
    """All games: from the log, or played and added to it."""
    known = read_log(log)
    for match in matches(games_a_cell, seed, names):
        record = known.get(match.key)
        if record is None:
            record = play_match(match)
            append(log, record)
        yield record


def witnesses(names: Sequence[str] = RATED) -> tuple[Witness, ...]:
    """Each player as black against the next of the list, and the last against the first."""
    return tuple(
        Witness(black, white, _WITNESS_SEED, _moves(black, white))
        for black, white in zip(names, (*names[1:], names[0]), strict=True)
    )


def _moves(black: str, white: str) -> str:
    return " ".join(play_match(Match(ReferenceBot(black), ReferenceBot(white), _WITNESS_SEED)).moves)


def frozen(records: Iterable[GameRecord], seed: int, names: Sequence[str] = RATED) -> FrozenRatings:
    """The ratings from these games; every (black, white) must have the same number of games."""
    games, won = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for record in records:
        cell = record.black.name, record.white.name
        games[cell] += 1
        won[cell] += record.winner == "black"
    (games_a_cell,) = set(games.values())
    wins = {(black, white): won[black, white] for black in names for white in names}
    ratings = fitted(wins, games_a_cell)
    return FrozenRatings(
        elo={name: round(ratings.by_name[name], DECIMALS) for name in names},
        errors={name: round(ratings.errors[name], DECIMALS) for name in names},
        white=round(ratings.white, DECIMALS),
        white_error=round(ratings.white_error, DECIMALS),
        games_a_cell=games_a_cell,
        seed=seed,
        wins=wins,
        witnesses=witnesses(names),
    )


def fitted(wins: Mapping[tuple[str, str], int], games_a_cell: int) -> Ratings:
    """Ratings from black's wins in the games of every two players, under the widest prior."""
    tallies = [
        Tally(black, white, won, games_a_cell - won) for (black, white), won in wins.items() if black != white
    ]
    return rate(tallies, {ZERO: 0.0}, prior=Prior(spread=WIDEST, white_spread=WIDEST))


def to_json(frozen: FrozenRatings) -> str:
    """The file's text; its table has the percentage of games that black won, a row for each black player."""
    names = list(frozen.elo)
    value = {
        "schema": SCHEMA,
        "players": {name: {"elo": frozen.elo[name], "error": frozen.errors[name]} for name in names},
        "white": {"elo": frozen.white, "error": frozen.white_error},
        "games": frozen.games_a_cell * len(frozen.wins),
        "games_a_cell": frozen.games_a_cell,
        "seed": frozen.seed,
        "black_wins_percent": {black: _row(frozen, black, names) for black in names},
        "digest": frozen.digest,
        "witnesses": [[w.black, w.white, w.seed, w.moves] for w in frozen.witnesses],
    }
    return json.dumps(value, indent=1) + "\n"


def _row(frozen: FrozenRatings, black: str, names: list[str]) -> dict[str, float]:
    return {white: round(100 * frozen.wins[black, white] / frozen.games_a_cell, 4) for white in names}


def main() -> None:
    """Play all games that the log lacks, write the ratings, and print them."""
    parser = argparse.ArgumentParser(description="Rate the reference players.")
    parser.add_argument("log", type=Path)
    parser.add_argument("into", type=Path)
    parser.add_argument("--games", type=int, default=500, help="games of any two players with each colour")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    ratings = frozen(played(asked.games, asked.seed, asked.log), asked.seed)
    asked.into.write_text(to_json(ratings), encoding="utf-8")
    for name, elo in ratings.elo.items():
        print(f"{name:12} {elo:7.1f} ± {ratings.errors[name]:.1f}")
    print(f"{'white':12} {ratings.white:7.1f} ± {ratings.white_error:.1f}")


if __name__ == "__main__":
    main()
