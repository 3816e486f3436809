"""`gograde step`: what the workflow calls, one command a rule."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import click

FOLDER = click.Path(path_type=Path)


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
@click.argument("class_dir", type=FOLDER, metavar="CLASS")
@click.option("--reports", default="../reports", show_default=True, help="Where reports go, from CLASS/work.")
@click.option("--trust-submissions", is_flag=True, help="Run without a sandbox.")
@click.option("--backend", type=click.Choice(["bwrap", "landlock"]), help="The sandbox to use.")
def plan(class_dir: Path, reports: str, trust_submissions: bool, backend: str | None) -> None:
    """Write down what there is to do.

    Example:

      gograde step plan CLASS
    """
    from gograde.classroom.classroom import load_class
    from gograde.sandbox.select import choose_backend
    from gograde.workflow import lock
    from gograde.workflow.plan import Settings, make_plan
    from gograde.workflow.report_folder import reports_from_work

    classroom = load_class(class_dir)
    folder = reports_from_work(classroom, classroom.work / reports)
    chosen = choose_backend(trust=trust_submissions, name=backend)
    with lock.grader(classroom.work):
        make_plan(classroom, Settings(chosen.name, trust_submissions, folder), datetime.now(UTC))


@step.command()
@click.argument("class_dir", type=FOLDER, metavar="CLASS")
@click.argument("assignment")
@click.argument("student")
@click.option("--trust-submissions", is_flag=True, help="Run without a sandbox.")
@click.option("--backend", type=click.Choice(["bwrap", "landlock"]), help="The sandbox to use.")
def run(class_dir: Path, assignment: str, student: str, trust_submissions: bool, backend: str | None) -> None:
    """Run one submission in the sandbox and write down the facts.

    Example:

      gograde step run CLASS board9 alice
    """
    from gograde.classroom.classroom import load_class
    from gograde.sandbox.select import choose_backend
    from gograde.workflow import lock, steps

    classroom = load_class(class_dir)
    with lock.step(classroom.work):
        choose = partial(choose_backend, trust=trust_submissions, name=backend)
        steps.run(classroom, assignment, student, choose)


@step.command()
@click.argument("class_dir", type=FOLDER, metavar="CLASS")
@click.argument("assignment")
@click.argument("slice_number", metavar="SLICE")
def score(class_dir: Path, assignment: str, slice_number: str) -> None:
    """Score the runs of a slice of the class; runs nothing.

    Example:

      gograde step score CLASS board9 07
    """
    from gograde.classroom.classroom import load_class
    from gograde.workflow import lock, steps

    classroom = load_class(class_dir)
    with lock.step(classroom.work):
        steps.score(classroom, assignment, slice_number)


@step.command("round")
@click.argument("class_dir", type=FOLDER, metavar="CLASS")
@click.argument("assignment")
@click.argument("number", type=click.IntRange(min=0), metavar="ROUND")
def round_(class_dir: Path, assignment: str, number: int) -> None:
    """Say who plays whom in a round of a league, by the games so far.

    Example:

      gograde step round CLASS little-go 0
    """
    from gograde.classroom.classroom import load_class
    from gograde.grading.league import league_steps
    from gograde.workflow import lock

    classroom = load_class(class_dir)
    with lock.step(classroom.work):
        league_steps.make_round(classroom, assignment, number)


@step.command()
@click.argument("class_dir", type=FOLDER, metavar="CLASS")
@click.argument("assignment")
@click.argument("number", type=click.IntRange(min=0), metavar="ROUND")
@click.argument("tile", type=click.IntRange(min=0), metavar="TILE")
@click.option("--trust-submissions", "trust", is_flag=True, help="Run without a sandbox.")
@click.option("--backend", type=click.Choice(["bwrap", "landlock"]), help="The sandbox to use.")
def play(  # noqa: PLR0913 - one parameter an option
    class_dir: Path, assignment: str, number: int, tile: int, *, trust: bool, backend: str | None
) -> None:
    """Play the games of a tile of a round that are not in the logs yet.

    Example:

      gograde step play CLASS little-go 0 0
    """
    from gograde.classroom.classroom import load_class
    from gograde.grading.league import league_steps
    from gograde.sandbox.select import choose_backend
    from gograde.workflow import lock

    classroom = load_class(class_dir)
    with lock.step(classroom.work):
        choose = partial(choose_backend, trust=trust, name=backend)
        games = league_steps.play_tile(classroom, assignment, (number, tile), choose)
        click.echo(f"{games} games played now")


@step.command()
@click.argument("class_dir", type=FOLDER, metavar="CLASS")
@click.argument("assignment")
@click.option(
    "--cores", type=click.IntRange(min=1), default=1, show_default=True, help="Games judged at once."
)
def rate(class_dir: Path, assignment: str, cores: int) -> None:
    """Rate all games of a league, and mark the students by them.

    Example:

      gograde step rate CLASS little-go
    """
    from gograde.arena.rating.reference_ratings import frozen_ratings
    from gograde.classroom.classroom import load_class
    from gograde.grading.league.result import rate_league
    from gograde.workflow import lock

    classroom = load_class(class_dir)
    with lock.step(classroom.work):
        rate_league(classroom, assignment, frozen_ratings().elo, cores)


@step.command()
@click.argument("class_dir", type=FOLDER, metavar="CLASS")
def gradebook(class_dir: Path) -> None:
    """Put all scores together into marks.

    Example:

      gograde step gradebook CLASS
    """
    from gograde.classroom.classroom import load_class
    from gograde.workflow import lock, steps

    classroom = load_class(class_dir)
    with lock.step(classroom.work):
        steps.make_gradebook(classroom)


@step.command()
@click.argument("class_dir", type=FOLDER, metavar="CLASS")
@click.option("--reports", type=FOLDER, required=True, help="The folder to write.")
def report(class_dir: Path, reports: Path) -> None:
    """Write pages and tables from the marks.

    Example:

      gograde step report CLASS --reports CLASS/reports
    """
    from gograde.classroom.classroom import load_class
    from gograde.report.pages.site import write_reports
    from gograde.workflow import lock, steps
    from gograde.workflow.report_folder import reports_from_work

    classroom = load_class(class_dir)
    reports_from_work(classroom, reports)
    with lock.step(classroom.work):
        write_reports(classroom.path, reports.resolve())
        steps.sign_reports(classroom, reports.resolve())
