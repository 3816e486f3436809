"""The crosstable of a tournament: who won how often against whom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gograde.arena.record import Colour, GameRecord


@dataclass(frozen=True, slots=True)
class Tally:
    """Games won, and games played."""

    won: int = 0
    played: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.won + other.won, self.played + other.played)

    def __str__(self) -> str:
        return f"{self.won}/{self.played}" if self.played else "."


@dataclass(frozen=True, slots=True)
class Row:
    """One bot: its games against each of the table's bots in order, by colour, and its forfeits."""

    name: str
    against: tuple[Tally, ...]
    as_black: Tally
    as_white: Tally
    forfeits: int

    @property
    def total(self) -> Tally:
        return self.as_black + self.as_white


def crosstable(names: Sequence[str], games: Sequence[GameRecord]) -> tuple[Row, ...]:
    """A row a bot, those with most games won first; equals stay in the order of `names`.

    Counting wins is for looking at, not for marks: who met whom decides much of it.
    """
    order = sorted(names, key=lambda name: -sum(game.winner_name == name for game in games))
    return tuple(_row(name, order, games) for name in order)


def _row(name: str, order: Sequence[str], games: Sequence[GameRecord]) -> Row:
    own = [game for game in games if name in (game.black.name, game.white.name)]
    return Row(
        name,
        tuple(_against(name, other, own) for other in order),
        _of_colour(name, "black", own),
        _of_colour(name, "white", own),
        sum(game.termination.forfeit and game.winner_name != name for game in own),
    )


def _against(name: str, other: str, own: Sequence[GameRecord]) -> Tally:
    return _tally(name, [game for game in own if {name, other} == {game.black.name, game.white.name}])


def _of_colour(name: str, colour: Colour, own: Sequence[GameRecord]) -> Tally:
    return _tally(name, [game for game in own if getattr(game, colour).name == name])


def _tally(name: str, games: Sequence[GameRecord]) -> Tally:
    return Tally(sum(game.winner_name == name for game in games), len(games))


def table_text(rows: Sequence[Row]) -> str:
    """Lines of equal columns; bots are numbered, and the columns have their numbers."""
    head = ["", "player", *map(str, range(1, len(rows) + 1)), "won", "black", "white", "forfeits"]
    body = [[str(number), *_cells(row)] for number, row in enumerate(rows, start=1)]
    widths = [max(map(len, column)) for column in zip(head, *body, strict=True)]
    return "".join(f"{_line(cells, widths)}\n" for cells in (head, *body))


def _cells(row: Row) -> list[str]:
    share = f"{100 * row.total.won / row.total.played:.0f} %" if row.total.played else "."
    return [row.name, *map(str, row.against), share, str(row.as_black), str(row.as_white), str(row.forfeits)]


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    """Names to the left, figures to the right."""
    padded = [
        f"{cell:<{w}}" if i == 1 else f"{cell:>{w}}"
        for i, (cell, w) in enumerate(zip(cells, widths, strict=True))
    ]
    return "  ".join(padded).rstrip()
