"""Pairs of games, and which of them count.

White is favoured on the small board, so the unit of play is a pair of games with colours swapped.
No function depends on the order in which games arrive.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from gograde.arena.rating.bradley_terry import Tally
from gograde.codec import Record
from gograde.errors import DataError

FAULTS_IN_A_ROW = 3
"""A bot is broken after so many equal faults in consecutive games."""


class Pair(Record, order=True, kw_only=False):
    """Two bots that play two games with colours swapped.

    `opening` is an index into the list of openings; 0 is the empty board.  `seed` decides the random choices
    of the bots.  Pairs sort by round.
    """

    round: int
    first: str
    second: str
    opening: int = 0
    seed: int = 0

    @property
    def bots(self) -> frozenset[str]:
        """Both names."""
        return frozenset((self.first, self.second))

    @property
    def fixtures(self) -> tuple[Fixture, Fixture]:
        """Both games of the pair."""
        return Fixture(self), Fixture(self, swapped=True)


@dataclass(frozen=True, slots=True, order=True)
class Fixture:
    """A game to play: the first bot of the pair is black unless `swapped`."""

    pair: Pair
    swapped: bool = False

    @property
    def black(self) -> str:
        return self.pair.second if self.swapped else self.pair.first

    @property
    def white(self) -> str:
        return self.pair.first if self.swapped else self.pair.second


@dataclass(frozen=True, slots=True, order=True)
class RatedGame:
    """A finished game; `fault` is the fault by which the loser forfeited, or empty.

    A game in which the grader failed is void: it never becomes a `RatedGame` and is played again.
    """

    fixture: Fixture
    winner: str
    moves: tuple[str, ...] = ()
    fault: str = ""

    @property
    def loser(self) -> str:
        """The other player."""
        return self.fixture.white if self.winner == self.fixture.black else self.fixture.black


@dataclass(frozen=True, slots=True)
class Draw:
    """Draws pairs from a seed, with a number of openings (1: only the empty board)."""

    seed: int = 0
    openings: int = 1

    def pair(self, number: int, bots: Collection[str], meeting: int) -> Pair:
        """The pair of two bots in round `number`; `meeting` is how often they met before.

        The first meeting starts on the empty board; later meetings use the openings in turn.
        """
        first, second = sorted(bots)
        seed = shuffle_key(self.seed, first, second, meeting) >> 1
        return Pair(number, first, second, meeting % self.openings, seed)


EMPTY_BOARD = Draw()
"""All pairs begin on the empty board."""


def shuffle_key(*parts: object) -> int:
    """A pseudo-random 64-bit number that is the same on every machine."""
    return int.from_bytes(sha256(repr(parts).encode()).digest()[:8], "big")


def by_pair(games: Iterable[RatedGame]) -> dict[Pair, tuple[RatedGame, RatedGame]]:
    """The pairs with two finished games, in order.

    Raises `DataError` when a fixture has two different games.
    """
    found: dict[Fixture, RatedGame] = {}
    for game in games:
        if found.setdefault(game.fixture, game) != game:
            raise DataError(
                f"game {game.fixture.black} - {game.fixture.white}",
                f"round {game.fixture.pair.round} has two different results",
                "take both out of the log: the game will be played again",
            )
    whole = [at.pair for at in found if at.swapped and Fixture(at.pair) in found]
    return {pair: (found[Fixture(pair)], found[Fixture(pair, True)]) for pair in sorted(whole)}


def missing(pairs: Iterable[Pair], games: Iterable[RatedGame]) -> tuple[Fixture, ...]:
    """The games of these pairs that are not yet played."""
    done = {game.fixture for game in games}
    return tuple(fixture for pair in pairs for fixture in pair.fixtures if fixture not in done)


def unique(games: Iterable[RatedGame]) -> tuple[RatedGame, ...]:
    """The games of whole pairs in order, without pairs that repeat an earlier pair.

    A pair repeats another pair when the bots, the opening and all moves of both games are equal.  One equal
    game is not enough: otherwise a bot that always loses the same game as black would have one counted loss,
    but all its wins as white counted.  Pairs with a fault always count.
    """
    seen: set[tuple[object, ...]] = set()
    kept: list[RatedGame] = []
    for pair, both in by_pair(games).items():
        key = (pair.first, pair.second, pair.opening, *(game.moves for game in both))
        if any(game.fault for game in both):
            kept += both
        elif key not in seen:
            kept += both
            seen.add(key)
    return tuple(kept)


def tallies(games: Iterable[RatedGame]) -> tuple[Tally, ...]:
    """Wins of black and of white for every (black, white)."""
    wins = Counter(
        (game.fixture.black, game.fixture.white, game.winner == game.fixture.black) for game in games
    )
    couples = sorted({(black, white) for black, white, _ in wins})
    return tuple(Tally(b, w, wins[b, w, True], wins[b, w, False]) for b, w in couples)


def points(games: Iterable[RatedGame]) -> Counter[str]:
    """The number of games won by every bot that played."""
    found: Counter[str] = Counter()
    for game in games:
        found.update({game.winner: 1, game.loser: 0})
    return found


def broken(games: Collection[RatedGame]) -> dict[str, str]:
    """Broken bots and their faults: bots with `FAULTS_IN_A_ROW` equal faults in a row.

    The order of games is that of the schedule, not that of arrival.
    """
    often = Counter(game.loser for game in games if game.fault)
    suspects = sorted(bot for bot, times in often.items() if times >= FAULTS_IN_A_ROW)
    ran = {bot: _first_run(_faults(bot, games)) for bot in suspects}
    return {bot: fault for bot, fault in ran.items() if fault}


def _faults(bot: str, games: Collection[RatedGame]) -> list[str]:
    """The fault of a bot in each of its games in order; empty for a game without one."""
    own = {game for game in games if bot in game.fixture.pair.bots}
    return [game.fault if game.loser == bot else "" for game in sorted(own)]


def _first_run(series: Sequence[str]) -> str:
    """The first fault that comes `FAULTS_IN_A_ROW` times in a row, or an empty text."""
    windows = (series[at : at + FAULTS_IN_A_ROW] for at in range(len(series) - FAULTS_IN_A_ROW + 1))
    return next((window[0] for window in windows if window[0] and len(set(window)) == 1), "")


def counted(games: Collection[RatedGame], bots: Collection[str]) -> tuple[RatedGame, ...]:
    """The games that count for a rating of `bots`: each pair once, without the games of broken bots.

    A broken bot gets no more pairs, so its forfeits favour the bots that met it, and its earlier wins show a
    different strength.  Its games count only when every other bot has met it.
    """
    kept = unique(games)
    met = _opponents(kept)
    out = broken(games)
    able = set(bots) - out.keys()
    gone = {bot for bot in out if not able <= met.get(bot, set())}
    return tuple(game for game in kept if not game.fixture.pair.bots & gone)


def _opponents(games: Iterable[RatedGame]) -> Mapping[str, set[str]]:
    met: defaultdict[str, set[str]] = defaultdict(set)
    for game in games:
        met[game.winner].add(game.loser)
        met[game.loser].add(game.winner)
    return met


def broken_rate(games: Iterable[RatedGame], bot: str, planned: int) -> float:
    """The win rate of a broken bot over all `planned` games, 0 to 1.

    Unplayed games count as lost, so that breaking down early never pays.  Raises `DataError` when fewer games
    were planned than played.
    """
    own = [game for game in unique(games) if bot in game.fixture.pair.bots]
    if planned < max(len(own), 1):
        raise DataError("planned", f"{planned} games, but {bot} played {len(own)}", "count all its games")
    return sum(game.winner == bot for game in own) / planned
