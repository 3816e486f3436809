"""`gograde step`: what the workflow calls, one command a rule."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gograde.cli.options import PATH, TRUST

if TYPE_CHECKING:
    from gograde.classroom.classroom import Classroom

CLASS = click.argument("class_dir", type=PATH, metavar="CLASS")
ASSIGNMENT = click.argument("assignment")
ROUND = click.argument("number", type=click.IntRange(min=0), metavar="ROUND")


@click.group()
@click.option("--parent", type=int, hidden=True, help="End when this process, the parent, ends.")
def step(parent: int | None) -> None:
    """Single steps of the workflow, for the Snakefile and for looking into one.

    Example:

      gograde step run CLASS board9 alice
    """
    from gograde.workflow.lock import end_with

    end_with(parent)


@step.command()
@CLASS
@click.option("--reports", type=PATH, help="Where the reports go (where they went last).")
@TRUST
def plan(class_dir: Path, **asked: object) -> None:
    """Write down what there is to do, and in which sandbox.

    Example:

      gograde step plan CLASS
    """
    from gograde.classroom.classroom import load_class
    from gograde.workflow import lock
    from gograde.workflow.plan import Request, plan_class

    classroom = load_class(class_dir)
    with lock.grader(classroom.work):
        plan_class(classroom, Request(**asked, skip_missing_tools=True))  # type: ignore[arg-type]


@step.command()
@CLASS
@ASSIGNMENT
@click.argument("student", required=False)
@click.option("--slice", "number", help="Those of a slice of the class that are not run yet.")
def run(class_dir: Path, assignment: str, student: str | None, number: str | None) -> None:
    """Run a submission, or those of a slice, in the planned sandbox and write down the facts.

    Example:

      gograde step run CLASS board9 alice
    """
    from gograde.workflow.steps.run import run as run_step
    from gograde.workflow.steps.run import run_slice

    if (student is None) == (number is None):
        raise click.UsageError("name a student or a --slice")
    with _step_in(class_dir) as classroom:
        if student is not None:
            run_step(classroom, assignment, student)
        else:
            run_slice(classroom, assignment, number or "")


@step.command()
@CLASS
@ASSIGNMENT
@click.argument("number", metavar="SLICE")
def score(class_dir: Path, assignment: str, number: str) -> None:
    """Score the runs of a slice of the class; reads in the sandbox what they left behind.

    Example:

      gograde step score CLASS board9 00
    """
    from gograde.workflow.steps.score import score_slice

    with _step_in(class_dir) as classroom:
        score_slice(classroom, assignment, number)


@step.command("round")
@CLASS
@ASSIGNMENT
@ROUND
def round_(class_dir: Path, assignment: str, number: int) -> None:
    """Say who plays whom in a round of a league, by the games so far.

    Example:

      gograde step round CLASS little-go 0
    """
    from gograde.grading.league.rounds import make_round

    with _step_in(class_dir) as classroom:
        make_round(classroom, assignment, number)


@step.command()
@CLASS
@ASSIGNMENT
@ROUND
@click.argument("tile", type=click.IntRange(min=0), metavar="TILE")
def play(class_dir: Path, assignment: str, number: int, tile: int) -> None:
    """Play the games of a tile of a round that are not in the logs yet.

    Example:

      gograde step play CLASS little-go 0 0
    """
    from gograde.grading.league.play import play_tile
    from gograde.workflow.fitness import planned_backend

    with _step_in(class_dir) as classroom:
        games = play_tile(classroom, assignment, (number, tile), partial(planned_backend, classroom))
        click.echo(f"{games} games played now")


@step.command()
@CLASS
@ASSIGNMENT
@click.option(
    "--cores", type=click.IntRange(min=1), default=1, show_default=True, help="Games judged at once."
)
def rate(class_dir: Path, assignment: str, cores: int) -> None:
    """Rate all games of a league, and mark the students by them.

    Example:

      gograde step rate CLASS little-go
    """
    from gograde.grading.league.rate import rate_league

    with _step_in(class_dir) as classroom:
        rate_league(classroom, assignment, cores)


@step.command()
@CLASS
def gradebook(class_dir: Path) -> None:
    """Put all scores together into marks.

    Example:

      gograde step gradebook CLASS
    """
    from gograde.workflow.steps.gradebook import make_gradebook

    with _step_in(class_dir) as classroom:
        make_gradebook(classroom)


@step.command()
@CLASS
def report(class_dir: Path) -> None:
    """Write pages and tables from the marks, where the plan says.

    Example:

      gograde step report CLASS
    """
    from gograde.grading.plan_file import read_plan
    from gograde.report.exports.reports_folder import write_class_reports

    with _step_in(class_dir) as classroom:
        write_class_reports(classroom, classroom.work / read_plan(classroom).reports)


@contextmanager
def _step_in(class_dir: Path) -> Iterator[Classroom]:
    """The class, for the length of a step."""
    from gograde.classroom.classroom import load_class
    from gograde.workflow import lock

    classroom = load_class(class_dir)
    with lock.step(classroom.work):
        yield classroom
