"""Bots that play listed answers, and games of players, for tests of matches, records and their files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from gograde.arena.game.match import Match, Opening, Turn, turns
from gograde.arena.game.rules import COURSE, GameEnd
from gograde.errors import JudgeError
from gograde.go import Board, Point, Stone
from gograde.go.player import PASS, Answer, Cancelling, Fault, Player, never
from gograde.go.position import LiveGame

Said = Answer | Fault | JudgeError


@dataclass
class ListedBot:
    """Says what is listed, one game after the other; after the list it passes."""

    name: str
    games: list[list[Said]]
    digest: str = "0"
    seeds: list[int] = field(default_factory=list)

    def player(self, seed: int) -> ListedPlayer:
        self.seeds.append(seed)
        return ListedPlayer(iter(self.games.pop(0) if self.games else []))


@dataclass
class ListedPlayer(Player):
    said: Iterator[Said]

    def choose(self, game: LiveGame, cancelled: Cancelling = never) -> Answer | Fault:
        answer = next(self.said, PASS)
        if isinstance(answer, JudgeError):
            raise answer
        return answer


def at(row: int, column: int, *remarks: str, cpu_s: float = 0.0) -> Answer:
    return Answer(Point(row, column), remarks, cpu_s)


def match(black: list[Said], white: list[Said], **options: object) -> Match:
    return Match(ListedBot("ann", [black]), ListedBot("ben", [white], "1"), **options)  # type: ignore[arg-type]


@dataclass(frozen=True)
class Refereed:
    """A game of two players that is over."""

    turns: tuple[Turn, ...]

    @property
    def outcome(self) -> GameEnd:
        found = self.turns[-1].after
        assert isinstance(found, GameEnd)
        return found

    @property
    def board(self) -> Board:
        return self.turns[-1].board

    @property
    def moves(self) -> tuple[str, ...]:
        return tuple(str(turn.answer) for turn in self.turns if isinstance(turn.answer, Answer))


def play_game(black: Player, white: Player, opening: Opening = ()) -> Refereed:
    return Refereed(tuple(turns(COURSE, {Stone.BLACK: black, Stone.WHITE: white}, opening)))
