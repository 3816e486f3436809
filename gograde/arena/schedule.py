"""Who plays whom in a league: a full round robin, or a Swiss system for many bots.

The next games depend on the seed and the results of whole rounds, never on the order in which games arrive.
So a resumed league continues as if it had never stopped.  Points only decide who meets whom; they are never
a mark.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, count, islice, pairwise, product, takewhile

from gograde.arena.game.match import NO_OPENING, PACKAGE, Bot, Match, Opening
from gograde.arena.game.record import GameRecord
from gograde.arena.game.rules import COURSE, Rules
from gograde.arena.rating.pairs import (
    EMPTY_BOARD,
    Draw,
    Fixture,
    Pair,
    RatedGame,
    broken,
    by_pair,
    missing,
    points,
    shuffle_key,
    unique,
)
from gograde.arena.standings import Slope, seen_mark
from gograde.codec import replace

Couple = tuple[str, str]

BYE_POINTS = 1
"""Points for a round that a bot sits out: half of the two games, so that its standing hardly changes."""


@dataclass(frozen=True, slots=True)
class League:
    """The bots of a league, and how they play each other.

    With at most `full_up_to` bots, every two bots meet in `pairs` pairs of games.  More bots play `rounds`
    Swiss rounds of one pair each, at most half as many as there are opponents (`fitting_league`).
    """

    bots: tuple[str, ...]
    draw: Draw = EMPTY_BOARD
    rounds: int = 10
    full_up_to: int = 30
    pairs: int = 1

    @property
    def full(self) -> bool:
        """Does everyone meet everyone?"""
        return len(self.bots) <= self.full_up_to

    @property
    def games(self) -> int:
        """The planned number of games; a broken bot makes it smaller, bots that sit out make it larger."""
        couples = self.pairs * (len(self.bots) - 1) if self.full else self.rounds
        return couples * len(self.bots)


def fitting_league(
    names: Sequence[str], draw: Draw = EMPTY_BOARD, rounds: int = 10, full_up_to: int = 30, pairs: int = 1
) -> League:
    """The league of these bots; with few bots, the number of Swiss rounds is cut, or all meet all."""
    most = len(names) // 2 - 1
    return League(
        tuple(names),
        draw,
        max(1, min(rounds, most)),
        full_up_to if most > 0 else len(names),
        pairs,
    )


def next_fixtures(league: League, games: Collection[RatedGame]) -> tuple[Fixture, ...]:
    """The missing games of the first unfinished stage; empty when the league is over.

    A bot that is broken at the end of a stage gets no pairs in later stages.
    """
    for pairs in _stages(league, games):
        left = missing(pairs, games)
        if left:
            return left
    return ()


def stage_pairs(league: League, games: Collection[RatedGame], number: int) -> tuple[Pair, ...]:
    """The pairs of stage `number` (from 0), given the games of earlier stages; empty after the last stage."""
    return next(islice(_stages(league, games), number, None), ())


def stage_count(bots: int, rounds: int = 10, full_up_to: int = 30, pairs: int = 1) -> int:
    """The most stages of a league; after the Swiss rounds, one more stage is for bots that sat out."""
    if bots > full_up_to:
        return rounds + 1
    return len(_doubling(pairs * max(0, bots - 1 + bots % 2)))


def _stages(league: League, games: Collection[RatedGame]) -> Iterator[tuple[Pair, ...]]:
    """The stages of a league: a Swiss round each, or growing groups of rounds of a full league."""
    return _full_stages(league, games) if league.full else _swiss_rounds(league, games)


def _before(games: Collection[RatedGame], number: int) -> list[RatedGame]:
    return [game for game in games if game.fixture.pair.round < number]


# ---------------------------------------------------------------- everyone meets everyone


def _full_stages(league: League, games: Collection[RatedGame]) -> Iterator[tuple[Pair, ...]]:
    rounds = list(product(range(league.pairs), round_robin(league.bots, league.draw.seed)))
    for numbers in _doubling(len(rounds)):
        out = broken(_before(games, numbers[0]))
        yield tuple(
            league.draw.pair(number, couple, rounds[number][0])
            for number in numbers
            for couple in rounds[number][1]
            if not out.keys() & set(couple)
        )


def _doubling(rounds: int) -> list[range]:
    """Stages of rounds 0-1, 2-3, 4-7, 8-15 and so on; broken bots are found at the end of each stage."""
    ends = [0, *takewhile(lambda end: end < rounds, (2**power for power in count(1))), rounds]
    return [range(start, end) for start, end in pairwise(ends) if start < end]


def round_robin(bots: Collection[str], seed: int = 0) -> tuple[tuple[Couple, ...], ...]:
    """Rounds in which every two bots meet once; with an odd number of bots, each bot sits out once.

    The circle method: one bot stays, the others move by one place each round.
    """
    circle: list[str | None] = [*sorted(bots, key=lambda bot: shuffle_key(seed, bot))]
    circle += [None] * (len(circle) % 2)
    found: list[tuple[Couple, ...]] = []
    for _ in circle[1:]:
        facing = zip(circle, reversed(circle[len(circle) // 2 :]), strict=False)
        found.append(tuple((a, b) for a, b in facing if a is not None and b is not None))
        circle[1:] = [circle[-1], *circle[1:-1]]
    return tuple(found)


# ---------------------------------------------------------------- Swiss


def _swiss_rounds(league: League, games: Collection[RatedGame]) -> Iterator[tuple[Pair, ...]]:
    """Swiss rounds, then rounds for bots that sat out, until no further pair is possible."""
    played: list[Pair] = []
    for number in count():
        before = _before(games, number)
        out = broken(before)
        able = [bot for bot in league.bots if bot not in out]
        order = standing(able, played, before, league.draw.seed)
        pair_off = _swiss_round if number < league.rounds else _made_up_round
        couples = pair_off(order, played, league.rounds)
        pairs = tuple(sorted(league.draw.pair(number, couple, 0) for couple in couples))
        if not pairs:
            return
        yield pairs
        played += pairs


def standing(
    bots: Collection[str], played: Sequence[Pair], games: Collection[RatedGame], seed: int
) -> tuple[str, ...]:
    """Bots by points; the order of bots with equal points is drawn in each round."""
    won, number = points(games), len({pair.round for pair in played})
    met = Counter(bot for pair in played for bot in pair.bots)

    def place(bot: str) -> tuple[int, int, str]:
        return -(won[bot] + BYE_POINTS * (number - met[bot])), shuffle_key(seed, number, bot), bot

    return tuple(sorted(bots, key=place))


def _swiss_round(order: Sequence[str], played: Sequence[Pair], _: int) -> tuple[Couple, ...]:
    """Pairs of neighbours by points; if the number is odd, the lowest bot with the fewest byes sits out."""
    met = Counter(bot for pair in played for bot in pair.bots)
    playing = list(order)
    if len(playing) % 2:
        playing.remove(max(reversed(playing), key=lambda bot: met[bot]))
    return pair_up(playing, played)[0]


def _made_up_round(order: Sequence[str], played: Sequence[Pair], rounds: int) -> tuple[Couple, ...]:
    """Pairs for bots that sat out: with each other if they have not met, else with any other bot."""
    met = Counter(bot for pair in played for bot in pair.bots)
    couples, left = pair_up([bot for bot in order if met[bot] < rounds], played)
    busy, past = {bot for couple in couples for bot in couple}, {pair.bots for pair in played}
    for bot in left:
        free = (other for other in order if other not in busy | {bot} and {bot, other} not in past)
        partner = min(free, key=lambda other: abs(order.index(other) - order.index(bot)), default=None)
        if bot not in busy and partner is not None:
            couples, busy = (*couples, (bot, partner)), busy | {bot, partner}
    return couples


def pair_up(order: Sequence[str], played: Collection[Pair]) -> tuple[tuple[Couple, ...], tuple[str, ...]]:
    """Pairs of neighbours that have not met, and the bots without a partner.

    From the top, each bot takes the next free bot.  Two bots without a partner split the lowest pair whose
    bots they can meet.  With more than twice as many bots as rounds, such a pair always exists: the two bots
    had too few meetings to rule out every pair.
    """
    past = {pair.bots for pair in played}
    waiting, left, couples = list(order), [], []
    while waiting:
        bot = waiting.pop(0)
        partner = next((other for other in waiting if {bot, other} not in past), None)
        if partner is None:
            left.append(bot)
        else:
            waiting.remove(partner)
            couples.append((bot, partner))
    return _repaired(couples, left, past)


def _repaired(
    couples: list[Couple], left: list[str], past: set[frozenset[str]]
) -> tuple[tuple[Couple, ...], tuple[str, ...]]:
    """The pairs after every two bots without a partner have split a pair, where possible."""
    for a, b in combinations(left, 2):
        ways = (((a, c), (b, d), couple) for couple in reversed(couples) for c, d in (couple, couple[::-1]))
        way = next((way for way in ways if set(way[0]) not in past and set(way[1]) not in past), None)
        if way is not None:
            first, second, apart = way
            at, others = couples.index(apart), [bot for bot in left if bot not in (a, b)]
            return _repaired([*couples[:at], first, second, *couples[at + 1 :]], others, past)
    return tuple(couples), tuple(left)


# -- plays a league: the schedule asks for games, and their results decide the next games ------------------
# This module keeps no state.  An interrupted league starts again and takes known games instead of playing
# them, so that it ends like a league without interruption.

Playing = Callable[[Sequence[Match]], Iterable[GameRecord]]
"""Plays games, and yields their records in any order."""


@dataclass(frozen=True)
class Entrants:
    """The bots by name, the openings by number, and the rules."""

    bots: Mapping[str, Bot]
    openings: tuple[Opening, ...] = (NO_OPENING,)
    package: str = PACKAGE
    rules: Rules = COURSE

    def match(self, fixture: Fixture) -> Match:
        """The match of a fixture; both games of a pair have the pair's seed and opening."""
        black, white = self.bots[fixture.black], self.bots[fixture.white]
        pair = fixture.pair
        opening = self.openings[pair.opening]
        return Match(black, white, pair.seed, opening, self.package, self.rules)


