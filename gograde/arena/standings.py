"""The table of a league: ratings from all games at once, places with ties, expected win rates; and marks.

Marks come from the win rate against a reference player, or from the expected win rate against classmates, on
straight lines: a step would make one game worth several points.  They never come from a place or from the
points of a Swiss tournament.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import isfinite

from gograde.arena.rating.bradley_terry import (
    HALF,
    Rate,
    Ratings,
    chance,
    differences,
    expected_rates,
    wilson,
)
from gograde.arena.rating.pairs import RatedGame, broken, by_pair, counted, tallies, unique
from gograde.arena.rating.styles import class_ratings
from gograde.codec import replace
from gograde.errors import DataError

MOST = 5
"""The most pairs that are reported."""

RARE = 0.05
"""A probability; only less likely pairs are reported."""


@dataclass(frozen=True, slots=True)
class Upset:
    """A pair whose games `winner` both won, with the chance of this result by the ratings, 0 to 1.

    `pairs` is the number of all pairs of the league; among many pairs, some upsets are luck.
    """

    winner: str
    loser: str
    chance: float
    pairs: int


@dataclass(frozen=True, slots=True)
class Strength:
    """A rating in Elo points with its interval; the interval of a frozen rating has width 0."""

    elo: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Standing:
    """One bot of a league.

    An anchor has no place.  A bot whose games do not count has no strength.  `fault` is the fault of a broken
    bot.  `rate` is the expected win rate against all other rated bots of the table, including anchors; None
    without any.
    """

    name: str
    row: StandingsRow
    strength: Strength | None = None
    place: PossiblePlaces | None = None
    rate: Rate | None = None
    fault: str = ""
    anchor: bool = False


@dataclass(frozen=True, slots=True)
class Standings:
    """The whole table, the best rating first, bots without a rating last.

    `white` is white's advantage in Elo points; `rated` are the games that the ratings come from, those
    against anchors outside the league among them; `repeats` counts the games of repeated pairs.
    """

    table: tuple[Standing, ...]
    ratings: Ratings
    white: Strength
    games: tuple[RatedGame, ...]
    rated: tuple[RatedGame, ...] = ()
    repeats: int = 0

    @property
    def black_wins(self) -> int:
        """The number of games that black won."""
        return sum(game.winner == game.fixture.black for game in self.games)


def standings(
    games: Collection[RatedGame],
    bots: Sequence[str],
    anchors: Mapping[str, float] | None = None,
    anchor_games: Collection[RatedGame] = (),
) -> Standings:
    """The table of these bots; `anchors` are frozen ratings; only those of participants count.

    `anchor_games` are games against anchors outside the league: they count for the ratings but are not in the
    table.  Equal ratings are ordered by name.  Raises `DataError` for an anchor whose rating is not finite.
    """
    ordered = tuple(sorted(games))
    met = {name for game in (*ordered, *anchor_games) for name in game.fixture.pair.bots} | set(bots)
    frozen = {name: elo for name, elo in (anchors or {}).items() if name in met}
    able, rated = _counting(ordered, bots, frozen, anchor_games)
    ratings = class_ratings(tallies(rated), frozen, able)
    order = sorted(bots, key=lambda name: (-ratings.by_name.get(name, float("-inf")), name))
    rows = {row.name: row for row in crosstable(order, ordered)}
    found = {place.name: place for place in places(ratings)}
    field = [name for name in bots if name in ratings.by_name]
    rates = {each.name: each for each in expected_rates(ratings, field)}
    faults = broken(ordered)
    table = (
        Standing(
            name,
            rows[name],
            _strength(ratings, name),
            found.get(name),
            rates.get(name),
            faults.get(name, ""),
            name in frozen,
        )
        for name in order
    )
    whole = sum(len(both) for both in by_pair(ordered).values())
    return Standings(tuple(table), ratings, _white(ratings), ordered, rated, whole - len(unique(ordered)))


def unplaced(found: Standings, bots: Collection[str]) -> Standings:
    """The table with these bots last and without rating, place and rate: their games are not all known.

    The places of the others still count them, so nobody rises by a game that is missing.
    """
    order = sorted(found.table, key=lambda each: each.name in bots)
    rows = crosstable([each.name for each in order], found.games)
    placed = (replace(each, row=row) for each, row in zip(order, rows, strict=True))
    return replace(
        found,
        table=tuple(
            replace(each, strength=None, place=None, rate=None) if each.name in bots else each
            for each in placed
        ),
    )


def _counting(
    games: Sequence[RatedGame],
    bots: Sequence[str],
    anchors: Mapping[str, float],
    anchor_games: Collection[RatedGame],
) -> tuple[list[str], tuple[RatedGame, ...]]:
    """The bots that get a rating and the games that count for it.

    A broken bot gets a rating only when its games count.
    """
    kept = counted(games, bots)
    played, out = {name for game in kept for name in game.fixture.pair.bots}, broken(games)
    able = [name for name in bots if name in played or name not in out]
    known = {*able, *anchors}
    more = (game for game in unique(anchor_games) if game.fixture.pair.bots <= known)
    return able, (*kept, *more)


def _strength(ratings: Ratings, name: str) -> Strength | None:
    if name not in ratings.by_name:
        return None
    elo, half = ratings.by_name[name], HALF * ratings.errors[name]
    return Strength(elo, elo - half, elo + half)


def _white(ratings: Ratings) -> Strength:
    half = HALF * ratings.white_error
    return Strength(ratings.white, ratings.white - half, ratings.white + half)


@dataclass(frozen=True, slots=True)
class PossiblePlaces:
    """The possible places of a bot (1 is the best), and the bots with which it is tied."""

    name: str
    best: int
    worst: int
    ties: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.best}" if self.best == self.worst else f"{self.best}-{self.worst}"


def places(ratings: Ratings) -> tuple[PossiblePlaces, ...]:
    """The places of every bot, the best rating first.

    Bots that are significantly better decide the best place, bots that are not significantly worse the worst
    place.  So tied bots share places.
    """
    better, worse = Counter[str](), Counter[str]()
    ties = {name: list[str]() for name in ratings.names}
    for pair in differences(ratings):
        if pair.significant:
            better[pair.second] += 1
            worse[pair.first] += 1
        else:
            ties[pair.first].append(pair.second)
            ties[pair.second].append(pair.first)
    order = sorted(ratings.names, key=lambda name: (-ratings.by_name[name], name))
    return tuple(
        PossiblePlaces(name, 1 + better[name], len(order) - worse[name], tuple(sorted(ties[name])))
        for name in order
    )


def upsets(found: Standings) -> tuple[Upset, ...]:
    """The least likely pairs in which one bot won both games, the least likely pair first.

    An upset may mean that a student lost on purpose, or may be luck, so a person must judge it.  Pairs with a
    forfeit or with an unrated bot are left out.
    """
    kept = by_pair(game for game in unique(found.games) if found.ratings.by_name.keys() >= _bots(game))
    rated = found.ratings
    whole = [both for both in kept.values() if both[0].winner == both[1].winner and not _faulty(both)]
    told = [Upset(both[0].winner, both[0].loser, _chance(both, rated), len(kept)) for both in whole]
    rare = [upset for upset in told if upset.chance < RARE]
    return tuple(sorted(rare, key=lambda upset: (upset.chance, upset.winner, upset.loser))[:MOST])


def _bots(game: RatedGame) -> frozenset[str]:
    return game.fixture.pair.bots


def _faulty(games: Iterable[RatedGame]) -> bool:
    return any(game.fault for game in games)


def _chance(games: Iterable[RatedGame], rated: Ratings) -> float:
    """The probability of these results."""
    product = 1.0
    for game in games:
        white = rated.white if game.winner == game.fixture.white else -rated.white
        ahead = rated.by_name[game.winner] - rated.by_name[game.loser] + white
        product *= chance(ahead)
    return product


# -- the crosstable of a league: who won how often against whom --------------------------------------------


@dataclass(frozen=True, slots=True)
class Won:
    """Games won, and games played."""

    won: int = 0
    played: int = 0

    def __add__(self, other: Won) -> Won:
        return Won(self.won + other.won, self.played + other.played)

    def __str__(self) -> str:
        return f"{self.won}/{self.played}" if self.played else "—"

    @property
    def share(self) -> float | None:
        """Share of games won, 0 to 1; None without games."""
        return self.won / self.played if self.played else None


_NONE = Won()


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """One bot: its games against each bot in the order of the table, its games by colour, its forfeits."""

    name: str
    against: tuple[Won, ...]
    as_black: Won
    as_white: Won
    forfeits: int

    @property
    def total(self) -> Won:
        return self.as_black + self.as_white


def crosstable(names: Sequence[str], games: Iterable[RatedGame]) -> tuple[StandingsRow, ...]:
    """A row for each bot in the order of `names`.

    Marks do not use these counts, since the counts depend on who met whom.
    """
    met: defaultdict[tuple[str, str], Won] = defaultdict(Won)
    as_black, as_white = defaultdict[str, Won](Won), defaultdict[str, Won](Won)
    forfeits: Counter[str] = Counter()
    for game in games:
        black, white = game.fixture.black, game.fixture.white
        of_black, of_white = Won(int(game.winner == black), 1), Won(int(game.winner == white), 1)
        met[black, white] += of_black
        met[white, black] += of_white
        as_black[black] += of_black
        as_white[white] += of_white
        forfeits[game.loser] += bool(game.fault)
    return tuple(
        StandingsRow(
            name,
            tuple(met.get((name, other), _NONE) for other in names),
            as_black[name],
            as_white[name],
            forfeits[name],
        )
        for name in names
    )


# -- marks from win rates, always with an interval --------------------------------------------------


@dataclass(frozen=True, slots=True)
class LeagueMark:
    """Marks, with the interval of the marks that are still likely."""

    marks: float
    low: float
    high: float

    @property
    def settled(self) -> bool:
        """Is the interval a single value, so that more games are unlikely to change the marks?"""
        return self.low == self.high


@dataclass(frozen=True, slots=True)
class Slope:
    """Marks on straight lines between knots (win rate, marks), constant outside the knots.

    A higher rate never gives fewer marks.  Raises `DataError` when rates or marks do not rise, or when a rate
    is not between 0 and 1.
    """

    knots: tuple[tuple[float, float], ...] = ((0.0, 0.0), (1.0, 100.0))

    def __post_init__(self) -> None:
        _need_rising("slope", self.knots)

    @property
    def least(self) -> float:
        """The least win rate that earns all marks."""
        return self.knots[-1][0]

    @property
    def top(self) -> float:
        """All marks."""
        return self.knots[-1][1]

    def marks(self, rate: float) -> float:
        """Marks on the line; exactly those of a knot at the knot."""
        if rate <= self.knots[0][0]:
            return self.knots[0][1]
        for (left, low), (right, high) in pairwise(self.knots):
            if rate < right:
                return low + (high - low) * (rate - left) / (right - left)
        return self.top


def rate_mark(scale: Slope, rate: Rate) -> LeagueMark:
    """Marks of an expected win rate in a league."""
    return LeagueMark(scale.marks(rate.rate), scale.marks(rate.low), scale.marks(rate.high))


def seen_mark(scale: Slope, wins: int, games: int) -> LeagueMark:
    """Marks for the games won against one reference player; the lowest marks without games."""
    low, high = wilson(wins, games)
    return LeagueMark(scale.marks(wins / games if games else 0.0), scale.marks(low), scale.marks(high))


def _need_rising(where: str, steps: Sequence[tuple[float, float]]) -> None:
    if not steps:
        raise DataError(where, "none given", "give at least one win rate with its marks")
    for rate, marks in steps:
        if not (0 <= rate <= 1 and isfinite(marks)):
            raise DataError(where, f"{rate} -> {marks} cannot be used", "win rates are between 0 and 1")
    for (left, low), (right, high) in pairwise(steps):
        if not (left < right and low <= high):
            raise DataError(
                where,
                f"{left} -> {low} stands before {right} -> {high}",
                "sort by win rate, with no fewer marks for a higher one",
            )
