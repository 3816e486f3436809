"""`gograde/analysis/v1`: a game judged exactly near its end: what each move cost, and who lost the game.

The analysis covers the last plies, usually `USUAL` of the 24 possible plies; the count includes plies
that an early end left out.  A value is black's stones minus white's after the last ply when both play
best; black wins with 3 or more.  Values are exact, so the same game always gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Literal, Protocol, TypeVar

from gograde.arena.game.record import Colour, GameRecord
from gograde.arena.game.rules import KOMI, PLIES, View
from gograde.arena.players.book import AIM
from gograde.arena.rating.bradley_terry import wilson
from gograde.arena.rating.pairs import unique
from gograde.arena.schedule import PlayedFixture
from gograde.codec import Record, to_value
from gograde.errors import DataError
from gograde.go.board import Point, Stone
from gograde.go.moves import Illegal
from gograde.go.player import Termination, move_text, read_move
from gograde.go.position import Position
from gograde.go.solver.exact import Solver, children

ANALYSIS_SCHEMA: Literal["gograde/analysis/v1"] = "gograde/analysis/v1"
USUAL = 12
"""Plies; judging them takes about 0.03 s of CPU time per game."""

TABLE_BITS = 18
"""The binary logarithm of the number of buckets in the solver's table."""

Ply = tuple[View, str | None, Position | None]
"""The view, the move (None: no readable answer), and the position after a legal move."""


class JudgedMove(Record):
    """One judged ply.

    `move` is None when there was no readable answer.  `before` and `after` are values; `loss` is their
    difference in stones, 0 or more.  A forfeit has neither `after` nor `loss`.  `won` says whether the side
    to play wins with best play before the ply; `flip` says whether the ply loses this win.  For a flip,
    `keeping` lists all moves that keep the win, those of the best value first.
    """

    ply: int
    colour: Colour
    move: str | None
    before: int
    after: int | None
    loss: int | None
    won: bool
    flip: bool
    keeping: tuple[str, ...] = ()

    @property
    def forfeit(self) -> bool:
        """Was the game lost on this ply by an illegal move or by a missing answer?"""
        return self.after is None


class JudgedSide(Record):
    """Sums over one side's judged plies: moves, stones lost, won positions, won positions thrown away.

    `moves` excludes forfeits.  A forfeit in a won position counts in `won` and `thrown_away`.
    """

    moves: int
    stones_lost: int
    won: int
    thrown_away: int


class Analysis(Record):
    """A judged game: the key of its record, the number of last plies to judge, and the judged moves."""

    schema: Literal["gograde/analysis/v1"] = ANALYSIS_SCHEMA
    game: str
    plies: int
    moves: tuple[JudgedMove, ...]
    black: JudgedSide
    white: JudgedSide

    def flips(self, colour: Colour | None = None) -> tuple[JudgedMove, ...]:
        """The plies of one side, or of both, that threw the game away."""
        return tuple(move for move in self.moves if move.flip and colour in (None, move.colour))


def analyse(record: GameRecord, plies: int = USUAL) -> Analysis:
    """Judge the last `plies` of a game, except plies of its opening.

    The last ply is judged first, since the solver's table then speeds up the earlier plies.  Raises
    `DataError` for a record whose moves are not a game.
    """
    solver = Solver(TABLE_BITS)
    first = max(PLIES - plies, len(record.opening)) + 1
    late = [ply for ply in plies_of(record) if ply[0].ply >= first]
    moves = tuple(judge_ply(solver, ply) for ply in reversed(late))[::-1]
    return Analysis(
        game=record.key,
        plies=plies,
        moves=moves,
        black=_in_sum(moves, "black"),
        white=_in_sum(moves, "white"),
    )


def judge_ply(solver: Solver, ply: Ply) -> JudgedMove:
    """Judge one ply."""
    view, move, position = ply
    left, sign = view.plies_left, 1 if view.stone is Stone.BLACK else -1
    before = solver.value(view.position, left)
    after = None if position is None else solver.value(position, left - 1)
    won = wins(view.stone, before)
    flip = won and (after is None or not wins(view.stone, after))
    return JudgedMove(
        ply=view.ply,
        colour="black" if view.stone is Stone.BLACK else "white",
        move=move,
        before=before,
        after=after,
        loss=None if after is None else sign * (before - after),
        won=won,
        flip=flip,
        keeping=tuple(map(move_text, keeping_moves(solver, view, before))) if flip else (),
    )


