"""Games of the 5x5 board: in our sandbox, and by the scheme that courses hand out.

That scheme starts a process for each move and another to judge it, without a sandbox.  Both play one game at
a time, of a program against itself: ours a series, as leagues have; that scheme keeps nothing
between two games, so one shows all.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from itertools import count, islice
from pathlib import Path

import gograde.arena
from benchmarks.measure import Measured, called, command, in_turn
from benchmarks.runs import BACKENDS, backends
from benchmarks.table import Row, Settings, of_rows
from gograde.arena.game.match import Match, play_match
from gograde.arena.players.sandboxed import ProcessBot
from gograde.grading.contracts.game import move_start, shipped_game
from gograde.intake.entry import Refusal
from gograde.intake.submission import load_submission
from gograde.sandbox.protocol import Backend

SCHEME = Path(__file__).parent / "handed_out_scheme"
HANDED_OUT = Path(gograde.arena.__file__).parent / "game" / "handed_out"
PLAYERS = {"plain Python": "random_player.py", "numpy": "numpy_player.py"}
HOST = "the handed-out host"
GAMES = 8
"""Of a series in our sandbox, whose first game starts the servers; the figures are those of one game."""


def text(settings: Settings) -> str:
    """The table."""
    return of_rows(_rows(settings))


def _rows(settings: Settings) -> Iterator[Row]:
    for title, name in PLAYERS.items():
        calls: dict[str, Measured] = {HOST: handed_out(SCHEME / name, settings.room / name)}
        calls |= {each: called(sandboxed(SCHEME / name, one)) for each, one in backends().items()}
        seen = in_turn(calls, settings.repeats)
        for each in BACKENDS:
            what, ours = f"little-go, {title}, {each}", seen.get(each)
            rate = 60 * GAMES / ours.wall_s if ours else None
            cpu_s = ours.cpu_s / GAMES if ours else None
            yield Row(what, "games a minute", rate, HOST, 60 / seen[HOST].wall_s)
            yield Row(what, "s of CPU a game", cpu_s, HOST, seen[HOST].cpu_s)


def handed_out(player: Path, folder: Path) -> Measured:
    """A game by the handed-out scheme, whose exit code 1 or 2 names the winner."""
    folder.mkdir()
    for source in (*HANDED_OUT.glob("*.py"), SCHEME / "judge.py"):
        shutil.copy(source, folder)
    for name in ("black.py", "white.py"):
        shutil.copy(player, folder / name)
    game = 'cd "$2" && (. "$3"); test $? -eq 1 -o $? -eq 2'
    return command(["sh", "-c", game, "sh", sys.executable, folder, SCHEME / "game.sh"])


def sandboxed(player: Path, backend: Backend) -> Callable[[], None]:
    """A series of a program against itself in our sandbox; moves are forked where that is safe."""
    submission = load_submission(player)
    start = move_start(submission, backend, shipped_game())
    if isinstance(start, Refusal):
        raise RuntimeError(start.message)
    bot = ProcessBot(player.stem, submission.sha256 or "", start.job, backend, imports=start.imports)
    seeds = count(1)

    def play() -> None:
        for seed in islice(seeds, GAMES):
            record = play_match(Match(bot, bot, seed))
            if record.termination.forfeit:
                raise RuntimeError(record.reason)

    return play
