"""The training of the Q-learning player."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from gograde.arena.output import written
from gograde.arena.players.qlearn import Learner, Stage


@dataclass(frozen=True)
class Training:
    """The number of games and steps of a training, and the paths of the table and of a picture."""

    games: int
    steps: int
    seed: int
    table: Path
    curve: Path | None = None


def train(training: Training, tell: Callable[[Stage], None]) -> int:
    """Learn, write the table, and return its number of entries; `tell` is called with every stage.

    Raises `DataError` for a file that cannot be written.
    """
    learner = Learner.new(training.seed, training.games)
    stages = []
    for stage in learner.stages(training.games, min(training.steps, training.games)):
        stages.append(stage)
        tell(stage)
    with written(training.table):
        entries = learner.save(training.table)
        if training.curve is not None:
            _draw(stages, training.curve)
    return entries


def _draw(stages: Sequence[Stage], path: Path) -> None:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6, 3.5), layout="constrained")
    axes = figure.subplots()
    games = [stage.games for stage in stages]
    axes.plot(games, [100 * stage.of_random for stage in stages], "o-", label="random")
    axes.plot(games, [100 * stage.of_shallow for stage in stages], "s--", label="alphabeta-2")
    axes.set(xlabel="games learned from", ylabel="games won, %", ylim=(0, 100))
    axes.legend(title="against")
    axes.grid(alpha=0.3)
    figure.savefig(path)
