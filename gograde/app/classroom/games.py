"""The games of a class's leagues, each stepped with the exact judgement of its end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from threading import Lock

from gograde.app.classroom.room import Room
from gograde.arena.analysis.judged_game import USUAL, Analysis, JudgedMove, analyse
from gograde.arena.analysis.sgf import flip_text, game_sgf
from gograde.arena.analysis.sgf import result as result_words
from gograde.arena.game.five_by_five import Termination
from gograde.arena.game.record import GameRecord
from gograde.grading import work_paths
from gograde.grading.league.rounds import read_tile
from gograde.report.words.judged_games import side_words


@dataclass(frozen=True)
class LeagueGame:
    """A game under the names of its fixture, and its number in the league from 1."""

    work: str
    number: int
    round: int
    record: GameRecord

    @property
    def ended(self) -> str:
        """How the game ended, in words."""
        ours = self.record
        plain = ours.termination.forfeit is False
        return ours.reason if plain else f"{ours.termination}: {ours.reason}"


@dataclass(frozen=True)
class Step:
    """A ply as a page shows it: who played what, what it was worth, and what a flip did."""

    ply: int
    colour: str
    move: str
    best: str = ""
    came: str = ""
    lost: str = ""
    flip: str = ""
    keeping: tuple[str, ...] = ()


class Games:
    """All games of all leagues of the class, read anew when a file of them has changed."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._lock = Lock()
        self._read: tuple[object, Mapping[str, tuple[LeagueGame, ...]]] = ((), {})

    def of_works(self) -> Mapping[str, tuple[LeagueGame, ...]]:
        """The games by assignment, in the order of their rounds; raises `DataError` for a damaged file."""
        classroom = self._room.classroom
        tiles = {name: work_paths.tiles(classroom, name) for name in classroom.assignments}
        stand = [(path, path.stat().st_mtime_ns) for paths in tiles.values() for path in paths]
        with self._lock:
            if self._read[0] != stand:
                played = {
                    work: [one for path in paths for one in read_tile(path)] for work, paths in tiles.items()
                }
                games = {
                    work: tuple(
                        LeagueGame(work, number, one.fixture.pair.round, one.named)
                        for number, one in enumerate(found, 1)
                    )
                    for work, found in played.items()
                    if found
                }
                self._read = stand, games
            return self._read[1]

    def find(self, work: str, number: str) -> LeagueGame | None:
        """A game by its assignment and its number; None where there is none."""
        games = self.of_works().get(work, ())
        at = int(number) if number.isascii() and number.isdecimal() and len(number) < 9 else 0
        return games[at - 1] if 1 <= at <= len(games) else None


def judged(game: LeagueGame) -> tuple[Analysis, list[Step]]:
    """The exact judgement of a game's end, and all its plies."""
    analysis = analyse(game.record, USUAL)
    by_ply = {move.ply: move for move in analysis.moves}
    plies = len(game.record.moves) + (game.record.termination.forfeit and not _is_illegal(game.record))
    return analysis, [_step(game.record, ply, by_ply.get(ply)) for ply in range(1, plies + 1)]


def _is_illegal(record: GameRecord) -> bool:
    return record.termination is Termination.ILLEGAL


def _step(record: GameRecord, ply: int, judged: JudgedMove | None) -> Step:
    colour = "black" if ply % 2 else "white"
    there = ply <= len(record.moves)
    move = record.moves[ply - 1] if there else "no readable answer"
    move += " (illegal)" if there and _is_illegal(record) and ply == len(record.moves) else ""
    if judged is None:
        return Step(ply, colour, move)
    return Step(
        ply,
        colour,
        move,
        result_words(judged.before),
        "" if judged.after is None else result_words(judged.after),
        "" if judged.loss is None else str(judged.loss),
        flip_text(judged) if judged.flip else "",
        judged.keeping,
    )


def sums(analysis: Analysis) -> tuple[str, str]:
    """What black and white did in the judged plies, in words."""
    return side_words(analysis.black), side_words(analysis.white)


def sgf_of(game: LeagueGame) -> bytes:
    """The game as SGF, with its judgement."""
    return game_sgf(game.record, analyse(game.record, USUAL))