@dataclass(frozen=True)
class PlayedFixture:
    """A fixture and the record of its game.

    The record may have other names, since bots with the same code share their games.
    """

    fixture: Fixture
    record: GameRecord

    @cached_property
    def game(self) -> RatedGame:
        """The game for the schedule and the ratings."""
        winner = self.fixture.black if self.record.winner == "black" else self.fixture.white
        termination = self.record.termination
        fault = str(termination) if termination.forfeit else ""
        return RatedGame(self.fixture, winner, self.record.moves, fault)

    @property
    def named(self) -> GameRecord:
        """The record under the names of the fixture."""
        sides = {"black": self.fixture.black, "white": self.fixture.white}
        return replace(
            self.record,
            **{side: replace(getattr(self.record, side), name=name) for side, name in sides.items()},
        )


def play_league(
    league: League, hall: Entrants, known: Mapping[str, GameRecord], play: Playing
) -> Iterator[PlayedFixture]:
    """The games of a whole league, stage by stage, in any order within a stage.

    `known` has the records, by key, of games that are not played again.  Raises what `play` raises.
    """
    records, games = dict(known), list[RatedGame]()
    while fixtures := next_fixtures(league, games):
        for played in play_fixtures(fixtures, hall, records, play):
            games.append(played.game)
            yield played


