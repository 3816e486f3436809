"""Who plays whom in a league: a full round robin, or a Swiss system for many bots.

The next games depend on the seed and the results of whole rounds, never on the order in which games arrive.
So a resumed league continues as if it had never stopped.  Points only decide who meets whom; they are never
a mark.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, count, islice, pairwise, product, takewhile

from gograde.arena.rating.pairs import (
    EMPTY_BOARD,
    Draw,
    Fixture,
    Game,
    Pair,
    broken,
    missing,
    points,
    shuffle_key,
)
from gograde.errors import DataError

Couple = tuple[str, str]

BYE_POINTS = 1
"""Points for a round that a bot sits out: half of the two games, so that its standing hardly changes."""


@dataclass(frozen=True, slots=True)
class League:
    """The bots of a league, and how they play each other.

    With at most `full_up_to` bots, every two bots meet in `pairs` pairs of games.  More bots play `rounds`
    Swiss rounds of one pair each.  Raises `DataError` for a name that occurs twice, for less than one round
    or pair, and for so many rounds that opponents could run out.
    """

    bots: tuple[str, ...]
    draw: Draw = EMPTY_BOARD
    rounds: int = 10
    full_up_to: int = 30
    pairs: int = 1

    def __post_init__(self) -> None:
        twice = sorted(bot for bot, times in Counter(self.bots).items() if times > 1)
        if twice:
            raise DataError("league.bots", f"{', '.join(twice)} twice", "name every bot once")
        if self.rounds < 1:
            raise DataError("league.rounds", f"{self.rounds} is less than 1", "play at least one round")
        if self.pairs < 1:
            raise DataError("league.pairs", f"{self.pairs} is less than 1", "play at least one pair")
        if not self.full and len(self.bots) < 2 * self.rounds + 2:
            raise DataError(
                "league.rounds",
                f"{self.rounds} rounds are too many for {len(self.bots)} bots without repeats",
                f"play at most {len(self.bots) // 2 - 1} rounds, or raise full_up_to to {len(self.bots)}",
            )

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


def next_fixtures(league: League, games: Collection[Game]) -> tuple[Fixture, ...]:
    """The missing games of the first unfinished stage; empty when the league is over.

    A bot that is broken at the end of a stage gets no pairs in later stages.
    """
    for pairs in _stages(league, games):
        left = missing(pairs, games)
        if left:
            return left
    return ()


def stage_pairs(league: League, games: Collection[Game], number: int) -> tuple[Pair, ...]:
    """The pairs of stage `number` (from 0), given the games of earlier stages; empty after the last stage."""
    return next(islice(_stages(league, games), number, None), ())


def stage_count(bots: int, rounds: int = 10, full_up_to: int = 30, pairs: int = 1) -> int:
    """The most stages of a league; after the Swiss rounds, one more stage is for bots that sat out."""
    if bots > full_up_to:
        return rounds + 1
    return len(_doubling(pairs * max(0, bots - 1 + bots % 2)))


def _stages(league: League, games: Collection[Game]) -> Iterator[tuple[Pair, ...]]:
    """The stages of a league: a Swiss round each, or growing groups of rounds of a full league."""
    return _full_stages(league, games) if league.full else _swiss_rounds(league, games)


def _before(games: Collection[Game], number: int) -> list[Game]:
    return [game for game in games if game.fixture.pair.round < number]


# ---------------------------------------------------------------- everyone meets everyone


def _full_stages(league: League, games: Collection[Game]) -> Iterator[tuple[Pair, ...]]:
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


def _swiss_rounds(league: League, games: Collection[Game]) -> Iterator[tuple[Pair, ...]]:
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
    bots: Collection[str], played: Sequence[Pair], games: Collection[Game], seed: int
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
