"""Plays the games by which the reference players are rated, and freezes what they tell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from pathlib import Path

from gograde.arena.game.chance import drawn
from gograde.arena.game.match import Match, play_all, play_match
from gograde.arena.game.record import GameRecord, append, read_log
from gograde.arena.players.reference import ReferenceBot
from gograde.arena.rating.frozen import RATED, Frozen, Witness, fitted

_WITNESS_SEED = 20
DECIMALS = 1


def matches(games_a_cell: int, seed: int, names: Sequence[str] = RATED) -> Iterator[Match]:
    """Everybody as black against everybody as white, himself too, cell by cell.

    Two games with colours swapped draw the same luck.
    """
    for black, white in product(names, repeat=2):
        for number in range(games_a_cell):
            luck = drawn(seed, "reference", number, *sorted((black, white))) >> 1
            yield Match(ReferenceBot(black), ReferenceBot(white), luck)


def played(games_a_cell: int, seed: int, log: Path, names: Sequence[str] = RATED) -> Iterator[GameRecord]:
    """All games: those in the log are taken from it, the others are played and added to it."""
    for record, is_new in play_all(matches(games_a_cell, seed, names), read_log(log)):
        if is_new:
            append(log, record)
        yield record


def witnesses(names: Sequence[str] = RATED) -> tuple[Witness, ...]:
    """Each player as black against the one after it, the last against the first: quick games."""
    return tuple(
        Witness(black, white, _WITNESS_SEED, _moves(black, white))
        for black, white in zip(names, (*names[1:], names[0]), strict=True)
    )


def _moves(black: str, white: str) -> str:
    return " ".join(play_match(Match(ReferenceBot(black), ReferenceBot(white), _WITNESS_SEED)).moves)


def frozen(records: Iterable[GameRecord], seed: int, names: Sequence[str] = RATED) -> Frozen:
    """The ratings that these games tell; every cell must have as many."""
    games, won = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for record in records:
        cell = record.black.name, record.white.name
        games[cell] += 1
        won[cell] += record.winner == "black"
    (games_a_cell,) = set(games.values())
    wins = {(black, white): won[black, white] for black in names for white in names}
    ratings = fitted(wins, games_a_cell)
    return Frozen(
        elo={name: round(ratings.by_name[name], DECIMALS) for name in names},
        errors={name: round(ratings.errors[name], DECIMALS) for name in names},
        white=round(ratings.white, DECIMALS),
        white_error=round(ratings.white_error, DECIMALS),
        games_a_cell=games_a_cell,
        seed=seed,
        wins=wins,
        witnesses=witnesses(names),
    )
