"""The crosstable of a league: who won how often against whom."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gograde.arena.rating.pairs import Game


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
class Row:
    """One bot: its games against each bot in the order of the table, its games by colour, its forfeits."""

    name: str
    against: tuple[Won, ...]
    as_black: Won
    as_white: Won
    forfeits: int

    @property
    def total(self) -> Won:
        return self.as_black + self.as_white


def crosstable(names: Sequence[str], games: Iterable[Game]) -> tuple[Row, ...]:
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
        Row(
            name,
            tuple(met.get((name, other), _NONE) for other in names),
            as_black[name],
            as_white[name],
            forfeits[name],
        )
        for name in names
    )
