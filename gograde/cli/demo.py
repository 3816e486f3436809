"""`gograde demo`: the example class, graded."""

from __future__ import annotations

from pathlib import Path

import click

FOLDER = click.Path(path_type=Path)


@click.command()
@click.argument("folder", type=FOLDER, default=Path("gograde-demo"), metavar="[DIR]")
@click.option("--reports", type=FOLDER, help="Where the reports go (DIR/reports).")
@click.option("--cores", type=click.IntRange(min=1), help="Submissions run at once (all cores).")
def demo(folder: Path, reports: Path | None, cores: int | None) -> int:
    """Make the example class in DIR and grade it.

    Example:

      gograde demo
    """
    from gograde.classroom.classroom import load_class
    from gograde.classroom.example_class import ASSIGNMENT, make_example
    from gograde.cli.run import exit_code, show
    from gograde.package.package import find_package
    from gograde.workflow.grade_class import Request, grade_class

    make_example(folder, find_package(ASSIGNMENT))
    summary = grade_class(load_class(folder), Request(cores=cores, reports=reports))
    show(summary)
    return exit_code(summary)
