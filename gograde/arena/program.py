"""The reference players as programs that speak the file protocol.

    python -m gograde.arena.program alphabeta-2 --seed 5

reads `input.txt` in the working directory, writes `output.txt` there, and counts the plies in
`ply.txt`, since the protocol does not tell them.
"""

from __future__ import annotations

import sys
from pathlib import Path

import click

from gograde.arena.files import INPUT, OUTPUT, read_input
from gograde.arena.game import View
from gograde.arena.players import ReferencePlayer, chooser
from gograde.errors import DataError, GogradeError
from gograde.go.board import Stone
from gograde.go.notation import Malformed
from gograde.go.position import Position

KEPT = "ply.txt"


def answer(folder: Path, player: ReferencePlayer) -> None:
    """Make one move; raises DataError when there is no position to answer to."""
    position = _position(folder / INPUT)
    ply = _ply(position, folder / KEPT)
    (folder / KEPT).write_text(f"{ply}\n")
    (folder / OUTPUT).write_text(f"{player.move(View(position, ply))}\n")


def _position(path: Path) -> Position:
    fix = "write the colour and two boards there, as the statement says"
    if not path.is_file():
        raise DataError(str(path), "no such file", fix)
    position = read_input(path.read_bytes())
    if isinstance(position, Malformed):
        raise position.error(str(path))
    return position


def _ply(position: Position, kept: Path) -> int:
    """The first of its colour when it has not moved yet, else two more than the last time.

    A game that it joins later has at least as many plies as stones.
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
def main(name: str, seed: int) -> None:
    """Answer the position in input.txt as the reference player NAME."""
    try:
        answer(Path(), ReferencePlayer(chooser(name), seed))
    except GogradeError as error:
        click.echo(str(error), err=True)
        sys.exit(int(error.exit_code))


if __name__ == "__main__":
    main()
