"""Plays the rating games of the reference players, and makes the frozen ratings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from pathlib import Path

from gograde.arena.game.chance import drawn
from gograde.arena.game.match import Match, play_match
from gograde.arena.game.record import GameRecord, append, read_log
from gograde.arena.output import Progress, no_progress, written
from gograde.arena.players.reference import ReferenceBot
from gograde.arena.rating.frozen import RATED, FrozenRatings, Witness, fitted, to_json

_WITNESS_SEED = 20
"""The seed of all witnesses; an arbitrary number."""

DECIMALS = 1
"""Decimals of ratings in Elo points; the standard errors are above 3 points."""


def rate_reference_players(
    games_a_cell: int, seed: int, log: Path, into: Path, progress: Progress = no_progress
) -> FrozenRatings:
    """Play all games that the log lacks, and write the ratings to `into`.

    Raises `DataError` when `into` cannot be written.
    """
    games = progress(played(games_a_cell, seed, log), games_a_cell * len(RATED) ** 2)
    ratings = frozen(games, seed)
    with written(into):
        into.write_text(to_json(ratings), encoding="utf-8")
    return ratings


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
