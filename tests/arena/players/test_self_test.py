"""The first moves of a bot, before its games count."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from gograde.arena.players.reference import ReferenceBot
from gograde.arena.players.self_test import self_test
from gograde.errors import JudgeError
from gograde.go import Point
from gograde.go.player import Answer, Cancelling, Fault, Player, Termination, never
from gograde.go.position import LiveGame

OCCUPIED = "white at (2, 2) is illegal: the point is occupied"


def test_who_moves_as_both_colours_passes() -> None:
    found = self_test(ReferenceBot("greedy"))
    assert (found.passed, found.diagnosis, found.cpu_s) == (True, "", 0.0)


@dataclass
class Scripted(Player):
    """Answers by ply; what is a JudgeError is raised, once."""

    answers: dict[int, list[Answer | Fault | JudgeError]]
    name: str = "ann"
    digest: str = "0"

    def player(self, seed: int) -> Scripted:
        return self

    def choose(self, game: LiveGame, cancelled: Cancelling = never) -> Answer | Fault:
        answer = self.answers[len(game.steps) + 1].pop(0)
        if isinstance(answer, JudgeError):
            raise answer
        return answer


CRASH = Fault(Termination.CRASHED, "exit code 1; it said: oh", cpu_s=0.25)


CRASHED = "crashed, exit code 1; it said: oh"


HOST = JudgeError("sandbox", "no room", "make room")


CENTRE = Answer(Point(2, 2), cpu_s=1.5)


@pytest.mark.parametrize(
    ("black", "white", "diagnosis", "cpu_s"),
    [
        (CRASH, CRASH, CRASHED, 0.25),
        (CRASH, Answer(None), f"as black: {CRASHED}", 0.25),
        (CENTRE, CENTRE, f"as white: illegal move, {OCCUPIED}", 1.5),
        (
            CRASH,
            CENTRE,
            f"as black: crashed, exit code 1; it said: oh; as white: illegal move, {OCCUPIED}",
            1.5,
        ),
    ],
)
def test_who_does_not_is_told_why(
    black: Answer | Fault, white: Answer | Fault, diagnosis: str, cpu_s: float
) -> None:
    found = self_test(Scripted({1: [black], 2: [white]}))
    assert not found.passed
    assert (found.diagnosis, found.cpu_s) == (diagnosis, cpu_s)


def test_a_pass_is_an_answer_and_a_fault_of_the_grader_is_not_the_bots() -> None:
    assert self_test(Scripted({1: [HOST, Answer(None)], 2: [Answer(None)]})).passed
    with pytest.raises(JudgeError, match="no room"):
        self_test(Scripted({1: [HOST, HOST], 2: []}))