def play_fixtures(
    fixtures: Collection[Fixture], hall: Entrants, records: dict[str, GameRecord], play: Playing
) -> Iterator[PlayedFixture]:
    """The games of these fixtures, known games first; new games are added to `records`.

    Fixtures of bots with the same code may share a game.  Games that `play` omits are omitted.
    """
    wanted: defaultdict[str, list[Fixture]] = defaultdict(list)
    matches: dict[str, Match] = {}
    for fixture in fixtures:
        match = hall.match(fixture)
        wanted[match.key].append(fixture)
        matches[match.key] = match
    for key in [key for key in matches if key in records]:
        del matches[key]
        yield from _all_played(wanted[key], records[key])
    for record in play(list(matches.values())):
        records[record.key] = record
        yield from _all_played(wanted[record.key], record)


def _all_played(fixtures: Iterable[Fixture], record: GameRecord) -> Iterator[PlayedFixture]:
    return (PlayedFixture(fixture, record) for fixture in fixtures)


# -- series of games against frozen reference players, and the rule that ends a series ---------------------

PROBE = 2
"""Pairs of games in the first look, which finds bots that forfeit every game."""

REPEATS = 2
"""A series ends after so many repeated pairs in a row."""


@dataclass(frozen=True, slots=True)
class StoppingRule:
    """A series against a reference player ends when its marks are settled, or after `cap` games.

    Marks are settled when the whole interval of the win rate has the same marks: none, or all.  The rule
    looks at the series after `PROBE` pairs, after `first` games, and whenever the number of games has
    doubled.  Looks are rare, since each look is one more chance that an interval misses a knot by luck.  A
    computation over all courses of a series gave: a bot whose true rate is the end of a steep slope settles
    in 12 to 14 % of series; a bot 0.05 away settles on the wrong side in less than 2 %.
    """

    scale: Slope
    first: int = 10
    cap: int = 80

    def pairs_wanted(self, pairs: int, wins: int, games: int) -> int:
        """The number of pairs before the next look; not more than `pairs` when the series is over.

        `pairs` pairs were played; `wins` and `games` count without repeated pairs.  The number of pairs
        doubles while the marks are not settled.
        """
        if pairs < self.first // 2:
            wanted = self.first // 2 if pairs >= PROBE else PROBE
        else:
            wanted = pairs * (1 if seen_mark(self.scale, wins, games).settled else 2)
        return min(wanted, self.cap // 2)


@dataclass(frozen=True, slots=True)
class Gauntlet:
    """The reference player that a bot meets, and the rule that ends the series."""

    anchor: str
    rule: StoppingRule
    draw: Draw = EMPTY_BOARD


def gauntlet_fixtures(gauntlet: Gauntlet, bot: str, games: Collection[RatedGame]) -> tuple[Fixture, ...]:
    """The games that a bot must play next in its series; empty when the series has ended.

    A look waits for all earlier pairs, so that the result does not depend on the order of arrival.  A series
    also ends when the bot is broken in it, and when its last pairs are repeats.
    """
    own = [game for game in games if game.fixture.pair.bots == {bot, gauntlet.anchor}]
    for number in _looks(gauntlet.rule, bot, own):
        pairs = [gauntlet.draw.pair(meeting, (bot, gauntlet.anchor), meeting) for meeting in range(number)]
        left = missing(pairs, own)
        if left:
            return left
    return ()


def _looks(rule: StoppingRule, bot: str, games: Sequence[RatedGame]) -> Iterator[int]:
    """The number of pairs that each look needs; the caller continues only when all of them are played."""
    done = 0
    while True:
        seen = [game for game in games if game.fixture.pair.round < done]
        if bot in broken(seen) or _only_repeats(seen):
            return
        kept = unique(seen)
        wanted = rule.pairs_wanted(done, sum(game.winner == bot for game in kept), len(kept))
        if wanted <= done:
            return
        done = wanted
        yield done


def _only_repeats(games: Sequence[RatedGame]) -> bool:
    """Are the last `REPEATS` pairs all repeats?"""
    kept: set[Pair] = {game.fixture.pair for game in unique(games)}
    last = list(by_pair(games))[-REPEATS:]
    return len(last) == REPEATS and not kept & set(last)
