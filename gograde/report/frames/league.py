"""The tables of games and ratings, from leagues and from series against reference players."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from gograde.arena.rating.pairs import RatedGame, counted
from gograde.arena.standings import Standing
from gograde.core.record import GameScore
from gograde.grading.league.result import REFERENCE, LeagueResult
from gograde.grading.league.scores import BATCH
from gograde.report.frames.marks import Scored
from gograde.report.frames.table import Cell, Table, table

Leagues = Mapping[str, LeagueResult]
"""Finished leagues by assignment."""

POINTS = "points"
"""How a game ends that nobody forfeits."""


def games(scored: Scored, leagues: Leagues) -> Table:
    """A row for each game against a reference player, then for each game of a league."""
    rows: Iterable[tuple[Cell, ...]] = (*_series(scored), *_leagues(leagues))
    return table("games", ((number, *row) for number, row in enumerate(rows, start=1)))


def _series(scored: Scored) -> Iterator[tuple[Cell, ...]]:
    for entry, record in scored:
        for test in record.tests:
            if test.batch != BATCH:
                yield from (_game(entry.assignment, test.name, entry.student, game) for game in test.games)


def _game(assignment: str, series: str, student: str, game: GameScore) -> tuple[Cell, ...]:
    other = REFERENCE.format(game.opponent)
    black, white = (student, other) if game.colour == "black" else (other, student)
    winner = student if game.won else other
    moves = " ".join(game.moves)
    return (assignment, series, None, black, white, winner, game.ended, len(game.moves), game.counted, moves)


def _leagues(leagues: Leagues) -> Iterator[tuple[Cell, ...]]:
    for assignment, found in leagues.items():
        kept = set(counted(found.games, found.players))
        yield from (_league_game(assignment, game, game in kept) for game in found.games)


def _league_game(assignment: str, game: RatedGame, counts: bool) -> tuple[Cell, ...]:
    at = game.fixture
    told = (at.black, at.white, game.winner, game.fault or POINTS, len(game.moves), counts)
    return (assignment, BATCH, at.pair.round, *told, " ".join(game.moves))


def ratings(leagues: Leagues) -> Table:
    """A row for each player of each league, the best first."""
    return table(
        "ratings",
        (_rating(name, each) for name, found in leagues.items() for each in found.standings.table),
    )


def _rating(assignment: str, each: Standing) -> tuple[Cell, ...]:
    place = (each.place.best, each.place.worst) if each.place else (None, None)
    strength = (each.strength.elo, each.strength.low, each.strength.high) if each.strength else (None,) * 3
    rate = (each.rate.rate, each.rate.low, each.rate.high) if each.rate else (None,) * 3
    whole, black = each.row.total, each.row.as_black
    student = None if each.name.startswith(REFERENCE.format("")) else each.name
    won = (whole.won, whole.played, black.won, black.played, each.row.forfeits)
    return (assignment, each.name, student, *place, *strength, *rate, *won, each.anchor, each.fault)
