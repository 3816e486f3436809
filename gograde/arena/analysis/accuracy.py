"""How exactly players play near the end: a table with a row for each player, from many judged games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from gograde.arena.analysis.judged_game import USUAL, Analysis, JudgedSide, analyse
from gograde.arena.game.record import GameRecord
from gograde.arena.output import Progress, no_progress
from gograde.arena.rating.model import wilson
from gograde.arena.rating.pairs import unique
from gograde.arena.schedule.league_games import PlayedFixture
from gograde.codec import Record, to_value

JudgedGame = tuple[GameRecord, Analysis]


class Accuracy(Record, kw_only=False):
    """Sums over a player's judged plies in all its games, as in `JudgedSide`.

    `share` is the share of won positions that the player threw away, None without won positions.  `low` and
    `high` are its 95 % interval after Wilson, which assumes that the positions of a game are independent.
    """

    name: str
    games: int
    moves: int
    stones_lost: int
    won: int
    thrown_away: int
    share: float | None
    low: float
    high: float


def accuracy(rows: Iterable[JudgedGame]) -> tuple[Accuracy, ...]:
    """A row for each player, the smallest share thrown away first, players without won positions last."""
    sides: dict[str, list[JudgedSide]] = {}
    for record, analysis in rows:
        sides.setdefault(record.black.name, []).append(analysis.black)
        sides.setdefault(record.white.name, []).append(analysis.white)
    found = [_in_sum(name, judged) for name, judged in sides.items()]
    return tuple(sorted(found, key=lambda row: (row.share is None, row.share or 0.0, row.name)))


def league_accuracy(played: Sequence[PlayedFixture], analyses: Sequence[Analysis]) -> tuple[Accuracy, ...]:
    """The table of a league; `analyses` are in the order of `played`.

    As for the ratings, only whole pairs of games count, and equal pairs count once.
    """
    counted = {game.fixture for game in unique(each.game for each in played)}
    rows = zip(played, analyses, strict=True)
    return accuracy((each.named, analysis) for each, analysis in rows if each.fixture in counted)


def _in_sum(name: str, judged: Sequence[JudgedSide]) -> Accuracy:
    won, thrown_away = sum(side.won for side in judged), sum(side.thrown_away for side in judged)
    low, high = wilson(thrown_away, won)
    return Accuracy(
        name,
        len(judged),
        sum(side.moves for side in judged),
        sum(side.stones_lost for side in judged),
        won,
        thrown_away,
        thrown_away / won if won else None,
        low,
        high,
    )


def accuracy_json(table: Sequence[Accuracy], games: Iterable[JudgedGame]) -> dict[str, Any]:
    """The table and the analyses of the games, in the order of the games."""
    return {"table": to_value(table), "analyses": to_value([analysis for _, analysis in games])}


def judge_games(
    games: Sequence[GameRecord], plies: int, cores: int, progress: Progress = no_progress
) -> list[JudgedGame]:
    """Games with their analyses; `cores` games are judged at once."""
    return list(zip(games, progress(analyse_all(games, plies, cores), len(games)), strict=True))


def analyse_all(games: Sequence[GameRecord], plies: int = USUAL, cores: int = 1) -> Iterator[Analysis]:
    """The analyses of games in order; runs in `cores` threads, since the search releases Python's lock."""
    with ThreadPoolExecutor(cores) as pool:
        yield from pool.map(partial(analyse, plies=plies), games)
