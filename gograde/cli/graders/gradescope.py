"""`gograde gradescope`: an autograder to be uploaded to Gradescope."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

PATH = click.Path(path_type=Path)
POLICIES = ("baseline", "constant-penalty", "percentage-penalty", "penalty-decay")


@click.command()
@click.argument("assignment")
@click.option("-o", "--output", type=PATH, required=True, metavar="FILE", help="The archive to write.")
@click.option("--hidden", type=PATH, metavar="CLASS|KEY", help="Also hidden cases: a class's, or a key's.")
@click.option("--class", "folder", type=PATH, metavar="CLASS", help="Take late rules and due date from it.")
@click.option("--late", "policy", type=click.Choice(POLICIES), help="What late work costs.")
@click.option("--penalty", type=click.FloatRange(min=0), metavar="N", help="Points or percent, by --late.")
@click.option("--grace-minutes", type=click.IntRange(min=0), metavar="N", help="That do not count as late.")
@click.option("--reject-after-days", type=click.IntRange(min=0), metavar="N", help="Later work gets nothing.")
@click.option(
    "--language", "languages", multiple=True, metavar="NAME", help="Install its tools (default: C)."
)
@click.option("--trust-submissions", "trust", is_flag=True, help="Run programs without a sandbox.")
def gradescope(assignment: str, output: Path, **asked: Any) -> None:
    """Write an autograder for Gradescope.

    With --hidden it gives the package's points; CLASS also gives its late rules and the visibility of hidden
    cases.  Else it tries the public cases, and each test counts a point.  Lateness is computed from the times
    that Gradescope knows.

    Example:

      gograde gradescope board9 -o autograder.zip
    """
    from gograde.cli.install import extras
    from gograde.report.exports.writing import write_export
    from gograde.report.words.escape import line, terminal
    from gograde.workflow.gradescope.pack import chosen, extra_of, pack, points

    wanted = chosen(_order(assignment, **asked))
    extras.need("gograde gradescope", filter(None, [extra_of(wanted.package)]))
    data = pack(wanted)
    write_export(output, data)
    click.echo(f"{output}: {wanted.package.config.id}, {len(data) / 1e6:.1f} MB")
    click.echo(f"Points of the assignment on Gradescope: {points(wanted):g}")
    if wanted.extended:
        told = f"Note: extensions do not go along; give them on Gradescope to {', '.join(wanted.extended)}"
        click.echo(terminal(line(told)), err=True)
    if not wanted.settings.hidden:
        click.echo("Public cases carry no marks: each test counts 1 point, for orientation.")


def _order(assignment: str, hidden: Path | None, folder: Path | None, policy: str | None, **more: Any) -> Any:
    from gograde.workflow.gradescope.pack import Order

    names = ("penalty", "grace_minutes", "reject_after_days")
    late = {"policy": policy, **{name: more[name] for name in names}}
    rest = {name: more[name] for name in ("trust", "languages")}
    return Order(assignment, hidden, folder, late, **rest)
