"""The crosstable of a league: who won how often against whom."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from gograde.arena.pairs import Game


@dataclass(frozen=True, slots=True)
class Won:
    """Games won, and games played."""

    won: int = 0
    played: int = 0

    def __add__(self, other: Won) -> Won:
        return Won(self.won + other.won, self.played + other.played)

    def __str__(self) -> str:
        return f"{self.won}/{self.played}" if self.played else "."

    @property
    def share(self) -> float | None:
        """Share of games won, 0 to 1; None without games."""
        return self.won / self.played if self.played else None


@dataclass(frozen=True, slots=True)
class Row:
    """One bot: its games against each of the table's bots in order, by colour, and its forfeits."""

    name: str
    against: tuple[Won, ...]
    as_black: Won
    as_white: Won
    forfeits: int

    @property
    def total(self) -> Won:
        return self.as_black + self.as_white


def crosstable(names: Sequence[str], games: Collection[Game]) -> tuple[Row, ...]:
    """A row a bot in the order of `names`.

    Counting wins is for looking at, not for marks: who met whom decides much of it.
    """
    return tuple(_row(name, names, games) for name in names)


def _row(name: str, names: Sequence[str], games: Collection[Game]) -> Row:
    own = [game for game in games if name in game.fixture.pair.bots]
    met = {other: [game for game in own if game.fixture.pair.bots == {name, other}] for other in names}
    return Row(
        name,
        tuple(_won(name, met[other]) for other in names),
        _won(name, [game for game in own if game.fixture.black == name]),
        _won(name, [game for game in own if game.fixture.white == name]),
        sum(bool(game.fault) and game.loser == name for game in own),
    )


def _won(name: str, games: Sequence[Game]) -> Won:
    return Won(sum(game.winner == name for game in games), len(games))
