"""The engine's strength and speed: series against the simple players and GNU Go 3.8 at level 1.

    python -m benchmarks.engine OPPONENT SIDE GAMES     one series
    python -m benchmarks engine                         the table below

Two games of a pair begin with the same four random moves, since deterministic players would repeat their
games, and have swapped colours.  White gets 5.5.  A game ends with two passes; its score is the area of the
board as it lies, no stone is removed as dead.  So both sides play until dead stones are captured: GNU Go is
told to, and the engine passes only when it is ahead as the board lies, or when nothing is left.  Our players
pass after four plies a point, which ends all games.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from shutil import which

from gograde.arena.game.match import turns
from gograde.arena.game.rules import GameEnd, Rules
from gograde.arena.rating.bradley_terry import wilson
from gograde.engine.gtp.driven import DrivenPlayer
from gograde.engine.player import engine, greedy_player, random_player, value_player
from gograde.go.area import area_score
from gograde.go.board import Stone
from gograde.go.player import Answer, Player, Termination
from gograde.go.position import LiveGame

KOMI = 5.5
DRAWN = 4
"""Random moves that a game begins with."""

SERIES = (
    ("random", 9, 40),
    ("greedy", 9, 40),
    ("value", 9, 40),
    ("gnugo", 9, 20),
    ("random", 19, 4),
    ("greedy", 19, 10),
    ("value", 19, 4),
    ("gnugo", 19, 2),
)
"""Opponent, lines of the board, games; a game on 19x19 takes more than a minute of CPU."""

TIMEOUT_S = 120.0
"""Seconds of an answer of GNU Go, far more than it needs."""

GNUGO = ("--mode", "gtp", "--level", "1", "--chinese-rules", "--capture-all-dead", "--never-resign")


@dataclass(frozen=True)
class Played:
    """A game seen from the engine: its margin with komi, the plies, and CPU seconds of each of its moves."""

    margin: float
    plies: int
    seconds: list[float]


def opponent(name: str) -> Callable[[int], Player]:
    """Players of a name by seed."""
    makers = {"random": random_player, "greedy": greedy_player, "value": value_player}
    if name in makers:
        return makers[name]
    program = which("gnugo") or "/usr/games/gnugo"
    return lambda seed: DrivenPlayer(name, [program, *GNUGO, "--seed", str(seed + 1)], TIMEOUT_S)


def by_area(game: LiveGame) -> GameEnd:
    """The outcome on the board as it lies."""
    lead = area_score(game.position.board).margin - KOMI
    return GameEnd(Termination.POINTS, Stone.BLACK if lead > 0 else Stone.WHITE, "area", lead)


def play(rules: Rules, players: Mapping[Stone, Player], seed: int, own: Stone) -> Played:
    """A game to its end, after random moves; `own` is the engine's colour."""
    drawn = turns(rules, dict.fromkeys(players, random_player(seed)))
    opening = [turn.answer.point for turn in islice(drawn, DRAWN) if isinstance(turn.answer, Answer)]
    seconds, before = list[float](), time.process_time()
    for turn in turns(rules, players, tuple(opening)):
        if turn.ply > DRAWN and turn.game.to_play is own:
            seconds.append(time.process_time() - before)
        before = time.process_time()
    assert isinstance(turn.after, GameEnd) and turn.after.lead is not None, turn.after
    return Played(turn.after.lead if own is Stone.BLACK else -turn.after.lead, turn.ply, seconds)


def games(name: str, side: int, count: int) -> Iterator[Played]:
    """Games against an opponent, colours in pairs."""
    rules = Rules(side, KOMI, sys.maxsize, first_pass_ends=False, count=by_area)
    for number in range(count):
        pair, own = number // 2, (Stone.BLACK, Stone.WHITE)[number % 2]
        with closing(opponent(name)(1000 + pair)) as other:
            yield play(rules, {own: engine(pair), own.opponent: other}, pair, own)


def series(name: str, side: int, count: int) -> None:
    """Play and print one line."""
    played = list(games(name, side, count))
    won = sum(game.margin > 0 for game in played)
    low, high = wilson(won, count)
    times = sorted(1e3 * second for game in played for second in game.seconds)
    print(
        f"  {name:7} {side:2}x{side:<2} {won:4} of {count:4} won = {won / count:5.1%}"
        f" ({low:.1%} to {high:.1%}), mean margin {statistics.mean(game.margin for game in played):+7.1f},"
        f" {statistics.mean(game.plies for game in played):5.0f} plies,"
        f" ms of CPU a move: median {statistics.median(times):.1f}, p99 {times[int(0.99 * len(times))]:.1f}",
        flush=True,
    )


def main(words: list[str] | None = None) -> None:
    """Print one series, or all."""
    engine().choose(LiveGame.empty(19))
    print("engine: games won, 95 % intervals after Wilson; area, komi 5.5, colours in pairs", flush=True)
    wanted = [(words[0], int(words[1]), int(words[2]))] if words else SERIES
    for name, side, count in wanted:
        series(name, side, count)


if __name__ == "__main__":
    main(sys.argv[1:])
