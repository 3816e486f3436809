"""Whether a bot can play at all: one move as black and one as white, before its games count."""

from __future__ import annotations

from dataclasses import dataclass

from gograde.arena.bots import Bot
from gograde.arena.game import START, Answer, Fault, Outcome, View
from gograde.arena.referee import judge
from gograde.errors import JudgeError
from gograde.go.board import Point
from gograde.go.position import Position


@dataclass(frozen=True, slots=True)
class SelfTest:
    """What was wrong with a bot's first move as each colour, empty when nothing; `cpu_s` is the longer."""

    name: str
    as_black: str
    as_white: str
    cpu_s: float

    @property
    def passed(self) -> bool:
        """Did it answer with legal moves as both?"""
        return not (self.as_black or self.as_white)

    @property
    def diagnosis(self) -> str:
        """What was wrong, in words; empty when nothing."""
        if self.as_black == self.as_white:
            return self.as_black
        told = (("as black", self.as_black), ("as white", self.as_white))
        return "; ".join(f"{colour}: {fault}" for colour, fault in told if fault)


def self_test(bot: Bot) -> SelfTest:
    """Ask a bot for the first move on the empty board, and for the reply to a stone in the centre.

    Raises JudgeError when the grader failed twice.
    """
    as_black, black_s = _first_move(bot, View(START, 1))
    as_white, white_s = _first_move(bot, View(_centre(), 2))
    return SelfTest(bot.name, as_black, as_white, max(black_s, white_s))


def _centre() -> Position:
    after = START.play(Point(2, 2))
    if not isinstance(after, Position):
        raise ValueError(str(after))
    return after


def _first_move(bot: Bot, view: View) -> tuple[str, float]:
    """What is wrong with the answer, and the CPU seconds it took."""
    answer = _answer(bot, view)
    after = judge(view, answer)
    if isinstance(after, Outcome) and after.termination.forfeit:
        return f"{after.termination}, {after.reason}", answer.cpu_s
    return "", answer.cpu_s


def _answer(bot: Bot, view: View) -> Answer | Fault:
    """The answer in a new game; a fault of the grader is tried once more."""
    try:
        return bot.player(0).move(view)
    except JudgeError:
        return bot.player(0).move(view)
