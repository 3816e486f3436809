"""What the commands that play games share: words on the terminal, progress, submissions as bots."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from gograde.errors import DataError

if TYPE_CHECKING:
    from gograde.arena.game.match import Bot
    from gograde.sandbox.protocol import Backend

_T = TypeVar("_T")

COLD = "GOGRADE_COLD"
"""In the environment, not empty: the interpreter is started anew for each move of a Python program."""

ANALYSE = click.option("--analyse", is_flag=True, help="Judge the last 12 plies of each game exactly.")


def read_bots(paths: Sequence[str], *, trust: bool) -> list[Bot]:
    """The bots of the submissions at these paths; a sandbox, or none, is chosen only when there is one.

    Raises DataError for a submission that has no program.
    """
    if not paths:
        return []
    from gograde.sandbox.select import choose_backend
    from gograde.workflow.machine import prove_quickly

    backend, names = choose_backend(trust=trust, proof=prove_quickly), _names(paths)
    return [_bot(path, names[path], backend) for path in paths]


def _names(paths: Sequence[str]) -> dict[str, str]:
    """What each path is called: its last part, unless another player is called so; on one line."""
    from gograde.arena.players.by_name import OWN
    from gograde.arena.players.reference import NAMES
    from gograde.report.words.escape import line

    short = {path: Path(path).resolve().name for path in paths}
    often = [*short.values(), *OWN, *NAMES]
    return {path: line(name if often.count(name) == 1 else path) for path, name in short.items()}


def _bot(word: str, name: str, backend: Backend) -> Bot:
    from gograde.arena.players.sandboxed import ProcessBot
    from gograde.arena.series import rules_of
    from gograde.grading.contracts.game import move_start, shipped_game
    from gograde.intake.entry import Refusal
    from gograde.intake.submission import load_submission

    submission = load_submission(Path(word))
    start = move_start(submission, backend, shipped_game())
    if isinstance(start, Refusal):
        raise DataError(word, start.message, "give a folder, an archive or a file with the player in it")
    _tell_rivals(name, submission.files, start.job.argv[-1].removeprefix("./"))
    game_s = rules_of(shipped_game().config.parameters).budget.game_s
    warm = not os.environ.get(COLD)
    return ProcessBot(
        *(name, submission.sha256, start.job, backend), imports=start.imports, warm=warm, game_s=game_s
    )


def _tell_rivals(name: str, files: Mapping[str, bytes], started: str) -> None:
    """Say which program plays, where several have a name that would do: its author may mean another."""
    from gograde.grading.contracts.game import shipped_game

    names = shipped_game().config.contract.entries
    others = [path for path in sorted(files) if path in names and path != started]
    if started in names and others:
        say(f"{name}: {started} plays, not {', '.join(others)}", err=True)


def judged_plies(*, analyse: bool) -> int | None:
    """How many last plies of each game are judged with `--analyse`; None without it."""
    from gograde.arena.judged_game import USUAL

    return USUAL if analyse else None


@dataclass(frozen=True)
class GameOptions:
    """What games are asked for, and where they are told.

    `plies` last plies of each are judged, if any.  `joseki` is the file from which engines learn.
    """

    games: int
    seed: int
    watch: bool
    as_text: bool
    sgf: Path | None
    plies: int | None
    joseki: Path | None

    @property
    def watched(self) -> bool:
        """Is every board shown?"""
        return self.watch and self.as_text


def core_count(asked: int | None) -> int:
    """As many cores as were asked for, or all that this process may use."""
    return asked or len(os.sched_getaffinity(0))


def progress_bar(items: Iterable[_T], length: int) -> Iterable[_T]:
    """Items with a bar on stderr, when that is a terminal, of how many of them came."""
    with click.progressbar(items, length, "games", file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
        yield from bar


def say(text: str, *, err: bool = False, nl: bool = True) -> None:
    """Print text that may hold names, reasons and diagnoses, which come from students."""
    from gograde.report.words.escape import terminal

    click.echo(terminal(text), err=err, nl=nl)
