"""Tests whether a bot can play at all: one move as black and one as white, before any game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, replace

from gograde.arena.game.match import Bot
from gograde.arena.game.rules import COURSE, GameEnd
from gograde.arena.players.reference import ReferenceBot
from gograde.errors import JudgeError
from gograde.go.board import Point
from gograde.go.player import Answer, Fault, Termination
from gograde.go.position import LiveGame


@dataclass(frozen=True, slots=True)
class SelfTest:
    """The faults of a bot's first move as each colour; empty texts for legal moves.

    `cpu_s` is the CPU time of the longer move in seconds.  `faults` has the kinds of faults, black's first,
    `before` the game before the first of them.
    """

    name: str
    as_black: str
    as_white: str
    cpu_s: float
    faults: tuple[Termination, ...] = ()
    before: LiveGame = COURSE.start

    @property
    def passed(self) -> bool:
        """Did the bot answer with legal moves as both colours?"""
        return not (self.as_black or self.as_white)

    @property
    def diagnosis(self) -> str:
        """The faults in words; empty when the test passed."""
        if self.as_black == self.as_white:
            return self.as_black
        told = (("as black", self.as_black), ("as white", self.as_white))
        return "; ".join(f"{colour}: {fault}" for colour, fault in told if fault)


def self_tests(bots: Sequence[Bot], cores: int) -> Iterator[SelfTest]:
    """The self-tests of all bots that are programs, in order; `cores` tests run at once."""
    programs = [bot for bot in bots if not isinstance(bot, ReferenceBot)]
    with ThreadPoolExecutor(cores) as pool:
        yield from pool.map(self_test, programs)


def self_test(bot: Bot) -> SelfTest:
    """Ask a bot for the first move of a game, and for the reply to a stone in the centre.

    Raises JudgeError when the grader fails twice.
    """
    games = (COURSE.start, replace(COURSE.start, steps=(Point(2, 2),)))
    tried = [_first_move(bot, game) for game in games]
    black, white = (_fault_text(outcome) for outcome, _ in tried)
    faults = tuple(outcome.termination for outcome, _ in tried if outcome)
    cpu_s = max(cpu_s for _, cpu_s in tried)
    return SelfTest(bot.name, black, white, cpu_s, faults, games[0] if black else games[1])


def _first_move(bot: Bot, game: LiveGame) -> tuple[GameEnd | None, float]:
    """The outcome if the answer is a forfeit, else None; and the CPU seconds of the answer."""
    answer = _answer(bot, game)
    after = COURSE.judge(game, answer)
    forfeit = isinstance(after, GameEnd) and after.termination.forfeit
    return after if isinstance(after, GameEnd) and forfeit else None, answer.cpu_s


def _fault_text(outcome: GameEnd | None) -> str:
    return f"{outcome.termination}, {outcome.reason}" if outcome else ""


def _answer(bot: Bot, game: LiveGame) -> Answer | Fault:
    """The answer in a new game; the bot is asked again when the grader fails."""
    try:
        return _first_answer(bot, game)
    except JudgeError:
        return _first_answer(bot, game)


def _first_answer(bot: Bot, game: LiveGame) -> Answer | Fault:
    with closing(bot.player(0)) as player:
        return player.choose(game)
