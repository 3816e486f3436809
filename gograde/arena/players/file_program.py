"""The reference players as programs that speak the file protocol.

    python -m gograde.arena.players.file_program alphabeta-2 --seed 5

reads `input.txt` in the working directory, writes `output.txt` there, and counts the plies in `ply.txt`,
since the input lacks the ply.

numba compiles alphabeta, mcts and perfect on their first move, which takes seconds of CPU time.  Later
processes read the machine code from numba's cache on disk, if numba can write one.  `--prepare` fills that
cache before a timed game, and prints how long a move takes without and with the cache.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage

import click

from gograde.arena.game.protocol_files import INPUT, OUTPUT, read_input, write_input
from gograde.arena.game.rules import View
from gograde.arena.players.reference import ReferencePlayer, chooser
from gograde.errors import DataError, GogradeError
from gograde.go.board import Stone, diagram
from gograde.go.notation import Malformed
from gograde.go.position import Position
from gograde.private import scratch_folder

KEPT = "ply.txt"
_TRIAL = View(
    Position(
        diagram(". . X . . / . X O O . / . X X O . / . O O X . / . . . . ."),
        Stone.WHITE,
        diagram(". . . . . / . X O O . / . X X O . / . O O X . / . . . . ."),
    ),
    12,
)
"""The position for `--prepare`; it is in no book, so that the player must search."""


def answer(folder: Path, player: ReferencePlayer) -> None:
    """Make one move; raises DataError when `input.txt` is missing or malformed."""
    position = _position(folder / INPUT)
    ply = _ply(position, folder / KEPT)
    (folder / KEPT).write_text(f"{ply}\n")
    (folder / OUTPUT).write_text(f"{player.answer(View(position, ply))}\n")


def prepare(name: str) -> tuple[float, float]:
    """CPU seconds of two moves of a player, each in its own process; the first move may compile."""
    with scratch_folder() as folder:
        (folder / INPUT).write_bytes(write_input(_TRIAL.position))
        return _seconds(name, folder), _seconds(name, folder)


def _seconds(name: str, folder: Path) -> float:
    (folder / KEPT).write_text(f"{_TRIAL.ply - 2}\n")
    before = getrusage(RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "gograde.arena.players.file_program", name], cwd=folder, check=True)
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def _position(path: Path) -> Position:
    fix = "write the colour and two boards there, as the statement says"
    if not path.is_file():
        raise DataError(str(path), "no such file", fix)
    position = read_input(path.read_bytes())
    if isinstance(position, Malformed):
        raise position.error(str(path))
    return position


def _ply(position: Position, kept: Path) -> int:
    """The current ply: the first ply of the colour, or the ply in the file `kept` plus two.

    Without a readable file, the ply is estimated: a game has at least as many plies as stones.
    """
    first = 1 if position.to_play is Stone.BLACK else 2
    if position.previous is None or not any(position.previous.cells):
        return first
    try:
        return int(kept.read_text()) + 2
    except (OSError, ValueError):
        stones = sum(cell != Stone.EMPTY for cell in position.board.cells)
        return stones + 1 + (stones + 1 - first) % 2


@click.command()
@click.argument("name")
@click.option(
    "--seed", type=click.IntRange(min=0), default=1, show_default=True, help="Same seed, same luck."
)
@click.option("--prepare", "first", is_flag=True, help="Compile what NAME needs, and tell what moves take.")
def main(name: str, seed: int, first: bool) -> None:
    """Answer the position in input.txt as the reference player NAME."""
    try:
        player = ReferencePlayer(chooser(name), seed)
        if first:
            click.echo("first move {:.1f} s of CPU, second {:.1f} s".format(*prepare(name)))
        else:
            answer(Path(), player)
    except GogradeError as error:
        click.echo(str(error), err=True)
        sys.exit(int(error.exit_code))


if __name__ == "__main__":
    main()
