"""Bots that play listed answers, for tests of matches, records and their files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from gograde.arena.game.five_by_five import PASS, Answer, Fault, Player, View
from gograde.arena.game.match import Match
from gograde.errors import JudgeError
from gograde.go import Point

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

    def move(self, view: View) -> Answer | Fault:
        answer = next(self.said, PASS)
        if isinstance(answer, JudgeError):
            raise answer
        return answer


def at(row: int, column: int, *remarks: str, cpu_s: float = 0.0) -> Answer:
    return Answer(Point(row, column), remarks, cpu_s)


def match(black: list[Said], white: list[Said], **options: object) -> Match:
    return Match(ListedBot("ann", [black]), ListedBot("ben", [white], "1"), **options)  # type: ignore[arg-type]
