"""Games per minute on the 5x5 board: in our sandbox, and by the scheme that courses hand out.

The handed-out scheme starts one process per move and another to judge it, without a sandbox. Both play one
game at a time. One-time preparation happens before the clock starts: compilation, the trial of the sandbox,
and the server of a warm player.
"""

from __future__ import annotations

import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from itertools import count
from pathlib import Path

import gograde.arena
from benchmarks.measure import command, cpu_of
from gograde.arena.game.match import Match, play_match
from gograde.arena.players.sandboxed import ProcessBot
from gograde.errors import JudgeError
from gograde.grading.contracts.game import move_start, shipped_game
from gograde.grading.grade import load_submission
from gograde.intake.entry import Refusal
from gograde.sandbox.protocol import Backend
from gograde.sandbox.select import choose_backend

SCHEME = Path(__file__).parent / "handed_out_scheme"
OURS = Path(gograde.arena.__file__).parent / "game" / "handed_out"
PLAYERS = {"random, plain Python": "random_player.py", "with numpy": "numpy_player.py"}
REPEATS = 5
"""Games timed of each kind."""

Play = Callable[[], object]


def handed_out(player: Path, folder: Path) -> Play:
    """A game by the handed-out scheme, with the same program on both sides."""
    folder.mkdir()
    for source in (*OURS.glob("*.py"), SCHEME / "judge.py"):
        shutil.copy(source, folder)
    for name in ("black.py", "white.py"):
        shutil.copy(player, folder / name)
    game = ["/bin/sh", "-c", 'cd "$2" && . "$3"', "sh", sys.executable, str(folder), str(SCHEME / "game.sh")]
    return command(["/bin/sh", "-c", '"$@"; test $? -eq 1 -o $? -eq 2', "sh", *game])


def sandboxed(player: Path, backend: Backend, warm: bool) -> Play:
    """A game of a program against itself in our sandbox."""
    submission = load_submission(player)
    start = move_start(submission, backend, shipped_game())
    if isinstance(start, Refusal):
        raise RuntimeError(start.message)
    bot = ProcessBot(
        player.stem, submission.sha256 or "", start.job, backend, imports=start.imports, warm=warm
    )
    seeds = count(1)

    def play() -> None:
        record = play_match(Match(bot, bot, next(seeds)))
        if record.termination.forfeit:
            raise RuntimeError(record.reason)

    return play


def ways(player: Path, folder: Path) -> dict[str, Play]:
    """Every way to play a game on this machine, the handed-out scheme first."""
    found = {"handed out": handed_out(player, folder)}
    for name, warm in (("bwrap", True), ("bwrap", False), ("landlock", False)):
        try:
            found[f"{name}, {'warm' if warm else 'cold'}"] = sandboxed(
                player, choose_backend(name=name), warm
            )
        except JudgeError as error:
            print(f"  {name}: {error.what}")
    return found


def measured(plays: Mapping[str, Play]) -> dict[str, tuple[float, float]]:
    """Median seconds of wall-clock time and of CPU time per game; the ways alternate against drift."""
    seen: dict[str, list[tuple[float, float]]] = {name: [] for name in plays}
    for play in plays.values():
        play()
    for _ in range(REPEATS):
        for name, play in plays.items():
            before = time.perf_counter()
            cpu = cpu_of(play)
            seen[name].append((time.perf_counter() - before, cpu))
    return {name: _medians(times) for name, times in seen.items()}


def _medians(times: list[tuple[float, float]]) -> tuple[float, float]:
    clock, cpu = zip(*times, strict=True)
    return statistics.median(clock), statistics.median(cpu)


def main() -> None:
    """Print games per minute of wall-clock time and CPU seconds per game, with both ratios."""
    print("\narena: games of a program against itself (medians)")
    with tempfile.TemporaryDirectory() as top:
        for title, name in PLAYERS.items():
            times = measured(ways(SCHEME / name, Path(top) / name))
            clock, cpu = times["handed out"]
            print(f"  {title}")
            for way, (ours_clock, ours_cpu) in times.items():
                rate, ratios = 60 / ours_clock, f"x{clock / ours_clock:.2f} clock, x{cpu / ours_cpu:.2f} CPU"
                print(f"    {way:14} {rate:7.1f} games a minute  {ours_cpu:6.3f} s CPU a game  {ratios}")