def wins(stone: Stone, value: int) -> bool:
    """Does this side win with this value?"""
    return (value > KOMI) == (stone is Stone.BLACK)


def keeping_moves(solver: Solver, view: View, value: int) -> list[Point | None]:
    """The moves after which the side to play still wins, those of the best value first."""
    black, left = view.stone is Stone.BLACK, view.plies_left - 1
    after = children(view.position)
    kept = [(point, child) for point, child in after if solver.reaches(child, left, AIM) == black]
    least = value if black else value + 1
    best = [point for point, child in kept if solver.reaches(child, left, least) == black]
    return best + [point for point, _ in kept if point not in best]


def _in_sum(moves: Sequence[JudgedMove], colour: Colour) -> JudgedSide:
    own = [move for move in moves if move.colour == colour]
    return JudgedSide(
        moves=sum(not move.forfeit for move in own),
        stones_lost=sum(move.loss or 0 for move in own),
        won=sum(move.won for move in own),
        thrown_away=sum(move.flip for move in own),
    )


def plies_of(record: GameRecord) -> Iterator[Ply]:
    """Every ply of a game; a forfeit is the last ply and has no position after it.

    Raises `DataError` for moves that are not a game, as in a log that was written by hand.
    """
    view = View(record.start.position, 1)
    for number, text in enumerate(record.moves, start=1):
        after = _moved(record, view, text)
        if isinstance(after, Illegal):
            if number < len(record.moves) or record.termination is not Termination.ILLEGAL:
                raise _no_game(record, f"ply {number}: {after}")
            yield view, text, None
            return
        yield view, text, after
        view = View(after, number + 1)
    over = view.position.ended or view.ply > PLIES
    if over is record.termination.forfeit or record.termination is Termination.ILLEGAL:
        raise _no_game(record, f"it ends after ply {len(record.moves)} with: {record.termination}")
    if not over:
        yield view, None, None


def _moved(record: GameRecord, view: View, text: str) -> Position | Illegal:
    if view.position.ended or view.ply > PLIES:
        raise _no_game(record, f"ply {view.ply}: the game is over")
    try:
        point = read_move(text)
    except ValueError:
        raise _no_game(record, f"ply {view.ply}: {text} is no move") from None
    return view.position.step(point)


def _no_game(record: GameRecord, what: str) -> DataError:
    return DataError(f"game {record.key[:12]}", what, "remove its line from the log, and play it again")


# -- how exactly players play near the end: a table with a row for each player, from many judged games

_T = TypeVar("_T")

JudgedGame = tuple[GameRecord, Analysis]


class ProgressBar(Protocol):
    """Yields about `length` items unchanged, and may show how many it has yielded."""

    def __call__(self, items: Iterable[_T], length: int) -> Iterable[_T]: ...


def no_progress(items: Iterable[_T], length: int) -> Iterable[_T]:
    """Return the items; show nothing."""
    return items


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
    found = [_row(name, judged) for name, judged in sides.items()]
    return tuple(sorted(found, key=lambda row: (row.share is None, row.share or 0.0, row.name)))


def league_accuracy(played: Sequence[PlayedFixture], analyses: Sequence[Analysis]) -> tuple[Accuracy, ...]:
    """The table of a league; `analyses` are in the order of `played`.

    As for the ratings, only whole pairs of games count, and equal pairs count once.
    """
    counted = {game.fixture for game in unique(each.game for each in played)}
    rows = zip(played, analyses, strict=True)
    return accuracy((each.named, analysis) for each, analysis in rows if each.fixture in counted)


def _row(name: str, judged: Sequence[JudgedSide]) -> Accuracy:
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
    games: Sequence[GameRecord], plies: int, cores: int, progress: ProgressBar = no_progress
) -> list[JudgedGame]:
    """Games with their analyses; `cores` games are judged at once."""
    return list(zip(games, progress(analyse_all(games, plies, cores), len(games)), strict=True))


def analyse_all(games: Sequence[GameRecord], plies: int = USUAL, cores: int = 1) -> Iterator[Analysis]:
    """The analyses of games in order; runs in `cores` threads, since the search releases Python's lock."""
    with ThreadPoolExecutor(cores) as pool:
        yield from pool.map(partial(analyse, plies=plies), games)
