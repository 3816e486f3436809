"""The crosstable of a league, and the page on which its games are stepped move by move."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gograde.arena.game.five_by_five import Termination
from gograde.arena.rating.pairs import Game
from gograde.arena.standings.crosstable import Won
from gograde.classroom.roster import Student
from gograde.grading.league.result import LeagueResult
from gograde.report.words.game_list import Played, stepped
from gograde.scoring.record import GameScore

PAGE = "games.html"
"""The page of the games, in the folder of the league's pictures."""

_STEPS = 10
"""Shades of a cell, by the share of games won."""


@dataclass(frozen=True)
class Numbered:
    """A game with its number in the schedule, from 1, and what its loser's test knows of it, if anything."""

    number: int
    game: Game
    lost: GameScore | None

    @property
    def sgf(self) -> str:
        """The name of its SGF file."""
        return f"game-{self.number:04}.sgf"

    @property
    def played(self) -> Played:
        """What a page needs to step through it."""
        if self.lost is not None:
            return self.lost
        return _Moves(self.game.moves, self.game.fault or str(Termination.POINTS))


@dataclass(frozen=True)
class _Moves:
    moves: tuple[str, ...]
    ended: str
    thrown: None = None


@dataclass(frozen=True)
class Cell:
    """The games of a row's program against a column's: what was won, a shade from 0 to 10, and an address."""

    words: str
    shade: int | None = None
    address: str = ""


def cells_of(found: LeagueResult, students: Mapping[str, Student], folder: str) -> list[list[Cell]]:
    """The crosstable: a row and a column for each student of the table, in its order."""
    lines = _lines(found, students)
    return [
        [
            _cell(won, f"{folder}/{PAGE}#{_anchor(lines, each.name, other.name)}")
            for won, other in zip(each.row.against, found.standings.table, strict=True)
            if other.name in lines
        ]
        for each in found.standings.table
        if each.name in lines
    ]


def games_values(found: LeagueResult, students: Mapping[str, Student]) -> dict[str, Any]:
    """The values for the template of the games' page."""
    lines = _lines(found, students)
    met: dict[str, list[Numbered]] = {}
    for each in numbered(found):
        black, white = each.game.fixture.black, each.game.fixture.white
        if {black, white} <= lines.keys():
            met.setdefault(_anchor(lines, black, white), []).append(each)
    couples = sorted(met.items(), key=lambda item: [int(part) for part in item[0].split("-")[1:]])
    return {"meetings": [_meeting(anchor, games, lines, students, found) for anchor, games in couples]}


def sgf_files(found: LeagueResult) -> Iterator[tuple[str, bytes]]:
    """The name and the bytes of every game's SGF file."""
    for each, text in zip(numbered(found), found.records, strict=False):
        yield each.sgf, text.encode()


def numbered(found: LeagueResult) -> list[Numbered]:
    """The games in the order of the schedule; the tests of players have theirs in the same order."""
    known = {name: iter(test.games) for name, test in found.tests.items()}
    games: list[Numbered] = []
    for number, game in enumerate(sorted(found.games), start=1):
        seen = {bot: next(known.get(bot, iter(())), None) for bot in game.fixture.pair.bots}
        games.append(Numbered(number, game, seen[game.loser]))
    return games


def _lines(found: LeagueResult, students: Mapping[str, Student]) -> dict[str, int]:
    """The line of each student in the table, from 1."""
    named = [each.name for each in found.standings.table if each.name in students]
    return {name: line for line, name in enumerate(named, start=1)}


def _anchor(lines: Mapping[str, int], one: str, other: str) -> str:
    first, second = sorted((lines[one], lines[other]))
    return f"g-{first}-{second}"


def _cell(won: Won, address: str) -> Cell:
    if won.share is None:
        return Cell("")
    return Cell(str(won), round(_STEPS * won.share), address)


def _meeting(
    anchor: str,
    games: Sequence[Numbered],
    lines: Mapping[str, int],
    students: Mapping[str, Student],
    found: LeagueResult,
) -> dict[str, Any]:
    """All games of two programs, in words."""
    bots = sorted(games[0].game.fixture.pair.bots, key=lambda name: lines[name])
    return {
        "anchor": anchor,
        "students": [(lines[name], students[name]) for name in bots],
        "rows": [_row(each, students, bool(found.records)) for each in games],
    }


def _row(each: Numbered, students: Mapping[str, Student], recorded: bool) -> dict[str, Any]:
    game, known = each.game, each.lost
    told = f"{known.ended}: {known.reason}" if known and known.ended != "points" else known and known.reason
    return {
        "number": each.number,
        "black": students[game.fixture.black],
        "white": students[game.fixture.white],
        "winner": students[game.winner],
        "plies": known.ply if known else len(game.moves),
        "reason": told or each.played.ended,
        "sgf": each.sgf if recorded else "",
        "stepped": stepped(each.played),
    }
